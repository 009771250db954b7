import { around, backward, conditions, forward, type Rules, treatments } from '../table.ts';

/** What says that something is not there. The first rules keep what is denied of it, not it itself. */
export const denials: readonly Rules[] = [
  backward('certain', { kinds: conditions, reach: 2 })`
    (isn't|is not|wasn't|doesn't|does not|aren't|won't|hasn't|has not) (gotten|getting|get|any|really|been)? (better|worse|any better|any worse|improve|improving|improved|go away|gone away|going away|let up|letting up|help|settle|settling|resolved|resolving|change|changed)?
    (gets|getting|got) (any)? worse
    (worsens|persists|continues|keeps|lingers)`,
  // `I can't recall a fever`: nor does who has had a seizure recall one.
  forward('possible', { kinds: conditions, reach: 10 })`
    {not} (recall|remember) (ever)? (having|getting|noticing|seeing)? (a|an|any)`,
  around('pseudo')`
    no (increase|decrease|change|changes|worsening|interval change|significant change|further|improvement|relief) (in|of|from|to|with)
    no (increase|improvement|relief|worsening)
    not (increase|increased|decrease|change|changed|improve|improved|any (better|worse)|better|worse)
    {not} (gotten|getting|get|got|been|feel|feeling)? (any|much|a lot|that much)? (better|worse|improved)
    {not} {degree}? (help|helped|helping|touch|touching|work|worked|working|relieve|relieved|improve|improved|control|controlled|controlling|matter|affect|affected|bother|change|changed|cure|resolve|resolved|ease|enough|explain)
    {not} (only|just|necessarily|certain|simply|as|(nearly|quite|half) as)
    {not} (miss|missed|missing|forget|forgotten|forgot|skip|skipped|remember|recall)
    {not} (wait|care|mind|matter|worry|due|related|caused|because|surprised|feel good|feel well|feel great|imagine|believe how|tell you how|stand)
    {not} (know|remember) (how|why|what|when|where|which)
    without (difficulty|problem|problems|trouble|issue|issues|incident|any difficulty|any problem|any problems|complication|complications)
    no (doubt|question|problem|problems|trouble|issue|issues|matter|wonder|reason|idea|one knows) (that|but|with|about|how|what|why)?
    no (evidence|sign) (of)? (improvement|change|resolution)
    gram negative
    (rh|hiv|hcv) negative
    (if|when) not (for)?
    why (not|don't|do not) (we|you|i)?
    (couldn't|can't|cannot) be (better|worse|happier)
    (have|has|had|is|was|does|did|do|are) not only
    no more than
    no ,? (wait|sorry|actually|<number>)
    no no (,|i|we|it's)
    (area|areas) of concern
    {not} have to (make|adjust|change|worry)
    {not} (more|less|longer|greater) than
    no longer than
    not with
    (wouldn't|won't|didn't|don't|doesn't) let (me|him|her|us)
    not (in|for|because of|on) (that|this|those|these|your|his|her|my|a|an|such)
    nothing (makes|helps|relieves|works|changes|touches)
    as not to
    {not} (sleep|slept|sleeping|eat|move|walk|work|breathe|stand|bend|lift) (well|much|because|due|with|from)?`,
  around('pseudo', { kinds: conditions })`
    (can't|cannot|couldn't|could not|can not|didn't|doesn't|won't|wouldn't|never) (stop|quit|get rid of|shake|shift|get over|fully stop|even stop)`,
  // `Not ibuprofen with Xarelto`: what is taken is not denied, and of two that do not mix neither is.
  around('end', { kinds: ['medication'], ends: ['absent', 'lacking'] })`
    <term> (together|along|combined|in combination|at the same time)? (with|on top of|alongside)`,
  // `It stopped working` is said of what is taken still.
  around('pseudo', { kinds: ['medication', 'advice'] })`
    (stopped|stops|stopping|stop|quit|quits|quitting) (working|helping|agreeing|lasting|doing|touching|being|having|cutting)
    (works|working|work|helps|helping|help|lasts) any ?more
    {not} (do|doing|does) (anything|nothing|much|a thing|squat|it for me) (any ?more|any longer)?`,
  around('pseudo', { kinds: ['medication'] })`
    {not} (ever)? (go|mix|combine|play|get|be mixed|be combined|be taken) (well|nicely|together|along|at all)? (with|together)
    {not} (mix|combine|interact)`,
  forward('absent', { kinds: ['medication'], gap: 10 })`
    {not} (ever)? (take|use|have|be taken) .. (together|at the same time) (with|as)`,
  forward('possible', { kinds: ['medication'], gap: 10 })`
    {not} (ever)? (take|use|have|be taken) .. (together|at the same time)`,
  around('end', { kinds: ['problem', 'symptom'], ends: ['absent', 'lacking'] })`
    <term> with (my|your)`,
  around('pseudo', { kinds: ['allergy'] })`
    {not} (tolerate|tolerated|stand|handle|take|have|eat|use) (it|that|them)?`,
  forward('possible', { kinds: conditions, reach: 3 })`
    not (so much|exactly|quite)`,
  forward('absent', { at: 'head' })`
    absent`,
  forward('absent')`
    (no|nil)
    {not}
    {not} (think|believe|feel|see|hear|appreciate|notice|noticed|find|found|say|like|recall|suspect) (that|like|any|there|much|of)? (there|it|i|he|she|you|they|this)? (is|are|was|were|have|has|had)?
    none of
    nobody
    neither
    nor
    no (history|sign|signs|evidence|complaint|complaints|report|reports|symptoms|findings|indication|trace|hint|mention|past history) of
    {not} (have|has|had|having|been having|experienced|experiencing|noticed|had any)
    nothing (like|with|containing)
    wish (i|he|she|we) had
    (yes|yeah)? no`,
  forward('absent', { kinds: treatments, reach: 4 })`
    (you|he|she|they|patient)? (should|must|can|could|may|shall|are to|is to) (never|not|{not}) (ever|again)? (take|use|have|touch|be given|go near|go back on)`,
  forward('lacking', { kinds: [...conditions, 'social', 'result', 'score', 'order', 'procedure'] })`
    without (any|evidence of|signs of|sign of)?`,
  // `Non-tender`, against `non-specific chest pain`.
  forward('absent', { kinds: [...conditions, 'social'], reach: 0 })`
    non`,
  forward('lacking')`
    (denies|denied|deny|denying) (any|having|ever|recent|having had|the use of)?
    (free|clear|clean) of
    (negative|neg) for
    (lacks|lacking|lack of|absence of)
    (rules|ruled|ruling) out (for)?
    (unremarkable|noncontributory) for
    (resolved|recovered) without
    (fails|failed) to (reveal|show|demonstrate|demonstrates)
    (avoid|avoids|avoiding|refrain from|stay away from|stays away from|steer clear of|abstains from) (any|all|taking|using)?`,
  backward('lacking', { kinds: [...conditions, 'social', 'procedure', 'score'], reach: 5 })`
    {be}? {degree}? (negative|absent|denied|excluded|not (present|seen|noted|found|there|heard|appreciated|identified|detected|observed|evident|felt|reported|visible))
    (was|were|is|been|has been|have been)? {degree}? ruled out
    (was|were|is|are) (unremarkable|nonexistent)
    (isn't|wasn't|aren't|weren't) (present|seen|noted|found|there|appreciated|identified|detected|observed|evident|felt|an issue)
    (isn't|wasn't|is not|was not) what (this|it) (is|was)`,
  backward('lacking', { at: 'tail', reach: 6 })`
    (,|:)? (no|nope|nah|none|neg|never|nil)
    none (of (that|those|them|these|it)|at all|reported|noted|known)`,
  backward('certain', { at: 'tail', reach: 0, nearest: true })`
    (,|:)? (yes|yeah|yep|positive|present)`,
  around('pseudo', { at: 'head' })`
    (no|nope|nah) (,|it's|i|i'm|i've|i'd|he|she|we|they|that's|there's|it|that|this)`,
  backward('certain', { kinds: conditions, reach: 3 })`
    until (i|he|she|it|this|last|recently|about|the|then|a|yesterday|now|{degree})`,
  forward('certain', { kinds: conditions, reach: 4 })`
    (make|making|made) sure
    nothing but
    (not|never) without
    (no|nothing) (new)? (other than|except|besides|apart from|aside from|but)`,
  around('end', { ends: ['absent', 'lacking'] })`
    (but|except|because|cause|so|although|though|however|yet|still|instead|whereas|despite|besides|while|whilst|since|until|till|when|whenever|if|who|which|why|than|then|unless)
    none
    (is|was|could|might) (it|this|that|he|she|there)
    (apart|aside) from
    other than
    , with
    a (little|bit|few|couple)
    (due|secondary|related|attributed|owing) to
    (caused|followed) by
    (some|slight|slightly|mild|mildly|moderate|severe|occasional|occasionally|only|just|positive|now|okay|alright|actually|instead|even though|sometimes|improved|improving|persistent|chronic|ongoing)
    (to|for|from) (help|relieve|prevent|control|treat|rule out|get)
    (consistent|compatible) with
    as (well|a result)
    in (spite|addition)
    (help|helped|helping|helps|improve|improves|improvement|relief|bad|quite|sure|wonder|doubt|trouble)`,
];
