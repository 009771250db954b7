import type { Passage, Statement } from 'chronoscribe/kinds/writer';
import { contentWords } from 'chronoscribe/language';
import { groundedIn } from 'chronoscribe/reading';
import { answeredStatement } from './answers/answered-questions.ts';
import { correctsItself } from './english/corrections.ts';
import { asNoted } from './english/noted-words.ts';
import { expandContractions } from './english/speech-normalization.ts';
import { isIncomplete } from './english/unpunctuated.ts';
import { inThirdPerson, mayBePatient, type Sex, voiceOf } from './person/third-person.ts';
import type { Sentence } from './sentences.ts';
import { speechAct } from './speech-acts.ts';

/** Turns a sentence into a statement, or null. */
export type StatementBuilder = (sentence: Sentence) => Statement | null;

/** Quotes the sentence verbatim; for languages other than English. */
export const verbatimStatements: StatementBuilder = ({ text, evidence, isTorn }) => ({
  text: isTorn ? quote(text) : text,
  evidence,
});

/**
 * Builds statements from English sentences: in the third person, if that is certain and the grounding check accepts it. A
 * sentence that cannot be told so is left out, and listed as said; nothing is quoted but what somebody says for the patient.
 *
 * @param passages the whole source, which tells the patient's sex and whether somebody speaks for the patient
 */
export function reportedStatements(passages: readonly Passage[]): StatementBuilder {
  const sex = patientSex(passages);
  const isProxy = hasProxySpeaker(passages);
  const isDictated = isDictation(passages);
  const isGrounded = groundedIn(passages);
  return (found) => {
    const sentence = isDictated ? { ...found, role: 'clinician' as const } : found;
    const { evidence } = sentence;
    const isForPatient =
      (isProxy || sentence.role === 'other') &&
      sentence.role !== null &&
      sentence.asked === null &&
      firstOrSecond.test(sentence.text);
    const told = isForPatient ? quote(sentence.text) : reported(sentence, sex);
    if (told === null || (!isForPatient && answersAlone.test(told))) return null;
    // `How is your husband? – He's had a stroke.`: in a note the third person is the patient.
    if (sentence.role === 'patient' && !isProxy && ofThird.test(told)) return null;
    const isNoted = sentence.role !== 'patient' && sentence.role !== null && !told.startsWith('“');
    const wordings = [...ofObject(sentence, sex), ...(isNoted ? [asSentence(asNoted(told))] : []), told];
    const text = wordings.find((each) => isGrounded({ text: each, evidence }));
    return text === undefined ? null : { text, evidence };
  };
}

const ofThird = /^(?:he|she|his|her) /i;

/** `Alendronate: stop it.` */
function ofObject(sentence: Sentence, sex: Sex): readonly string[] {
  const { asked } = sentence;
  if (asked?.object === undefined) return [];
  const told = inThirdPerson(asked.answer, 'clinician', sex);
  const short = told === null ? [] : [`${asked.object}: ${lower(asNoted(told))}`];
  return [...short, `${asked.object}: ${inQuotes(sentence).text}`].map(asSentence);
}

function lower(text: string): string {
  return text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}

/** Somebody who speaks alone, about a patient and to nobody, is a clinician who dictates. */
function isDictation(passages: readonly Passage[]): boolean {
  const [first] = passages;
  if (first?.speaker?.role !== 'unknown') return false;
  if (passages.some(({ speaker }) => speaker?.label !== first.speaker?.label)) return false;
  const whole = passages.map(({ text }) => text).join(' ');
  return (
    aboutPatient.test(whole) && !/\b(?:you|your)\b/i.test(whole) && !passages.some(({ text }) => mayBePatient(text))
  );
}

const aboutPatient =
  /\b(?:the patient|years?[- ]old|(?:he|she) (?:is|was|has|had|denies|reports|presents|takes|came|comes))\b/i;

/** Words for the speaker or listener. */
const firstOrSecond = /\b(?:i|me|my|mine|myself|you|your|yours|yourself|we|us|our|ours)\b/i;

/** A sentence in the third person; null if that is uncertain. Text that was not spoken stays as it is. */
export function reported(sentence: Sentence, sex: Sex): string | null {
  const { role, asked, text } = sentence;
  if (role === null) return text;
  // What was taken back belongs to what was said.
  if (asked === null && (sentence.isTorn || isCorrected(sentence))) return quote(text);
  if (role === 'unknown' && firstOrSecond.test(text)) {
    if (asked !== null) return inQuotes(sentence).text;
    const voice = voiceOf(text);
    const said = voice === null ? null : inThirdPerson(withoutAssent(text), voice, sex);
    return said === null ? quote(text) : asSentence(said);
  }
  const told = report(sentence, sex);
  const whole = told === null ? null : asSentence(told);
  const isRead = whole !== null && (asked?.isQuoted === true ? !unreadable.test(whole) : isReadable(whole));
  return isRead ? whole : null;
}

/** Broken off, restarted, or an announcement of what is done in the visit. */
const unreadable =
  /\.\.\.|…|\b(?:to|of|for|with|from|the|an?|and|or|but|at|by)[.!]$|\p{L}- |[,;] ?[.!]$|^(?:(?:tell|remind) me about|let'?s (?:we|see|go|take|look|talk|see|review|start|get (?:you )?(?:started|checked)|do (?:a|an|your|the) (?:quick |physical )*exam)|let me|i'll let|i will let|i am going to (?:let|go over|take|listen|look|examine|check)|i (?:will|want to|would like to) (?:go over|take|listen|look|examine|talk|ask)|what i|(?:all(?: right)?, )?(?:we |i )?will (?:get|come) (?:back )?to (?:that|it|this|\p{L}+) in (?:just )?a (?:second|minute|moment)|i (?:just )?(?:want|wanna|need) to be reminded|(?:let'?s )?use (?:the|my|a|our) (?:[\w-]+ ){0,5}template)\b|\blet (?:you|him|her|them|the patient) know what i\b|\b(\p{L}+) \1 \1\b/iu;

/** Whether a statement reads as one: whole, and with a verb if it is long enough to need one. */
function isReadable(told: string): boolean {
  if (unreadable.test(told)) return false;
  if (
    labelled.test(told) ||
    told.split(' ').length > longestFragment ||
    hasSubject.test(told) ||
    speechAct(told) === 'plan'
  )
    return true;
  return !isIncomplete(told.replace(/[.]$/, ''));
}

const hasSubject = /^(?:the patient|he|she|it|they|i|we|there|no|denies|reports|takes)\b/i;
/** `Appetite: fine.` */
const labelled = /^\p{Lu}[^:.?!]{1,40}: /u;
/** Longer words without a verb are a dictation or a list. */
const longestFragment = 8;

/** `Right, it itches.` names no side. */
const agreement = /^right,\s(?=\p{L})/iu;

/** A short quoted answer without its question: `“No, I changed in the spring.”` */
const answersAlone =
  /^“(?:no|nope|nah|yes|yeah|yep|yup|aye)\b(?:[^\p{L}\p{N}–]+[\p{L}\p{N}'’-]+){0,9}[^\p{L}\p{N}–]*$/iu;

/** A sentence, or a question with its answer, in the words of those who said it. */
export function inQuotes({ text, asked, evidence }: Sentence): Statement {
  return { text: quote(asked === null ? text : `${asked.question} – ${asSentence(asked.answer)}`), evidence };
}

/** The words of a speaker, in quotation marks. */
function quote(text: string): string {
  return `“${asSentence(text.replace(agreement, ''))}”`;
}

/** Whether a sentence, or a part of it, was taken back. */
function isCorrected({ isCorrection, text }: Sentence): boolean {
  return isCorrection || correctsItself(text);
}

function report(sentence: Sentence, sex: Sex): string | null {
  const { text, role, asked } = sentence;
  if (role === null) return text;
  if (asked !== null) {
    if (asked.isQuoted === true) return inQuotes(sentence).text;
    if (role === 'clinician')
      return answersInFull(asked)
        ? inThirdPerson(withoutAssent(asked.answer), 'clinician', sex)
        : asked.isPart === true
          ? null
          : answeredStatement(asked.question, asked.answer, 'clinician');
    if (role === 'other' ? firstOrSecond.test(text) : role !== 'patient') return null;
    const told = asked.isPart === true ? null : answeredStatement(asked.question, asked.answer, 'patient', asked.topic);
    return told ?? (asked.topic === undefined ? null : `${asked.topic}: ${inQuotes(sentence).text}`);
  }
  if (isCorrected(sentence)) return null;
  switch (role) {
    case 'patient':
      return inThirdPerson(withoutAssent(text), 'patient', sex);
    case 'clinician':
      return inThirdPerson(withoutAssent(text), 'clinician', sex);
    case 'other':
    case 'unknown':
      return firstOrSecond.test(text) ? null : expandContractions(text);
    default:
      return role satisfies never;
  }
}

/** `Do I need an x-ray? – No, we do not need an x-ray`: the answer says it without the question. */
function answersInFull({ question, answer }: { readonly question: string; readonly answer: string }): boolean {
  const asked = contentWords(question);
  const said = new Set(contentWords(answer));
  return asked.length > 0 && asked.every((word) => said.has(word));
}

/** `Right, well, mum had it.` */
const lead = /^(?:(?:right|well|so|okay|ok|oh|um|uh|now|anyway|look|listen|honestly|ah|alright),\s+)+(?=\p{L})/iu;

/** In `Yes, I take it` the statement already contains the answer. */
function withoutAssent(text: string): string {
  return text
    .replace(lead, '')
    .replace(
      /^(?:(?:yes|yeah|yep|yup|no|nope|nah|mm-?hmm|right|i (?:understand|see|know)[,.]? but)[\s,.]+(?:so[\s,]+)?)+(?=(?:i|i'm|i've|my|it|it's|he|she|they|that|that's|you|you're|we|there)\b)/i,
      '',
    );
}

/** Adds a capital and final punctuation. */
function asSentence(text: string): string {
  const begun = capital(text.replace(/\s*(?:\.\.\.|…)\s*(?=\p{Ll})/gu, ', '));
  return /[.?!…。！？)"”]$/u.test(begun) ? begun : `${begun}.`;
}

function capital(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()).replace(/\bi\b(?=['\s,.]|$)/g, 'I');
}

/** A speaker who says `I` less than this many times as often as `he` or `she` speaks for somebody else. */
const leastOfSelf = 2;
/** Minimum number of such words for a decision. */
const enough = 8;

/** The clinician speaks of somebody at least this often, and so many times as often as to the listener. */
const [oftenSpokenOf, ofAnother] = [3, 2] as const;

/** The clinician addresses a family member. */
const toFamily =
  /\b(?:so|hey|hi|hello|okay|and|thanks|thank you|well|now|alright),? (?:mom|mum|dad|mama|daddy|grandma|grandpa)\b(?! (?:and|is|was|has|had|said)\b)/i;

/**
 * Tells whether a proxy speaks for the patient, as a mother does for her child. Then neither `I` nor `you` is the
 * patient, and nothing can be rephrased in the third person.
 */
export function hasProxySpeaker(passages: readonly Passage[]): boolean {
  let [self, another, spokenOf, spokenTo] = [0, 0, 0, 0];
  for (const { speaker, text } of passages) {
    if (speaker?.role === 'clinician' && toFamily.test(text)) return true;
    if (speaker?.role === 'clinician') {
      spokenOf += text.match(/\b(?:he|she|him|his|her)\b/gi)?.length ?? 0;
      spokenTo += text.match(/\byour?\b/gi)?.length ?? 0;
    }
    if (speaker?.role !== 'patient') continue;
    self += text.match(/\b(?:i|my|me)\b/gi)?.length ?? 0;
    another += text.match(/\b(?:he|she|him|her|his)\b/gi)?.length ?? 0;
  }
  if (another > 0 && spokenOf >= oftenSpokenOf && spokenOf > ofAnother * spokenTo) return true;
  return another >= enough && self < leastOfSelf * another;
}

/** Mentions of the patient's sex: the clinician's introduction, and forms of address. */
const introduction = /\byears?[- ]old,?\s(?:[\w-]+,?\s){0,3}?(?:(female|woman|lady|girl)|(male|man|gentleman|boy))\b/gi;
const address =
  /(?:\b(?:hi|hey|hello|good (?:morning|afternoon|evening)|so|okay|thank you|yes|no)\s?,?\s(?:there\s?,?\s)?(?:(ma'am|mrs|ms|miss)|(sir|mr|mister))\b|\b(?:yes|no|okay|thank you),?\s(?:(ma'am)|(sir))\b)/gi;

/** The patient's sex if the source states it; null if it does not, or states both. */
export function patientSex(passages: readonly Passage[]): Sex {
  const said = new Set<'male' | 'female'>();
  for (const { speaker, text } of passages) {
    if (speaker?.role !== 'clinician' && speaker?.role !== 'unknown') continue;
    for (const pattern of [introduction, address]) {
      for (const [, ...groups] of text.matchAll(pattern)) {
        const group = groups.findIndex((word) => word !== undefined);
        if (group !== -1) said.add(group % 2 === 0 ? 'female' : 'male');
      }
    }
  }
  const [only] = said;
  return said.size === 1 && only !== undefined ? only : null;
}
