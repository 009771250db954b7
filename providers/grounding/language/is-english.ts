import { englishFunctionWordShare, tokenizeWords } from './words.ts';

/** About half of the words in English speech are stop words. In other languages, shared words stay below this share. */
const minEnglishShare = 0.25;
/** Characters of a source that suffice to tell. */
const sampleLength = 20_000;
/** Function words of languages that share the alphabet, and are no English words. */
const foreign: ReadonlySet<string> = new Set(
  `der das und nicht mit ich wir sie ist ein eine einen auf zu im den dem des bei für auch nach haben werden wie täglich
  le la les des une est et dans avec pour pas je vous nous il elle sur au aux du que qui mais jour
  el los las una es y con para por que no se mi su está tiene dos veces al día cada
  il lo gli della di che non una sono per con ho ha del giorno
  het een niet van met voor ik je zijn en op dagen dag
  o os um uma não com para dia do da em`
    .split(/\s+/)
    .filter(
      (word) =>
        ![
          'no',
          'do',
          'die',
          'so',
          'es',
          'me',
          'a',
          'an',
          'in',
          'it',
          'to',
          'per',
          'del',
          'la',
          'le',
          'il',
          'ha',
          'o',
          'da',
          'en',
          'el',
          'des',
          'al',
          'y',
          'di',
          'je',
          'du',
          'dos',
          'um',
          'mi',
          'van',
          'con',
          'pas',
          'est',
          'os',
          'em',
          'du',
          'see',
          'sur',
          'es',
        ].includes(word),
    ),
);
/** Of all words. A dictation has few function words, and a note none of another language. */
const maxForeignShare = 0.02;

/**
 * Whether texts are English, so that rules for English may read them. Without a stated language, the share of English
 * stop words decides; where it is small, as in dictation, whether words of another language occur.
 *
 * @param language BCP 47; null if unknown
 * @example
 * isEnglish(null, ['I have had a cough for two weeks.']); // true
 * isEnglish(null, ['Metoprolol 50 mg daily.']); // true
 */
export function isEnglish(language: string | null, texts: readonly string[]): boolean {
  if (language !== null) return /^en\b/i.test(language);
  let sample = '';
  for (const text of texts) {
    if (sample.length >= sampleLength) break;
    sample += ` ${text.slice(0, sampleLength)}`;
  }
  if (englishFunctionWordShare(sample) >= minEnglishShare) return true;
  const words = tokenizeWords(sample);
  const isLatin = !/[^\p{Script=Latin}\P{L}]|[äöüßéèêàçñáíóúâîôûãõ]/iu.test(sample);
  return isLatin && words.filter((word) => foreign.has(word)).length <= maxForeignShare * words.length;
}
