import { conditions, type Rules } from '../table.ts';

/** `No fever`. */
export const denials: readonly Rules[] = [
  {
    category: 'certain',
    direction: 'backward',
    kinds: conditions,
    reach: 2,
    cues: "(isn't|is not|doesn't|does not|aren't|hasn't) (any|been)? (better|worse|improved|improving|improve|gone|gone away|go away|get better)\\n(isn't|is not|doesn't|does not|aren't|gets (any)? worse|worsens|persists|continues|keeps|gets no better|won't|hasn't)",
  },
  {
    category: 'pseudo',
    direction: 'both',
    cues: `
      no (increase|decrease|change|changes|worsening|interval change|significant change|further|improvement|relief) (in|of|from|to|with)
      no (increase|improvement|relief|worsening)
      not (increase|increased|decrease|change|changed|improve|improved|any (better|worse)|better|worse)
      {not} (gotten|getting|get|got|been|feel|feeling)? (any|much|a lot|that much)? (better|worse|improved)
      {not} {degree}? (help|helped|helping|touch|touched|touching|work|worked|working|relieve|relieved|improve|improved|control|controlled|controlling|matter|affect|affected|bother|change|changed|cure|resolve|resolved|ease|enough|explain)
      {not} (only|just|necessarily|certain|simply)
      {not} (going to|gonna|have to|need to|want to)? (make|need)? any? (change|adjust|alter|adjustments|changes)
      {not} (tolerate|tolerated)
      no (wait|sorry)
      {not} (at|to|near) (goal|target)
      no no (,|it's|i|we|he|she|that's)
      wait no
      no , no
      {not} (miss|missed|missing|forget|forgotten|forgot|skip|skipped|remember|recall)
      {not} (wait|care|mind|matter|worry|due|related|caused|because|surprised|feel good|feel well|feel great|imagine|believe how|tell you how|stand)
      {not} (know|remember) (how|why|what|when|where|which)
      without (difficulty|problem|problems|trouble|issue|issues|incident|any difficulty|any problem|any problems|complication|complications)
      no (doubt|question|problem|problems|trouble|issue|issues|matter|wonder|reason|idea|one knows) (that|but|with|about|how|what|why)?
      no (evidence|sign) (of)? (improvement|change|resolution)
      gram negative
      (rh|hiv|hcv) negative
      no , (i|you|we|he|she|they|it|there|it's|i'm|i've|that's|just|only|but|and|so|the|my|actually|wait|no)
      (if|when) not (for)?
      why (not|don't we|don't you)
      (couldn't|can't|cannot) be (better|worse|happier)
      (have|has|had|is|was|does|did|do|are) not only
      no more than
      {not} (more|less|longer|greater) than
      no longer than
      nothing (makes|helps|relieves|works|changes|touches)
      as not to
      {not} (sleep|slept|sleeping|eat|move|walk|work|breathe|stand|bend|lift) (well|much|because|due|with|from)?`,
  },
  {
    category: 'pseudo',
    direction: 'both',
    kinds: conditions,
    cues: '{not} (stop|help but|take|handle|shake)',
  },
  {
    category: 'absent',
    direction: 'forward',
    cues: `
      no
      {not}
      {not} (think|believe|feel|see|hear|appreciate|notice|noticed|find|found|say|like|recall|suspect) (that|like|any|there|much|of)? (there|it|i|he|she|you|they|this)? (is|are|was|were|have|has|had)?
      none
      nobody
      neither
      nor
      no (history|sign|signs|evidence|complaint|complaints|report|reports|symptoms|findings|indication|trace|hint|mention|past history) of
      {not} (have|has|had|having|been having|experienced|experiencing|noticed|had any)
      nothing like
      wish (i|he|she|we) had
      (yes|yeah)? no
      negative
      (or|and) anything like that any?`,
  },
  {
    category: 'lacking',
    direction: 'forward',
    kinds: [...conditions, 'social', 'result', 'score', 'order', 'procedure'],
    cues: 'without (any|evidence of|signs of|sign of)?',
  },
  {
    category: 'lacking',
    direction: 'forward',
    cues: `
      (denies|denied|deny|denying) (any|having|ever|recent|having had|the use of)?
      (free|clear|clean) of
      (negative|neg) for
      (lacks|lacking|lack of|absence of|absent)
      (rules|ruled|ruling) out (for)?
      (unremarkable|noncontributory) for
      (resolved|recovered) without
      (fails|failed) to (reveal|show|demonstrate|demonstrates)
`,
  },
  {
    category: 'lacking',
    direction: 'forward',
    kinds: ['medication', 'procedure'],
    cues: '(avoid|avoids|avoiding|refrain from|stay away from|stays away from|steer clear of) (any|all|taking|using)?',
  },
  {
    category: 'lacking',
    direction: 'forward',
    kinds: ['social'],
    cues: '(avoids|abstains from|stays away from)',
  },
  {
    category: 'possible',
    direction: 'forward',
    kinds: conditions,
    indefinite: true,
    cues: '(avoid|avoiding)',
  },
  {
    category: 'lacking',
    direction: 'backward',
    kinds: [...conditions, 'social', 'procedure', 'score'],
    reach: 5,
    over: 'sign signs test tests testing screen bilaterally bilateral today all both result results still also',
    cues: `
      {be}? {degree}? (negative|absent|denied|excluded|not (present|seen|noted|found|there|appreciated|identified|detected|observed|evident|felt|reported|visible))
      (was|were|is|been|has been|have been)? {degree}? ruled out
      (was|were|is|are) (considered|felt|thought|deemed|judged) (to be)? (very|highly)? unlikely
      (was|were|is|are) (unremarkable|nonexistent)
      (isn't|wasn't|aren't|weren't) (present|seen|noted|found|there|appreciated|identified|detected|observed|evident|felt|an issue)
      (isn't|wasn't|is not|was not) what (this|it) (is|was)`,
  },
  {
    category: 'lacking',
    direction: 'backward',
    at: 'tail',
    reach: 2,
    cues: '(,|:)? (no|nope|nah|none|neg|never|nil)\nnone (of (that|those|them|these|it)|at all|reported|noted|known)',
  },
  { category: 'certain', direction: 'backward', at: 'tail', reach: 0, cues: '(,|:)? (yes|yeah|yep)' },
  { category: 'pseudo', direction: 'both', at: 'head', cues: '(no|nope|nah) ,' },
  {
    category: 'certain',
    direction: 'backward',
    kinds: conditions,
    reach: 3,
    cues: 'until (i|he|she|it|this|last|recently|about|the|then|a|yesterday|now|{degree})',
  },
  {
    category: 'certain',
    direction: 'forward',
    kinds: conditions,
    cues: 'nothing but\n(not|never) without\n(no|nothing) (new)? (other than|except|besides|apart from|aside from|but)',
    reach: 4,
  },
  {
    category: 'end',
    direction: 'both',
    ends: ['absent', 'lacking'],
    cues: `
      (but|except|because|cause|so|although|though|however|yet|still|instead|whereas|despite|besides|while|whilst|since|until|till|when|whenever|if|who|which|than|then|unless)
      (apart|aside) from
      a (little|bit|touch|few)
      other than
      (due|secondary|related|attributed|owing) to
      (caused|followed) by
      (some|slight|slightly|mild|mildly|moderate|severe|occasional|occasionally|only|just|positive|now|okay|alright|actually|instead|even though|sometimes|improved|improving|persistent|chronic|ongoing)
      (to|for|from) (help|relieve|prevent|control|treat|rule out|get)
      (consistent|compatible) with
      as (well|a result)
      in (spite|addition)
      (cut|cutting|reduce|limit|watch)
      (help|helped|helping|helps|improve|improves|improvement|relief|bad|quite|sure|wonder|doubt|trouble)`,
  },
];
