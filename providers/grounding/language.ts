/**
 * **Internal**: the language of a text, and English clinical text: words, spoken numbers, negation, medicines. Pure
 * functions, for writers and for providers of `Grounding`; long texts, and the detection of a language, belong in a
 * child process.
 *
 * @example
 * numbersToDigits('ten milligrams'); // '10 milligrams'
 * await detectLanguage('Ich habe seit drei Tagen Schmerzen im linken Knie.'); // 'de'
 */

export { namedSpans, normalizeSynonyms } from './language/clinical-synonyms.ts';
export { detectLanguage } from './language/detect-language.ts';
export { isEnglish } from './language/is-english.ts';
export { languageTag } from './language/language-tag.ts';
export { commonMedicines, genericName, genericNames } from './language/medicines.ts';
export { turnsOf } from './language/quoted-exchanges.ts';
export { type RulesLanguage, rulesLanguage } from './language/rules-language.ts';
export { endsInCondition } from './language/speech/conditions.ts';
export { cutMark, pauseMark } from './language/speech/marks.ts';
export { type SourceSentence, sentencesOf } from './language/speech/source-sentences.ts';
export { speakerTurns } from './language/speech/speaker-turns.ts';
export type { Turn } from './language/speech/turn.ts';
export { numbersToDigits } from './language/spoken-numbers.ts';
export { reportingWords } from './language/word-doubts.ts';
export { contentWords, isContentWord, stem, tokenizeWords } from './language/words.ts';

export { sampleVisit } from './sample-visit.ts';
