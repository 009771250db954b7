import { testAny, testStart } from './english/patterns.ts';

/** What a clinician does with a sentence. */
export type SpeechAct = 'examination' | 'assessment' | 'plan' | 'follow-up';

/** `And then please`, which opens an instruction. */
const joints = /(?:(?:and|so|please|just|then|also|but|or|otherwise|okay)\b,? )*/.source;
const contacts =
  '(?:come|call|ring|phone|see|return|contact|message|dial|go (?:straight |right )?(?:to|back)|take (?:him|her|them))';

const followUp = testAny(
  new RegExp(
    `^${joints}(?:come|check) back\\b|^${joints}return (?:in|to|if|for|sooner|when)\\b|\\bfollow[- ]?up (?:in|with|visit|appointment)`,
  ),
  new RegExp(
    `^${joints}(?:if|when|should)\\b.*\\b${contacts}\\b|^${joints}${contacts}\\b.*\\b(?:if|when|sooner|again)\\b`,
  ),
  /, (?:(?:you|just|please|then) )*(?:go|come|call|ring|dial) (?:straight |right )?(?:back|in|us|me|911|nine one one|999|112|an? ambulance(?! to\b)|to (?:the|an?|your) (?:er|emergency|hospital|ed|a ?(?:and|&) ?e))\b/,
  new RegExp(`^${joints}any\\b[^,]*, ?(?:tell|report|stop|let|${contacts})\\b`),
  /\b(?:see|call|ring|contact|message|email) (?:you|me|us|the patient|the office|the clinic)\b|\blet (?:me|us) know if\b/,
);

const plan = testAny(
  /^(?:my |the )?plan\b|^(?:treatment|orders?|recommendations?)\b\s?:/,
  new RegExp(
    `(?:^|, )${joints}(?:do not|don't|take|use|apply|avoid|keep|try|walk|change|ring (?:the|us)|call (?:the|us)|stop|start|continue|put|wear|bring|drink|rest|lift|ice|elevate|eat|increase|decrease|reduce|repeat(?! (?:\\w+ ){0,3}(?:is|was|came)\\b)|order|obtain|schedule|arrange|halve|double|skip|drop(?! (?:arm|foot|attacks?)\\b)|swap|restart|finish|wean|taper|book|get (?:an?|the|your|some|another)|refer|give|check|recheck|hold|switch|go (?:up|down|from)|stay|make sure)\\b`,
  ),
  /\b(?:i|we)(?:'ll| will| won't| am going to|'m going to| are going to|'re going to|'d like| would like| want| recommend| suggest| ordered| prescribed?| refer(?:red)?|'ve ordered| have ordered| should| could| need to| can (?!see|hear|feel))\b/,
  /\b(?:it is|it's) (?:(?:really|very|super|so|quite|extremely) )?(?:important|urgent|critical|crucial|vital|essential|an emergency) (?:that (?:you|he|she|they)|for (?:you|him|her|them) to|to (?!know|remember|understand|say|note|mention|be aware|me\b))/,
  /\blet(?:'s| us)\b|\byou(?:'ll| will| should| need(?! (?:it|them|that|one)\b)| can| could| must| have to| may (?:want|need))\b|\b(?:he|she|the patient) (?:will|should|must|is to|needs to|(?:may|might) need)\b/,
);

const assessment = testAny(
  /^(?:my )?(?:assessment|impression|diagnosis)\b|\b(?:i|we)(?:'m| am| do|'re| are)? (?:think|believe|suspect|worried|concerned|not sure)\b|\bmy (?:impression|diagnosis|guess)\b/,
  /\b(?:consistent with|(?:looks?|seems?|sounds?) (?:like|to be)|most likely|likely|probably|might be|could be|due to|caused by|rule out|(?:well|poorly|not) controlled|prognosis)\b/,
  /\b(?:this|that|it|you)(?: is|'s| are|'re| has| have|'ve)? (?:(?:stable|improv\w+|worsen\w+|resolv\w+)\b|(?:got )?(?:an? )(?:\w+ ){0,3}(?:infection|sprain|strain|syndrome|dysfunction|episode|disorder|disease|flare|exacerbation))/,
);

/** `It's a clot.`, also where nothing else tells that the clinician concludes. */
export const namesCondition =
  /(?:^|[,.] )(?:(?:so|and|but|okay|well|yes|yeah|unfortunately|basically|i'm afraid),? )*(?:this|that|it|there|you)(?:'s| is|'re| are| have|'ve got)? (?:not )?(?:an? |another )(?:(?!of\b|for\b|like\b|in\b)[\w-]+ ){0,2}(?:(?:blood )?clots?|fracture|tear|tumou?r|mass|bleed|stone|hernia|cyst|ulcer|blockage|rupture|stroke|heart attack|abscess|cancer|lymphoma|aneurysm|embolism|dislocation|concussion)(?= ?(?:[.,]|$|(?:in|on|at|of|there|right|and|that|behind|near) ?))/i;

const examined =
  'mouth|throat|tonsils?|ears?|ear ?drums?|eyes?|pupils?|lungs?|heart|belly|abdomen|tummy|skin|neck|glands|lymph nodes|spine|reflexes|pulses?|gait|strength|sensation|cap(?:illary)? refill|mucous membranes|gums?|fontanelle|uterus|cervix|fundus|wound|incision|scar';
const found =
  'soft|clear|dry|moist|normal|red|swollen|tender|non-?tender|intact|symmetric(?:al)?|equal|full|fine|good|flat|warm|cool|regular|benign|supple|closed|clean|healing|distended|pink|pale|inflamed|bulging|brisk|reactive|seconds';

const examination = testAny(
  // `His mouth is a little dry, cap refill is two seconds.`
  new RegExp(
    `^(?:(?:his|her|your|the|both|left|right) )*(?:${examined})(?: \\w+){0,2}? (?:is|are|looks?|sounds?|feels?) (?:\\w+ ){0,3}?(?:${found})\\b`,
  ),
  /\bon (?:your |the |his |her )?(?:[\w-]+ )?exam(?:ination)?\b|\bvital signs?\b/,
  /\bi (?:do )?(?:not |n't )?(?:also )?(?:appreciate|hear|palpate|auscultate|notice)\b|^you(?:'re| are)? (?:seem|look|appear|sound|tender|make (?:good|poor|little))\b/,
);

/** `You have a subluxation at C2` */
export const concludes = /^you(?:'ve| have)(?: got)? an?\b/i;

/** Tells what a clinician does with a sentence; null for one that only tells. A question does nothing. */
export function speechAct(said: string): SpeechAct | null {
  const text = said.replaceAll('’', "'");
  if (text.endsWith('?')) return null;
  if (followUp.test(text)) return 'follow-up';
  if (examination.test(text)) return 'examination';
  if (plan.test(text)) return 'plan';
  return assessment.test(text) || namesCondition.test(text) ? 'assessment' : null;
}

/** A command to a device or assistant is short; without punctuation a finding may follow it. */
const longestCommand = 8;
const command = testStart(
  /show me|pull up|finali[sz]e|summari[sz]e|use my|insert|finish (?:off )?(?:the|my) note|open (?:the|my)/,
);

const toDevice = /^(?:(?:hey,? )+(?:\p{L}+[,?]? )?|\p{L}+, )(?=show|pull|finali|finish|summari|open)/iu;

/** Tells whether a sentence only tells a device what to show or write. An order for a test is none. */
export function isDeviceCommand(said: string): boolean {
  const text = said.replace(toDevice, '');
  return command.test(text) && text.split(' ').length <= longestCommand;
}

/** Tells whether a sentence only tells the patient how to move for an examination: `Hop up on the couch.` */
export function isDirection(text: string): boolean {
  const isRemark = remark.test(text) && text.split(' ').length <= longestRemark;
  return (
    (isRemark || direction.test(text)) &&
    !/\d|\b(?:times|minutes|daily|every|weeks?|months?|home|until|after)\b/i.test(text)
  );
}

/** In words. */
const longestRemark = 9;
/** `Good to see you`, `that sounds like it hurt` */
const remark =
  /^(?:(?:okay|so|well|and|but|all right),? )*(?:bye\b|(?:it's |it is )?(?:good|nice|great) to (?:see|meet)|i(?:'m| am) (?:so |really )?(?:happy|glad) to see you\b|(?:that|it) sounds like it hurt|(?:\p{L}+,? )?it(?:'s| is) (?:nice|good|great) to see you|(?:sounds good,? )?(?:(?:alright|okay|all right|so),? )*i(?:'ll| will) see you (?:later|then|soon|around)|(?:let's )?try our best|(?:i|we) can (?:totally |fully )?(?:understand|see) why|is (?:that|this) (?:coming|going) through)/iu;
const direction =
  /^(?:(?:okay|now|and|so|but|please|then|just|why don't you|if you (?:could|can|would)|i (?:just )?(?:want|need) you to|i'd (?:just )?like you to|(?:can|could|would) you(?: just)?|\p{L}+, please),? )*(?:show me|back up (?:here|in|on|onto)|hop (?:up|on)|pop (?:up|yourself|your)|lie (?:down|back|on)|sit (?:up|down|on|forward)|stand up|open (?:wide|your mouth)|say ah+|breathe (?:in|out)|(?:take (?:a|one|another) )?(?:more |big |deep )*breath(?! (?:test|exercise))|i want you to (?:close|open|reach|hold|bend|lift|raise|turn|look|follow|squeeze|push|touch) (?:(?:out|up|at|both|down) )*(?:your (?:eyes?|arms?|hands?|legs?|feet|foot|head|mouth|fingers?|knees?|chin|shoulders?|elbows?|wrists?|neck)|my (?:finger|hand|pen)s?)\b|blow into|squeeze my|push against|pull against|follow my|look (?:up|down|straight|at (?:me|my|the))|turn (?:over|your head|round|around)|roll (?:up|over)|wait here|come (?:on )?in|come with me|(?:have|take) a seat|bear with|relax)\b/iu;

/** Tells whether a sentence, or its end, is said to who types: it belongs in the list, and not in the note. */
export function isToTypist(text: string): boolean {
  return toTypist.test(text);
}

const toTypist =
  /\b(?:no need to|(?:please )?(?:do not|don't)|you (?:need not|needn't|don't (?:need|have) to)) (?:put|type|write|include|record|note|mention) (?:that|this|it)(?: (?:in|down|up|here))?\b|\boff the record\b|\b(?:thanks|thank you)(?: \w+)? for typing\b|\b(?:please )?(?:type|copy) (?:this|that) (?:up|to)\b|\bleave (?:that|this) out of (?:the|this) (?:note|letter|report)\b/i;

/** Tells whether a question is about the conversation: `any questions?`, `does that make sense?` */
export function isAboutConversation(question: string): boolean {
  return /\b(?:ready to|questions?\b(?! about)|make sense|sounds? (?:good|okay|fair|alright)|is that (?:okay|correct|right))/i.test(
    question,
  );
}

/** Tells whether a sentence only says how the visit or the call goes on: `Let's talk about the plan.`, `I'll stay on the line.` */
export function isAboutVisit(text: string): boolean {
  return text.split(' ').length <= longestAnnouncement && announces.test(text) && !forLater.test(text);
}

/** In words. */
const longestAnnouncement = 22;
const announces = new RegExp(
  `^(?:(?:and|so|but|okay|ok|right|well|now|then|also|just|maybe|that is good|that's good),? )*(?:${[
    "(?:let's|let us|let me|(?:we|i)(?:'ll|'m| will| am| are|'re| can| may| could| might| want| would| need| have| just| also|'d)*(?: going to| to| like to)*) (?:(?:just|kind of|maybe|also|quickly|first|then|have to|be able to) )*(?:go ahead and )?(?:talk\\w*|tell you (?:a (?:little|bit)(?: bit)? )?about|speak|chat|have (?:a|another) (?:\\w+ )?(?:chat|talk|look)|discuss|explain|go (?:over|into|through)|go ahead$|take a (?:\\w+ )?(?:look|listen)|look at (?:that|it|those|this)|(?:stay|be staying) on (?:the|this) (?:line|phone)|end (?:the|this) (?:call|conversation|visit)|hand (?:you )?over|ask (?:you|the patient) (?:a|some|about)|answer|get started|take care of everything|be right back|(?:touch|feel|move|turn|press|bend|push)(?: on)? (?:it|this|that|around|on to|the|your (?!appointment|dose|medic|follow|visit|tablets?|pills?|insulin))|check(?: out)? (?:your|the) (?!blood|labs?|cholesterol|a1c|levels?|thyroid|vitamin|urine|sugars?|weight|pressure|iron|hemoglobin|kidney|liver)|do (?:just )?(?:a|your|the) (?:quick |focused |brief |physical )*exam\\w*|listen|examine|describe|call(?:ing)? out|complete (?:your|the) exam)\\b",
    "(?:\\p{L}+ )?sometimes (?:we|i) have to ask\\b|(?:just )?to confirm (?:that )?you(?:'re| are)\\b",
    'order (?:(?:the|those|these) )?(?:medications?|procedures?)(?:,? and (?:the )?(?:medications?|procedures?))?(?: (?:as |we )?(?:discussed|mentioned))?(?:,? and finali[sz]e\\b.*)?[.!]?$',
  ].join('|')})`,
  'iu',
);
const forLater =
  /\b(?:if|unless|until|next (?:time|visit|week|month|appointment)|(?:days?|weeks?|months?)\b(?! ago)|tomorrow|come back|back in|further)\b|\b(?:talk|speak|discuss\w*|explain|chat)\b.*\b(?:to|with) (?:your|my|the|his|her|their|our|an?|another|dr|doctor)\b/i;
