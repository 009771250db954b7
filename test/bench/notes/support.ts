import type { DraftSection } from 'chronoscribe/kinds/writer';
import { contentWords } from 'chronoscribe/language';

/** How much of a note stands in its source, as counts; headings aside. */
export interface Support {
  readonly words: { readonly said: number; readonly all: number };
  readonly numbers: { readonly said: number; readonly all: number };
}

/** What every note says of its own: it tells of the patient, who reports or denies. */
const ownWords = /\bthe patient(?:'s)?(?: reports| denies)?\b/gi;

/**
 * Counts the content words, and the numbers in digits, of the statements of a note that stand somewhere in the
 * dialogue.
 */
export function supportOf(sections: readonly DraftSection[], dialogue: string): Support {
  const note = sections
    .flatMap(({ statements }) => statements.map(({ text }) => text))
    .join('\n')
    .replace(ownWords, ' ');
  const [saidWords, saidNumbers] = [new Set(contentWords(dialogue)), new Set(numbersIn(dialogue))];
  const [words, numbers] = [contentWords(note).filter((word) => !/\d/.test(word)), numbersIn(note)];
  return {
    words: { said: words.filter((word) => saidWords.has(word)).length, all: words.length },
    numbers: { said: numbers.filter((number) => saidNumbers.has(number)).length, all: numbers.length },
  };
}

export function total(supports: readonly Support[]): Support {
  const sum = (count: (support: Support) => number) => supports.reduce((all, support) => all + count(support), 0);
  return {
    words: { said: sum(({ words }) => words.said), all: sum(({ words }) => words.all) },
    numbers: { said: sum(({ numbers }) => numbers.said), all: sum(({ numbers }) => numbers.all) },
  };
}

function numbersIn(text: string): string[] {
  return text.match(/\d+(?:\.\d+)?/g) ?? [];
}
