import { contentWords } from 'chronoscribe/language';
import { testAny } from './english/patterns.ts';
import type { Sentence } from './sentences.ts';

/** Words with which a prompt asks or names a kind of document, and that name nothing in the source. */
const askingWords: ReadonlySet<string> = new Set(
  contentWords(`please focus dwell emphasize emphasise emphasis concentrate highlight stress include mention describe detail details detailed note notes
  attention pay especially particularly important section sections write document summary summarize patient's patient clinical record add
  consider careful regarding concerning about related everything visit
  soap progress consultation letter report`),
);

/** What only a writer that follows instructions can do. */
const form = testAny(
  /\b(?:bullets?|bullet points?|table|paragraphs?|sentences?|tone|style|format|headings?|abbreviat\w+|icd|cpt|billing|codes?)\b/,
  /\b(?:brief|short|shorter|concise|long|longer|verbose)\b|\b(?:in|into) (?:english|spanish|french|german|italian|portuguese|chinese)\b|\btranslat\w+/,
  /\b(?:do not|don't|never|leave out|omit|without|instead of|rather than)\b/,
);

/** Stems that the prompt asks to dwell on. */
export function wishedWords(prompt: string): ReadonlySet<string> {
  return new Set(contentWords(prompt).filter((word) => !askingWords.has(word)));
}

/** Says what of the prompt the note does not follow. */
export function promptWarnings(prompt: string, sentences: readonly Sentence[]): string[] {
  if (prompt.trim() === '') return [];
  const wished = wishedWords(prompt);
  // A prompt such as "a SOAP note" asks for nothing that a sentence could have.
  const isSaid = wished.size === 0 || sentences.some(({ words }) => words.some((word) => wished.has(word)));
  const does = 'The extractive writer prefers sentences that share words with the prompt';
  if (!isSaid) return [`${does}, and no sentence does: the prompt changed nothing.`];
  return form.test(prompt) ? [`${does}; wishes on form, length, language or what to leave out are not followed.`] : [];
}
