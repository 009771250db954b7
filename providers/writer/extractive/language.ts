import type { Passage } from 'chronoscribe/kinds/writer';
import { englishShare } from '../words.ts';

/** In English speech about half of all words are function words; words that other languages share with it stay below this. */
const leastEnglish = 0.25;
/** Enough of a source to tell its language by. */
const sampleLength = 20_000;

/** Whether the cues, which are English, can be used on a source. Where its language is not stated, its function words tell. */
export function speaksEnglish(language: string | null, passages: readonly Passage[]): boolean {
  if (language !== null) return /^en\b/i.test(language);
  let sample = '';
  for (const { text } of passages) {
    if (sample.length >= sampleLength) break;
    sample += ` ${text.slice(0, sampleLength)}`;
  }
  return englishShare(sample) >= leastEnglish;
}
