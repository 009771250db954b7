import { isFirmNo, isPlainAnswer, replyKind } from 'chronoscribe/reading';
import { alternation, testAny } from './english/patterns.ts';
import { expandContractions } from './english/speech-normalization.ts';
import { conjugate, isPast } from './english/verb-forms.ts';

/**
 * Turns a question and its plain answer into a statement in the clinician's words.
 *
 * @returns `The patient denies fever or chills.`, `You are taking lisinopril.` (the caller replaces `you`); null if the
 *   question and its answer must stay together
 */
export function questionToStatement(question: string, answer: string): string | null {
  const asked = expandContractions(question.replace(tag, '').replace(opening, '').trim());
  const given = expandContractions(answer.trim());
  const time = timeStatement(asked, given);
  if (time !== null) return time;
  const isYes = replyKind(given) === 'yes';
  if (!isPlainAnswer(given) || (!isYes && !isFirmNo(given))) return null;
  if (openQuestion.test(asked) || (isYes && /\bor\b/i.test(asked))) return null;
  const plain = asked.replace(andTheLike, '').trim();
  const symptoms = plain.match(ofSymptoms)?.[1];
  if (symptoms !== undefined) {
    const named = withoutAny(symptoms).replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
    if (clause.test(named) || (isYes && named.includes(','))) return null;
    return `The patient ${isYes ? 'reports' : 'denies'} ${named}.`;
  }
  const ofPatient = plain.match(/^(do|did|have|are|were|can) you (ever )?(.+)$/i);
  if (ofPatient !== null) return ofPatient[2] === undefined || !isYes ? uninvert(ofPatient, isYes) : null;
  const ofThing = plain.match(aboutThing);
  if (ofThing !== null) return uninvertThing(ofThing, isYes);
  return isYes && told.test(plain) ? `${withoutAny(plain)}.` : null;
}

const amountOfTime =
  /(?:(?:about|around|maybe|probably|over|almost|nearly|at least|roughly) )*(?:an?|\p{L}+|\d+)(?: (?:or|to) (?:\p{L}+|\d+))? (?:minutes?|hours?|days?|weeks?|months?|years?)(?= now\b|[.,!]|$| ago\b)(?: ago)?|since (?:last )?\p{L}+(?: \d+)?(?=[.,!]|$)/giu;
const howLong =
  /^how long (?:(?:have|did) you (?:had|have|been having|been feeling|felt|noticed)|has there been) (?:this |that |the |these |those |your |any )?(\p{L}[^?]{2,40}?)(?: for| going on| now)?$/iu;
const whenStarted =
  /^when did (?:(?:this|that|the|these|your|all this) ?)?(\p{L}[^?]{0,30}?)? ?(?:first )?(?:start|begin|come on|happen)$/iu;
const longestTime = 8;

/** `How long have you had the cough? – Three weeks.` */
function timeStatement(asked: string, given: string): string | null {
  const question = asked.replace(/[?？.\s]+$/, '');
  const times = given.match(amountOfTime) ?? [];
  const what = howLong.exec(question)?.[1];
  if (what !== undefined && times.length === 1 && !/\bor\b|\band\b/.test(what)) {
    const time = times[0].replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
    if (/ago$/.test(time)) return null;
    return `You have had ${what}${time.startsWith('since') ? '' : ' for'} ${time}.`.replace(/ {2,}/g, ' ');
  }
  const started = whenStarted.exec(question);
  if (started === null || given.split(' ').length > longestTime || !startsTime.test(given)) return null;
  const [, subject = ''] = started;
  const it = /^(?:it|this|that|)$/i.test(subject.trim()) ? 'It' : `The ${subject.trim()}`;
  return `${it} started ${given.replace(/[.\s]+$/, '').replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())}.`;
}

const startsTime =
  /^(?:(?:about|around|maybe|probably) )?(?:last|yesterday|this|on|in|two|three|four|five|six|seven|eight|nine|ten|an?|\d+)\b.*\b(?:ago|night|morning|evening|week|month|year|weekend|day|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)\.?$|^yesterday\.?$/i;

/** A tag question: `…, right?` */
const tag = /\s?,?\s?(?:right|correct|okay|is that right)?\s?[?？]+$/i;
/** What only joins a question to the one before. */
const opening = /^(?:(?:and|so|okay|alright|now|then|but)\b[\s,]*)+(?=\p{L})/iu;
/** Names nothing. */
const andTheLike =
  /(?:,? (?:or )?(?:anything|any of that|stuff|things)(?: (?:like|of) (?:that|those|this)| else)?|,? at all|,? that you (?:have |might have |can )?(?:noticed|seen|think of|recall|know of))+$/i;

/**
 * Questions that a plain answer does not settle: double, alternative or negated ones, and those about the conversation.
 */
const openQuestion = testAny(
  /[?？]/,
  /^(?:how (?!about)|what (?!about)|when|where|which|who|why)/,
  /\bor$|\bor (?:is|are|do|did|does|have|has|was|were|no|not|what|just)\b|\b(?:and|so) (?:are|do|did|have|how|what|any)\b/,
  /\b(?:do|did|does|are|have|has|were|can|is)(?: you| it| that)\b.*\b(?:do|did|does|are|have|has|were|can|is|how|what)(?: you| it| that)\b/,
  /\b(?:not|no|never|none|else|me|my|we|here|that one)\b|\bi\b(?! (?:press|push|touch|bend|move|twist|turn|lift|squeeze|tap|pull)\b)/,
  /\b(?:questions?|concerns?|tell|recall|remember|know|mind|okay if|excited|holiday|want to|ready|make sense|sound good)\b/,
);

/** Questions about symptoms; the rest of the sentence names them. */
const ofSymptoms = new RegExp(
  `^(?:(?:and )?(?:how|what) about )?(?:${alternation(
    /(?:do|did) you (?:ever )?(?:have|get|notice|feel|experience)/,
    /have you (?:ever |also |been )?(?:had|having|noticed|noticing|experienced|experiencing|felt|feeling|gotten)/,
    /are you (?:having|experiencing|noticing|getting)|you (?:have|are having)|is there|are there/,
  )})?\\s?(?:any\\s|(?=an?\\s))(?:other (?=(?:symptoms?|problems?|issues?)(?:,| like| such as)))?(?:(?:symptoms?|problems?|issues?)(?:,| like| such as)+\\s)?(.+)$`,
  'i',
);
const clause = /\b(?:you|when|that|because)\b/i;

/** A statement that asks for confirmation: `You are taking it?` */
const told =
  /^(?:you|they|he|she|that|it|there|your \p{L}+) (?:are|is|have|has|were|was|had|take|takes|sounds like|looks like)\b/iu;

/** Turns `are you taking it` with its answer into `you are taking it` or `you are not taking it`. */
function uninvert([, auxiliary = '', ever = '', rest = '']: RegExpMatchArray, isYes: boolean): string | null {
  const verb = auxiliary.toLowerCase();
  if (!isYes) return `you ${verb} ${ever === '' ? 'not' : 'never'} ${rest}.`;
  if (verb === 'did') return null;
  if (verb !== 'do') return withoutAny(`you ${verb} ${rest}.`);
  const [first = ''] = rest.split(' ', 1);
  return conjugate(first.toLowerCase()) === null ? null : withoutAny(`you ${rest}.`);
}

/** Questions about one thing: `does it hurt when I press`, `is your knee swollen`. */
const aboutThing =
  /^(does|did|is|was|has) (it|that|this|the \p{L}+|your (?:\p{L}+ ){0,2}?\p{L}+(?= (?:hurt|ache|swell|feel|get|better|worse|swollen|tender|sore|painful|stable|normal|been)\b)) (.+)$/iu;

/** Turns `does it hurt` with its answer into `it hurts` or `it does not hurt`. */
function uninvertThing([, auxiliary = '', thing = '', rest = '']: RegExpMatchArray, isYes: boolean): string | null {
  const verb = auxiliary.toLowerCase();
  const subject = thing.toLowerCase();
  if (clauseOfThing.test(rest)) return null;
  if (!isYes) return `${subject} ${verb} not ${rest}.`;
  if (verb === 'did') return null;
  if (verb !== 'does') return withoutAny(`${subject} ${verb} ${rest}.`);
  const [first = '', ...others] = rest.split(' ');
  const form = first === 'hurt' ? 'hurts' : conjugate(first.toLowerCase())?.verb;
  return form === undefined || isPast(first)
    ? null
    : withoutAny([`${subject} ${form}`, ...others, ''].join(' ').trimEnd().concat('.'));
}

/** These say something that the answer need not settle. */
const clauseOfThing = /\b(?:that|which|because|if|like|than|you)\b/i;

function withoutAny(statement: string): string {
  return statement.replace(/\bany /gi, '');
}
