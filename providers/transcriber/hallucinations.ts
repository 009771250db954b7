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

/** The longest that such a text takes to say, slowly, in milliseconds; no end for an answer. */
export function longestToSay(text: string): number {
  const words = bare(text);
  return words === 'okay' ? Number.POSITIVE_INFINITY : 1000 + 700 * words.split(' ').length;
}

function bare(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** A stretch of a text that repeats itself, in characters. */
export interface Loop {
  readonly start: number;
  /** The end of the first repetition. */
  readonly once: number;
  readonly end: number;
  /** Whether people say such a thing as often in a row: a word or two. */
  readonly mayBeSaid: boolean;
}

/** The longest phrase, in words, that is checked for repetition. */
const longestPhrase = 12;

/**
 * The most repetitions of a phrase in speech: people repeat words for emphasis and sentences that were not understood.
 */
function mostRepeats(words: number): number {
  return words <= 2 ? 6 : 4;
}

/** The stretches in which a recogniser turned in a circle, as Whisper does from noise; in order, none overlaps. */
export function loopsIn(text: string): readonly Loop[] {
  const words = [...text.matchAll(/[\p{L}\p{N}'’]+/gu)].map((found) => ({
    word: found[0].toLowerCase(),
    start: found.index,
    end: found.index + found[0].length,
  }));
  const loops = words.flatMap(loopWithin);
  for (let phrase = 1; phrase <= longestPhrase; phrase += 1) {
    for (let at = phrase, alike = 0; at <= words.length; at += 1) {
      if (at < words.length && words[at]?.word === words[at - phrase]?.word) {
        alike += 1;
        continue;
      }
      const [first, second, last] = [words[at - alike - phrase], words[at - alike - 1], words[at - 1]];
      if (alike >= phrase * (mostRepeats(phrase) - 1) && first && second && last)
        loops.push({ start: first.start, once: second.end, end: last.end, mayBeSaid: phrase <= 2 });
      alike = 0;
    }
  }
  let covered = 0;
  return loops
    .sort((one, other) => one.start - other.start || other.end - one.end)
    .filter(({ start, end }) => {
      const isNew = start >= covered;
      if (isNew) covered = end;
      return isNew;
    });
}

/** A word that goes on and on (`Kaju'i'i'i'i'i`), which is none, or a phrase of a script without spaces. */
function loopWithin({ word, start, end }: { readonly word: string; readonly start: number; readonly end: number }) {
  const turns = !/^\p{N}+$/u.test(word) && /(.{2,40}?)\1{4,}|(.)\2{11,}/u.test(word);
  return turns ? [{ start, once: end, end, mayBeSaid: false }] : [];
}

/**
 * Whisper's own threshold (openai/whisper, `compression_ratio_threshold`): text that compresses better repeats itself.
 * It is for half a minute of speech: any longer text compresses well.
 */
const highestRatio = 2.4;
const longestCompared = 600;

/** Whether a text repeats itself as speech hardly does, though no phrase follows itself. */
export function isRepetitive(text: string): boolean {
  const bytes = Buffer.from(text.slice(0, longestCompared));
  return bytes.length / deflateSync(bytes).length > highestRatio;
}
