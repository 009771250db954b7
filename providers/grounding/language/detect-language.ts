/** In characters: more does not change the answer. */
const enough = 4_000;
/** In letters. Shorter texts are often taken for another language: a name, a medicine, a row of a table. */
const least = 40;

/**
 * Detects the language of a text, among sixty, with `eld`. Its data takes half a second and 90 MB to load, so call it in
 * a child process.
 *
 * @returns the code, such as `en`; null if the text is too short or too mixed to tell
 * @example
 * await detectLanguage('Ich habe seit drei Tagen Schmerzen im linken Knie.'); // 'de'
 */
export async function detectLanguage(text: string): Promise<string | null> {
  const words = text.slice(0, enough).replace(/\p{N}+/gu, ' ');
  if ((words.match(/\p{L}/gu)?.length ?? 0) < (isDense(words) ? least / 4 : least)) return null;
  const { eld } = await import('eld/extrasmall');
  const found = eld.detect(words);
  return found.language !== '' && found.isReliable() ? found.language : null;
}

/** Whether the script has a letter for a syllable or a word. */
function isDense(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);
}
