import type { Clause } from './clauses.ts';
import type { Mention } from './mention.ts';
import type { Term } from './terms.ts';

const self = '(?:my|your|him|her|them|one)sel(?:f|ves)';
const own = "(?:my|your|his|her|their|the patient's|the)";
const partner =
  '(?:he|she|they|husband|wife|partner|boyfriend|girlfriend|ex|father|dad|stepdad|mother|mom|mum|son|daughter|brother|carer|caregiver|somebody|someone|anyone|anybody|who)';
const guns = 'guns?|firearms?|rifles?|pistols?|shotguns?|handguns?';
/** What asks for guns says nothing of suicide by itself. */
export const namesGun = new RegExp(`\\b(?:${guns})\\b`);
const organs = '(?:bladder|bowels?|urine|stools?|wee|pee|poo)';

/**
 * What must never be lost, however it is worded: harm to oneself or to others, abuse, capacity and code status,
 * pregnancy, implants, loss of consciousness, control of bladder and bowel. Each name with its wordings, over words in
 * lower case.
 */
const wordings: readonly (readonly [name: string, patterns: readonly RegExp[]])[] = [
  [
    'suicidality',
    [
      /suicid\w*|\bsi(?: ?\/ ?| or | and |, )hi\b|(?<=\b(?:denies|denied|no|endorses|reports|passive|active) )si\b(?! joint| lig| pain| belt)/,
      new RegExp(`kill(?:s|ed|ing)? ${self}`),
      new RegExp(`(?:end|ends|ended|ending|take|took|taking) ${own} (?:own )?life`),
      /(?:end(?:ed|ing)?|finish(?:ed|ing)?) it all|kms/,
      /better off (?:dead|without (?:me|you|him|her))/,
      /(?:wish\w*|want(?:ed|ing|s)?|hope[ds]?|prefer|rather|thoughts? (?:of|about)|think\w* (?:of|about)|thought (?:of|about)|feel like|afraid of) (?:\w+ ){0,3}?(?:dead|die|dying|death)(?! of| from)/,
      /(?:not|n't|never|no longer|don't|doesn't|didn't) (?:really )?(?:want(?:ed|ing)?|wanna|care) (?:to )?(?:be alive|live|be here|be around|wake up|go on|exist|carry on)/,
      /(?:thoughts? (?:of|about)|thinking (?:of|about)|hop(?:e|es|ed|ing)|wish\w*|want\w*|prefer|rather|better|easier|nicer|if i|just|to) (?:\w+ ){0,3}?(?:not|never) (?:to )?wak(?:e|ing) up|(?:easier|better|nicer|fine) (?:\w+ ){0,3}?(?:didn't|don't|never) (?:\w+ )?w[ao]ke up|(?:wish\w*|hop(?:e|es|ed|ing)|pray\w*|if) (?:\w+ ){1,3}?(?:wouldn't|didn't|don't|won't|doesn't|never|did not) (?:\w+ )?wake up/,
      /never been born|not (?:been born|exist(?:ing)?|be(?:ing)? (?:here|around|alive))(?! (?:at|for|when|today|on|in|next|last)\b)|stop existing|if i (?:was|were|am|'m) (?:gone|dead|not (?:here|around))|i(?:'d| would) be gone/,
      /(?:thought|thinking|think|thoughts|want\w*|plan\w*|going) (?:\w+ )?(?:about|of|to) end(?:ing)? it\b(?! with)/,
      /driv(?:e|ing|en) (?:\w+ ){0,3}?off (?:the|a) (?:road|bridge|cliff)|driv(?:e|ing|en) (?:\w+ ){0,2}?into (?:a|the|oncoming) (?:tree|wall|truck|traffic|bridge|pole)|(?:jump|step|walk|run)(?:ing|ped)? (?:in front of|into) (?:a |the )?(?:train|traffic|bus|truck)/,
      /(?:nobody|no one|everyone|they|no-one) (?:would|will|'d|'ll)(?: not)? (?:even |really |ever )?miss me|(?:wouldn't|won't) miss me|(?:nothing|anything|reason) (?:left |more |else )?to live(?: for)?\b/,
      /(?:god|lord|jesus) (?:would |will |to |could |should )?(?:just )?take me|sav(?:e|ed|ing) up (?:my |the |all my )?(?:pills|meds|tablets|medic\w+)|stockpil\w+ (?:my |the )?(?:pills|meds|tablets|medic\w+)|how many (?:\w+ ){1,2}(?:it (?:takes|would take)|would (?:it take|kill))|(?:goodbye|farewell) (?:note|letter)s?/,
      /(?:life|living)(?:'s| is| isn't| was|) (?:not |n't |hardly )?worth (?:it|living)|not worth living|no (?:reason|point) (?:to|in) (?:live|living|go on|going on|being here)/,
      /(?:hang|hanged|hung|shoot|shot|drown|drowned|jump|jumped) (?:myself|yourself|himself|herself|off (?:a|the|of) (?:bridge|roof|building|balcony))/,
      /(?:took|taken|swallowed|take|swallow) (?:a (?:bunch|bottle|handful|load|fistful) of|all (?:of )?(?:my|the|his|her)|too many|a whole bottle of) (?:\w+ )?(?:pills|tablets|tylenol|meds|medic\w+|sleeping pills)/,
      /overdos\w*|(?:suicide|previous|prior|past|earlier|other) attempts?|attempt(?:ed|s)? (?:suicide|it|before|in the past|previously)/,
      new RegExp(`(?:${guns})(?! shot)`),
    ],
  ],
  [
    'hopelessness',
    [
      /(?:don't|do not|doesn't|can't|cannot|didn't) (?:really |even )?see (?:the|any|a|much) (?:point|future|way out)|what's the point(?! of (?:the|this|that) (?!all))|no point (?:in|to) (?:anything|it|any|trying)/,
      /can't (?:go on|do this|take (?:it|this)|carry on)(?: like this)?(?: any ?more| any longer)|can't go on\b|(?:want|wish) (?:(?:it|this) (?:all )?(?:to be over|to end|would end|was over)|(?:it|this) all (?:to stop|would stop|to go away))|(?:want|like) to (?:just )?disappear/,
      /(?:a|such a|just a) burden (?:to|on|for)|hopeless(?:ness|ly)?|nothing (?:to look|i look) forward to|giv(?:e|en|ing) up on (?:life|everything|living)|gave up on (?:life|everything|living)/,
    ],
  ],
  [
    'self-harm',
    [
      new RegExp(
        `(?:hurt|hurts|hurting|harm|harms|harmed|harming|punish|punishing) ${self}(?! (?:at|when|while|lift|on the|playing))`,
      ),
      /(?:been|start(?:ed)?|stop(?:ped)?|quit|still|keep|kept|(?:back|used|urges?|need) to|(?:thoughts|thinking) (?:of|about)) cut(?:ting)?(?= (?:again|,|since|when|two|three|\d+|last|but|and|because|yesterday|for a|at school)| ?$)/,
      /self[ -]?(?:harm\w*|injur\w*|mutilat\w*)/,
      new RegExp(`(?:cut|cutting|burn|burning|burned|scratch|scratching) ${self}(?! (?:shaving|cooking))`),
    ],
  ],
  [
    'harm to others',
    [
      /homicid\w*/,
      /(?:kill|killing|hurt|hurting|harm|harming|attack|attacking|stab|stabbing|shoot|shooting) (?:him|her|them|others|other people|somebody|someone|anybody|anyone|people|(?:my|your|the|his) (?:wife|husband|boss|neighbou?r|mother|father|kids?|child|children|baby|partner|ex))/,
    ],
  ],
  [
    'abuse',
    [
      new RegExp(
        `${partner} (?:\\w+ ){0,3}?(?:hits?|hitting|slaps?|slapped|punch(?:es|ed)?|chok(?:es|ed|ing)|strangl(?:es|ed|ing)|beats?|beat up|threatens?|threatened|kicks?|kicked|shoves?|shoved|pushes|pushed|grabs?|grabbed|hurts?|hurting|forces?|forced|touch(?:es|ed)) (?:me|you|her|him)\\b(?! (?:head|face|elbow|knee|arm|leg|back|hand|foot|toes?|chin|nose|shins?|hip|shoulder|thumb|fingers?|wrist|ankle|mouth|eye|side|ribs?|teeth)\\b)`,
      ),
      /(?<!(?:substance|drug|alcohol|laxative) )abus(?:e|ed|ive|es|ing)(?! (?:of )?(?:alcohol|drugs?|substances?|pills|laxatives))/,
      /(?:feel|feels|felt|feeling|are|is|be|am|not|you|live|living) (?:\w+ )?(?:un)?safe(?: (?:at|in) (?:home|the house|your home|the relationship|this relationship)| with (?:him|her|them|your)| there)/,
      /(?:afraid|scared|frightened) of (?:him|her|them|(?:my|your|his|her|the) (?:husband|wife|partner|boyfriend|girlfriend|ex|father|mother|son|daughter|brother|carer))/,
      /domestic violence|intimate partner violence|molest\w*|raped?\b|sexual(?:ly)? assault\w*|assault(?:ed)?\b|neglected/,
    ],
  ],
  [
    'capacity',
    [
      /(?:capacity|competen(?:t|ce|cy)) (?:to |for )(?:decide|consent|refuse|make|mak\w+|decisions?|manage)|(?:lacks?|has|have|had|lost|no|full|mental|decision-making|decision making) (?:mental |decision making )?capacity/,
      /(?:able|unable|competent|incompetent|can|can't|cannot|could|couldn't) (?:to )?(?:make|decide|refuse|consent)(?: (?:any|his|her|my|their|your|own|the|these|those|medical|health ?care|treatment|informed|sound))*(?: (?:decisions?|choices?|for (?:him|her|my|your)self|treatment|consent))/,
      /(?<!\bwe )(?:makes?|making|decides?|deciding) (?:all )?(?:my|his|her|your|their|the) (?:own )?(?:medical|health ?care|treatment)? ?decisions?|decides? (?:everything )?for (?:him|her|me)\b/,
      /(?:understands?|understood|appreciates?|(?:re)?states?|explains?|grasps?|describes?) (?:what (?:will |would )?happens?|the (?:risks?|consequences|alternatives|benefits|nature))/,
      /power of attorney|\bpoa\b|health ?care (?:proxy|agent)|(?:legal )?guardian(?:ship)?\b|conservator\w*/,
    ],
  ],
  [
    'code status',
    [
      /\bdnr\b|\bdni\b|\bdnacpr\b|\bdnar\b|full code|code status|(?:not|n't|no|never)(?: want| be)*(?: to be)? resuscitat\w*|(?:be |want |for |about |attempt )(?:to be )?resuscitat\w*|\bcpr\b/,
      /(?:want|wanted|wish|like|agree|accept|refuse[sd]?|decline[sd]?|no|not|never|\w+n't) (?:\w+ ){0,4}?(?:ventilator|respirator|intubat(?:ed|ion)|feeding tube|tube feeding|shocked)/,
      /(?:if|when|should) (?:your|his|her|my|the) (?:heart|breathing) (?:ever )?(?:stops?|stopped|were to stop|gives out|gave out|quits?)(?! (?:racing|pounding|skipping|fluttering|beating so))/,
      /living will|advance (?:directive|care plan\w*|decision)|life support|breathing (?:machine|tube)|kept alive|heroic measures|pull the plug|(?:natural death|die naturally)|\bpolst\b|\bmolst\b|comfort care/,
    ],
  ],
  [
    'pregnancy',
    [
      /pregnan(?:t|cy|cies)(?! test)|\d+ weeks (?:along|gestation|gone)|expecting (?:a baby|twins|my|our)/,
      /breast ?-?feed\w*|breastfeed\w*|nursing (?:a|my|the|your|her) (?:baby|son|daughter|newborn)/,
    ],
  ],
  [
    'implant',
    [
      /pacemakers?|defibrillators?|\bicd\b|cochlear implants?|implant(?:s|ed|able)?\b|\bstents?\b|\bshunt\b|stimulators?|insulin pump|\biud\b|prosthe(?:sis|tic|ses)\b|(?:metal|mechanical|artificial|tissue) (?:\w+ )?(?:valve|joint|hip|knee|plate|rod|heart)/,
      new RegExp(
        `(?:metal|plates?|screws?|rods?|pins?|shrapnel)(?: and (?:screws|plates|pins|rods))? in (?:${own}|there)`,
      ),
    ],
  ],
  [
    'loss of consciousness',
    [
      /black(?:ed|ing|s)? out|pass(?:ed|ing)? out(?! (?:the|of|my|your|papers|flyers))|los[et]\w* consciousness|loss of consciousness|knock(?:ed|s|ing)? (?:me |you |him |her )?(?:out|unconscious|cold)|unconscious(?:ness)?|faint(?:ed|ing|s)?\b(?! (?:smell|line|rash|murmur|positive))|syncop\w*|collapsed?\b(?! (?:lung|disc|vertebra))/,
    ],
  ],
  [
    'bladder or bowel',
    [
      new RegExp(
        `(?:los\\w+|loss of|lack of|no) (?:the )?control (?:of|over) (?:${own} )?${organs}(?:(?: or| and|,) (?:${own} )?${organs})*|(?:${organs} (?:or|and) )?${organs} (?:accidents?|incontinence|control|retention|dysfunction|disturbance|leakage)`,
      ),
      new RegExp(
        `(?:troubles?|problems?|difficult(?:y|ies)|issues?|changes?|accidents?) (?:with |in |controlling |emptying |holding |passing )+(?:${own} )?${organs}(?:(?: or| and|,) (?:${own} )?${organs})*|${organs}(?: (?:or|and) ${organs})? (?:troubles?|problems?|issues?)`,
      ),
      new RegExp(
        `incontinen(?:t|ce)|(?:wet|wetting|soil|soiled|soiling|mess(?:ed)?|pee(?:d)? on) ${self}|urinary retention`,
      ),
      /saddle (?:an(?:a)?esthesia|numbness|area|region|sensation)|numb\w* (?:\w+ ){0,6}?(?:groin|saddle|genitals?|wipe|between (?:my|your|the|his|her) (?:legs|thighs)|private(?:s| parts)|bottom|perine\w+)/,
      /(?:can't|cannot|couldn't|unable to|not able to) (?:\w+ )?(?:pee|urinate|pass (?:water|urine)|empty (?:my|your|his|her|the) bladder|hold (?:my|your|his|her) (?:pee|urine|bladder|bowels|stool|water))/,
    ],
  ],
];

const terms: readonly (readonly [term: Term, pattern: RegExp])[] = wordings.map(([name, patterns]) => [
  { name, kind: 'safety', needsCue: false },
  new RegExp(`(?<![\\w'-])(?:${patterns.map(({ source }) => source).join('|')})(?![\\w'])`, 'g'),
]);
const any = new RegExp(terms.map(([, { source }]) => source).join('|'));

/** How it is asked for in words that no list has: `thoughts of topping yourself`, `do something to yourself`. */
const asksOfHarm = new RegExp(
  `\\b(?:${[
    `(?:thoughts|urges?|ideas?|tempted|impulses?|feel(?:ing)? like)\\b.*(?<!like )${self}(?! (?:to|for|up|with|a|some|any|the)\\b)`,
    `(?:th(?:ought|ink)\\w*|plan\\w*|going to|want(?:ed)? to)\\b.*\\b\\w+ing ${self}(?: in)?(?= ?(?:,|or\\b|lately|again|$))`,
    `(?:th(?:ought|ink)\\w*|urges?|tempt\\w*|feel\\w* like|plan\\w*|going to|want\\w* to)\\b.*\\b(?:(?:any|some)thing (?:\\w+ )?to ${self}|(?:end|finish)\\w* (?:things|everything)|(?:any|some)thing stupid)`,
  ].join('|')})`,
);
const harm: Term = { name: 'suicidality or self-harm', kind: 'safety', needsCue: false };

/** Mentions of what must never be lost. A question may ask for it in words of its own. */
export function safetyMentions({ tokens, isQuestion }: Pick<Clause, 'tokens'> & Partial<Clause>): Mention[] {
  const text = tokens.map((token) => token.text).join(' ');
  if (!any.test(text))
    return isQuestion === true && asksOfHarm.test(text) ? [{ term: harm, said: text, from: 0, to: tokens.length }] : [];
  return terms.flatMap(([term, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: said, index }): Mention => {
      const from = text.slice(0, index).split(' ').length - 1;
      return { term, said, from, to: from + said.split(' ').length };
    }),
  );
}
