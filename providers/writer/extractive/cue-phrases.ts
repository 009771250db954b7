import type { SectionContent } from 'chronoscribe/kinds/writer';
import { matchAny, normalizeApostrophes } from './english/patterns.ts';

/** Contents that every sentence is classified into first. */
export type BroadContent = 'history' | 'examination' | 'results' | 'assessment' | 'plan' | 'follow-up';
/** Parts of the broad contents, used only if an outline asks for them. */
export type NarrowContent = Exclude<SectionContent, BroadContent | 'summary'>;

/** English phrases that indicate what a sentence is about, from the vocabulary of consultations. */
const broadCues: Readonly<Record<BroadContent, RegExp>> = {
  history: matchAny(
    /history|pain|hurt|symptom|started|since|\bago\b|\b(?:weeks?|months?|days?|years?)\b|presents?\b/,
    /complain|feel|taking|medication|allerg|surger|smok|drink|alcohol|family|mother|father|diet|sleep/,
    /worse|better|fever|chills|nausea|vomit|dizz|cough|breath|numb|tingl|weak|swell|\bfall|\bfell\b|injur/,
    /accident|trauma|diabetes|hypertension|depress|anxiety|asthma|cancer|chest|headache|ache|sore|stiff/,
    /bleed|tired|fatigue|stool|urin|problems?\b|condition|appetite|weight|exercis|hospital|medicine/,
    /pills?\b|tablets?\b|milligram|\bmg\b|doctor|infection|spasm|burning|itch|rash|lump|bloat|dull|sharp/,
    /constant|relie|suicid|harm|hurting (?:your|my)self|(?:hear|hearing) voices|hallucinat|abuse|\bsafe\b/,
  ),
  examination: matchAny(
    /physical exam|on (?:your |the )?exam|lungs|heart sounds|murmur|tender|palpation|edema|swelling/,
    /range of motion|reflex|strength|gait|clear to auscultation|rales|rh?onchi|wheez|abdomen|bruis/,
    /erythema|vital|blood pressure (?:is|looks)|flexion|extension|inspection|neuro|pulses|sensation/,
    /straight leg|effusion|deep breath|carotid|thyroid|lymph|pupils|throat|posture|asymmetr|spasm/,
    /hypertonic|restricted|afebrile|lower extremit|heart rate|\bpulse\b|temperature|respirat/,
    /crackles|distention|soft\b|redness|crepitus|trigger points?|misalign|leg length|\brotation|lateral bending/,
  ),
  results: matchAny(
    /\bx-?ray|\bmri\b|\bct\b|scan\b|\blabs?\b|\bresults?\b|\be[ck]g\b|electrocardiogram|echocardiogram/,
    /\becho\b|hemoglobin|\ba1c\b|creatinine|white (?:blood )?(?:cell )?count|blood (?:work|test)/,
    /ultrasound|biopsy|ejection fraction|cholesterol|pulmonary function|\bpfts?\b|fracture|urinalysis/,
    /glucose|imaging|colonoscopy|covid test|radiograph|potassium|sodium|platelet|spirometry|mammogram/,
    /stress test|pathology/,
  ),
  assessment: matchAny(
    /assessment|impression|\bdiagnos|\bconsistent with\b/,
    /\bi (?:do )?(?:think|believe|suspect) (?:you|this|that|it|he|she|the|your)|looks like|seems? to be/,
    /likely|due to|caused by|(?:well|poorly|not) controlled|doing (?:really |very |pretty )?(?:well|good)/,
    /stable|improving|improved|worsening/,
    /subluxat|(?:segmental|somatic) dysfunction/,
    /(?:first|second|third|next|last|other) (?:problem|issue|diagnosis)|for your|as far as your/,
    /in terms of your|you(?:'ve| have) (?:got )?(?:a|an)\b|we call|(?:concern|worri)(?:ed|ing|some)?\b/,
    /\bsprain|\bstrain|syndrome|arthritis|infection|exacerbation|flare|prognosis|rule out/,
  ),
  plan: matchAny(
    /\bplan\b|i want (?:to|you)|i wan ?na|i'd like|i would like/,
    /\b(?:i|we)(?:'m| am|'re| are) (?:going to|gon ?na)|\b(?:i|we)(?:'ll| will)\b|let's|recommend|prescri/,
    /\brefer|continue|increase|decrease|start(?:ing)? you|\border|schedule|therapy|milligrams?|\bmg\b/,
    /refill|treat(?:ment)?|surgery|ibuprofen|tylenol|\bice\b|\bstop taking|\btwice a (?:day|week)/,
    /times a (?:day|week)|once a day|exercises?|\brest\b|injection|brace|physical therap/,
    /adjust(?:ment|ed|ing)?\b|avoid|try to|make sure|\b(?:the|my|our) goals?\b/,
  ),
  'follow-up': matchAny(
    /follow[- ]?up|come back|see you (?:back|again|in)|see me|return (?:in|to|if)|check back|recheck/,
    /(?:call|contact|message) (?:me|us|the office|the clinic)|next (?:visit|appointment)/,
    /emergency (?:room|department)/,
    /if (?:it|this|that|things|symptoms?|the \w+|you) (?:gets?|is|are|do(?:es)? ?n[o']t|worsens?|start|develop|have any)/,
    /let me know if/,
  ),
};

/** Cue phrases of the narrow contents. */
const narrowCues: Readonly<Record<NarrowContent, RegExp>> = {
  complaint: matchAny(
    /\bhere (?:today |now )?(?:for|because|with|to (?:see|get|have|talk|discuss))|presents? (?:today |here |to the \w+ )*(?:for|with)/,
    /\b(?:came|come|coming) in\b|brings? (?:me|you)|complain|chief|referred (?:to|for)|evaluation of/,
  ),
  'past-history': matchAny(
    /\bhistory of|diagnosed|surger(?:y|ies)|\bhad (?:my|a|an) (?:\w+ ){1,3}(?:removed|replaced|taken out|out|surgery)/,
    /hospitali[sz]|hysterectomy|append(?:ix|ectomy)|replacement|as a (?:child|kid|teenager)|medical (?:problems?|history|conditions?)/,
    /vaccin|immuni[sz]|\byears ago|transplant|heart attack|\bi have (?:diabetes|asthma|hypertension|high blood pressure)/,
  ),
  medications: matchAny(
    /\b(?:take|takes|taking|took)\b(?! (?:care|a (?:look|breath|seat|deep|walk|shower|break)|it easy|off|place|deep))|milligrams?|\bmg\b/,
    /medications?|medicines?|\bpills?\b|tablets?|inhaler|insulin|prescri|dose|ibuprofen|tylenol|advil|motrin|aspirin|aleve/,
    /vitamins?|supplements?|\bon (?:the |some )?\w+(?:pril|statin|artan|formin|olol|prazole|azide|pine|oxetine|traline)\b/,
  ),
  allergies: matchAny(/allerg/),
  'family-history': matchAny(
    /family (?:history|members?)|runs in (?:my|your|the) family|(?:in|of) (?:my|your) family/,
    /\b(?:mother|father|m[ou]m|dad|brother|sister|grand\w+|aunt|uncle|parents?|siblings?)\b.*\b(?:had|has|have|died|passed|history|disease|cancer|diabetes|stroke)\b/,
  ),
  'social-history': matchAny(
    /smok|cigarette|\bvap(?:e|es|ing)\b|tobacco|alcohol|marijuana|cannabis|\bwine\b|\bbeers?\b|\bdrink(?:ing)? (?!water|fluids?|plenty|it|lots)/,
    /\bdrugs?\b(?! ?store)|\bwork(?:s|ing)? (?:as|at|in|for|from)\b|\bjobs?\b|retired?\b|\blives? (?:with|alone|in|by)|living (?:with|alone)/,
    /married|divorced|single|occupation|\bschool\b|college|\bmy (?:husband|wife|kids|children|partner)\b|exercis|\bgym\b/,
  ),
  'review-of-systems': matchAny(
    /fever|chills|night sweats|weight (?:loss|gain)|fatigue|headaches?|dizz|light-?headed|vision|hearing|sore throat|cough/,
    /short(?:ness)? of breath|wheez|chest pain|palpitation|swelling|abdominal|belly|nausea|vomit|diarrhea|constipat|blood in/,
    /urin|rash|itch|joint pain|numb|tingl|weakness|anxi|depress|sleep|appetite/,
  ),
  goals: matchAny(
    /\bgoals?\b|\bi (?:really |just )?(?:want|hope|wish|would like|would love) to\b|\bi'd (?:really )?(?:like|love) to\b|hoping to/,
    /\bget back to\b|\bso (?:that )?i can\b|\bwork(?:ing)? (?:on|toward)|\b(?:aim|objective|target)s?\b/,
  ),
  behavior: matchAny(
    /\byou(?:'re| are)? (?:seem|look|appear|sound)|\b(?:i (?:notice|noticed|see|can see) (?:that )?you)|tearful|crying|\bcr(?:y|ied)\b|affect\b/,
    /\bmood\b|eye contact|calm|agitat|restless|speech|withdrawn|engaged|cooperative|anxious|anxiety|sad|angry|upset|worr|panic|stress/,
    /overwhelm|hopeless|lonely|guilt|asham|\bfeel|felt|sleep|avoid/,
  ),
  diagnoses: matchAny(
    /diagnos|consistent with|syndrome|\bsprain|\bstrain|fractures?\b|infection|\p{L}{3}itis\b|\p{L}{3}opathy\b|\p{L}{3}(?:emia|osis)\b/u,
    /hypertension|diabetes|failure|disease|disorder|subluxation|dysfunction|asthma|\bcopd\b|depression|anxiety|sciatica|hernia|tear\b/,
  ),
  progress: matchAny(
    /improv|progress|\b(?:better|worse)\b|since (?:your|my|our|the|we) last|last (?:time|session|visit|week)|doing (?:\w+ )?(?:well|good|great|better)/,
    /stable|(?:well|poorly|under) control|unchanged|\bless (?:often|pain|anxious)|fewer|same as|closer to|managed to|\bable to\b/,
  ),
  intervention: matchAny(
    /let's (?:practice|try|explore|look at|work|do|imagine|write|make a)|\bi(?:'d like| would like| want) you to (?:notice|imagine|try|think|picture|breathe|close|write|tell)/,
    /breath(?:e|ing)|mindful|grounding|relaxation|refram|challeng|cognitive|exposure|role-?play|journal|technique|\bskills?\b|coping/,
    /\b(?:it|that) sounds (?:like|really|very)|what i(?:'m| am) hearing|\bnotice (?:how|what|that|where)|normal to|makes sense that|\bpattern|evidence for/,
    /\b(?:today|so) we (?:worked|talked|practi[cs]ed|discussed|did)|adjust(?:ed|ing|ment)|mobili[sz]|manipulat|massage|traction|stretch/,
  ),
  response: matchAny(
    /\bthat(?:'s| is| was)? (?:helps?|helped|helpful|makes sense|made sense|felt|feels|true|better|hard|difficult)|makes sense/,
    /\bi (?:feel|felt|am feeling) (?:\w+ ){0,2}(?:better|calmer|lighter|relieved|good|less|more|heard)|\bi(?:'m| am) feeling/,
    /\bi(?:'ll| will| can| could) (?:try|do|work|give|practice|write)|never thought|i guess (?:so|you're right|i)|you're right|willing to/,
  ),
};

const cuePhrases: Readonly<Record<SectionContent, RegExp | null>> = { ...broadCues, ...narrowCues, summary: null };

/** Counts the cue phrases of a content in a sentence. */
export function countCuePhrases(text: string, content: SectionContent): number {
  const pattern = cuePhrases[content];
  return pattern === null ? 0 : (normalizeApostrophes(text).match(pattern)?.length ?? 0);
}
