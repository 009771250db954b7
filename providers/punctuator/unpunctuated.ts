/** English has about a mark to every seven words; a transcript that has fewer than one to so many lacks them. */
const wordsPerMark = 40;

/** Whether a transcript lacks punctuation. */
export function isUnpunctuated(texts: readonly string[]): boolean {
  let words = 0;
  let marks = 0;
  for (const text of texts) {
    for (const word of text.split(/\s+/)) {
      if (/[\p{L}\p{N}]/u.test(word)) words += 1;
      if (/[.,?!;:。，？！]["'”’)\]]*$/u.test(word)) marks += 1;
    }
  }
  return words > 0 && marks * wordsPerMark < words;
}
