/** Predicts marks and capitals: the same words, each perhaps with a capital and a mark behind it. */
export type Predict = (words: readonly string[]) => readonly string[];

/** The most words that are looked at together. The model reads 200 pieces of words at once. */
const windowWords = 100;

/** The last words of a window are predicted without what follows them. */
const unsureWords = 10;

/** A longer word is no word of speech, and the model reads no more pieces at once. */
const longestWord = 30;

const sentenceEnd = /[.?]$/;

/**
 * Adds marks and capitals to what one speaker says in a turn. Each window of words begins where the last whole sentence
 * of the one before ended.
 *
 * @param words without spaces, not empty
 * @param isShouted whether the transcript is in capitals throughout, which then say nothing
 * @returns the words in the same order, with nothing but marks and capitals added (in capitals throughout: with most
 *   of them taken away)
 */
export function withMarks(words: readonly string[], isShouted: boolean, predict: Predict): string[] {
  const marked: string[] = [];
  while (marked.length < words.length) {
    const window = words.slice(marked.length, marked.length + windowWords);
    const written = windowWithMarks(window, isShouted, predict);
    const isLast = marked.length + window.length === words.length;
    const whole = written.slice(0, -unsureWords).findLastIndex((word) => sentenceEnd.test(word)) + 1;
    if (isLast || whole > 0) marked.push(...(isLast ? written : written.slice(0, whole)));
    // A sentence that is longer than a window does not end with it.
    else marked.push(...written.slice(0, -1), (written.at(-1) ?? '').replace(/(?<=[\p{L}\p{N}])[.,?]$/u, ''));
  }
  return marked;
}

function windowWithMarks(words: readonly string[], isShouted: boolean, predict: Predict): string[] {
  const read = words.map(readable);
  const predicted = predict(read);
  // A model that answers with other words is of no use: nothing tells which mark belongs to which word.
  const isTrue = predicted.length === read.length && predicted.every((word, at) => bare(word) === read[at]);
  return words.map((word, at) => dressed(isShouted ? word.toLowerCase() : word, isTrue ? predicted[at] : undefined));
}

/** A word in the letters that the model knows. What it cannot read becomes a word that takes its place. */
function readable(word: string): string {
  const letters = word
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^a-z']/g, '')
    .slice(0, longestWord);
  return /[a-z]/.test(letters) ? letters : 'ten';
}

function bare(predicted: string): string {
  return predicted.replace(/[.,?]$/, '').toLowerCase();
}

/** The word with the predicted capital and mark; a capital and a mark of its own stay. */
function dressed(word: string, predicted: string | undefined): string {
  if (predicted === undefined || !/[\p{L}\p{N}]$/u.test(word)) return word;
  const [, letters = '', mark = ''] = /^(.*?)([.,?]?)$/.exec(predicted) ?? [];
  return `${withCapitals(word, letters)}${mark}`;
}

function withCapitals(word: string, like: string): string {
  if (!/\p{L}/u.test(word)) return word;
  if (like.length > 1 && like === like.toUpperCase()) return word.toUpperCase();
  return /^[A-Z]/.test(like) ? word.replace(/\p{L}/u, (letter) => letter.toUpperCase()) : word;
}
