import { alternation, matchAny, normalizeApostrophes, testStart } from './english/patterns.ts';

/** Courtesy, agreement and commands to a device: nothing for a note. */
const courtesy = testStart(
  /hi|hey|hello|good (?:morning|afternoon|evening)|how are you|nice to (?:see|meet)/,
  /(?:it's )?good to see you|thanks?\b|bye|you're welcome|sounds (?:good|great|like a plan)|sure|great/,
  /perfect|awesome|excellent|got it|you got it|any questions|have a (?:good|great|nice)|take care/,
  /absolutely|of course|fair enough|i see|i understand|no problem/,
  /finali[sz]e|summari[sz]e|use my (?:[\w-]+ ){0,3}template|show me|why don't (?:you|we)/,
  /for problem number \w+|(?:for )?(?:your |my |the )?assessment and (?:my |the )?plan\W*$/,
);
/**
 * The clinician announces the next action, which is not yet a finding or a plan: `let's go ahead and do a quick exam`.
 */
const intention = alternation(
  /let's|let me|i(?:'m| am) (?:just )?(?:going to|gon ?na)|(?:i|we)(?:'ll| will)/,
  /(?:i|we) (?:just )?(?:want to|wan ?na)|(?:i|we)(?:'d| would) like to/,
);
const connectives = /(?:[\s,]+(?:let's|we'll|i want to|i'm going to|just|go ahead|and|now|quickly|also))*\s*/;
const announcedAction = alternation(
  /take (?:a|another) (?:quick |good )?(?:look|listen)|take (?:some )?deep/,
  /do (?:a|an|your|my) (?:[\w-]+ ){0,2}exam|look|listen|go over|talk|see (?:your|the|what)|review|examine/,
  /press|feel|touch|check (?:things|some things|your (?:heart|lungs|reflexes|knee|back|range))|ask you/,
  /check out|start by listening|pull up|know what i find|walk you|get you (?:checked|signed) out/,
);
const announcement = testStart(
  new RegExp(`(?:then |first |just |please )*(?:${intention})${connectives.source}(?:${announcedAction})`),
);
/** `lay back so i can examine your abdomen`, `your lungs and i'll check out your back`. */
const examinationUnderWay =
  /\bso (?:that )?i can (?:examine|listen|check|look|feel|take a)|\bi'll (?:check out|let you know what i find)/i;
const roughly = '(?:about|like|maybe|probably|over|almost|less than|around)';
const count = '(?:\\d+|an?|couple|few|several|of|or|to|one|two|three|four|five|six|seven|eight|nine|ten|twelve)';
/** A time without an event, or a heading without content: `five days ago`, `on your skin exam`. */
const fragment = new RegExp(
  `^(?:${alternation(
    new RegExp(`(?:${roughly},? )*(?:${count},? )+(?:days?|weeks?|months?|years?|hours?)(?: ago)?`),
    /(?:on|for|from|in) (?:the|your|this|an?|my) (?:[\w-]+ ){0,2}(?:exam|examination|x-ray|standpoint|problem|assessment|plan)/,
    /(?:physical exam|next paragraph)(?: \w+)?|doctor \w+/,
  )})\\W*$`,
  'i',
);
/** The speaker is interrupted: `i've just been taking mel- ...` */
const interrupted = /(?:\p{L}-|\.\.\.|…)[\s.]*$/u;
const voiceCommand = /\bhey\s*,?\s*(?:dragon|siri|alexa|dax)\b/i;

/** Questions during the examination. */
const examinationQuestion = matchAny(
  /\b(?:when|if|as|where) i (?:press|push|bend|twist|touch|turn|move|tap|lift|pull|squeeze|palpate|do this)/,
  /\bfeel me\b|against my (?:hand|resistance)/,
);

/** Tells whether a question is part of the examination: `does it hurt when I press here?` */
export function isExaminationQuestion(text: string): boolean {
  return normalizeApostrophes(text).search(examinationQuestion) !== -1;
}

/** A command to a device or assistant is short; without punctuation a finding may follow it. */
const longestCommand = 8;
const command = testStart(/show me|pull up|finali[sz]e|summari[sz]e|use my|insert|open (?:the|my)/);

/** Tells whether a sentence only tells a device what to show or write. An order for a test is none. */
export function isDeviceCommand(text: string): boolean {
  return command.test(text) && text.split(' ').length <= longestCommand;
}

/** Tells whether a question is about the conversation: `any questions?`, `does that make sense?` */
export function isAboutConversation(question: string): boolean {
  return /\b(?:ready to|questions?\b(?! about)|make sense|sounds? (?:good|okay|fair|alright)|is that (?:okay|correct|right))/i.test(
    question,
  );
}

/** How a clinician states a finding. */
const finding = matchAny(
  /\bon (?:your |the )?(?:[\w-]+ )?exam/,
  /\bi (?:do )?(?:n't |not )?(?:appreciate|hear|palpate|auscultate)\b/,
  /\b(?:you have|there(?:'s| is)|there are) (?:an? |no |some |mild |slight |normal |little |bit |of )*(?:tenderness|swelling|edema|effusion|murmur|sensation|crackles|wheez|erythema|spasm|restriction)/,
);

/** What a clinician sees in or says of the patient, with no other cue: `You seem calmer today.`, `The right one looks normal.` */
const observation = testStart(
  /you (?:seem|look|appear|sound|make (?:good|poor|little))/,
  /(?:your|his|her|the) (?:(?!doctor|appointment|next|plan|insurance|pharmacy)[\w-]+ ){1,3}(?:is|are|looks?|feels?|sounds?|seems?)/,
);

/** Tells whether a clinician describes the patient in a sentence without other cues. */
export function isObservation(text: string): boolean {
  return observation.test(normalizeApostrophes(text));
}

/** Tells whether a sentence belongs in no note: courtesy, an announcement, a fragment, a command to a device. */
export function isSmallTalk(text: string): boolean {
  const plain = normalizeApostrophes(text);
  return (
    courtesy.test(plain) ||
    announcement.test(plain) ||
    examinationUnderWay.test(plain) ||
    interrupted.test(plain) ||
    fragment.test(plain) ||
    voiceCommand.test(plain)
  );
}

/** Tells whether a clinician states a finding, which belongs to the examination in any phase. */
export function isFinding(text: string): boolean {
  return normalizeApostrophes(text).search(finding) !== -1;
}

/** An instruction to the patient: `do not lift anything over ten kilograms`. */
const instruction = testStart(
  /(?:please |just |also |and |so )*(?:do(?:n't| not)|take|use|apply|avoid|keep|try|walk|stop|start|continue|put|wear|bring|drink|rest|lift|ice|elevate)/,
);

/**
 * Tells whether a sentence introduces the patient, which opens the history in most visits: `Anna is a 43 year old
 * female here for knee pain`.
 */
export function isIntroduction(text: string): boolean {
  return /year[- ]old/i.test(text);
}

/** Tells whether a clinician instructs the patient. */
export function isInstruction(text: string): boolean {
  return instruction.test(normalizeApostrophes(text));
}
