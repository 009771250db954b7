import type { SectionContent } from 'chronoscribe/kinds/writer';

/** English words by which a sentence shows what it is about, after the vocabulary of consultations. */
const cues: Readonly<Record<SectionContent, RegExp>> = {
  history: anyOf(
    /history|pain|hurt|symptom|started|since|\bago\b|\b(?:weeks?|months?|days?|years?)\b|presents?\b/,
    /complain|feel|taking|medication|allerg|surger|smok|drink|alcohol|family|mother|father|diet|sleep/,
    /worse|better|fever|chills|nausea|vomit|dizz|cough|breath|numb|tingl|weak|swell|\bfall|\bfell\b|injur/,
    /accident|trauma|diabetes|hypertension|depress|anxiety|asthma|cancer|chest|headache|ache|sore|stiff/,
    /bleed|tired|fatigue|stool|urin|problems?\b|condition|appetite|weight|exercis|hospital|medicine/,
    /pills?\b|tablets?\b|milligram|\bmg\b|doctor|infection|spasm|burning|itch|rash|lump|bloat|dull|sharp/,
    /constant|relie/,
  ),
  examination: anyOf(
    /physical exam|on (?:your |the )?exam|lungs|heart sounds|murmur|tender|palpation|edema|swelling/,
    /range of motion|reflex|strength|gait|clear to auscultation|rales|rh?onchi|wheez|abdomen|bruis/,
    /erythema|vital|blood pressure (?:is|looks)|flexion|extension|inspection|neuro|pulses|sensation/,
    /straight leg|effusion|deep breath|carotid|thyroid|lymph|pupils|throat|posture|asymmetr|spasm/,
    /subluxation|hypertonic|restricted|afebrile|lower extremit|heart rate|\bpulse\b|temperature|respirat/,
    /crackles|distention|soft\b|redness|crepitus|trigger points?|misalign|leg length/,
  ),
  results: anyOf(
    /\bx-?ray|\bmri\b|\bct\b|scan\b|\blabs?\b|\bresults?\b|\be[ck]g\b|electrocardiogram|echocardiogram/,
    /\becho\b|hemoglobin|\ba1c\b|creatinine|white (?:blood )?(?:cell )?count|blood (?:work|test)/,
    /ultrasound|biopsy|ejection fraction|cholesterol|pulmonary function|\bpfts?\b|fracture|urinalysis/,
    /glucose|imaging|colonoscopy|covid test|radiograph|potassium|sodium|platelet|spirometry|mammogram/,
    /stress test|pathology/,
  ),
  assessment: anyOf(
    /assessment|impression|\bdiagnos|\bconsistent with\b/,
    /\bi (?:do )?(?:think|believe|suspect) (?:you|this|that|it|he|she|the|your)|looks like|seems? to be/,
    /likely|due to|caused by|(?:well|poorly|not) controlled|doing (?:really |very |pretty )?(?:well|good)/,
    /stable|improving|improved|worsening/,
    /(?:first|second|third|next|last|other) (?:problem|issue|diagnosis)|for your|as far as your/,
    /in terms of your|you(?:'ve| have) (?:got )?(?:a|an)\b|we call|(?:concern|worri)(?:ed|ing|some)?\b/,
    /\bsprain|\bstrain|syndrome|arthritis|infection|exacerbation|flare|prognosis|rule out/,
  ),
  plan: anyOf(
    /\bplan\b|i want (?:to|you)|i wan ?na|i'd like|i would like/,
    /\b(?:i|we)(?:'m| am|'re| are) (?:going to|gon ?na)|\b(?:i|we)(?:'ll| will)\b|let's|recommend|prescri/,
    /\brefer|continue|increase|decrease|start(?:ing)? you|\border|schedule|therapy|milligrams?|\bmg\b/,
    /refill|treat(?:ment)?|surgery|ibuprofen|tylenol|\bice\b|\bstop taking|\btwice a (?:day|week)/,
    /times a (?:day|week)|once a day|exercises?|\brest\b|injection|brace|physical therap/,
    /adjust(?:ment|ed|ing)?\b|avoid|try to|make sure/,
  ),
  'follow-up': anyOf(
    /follow[- ]?up|come back|see you (?:back|again|in)|see me|return (?:in|to|if)|check back|recheck/,
    /(?:call|contact|message) (?:me|us|the office|the clinic)|next (?:visit|appointment)/,
    /emergency (?:room|department)/,
    /if (?:it|this|that|things|symptoms?|the \w+|you) (?:gets?|is|are|do(?:es)? ?n[o']t|worsens?|start|develop|have any)/,
    /let me know if/,
  ),
};

/** Words of courtesy, of agreement and of talk with the machine: nothing for a note. */
const chat = startingWith(
  /hi|hey|hello|good (?:morning|afternoon|evening)|how are you|nice to (?:see|meet)/,
  /(?:it's )?good to see you|thanks?\b|bye|you're welcome|sounds (?:good|great|like a plan)|sure|great/,
  /perfect|awesome|excellent|got it|you got it|any questions|have a (?:good|great|nice)|take care/,
  /absolutely|of course|fair enough|i see|i understand|no problem/,
);
/** The clinician says what comes next, which is not yet a finding or a plan: `let's go ahead and do a quick exam`. */
const intention = eitherOf(
  /let's|let me|i(?:'m| am) (?:just )?(?:going to|gon ?na)|(?:i|we)(?:'ll| will)/,
  /(?:i|we) (?:just )?(?:want to|wan ?na)|(?:i|we)(?:'d| would) like to/,
);
const joints = /(?:[\s,]+(?:let's|we'll|just|go ahead|and|now|quickly|also))*\s*/;
const looking = eitherOf(
  /take (?:a|another) (?:quick |good )?(?:look|listen)|take (?:some )?deep/,
  /do (?:a|an|your|my) (?:[\w-]+ ){0,2}exam|look|listen|go over|talk|see (?:your|the|what)|review|examine/,
  /press|feel|touch|check (?:things|some things|your (?:heart|lungs|reflexes|knee|back|range))|ask you/,
  /pull up/,
);
const announcement = startingWith(
  new RegExp(`(?:then |first |just |please )*(?:${intention})${joints.source}(?:${looking})`),
  /show me/,
);
const machine = /\bhey\s*,?\s*(?:dragon|siri|alexa|dax)\b/i;

/** How a clinician names a finding. */
const finding = anyOf(
  /\bon (?:your |the )?(?:[\w-]+ )?exam/,
  /\bi (?:do )?(?:n't |not )?(?:appreciate|hear|palpate|auscultate)\b/,
  /\b(?:you have|there(?:'s| is)|there are) (?:an? |no |some |mild |slight |normal |little |bit |of )*(?:tenderness|swelling|edema|effusion|murmur|sensation|crackles|wheez|erythema|spasm|subluxation|restriction)/,
);

function anyOf(...alternatives: readonly RegExp[]): RegExp {
  return new RegExp(eitherOf(...alternatives), 'gi');
}

function startingWith(...alternatives: readonly RegExp[]): RegExp {
  return new RegExp(`^(?:${eitherOf(...alternatives)})\\b`, 'i');
}

function eitherOf(...alternatives: readonly RegExp[]): string {
  return alternatives.map(({ source }) => source).join('|');
}

/** Some recognisers and subtitle files write a typographic apostrophe. */
function straight(text: string): string {
  return text.replaceAll('’', "'");
}

/** How many cues of a content a sentence holds. */
export function cueCount(text: string, content: SectionContent): number {
  return straight(text).match(cues[content])?.length ?? 0;
}

/** Whether a sentence is talk that belongs in no note: courtesy, an announcement, a word to the machine. */
export function isChat(text: string): boolean {
  const plain = straight(text);
  return chat.test(plain) || announcement.test(plain) || machine.test(plain);
}

/** Whether a clinician names a finding, which is examination whatever was announced before. */
export function isFinding(text: string): boolean {
  return straight(text).search(finding) !== -1;
}

/** A clinician tells the patient what to do: `do not lift anything over ten kilograms`. */
const instruction = startingWith(
  /(?:please |just |also |and |so )*(?:do(?:n't| not)|take|use|apply|avoid|keep|try|walk|stop|start|continue|put|wear|drink|rest|lift|ice|elevate)/,
);

/** `Anna is a 43 year old female here for knee pain`: opens the history in most visits. */
export function isIntroduction(text: string): boolean {
  return /year[- ]old/i.test(text);
}

/** Whether a clinician tells the patient what to do. */
export function isInstruction(text: string): boolean {
  return instruction.test(straight(text));
}
