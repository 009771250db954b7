import type { Sentence } from '../sentences.ts';
import { asStatement } from './answered.ts';
import { writtenOut } from './contractions.ts';
import { inThirdPerson, type Sex } from './person.ts';

/** Words that mean the one who speaks or listens: in a note they are plain only inside quotation marks. */
const firstOrSecond = /\b(?:i|me|my|mine|myself|you|your|yours|yourself|we|us|our|ours)\b/i;

/** A sentence as a note would have it: in the third person where that is surely right, else quoted. Text that nobody spoke stays as it is. */
export function tell(sentence: Sentence, sex: Sex): string {
  if (sentence.role === null) return sentence.text;
  const told = retell(sentence, sex);
  return told === null ? quote(sentence) : asSentence(told);
}

/** The words as they were said; in quotation marks where they would else be taken for the words of the note. */
export function quote({ text, role, asked }: Sentence): string {
  if (role === null) return text;
  if (asked !== null) return `“${capital(asked.question)} – ${asSentence(asked.answer)}”`;
  return firstOrSecond.test(text) ? `“${asSentence(text)}”` : asSentence(text);
}

function retell({ text, role, asked }: Sentence, sex: Sex): string | null {
  if (role === null) return text;
  if (asked !== null) {
    const statement = role === 'patient' ? asStatement(asked.question, asked.answer) : null;
    return statement === null ? null : inThirdPerson(statement, 'clinician', sex);
  }
  switch (role) {
    case 'patient':
      return inThirdPerson(withoutAssent(text), 'patient', sex);
    case 'clinician':
      return inThirdPerson(withoutAssent(text), 'clinician', sex);
    case 'other':
    case 'unknown':
      return firstOrSecond.test(text) ? null : writtenOut(text);
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
