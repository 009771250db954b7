import { deflateSync } from 'node:zlib';

/** What Whisper writes when there is almost no sound, learnt from the ends of videos. Letters only. */
const learnt = new Set(
  [
    'thank you',
    'thank you very much',
    'thank you so much',
    'thanks',
    'thank you for watching',
    'thanks for watching',
    'thank you for listening',
    'thanks for listening',
    'please subscribe',
    'please subscribe to my channel',
    'like and subscribe',
    'see you next time',
    'see you in the next video',
    'bye',
    'bye bye',
    'you',
    'okay',
    'so',
    'the end',
    'to be continued',
    'subtitles by the amara org community',
    'untertitel der amara org community',
    'untertitelung des zdf 2020',
    'vielen dank',
    'vielen dank fürs zuschauen',
    'sous titres réalisés par la communauté d amara org',
    'sous titres réalisés para la communauté d amara org',
    'merci',
    'merci d avoir regardé cette vidéo',
    'subtítulos realizados por la comunidad de amara org',
    'gracias',
    'gracias por ver el video',
    'gracias por ver',
    'sottotitoli creati dalla comunità amara org',
    'grazie',
    'legendas pela comunidade amara org',
    'obrigado',
    'ご視聴ありがとうございました',
    '谢谢观看',
  ].map(bare),
);

/** Whether a text is one of those. If it is audible, it may have been said. */
export function isSubtitleBoilerplate(text: string): boolean {
  return learnt.has(bare(text));
}

function bare(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/**
 * Whisper's own threshold (openai/whisper, `compression_ratio_threshold`): text that compresses better repeats itself.
 */
const highestRatio = 2.4;

/** The longest phrase, in words, that is checked for repetition. */
const longestPhrase = 12;

/**
 * The most repetitions of a phrase in speech: people repeat words for emphasis and sentences that were not understood.
 */
function mostRepeats(words: number): number {
  return words <= 2 ? 6 : 4;
}

/** Whether a text is a repetition loop, as Whisper produces from noise. */
export function isRepetitionLoop(text: string): boolean {
  return compressionRatio(text) > highestRatio || repeatsItself(text);
}

function compressionRatio(text: string): number {
  const bytes = Buffer.from(text);
  return bytes.length / deflateSync(bytes).length;
}

/** Whether a phrase follows itself more often than people repeat one. */
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
