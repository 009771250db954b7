import type { Passage, Statement } from 'chronoscribe/kinds/writer';
import { groundingIssues } from '../grounding/grounding.ts';
import { questionToStatement } from './question-answers.ts';
import type { Sentence } from './sentences.ts';
import { expandContractions } from './speech-normalization.ts';
import { inThirdPerson, type Sex } from './third-person.ts';

export type StatementBuilder = (sentence: Sentence) => readonly Statement[];

/** Other languages are quoted as they are. */
export const verbatimStatements: StatementBuilder = ({ text, evidence }) => [{ text, evidence, grounded: true }];

/**
 * Tells sentences in English: in the third person where the check of grounding bears that out, else in the words of the source. What even
 * so does not pass is left out: torn from its context it would say something else.
 */
export function reportedStatements(passages: readonly Passage[]): StatementBuilder {
  const sex = patientSex(passages);
  const isProxy = hasProxySpeaker(passages);
  const texts = new Map(passages.map(({ id, text }) => [id, text]));
  return (sentence) => {
    const cited = sentence.evidence.map((id) => texts.get(id) ?? '');
    const borneOut = [isProxy ? quote(sentence) : reportOrQuote(sentence, sex), quote(sentence)].find(
      (text) => groundingIssues(text, cited).length === 0,
    );
    return borneOut === undefined ? [] : [{ text: borneOut, evidence: sentence.evidence, grounded: true }];
  };
}

/** Words that mean the one who speaks or listens: in a note they are plain only inside quotation marks. */
const firstOrSecond = /\b(?:i|me|my|mine|myself|you|your|yours|yourself|we|us|our|ours)\b/i;

/** A sentence as a note would have it: in the third person where that is surely right, else quoted. Text that nobody spoke stays as it is. */
export function reportOrQuote(sentence: Sentence, sex: Sex): string {
  if (sentence.role === null) return sentence.text;
  const told = report(sentence, sex);
  return told === null ? quote(sentence) : asSentence(told);
}

/** The words as they were said; in quotation marks where they would else be taken for the words of the note. */
export function quote({ text, role, asked }: Sentence): string {
  if (role === null) return text;
  if (asked !== null) return `“${capital(asked.question)} – ${asSentence(asked.answer)}”`;
  return firstOrSecond.test(text) ? `“${asSentence(text)}”` : asSentence(text);
}

function report({ text, role, asked }: Sentence, sex: Sex): string | null {
  if (role === null) return text;
  if (asked !== null) {
    const statement = role === 'patient' ? questionToStatement(asked.question, asked.answer) : null;
    return statement === null ? null : inThirdPerson(statement, 'clinician', sex);
  }
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

/** `Yes, I take it`: the statement says so itself. */
function withoutAssent(text: string): string {
  return text.replace(
    /^(?:(?:yes|yeah|yep|yup|no|nope|nah|mm-?hmm|right)[\s,.]+(?:so[\s,]+)?)+(?=(?:i|i'm|i've|my|it|it's|he|she|they|that|that's|you|you're|there)\b)/i,
    '',
  );
}

/** Begins with a capital and ends with a mark. */
function asSentence(text: string): string {
  const begun = capital(text);
  return /[.?!…。！？)"”]$/u.test(begun) ? begun : `${begun}.`;
}

function capital(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()).replace(/\bi\b(?=['\s,.]|$)/g, 'I');
}

/** Who speaks less often of oneself than this many times of `he` or `she`, speaks for a child or for somebody who cannot. */
const leastOfSelf = 2;
/** Fewer words than this tell nothing. */
const enough = 8;

/** The clinician turns to somebody of the family. */
const toFamily =
  /\b(?:so|hey|hi|hello|okay|and|thanks|thank you|well|now|alright),? (?:mom|mum|dad|mama|daddy|grandma|grandpa)\b(?! (?:and|is|was|has|had|said)\b)/i;

/**
 * Whether the patient's part is spoken by somebody else, as a mother does for her child: then neither `I` nor `you` is the patient, and
 * nothing can be told in the third person.
 */
export function hasProxySpeaker(passages: readonly Passage[]): boolean {
  let [self, another] = [0, 0];
  for (const { speaker, text } of passages) {
    if (speaker?.role === 'clinician' && toFamily.test(text)) return true;
    if (speaker?.role !== 'patient') continue;
    self += text.match(/\b(?:i|my|me)\b/gi)?.length ?? 0;
    another += text.match(/\b(?:he|she|him|her|his)\b/gi)?.length ?? 0;
  }
  return another >= enough && self < leastOfSelf * another;
}

/** What says the patient's sex in a consultation: the clinician's introduction, and how the patient is addressed. */
const introduction = /\byears?[- ]old,?\s(?:[\w-]+,?\s){0,3}?(?:(female|woman|lady|girl)|(male|man|gentleman|boy))\b/gi;
const address =
  /(?:\b(?:hi|hey|hello|good (?:morning|afternoon|evening)|so|okay|thank you|yes|no),?\s(?:there,?\s)?(?:(ma'am|mrs|ms|miss)|(sir|mr|mister))\b|\b(?:yes|no|okay|thank you),?\s(?:(ma'am)|(sir))\b)/gi;

/** The patient's sex where the source says it plainly; null where it does not, or where its words disagree. */
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
