/**
 * The language of a text, and English clinical text: words, spoken numbers, negation, medicines, and whether passages
 * support a statement. Pure functions, for writers and for providers of `Grounding`; long texts, and the detection of a
 * language, belong in a child process.
 *
 * @example
 * groundingIssues('Takes lisinopril 20 mg.', ['I take ten milligrams of lisinopril.']); // ['quantity']
 * await detectLanguage('Ich habe seit drei Tagen Schmerzen im linken Knie.'); // 'de'
 */

export { normalizeSynonyms } from './clinical-synonyms.ts';
export { detectLanguage } from './detect-language.ts';
export { type GroundingIssue, groundingIssues } from './grounding.ts';
export { languageTag } from './language-tag.ts';
export { commonMedicines, genericName } from './medicines.ts';
export { turnsOf } from './quoted-exchanges.ts';
export { numbersToDigits } from './spoken-numbers.ts';
export { contentWords, englishFunctionWordShare, isContentWord, stem, tokenizeWords } from './words.ts';
