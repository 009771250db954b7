import { type SpokenWord, type TextWord, wordsIn } from 'chronoscribe/kinds/transcriber';

/**
 * The times and confidence of a segment's words in one short string, because an hour has nine thousand words, and every
 * step and every reader is handed the record. For each word: its length in characters, and, if it was heard as it stands
 * there, the milliseconds since the word before began (the first: since the segment), how many it lasts, and its
 * confidence in percent: `3 0 240 98,5 250 310`.
 */
export type WordTimes = string;

interface TimedSegment {
  readonly text: string;
  readonly startMs: number;
  readonly wordTimes?: WordTimes;
}

/** The words of a segment's text, in order, with nothing but spaces between; undefined if their times are not known. */
export function wordsOf({ text, startMs, wordTimes }: TimedSegment): readonly TextWord[] | undefined {
  if (wordTimes === undefined) return undefined;
  let [place, time] = [0, startMs];
  const words = wordTimes.split(',').map((word) => {
    const [length = 0, sinceMs, lastsMs = 0, percent] = word.split(' ').map(Number);
    while (text[place]?.trim() === '') place += 1;
    place += length;
    const own = { text: text.slice(place - length, place) };
    if (sinceMs === undefined) return { ...own, startMs: null, endMs: null, confidence: null };
    time += sinceMs;
    const confidence = percent === undefined ? null : percent / 100;
    return { ...own, startMs: time, endMs: time + lastsMs, confidence };
  });
  return text.slice(place).trim() === '' ? words : undefined;
}

/** The times of words that are those of the segment's text; nothing if none has any. */
export function timesOf(
  words: readonly (SpokenWord | TextWord)[] | undefined,
  segment: Pick<TimedSegment, 'startMs'>,
): Pick<TimedSegment, 'wordTimes'> {
  if (words === undefined || words.every(({ startMs }) => startMs === null)) return {};
  let time = segment.startMs;
  const coded = words.map(({ text, startMs, endMs, confidence }) => {
    if (startMs === null || endMs === null) return `${text.length}`;
    const times = `${text.length} ${startMs - time} ${endMs - startMs}`;
    time = startMs;
    return confidence === null ? times : `${times} ${Math.round(confidence * 100)}`;
  });
  return { wordTimes: coded.join(',') };
}

/** The segment with another text: the words that stay keep their times, the others have none. */
export function withSegmentText<S extends TimedSegment>(segment: S, text: string): S {
  if (text === segment.text) return segment;
  const { wordTimes: _, ...rest } = segment;
  const words = wordsOf(segment);
  // The boundary where the type is given back: all of its other fields are there.
  return { ...rest, text, ...(words !== undefined && timesOf(wordsIn(text, words), segment)) } as S;
}
