import { deflateSync } from 'node:zlib';

/**
 * Whisper's own threshold (openai/whisper, `compression_ratio_threshold`): text that can be packed closer says the same again and
 * again.
 */
const highestRatio = 2.4;

/** The longest phrase, in words, whose repetition is looked for. */
const longestPhrase = 12;

/** People repeat a word for emphasis, and a sentence when they are not heard; not as often as this. */
function mostRepeats(words: number): number {
  return words <= 2 ? 6 : 4;
}

/** Whether a text turns in a circle, as Whisper's do that were made of noise. */
export function isLoop(text: string): boolean {
  return compressionRatio(text) > highestRatio || repeatsItself(text);
}

function compressionRatio(text: string): number {
  const bytes = Buffer.from(text);
  return bytes.length / deflateSync(bytes).length;
}

/** Whether some phrase comes more often than people say one, each time right after the last. */
function repeatsItself(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  for (let phrase = 1; phrase <= longestPhrase; phrase += 1) {
    let alike = 0;
    for (let at = phrase; at < words.length; at += 1) {
      alike = words[at] === words[at - phrase] ? alike + 1 : 0;
      if (alike >= phrase * (mostRepeats(phrase) - 1)) return true;
    }
  }
  return false;
}
