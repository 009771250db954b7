/** Words to expect, as sherpa-onnx takes them. */
export interface Hotwords {
  /** `metformin/Metformin/insulin glargine`; empty if there are none. */
  readonly phrases: string;
  /** Terms with letters that the model cannot write. */
  readonly unspelled: readonly string[];
}

/** Signs that mean something to sherpa-onnx: the end of a phrase, and a score at the start of a word. */
const signs = /[/:#@]+/g;

/**
 * Spells terms as the model would write them: in capitals if it knows only those, else also with a capital at the
 * start, as a sentence begins.
 *
 * @param pieces the pieces of words that the model writes, see `piecesOf`
 */
export function hotwordsOf(terms: readonly string[], pieces: readonly string[]): Hotwords {
  const letters = new Set(pieces.flatMap((piece) => [...piece]));
  const isSmall = pieces.some((piece) => !isSpecial(piece) && /\p{Ll}/u.test(piece));
  const spellings = terms.map((term) => {
    const plain = term.replace(signs, ' ').trim();
    const forms = isSmall ? [plain, plain.replace(/^\p{Ll}/u, (first) => first.toUpperCase())] : [plain.toUpperCase()];
    const written = forms.filter((form) => [...form.replace(/\s/g, '')].every((letter) => letters.has(letter)));
    return { term, written };
  });
  return {
    phrases: [...new Set(spellings.flatMap(({ written }) => written))].filter((each) => each !== '').join('/'),
    unspelled: spellings.filter(({ written }) => written.length === 0).map(({ term }) => term),
  };
}

/** The pieces of words in a file `tokens.txt`: one to a line, each followed by its number. */
export function piecesOf(tokens: string): string[] {
  return tokens.split('\n').flatMap((line) => /^(.+?)\s+\d+\s*$/.exec(line)?.[1] ?? []);
}

/**
 * A vocabulary for the encoder of hot words, for models that come without one: equal scores make it take the fewest
 * pieces, as sherpa-onnx's own example for Parakeet does.
 */
export function vocabularyOf(pieces: readonly string[]): string {
  return pieces.map((piece) => `${piece}\t-1\n`).join('');
}

/** `<blk>`, `<unk>` and the like, which no word contains. */
function isSpecial(piece: string): boolean {
  return /^<.*>$/.test(piece);
}
