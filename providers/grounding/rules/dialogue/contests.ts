import { numbersToDigits } from '../../language/spoken-numbers.ts';
import { denies } from './plain-denials.ts';
import { replyKind } from './replies.ts';

/** `I don't drink. – He does.`, `No. – Well, I do, but outside.` */
export const affirmsByVerb =
  /^(?:(?:well|oh|but|actually|sometimes|,) )*(?:i|you|he|she|they) (?:do|does|did|have|has|am|are|is|was|were)(?: (?:too|so|actually|sometimes))?(?: ?,.*| (?:but|when|if|at|in|and)\b.*)?$/;

/** Whether a reply begins with another number than was said: `Ten a day. – Twenty.` */
export function namesOtherNumber(said: string, reply: string): boolean {
  const [number] = /^(?:(?:,|no|more like|about|at least|well|only|just) )*(\d+)\b/.exec(reply)?.slice(1) ?? [];
  return number !== undefined && /^\D*\d/.test(said) && !said.split(' ').includes(number);
}

/** Whether an answer and a reply begin with other times: `Yesterday. – This morning.` */
function namesOtherTime(said: string, reply: string): boolean {
  const [one, other] = [said, reply].map((text) => time.exec(text)?.[1]);
  return one !== undefined && other !== undefined && one !== other;
}

const time =
  /^(?:(?:,|no|more like|about|well|only|just|on|oh) )*((?:today|tonight|yesterday|(?:this|last|next) \p{L}+|the day before yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:a|\d+) \p{L}+ ago))\b/u;

/**
 * Whether a reply of somebody else says otherwise than an answer.
 *
 * @example saysOtherwise('No.', 'He does, his hands go like this.') // true
 */
export function saysOtherwise(answer: string, reply: string): boolean {
  const [said = '', text = ''] = [answer, reply].map(plainWords);
  const kind = replyKind(text);
  if (namesOtherNumber(said, text) || namesOtherTime(said, text)) return true;
  return denies.test(said) ? kind === 'yes' || affirmsByVerb.test(text) : kind === 'no';
}

/** In lower case and digits, with blanks around commas and without other marks. */
function plainWords(text: string): string {
  const marked = numbersToDigits(text.toLowerCase().replaceAll('’', "'")).replace(/[.!?;:]+/g, ' ');
  return marked.replace(/,/g, ' , ').replace(/\s+/g, ' ').trim();
}
