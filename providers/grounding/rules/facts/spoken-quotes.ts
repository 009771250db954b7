import type { Passage } from 'chronoscribe/kinds/grounding';
import { numbersToDigits } from 'chronoscribe/language';
import { sentencesOf } from '../../language/speech/source-sentences.ts';

/** In sentences: how much of a turn a quotation repeats. */
const longestPart = 4;
const hesitation = /(?<![\p{L}'])(?:um+|uh+|er|hm+)(?![\p{L}'])[,.]?\s*/giu;

const ends = /[.?!\s]*$/;

/**
 * Writes an exchange that a fact quotes as it was said, where whole sentences are quoted: `three times a day`, and not the
 * digits by which it is read.
 *
 * @param text `gabapentin: and the gabapentin? – take 1 at night`
 * @param passages those that the fact cites
 */
export function asSpoken(text: string, passages: readonly Passage[]): string {
  const parts = text.split(' – ');
  if (parts.length < 2) return text;
  const sentences = sentencesOf(passages);
  const label = /^[^:]{1,60}: /.exec(parts[0] ?? '')?.[0] ?? '';
  return parts
    .map((part, index) => {
      const own = index === 0 ? part.slice(label.length) : part;
      return `${index === 0 ? label : ''}${/\d/.test(own) ? (saidAs(own, sentences) ?? own) : own}`;
    })
    .join(' – ');
}

function saidAs(part: string, sentences: ReturnType<typeof sentencesOf>): string | undefined {
  const wanted = plain(part);
  for (const [from, first] of sentences.entries()) {
    let said = '';
    for (const { text, turn } of sentences.slice(from, from + longestPart)) {
      if (turn !== first.turn) break;
      said = `${said} ${text}`.trim();
      if (plain(said) === wanted)
        return `${said.replace(hesitation, '').replace(ends, '')}${ends.exec(part)?.[0] ?? ''}`.replace(
          /^\p{Lu}/u,
          (first) => (part.startsWith(first) ? first : first.toLowerCase()),
        );
    }
  }
  return undefined;
}

function plain(text: string): string {
  return numbersToDigits(text.toLowerCase().replaceAll('’', "'"))
    .replace(hesitation, '')
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();
}
