import { contentWords, numbersToDigits } from 'chronoscribe/language';
import { remembered } from '../../language/remembered.ts';
import { askedFurther } from '../readings/safety-sequels.ts';

/** `Amlodipine: “Let's stop it. – Please don't. – Okay, keep it.”` */
const quotation = /^(?:(?<label>[^“”]{1,60}): )?“(?<quote>[^“”]+)”$/u;
/** A question and its answer are checked as such. */
const isAnswer = /^[^–]*\? – [^–]*$/u;
/** Labels that only say what sort of plan is quoted. */
const planLabel = /^(?:follow up|instruction|warning)$/i;

/**
 * Whether a statement is nothing but an exchange in quotation marks, word for word and in the order of what it cites, alone or
 * below a word of it. What was said so needs no further check.
 *
 * @param cited the passages that it cites, in the order of the source
 */
export function isVerbatim(text: string, cited: readonly string[]): boolean {
  const { label = '', quote = '' } = quotation.exec(text)?.groups ?? {};
  const parts = quote.split(' – ').map(plain);
  const isFurther = label.endsWith(askedFurther);
  if (quote === '' || (!isFurther && (parts.length < 2 || isAnswer.test(quote)))) return false;
  const words = new Set(contentWords(quote));
  const isNamed = isFurther || planLabel.test(label) || contentWords(label).every((word) => words.has(word));
  if (!isNamed) return false;
  // Nothing that was said between is left out.
  return ` ${plain(cited.join(' '))} `.includes(` ${parts.join(' ')} `);
}

/** In words: so many find the place of the end of a quotation. */
const endWords = 3;

/** Whether a quotation ends before a not that was said: `he is not` quoted as `he is`. */
export function cutsDenial(text: string, cited: readonly string[]): boolean {
  const words = plain(quotation.exec(text)?.groups?.quote ?? '').split(' ');
  if (words.length < endWords) return false;
  const [end, source] = [words.slice(-endWords).join(' '), ` ${plain(cited.join(' '))} `];
  const denied = ["n't ", ' not ', ' never '].flatMap((not) => source.split(` ${end}${not}`).slice(1));
  return denied.length > 0 && source.split(` ${end} `).length - 1 <= denied.length;
}

/** Whether a statement repeats the exchange that a fact quotes after its name: `amlodipine: let's stop it. – please don't`. */
export function repeatsExchange(text: string, fact: string): boolean {
  const quoted = fact.slice(fact.indexOf(': ') + 1);
  return quoted.includes(' – ') && ` ${plain(text)} `.includes(` ${plain(quoted)} `);
}

/** What only opens a sentence; within one, `now` and `and` say something. */
const opening = /(?<=(?:^|[.?!…“–]) *)(?:(?:oh|so|then|well|okay|ok|alright|and|now)\b[ ,]*)+/g;

/** In lower case, with digits, without marks, hesitation and what only opens a sentence. */
const plain = remembered((text) =>
  numbersToDigits(text.toLowerCase().replaceAll('’', "'"))
    .replace(opening, ' ')
    .replace(/\b(?:um+|uh+|er|hm+)\b/g, ' ')
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim(),
);
