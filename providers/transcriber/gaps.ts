import { isEven } from './inventions.ts';
import type { Passage } from './passages.ts';
import { type Loudness, silentLevel, windowMs } from './pieces.ts';
import { withText } from './spoken-words.ts';
import type { Utterance } from './transcriber.ts';

/** The least speech that is missed: two words, and longer than the error of recognisers' clocks. */
const leastLoudMs = 600;

/** A word that lasts longer goes on over what was not recognised. */
const longestWordMs = 1200;

/** A person further away is hardly 10 decibels quieter than what is usual, as most noise is. */
const asLoud = 10 ** (-10 / 20);

/** So long a sound without pauses is music or noise. */
const longestBreathMs = 3000;

/** How far from a gap a pause is looked for at which to cut. */
const reachMs = 1500;

/** The words at the border of a gap that may have been heard twice. */
const borderWords = 8;

/** Where somebody seems to speak and no text stands. */
export interface Gap extends Passage {
  /** How long it is as loud as speech. */
  readonly loudMs: number;
}

/** Where it is as loud as where somebody is known to speak, and no text stands; the longest first. */
export function gapsIn(utterances: readonly Utterance[], levels: Loudness): readonly Gap[] {
  const isSaid = new Uint8Array(levels.length);
  for (const { startMs, endMs } of utterances.flatMap(spansOf))
    isSaid.fill(1, Math.floor(startMs / windowMs), Math.ceil(endMs / windowMs));
  const usual = levels.filter((level, at) => isSaid[at] === 1 && level >= silentLevel).toSorted();
  const loud = asLoud * (usual[Math.floor(usual.length / 2)] ?? Number.POSITIVE_INFINITY);
  const gaps: Gap[] = [];
  for (let from = 0, to = 0; from < levels.length; from = to + 1) {
    to = isSaid.indexOf(1, from);
    if (to === -1) to = levels.length;
    const loudMs = levels.subarray(from, to).filter((level) => level >= loud).length * windowMs;
    const isNoise = to - from > longestBreathMs / windowMs && isEven(levels, from * windowMs, to * windowMs);
    if (loudMs >= leastLoudMs && !isNoise) gaps.push({ ...betweenPauses(levels, from, to), loudMs });
  }
  return gaps.toSorted((one, other) => other.loudMs - one.loudMs);
}

/** The words of an utterance, or all of it. */
function spansOf({ startMs, endMs, words = [] }: Utterance): readonly Passage[] {
  if (words.length === 0) return [{ startMs, endMs }];
  return words.map((word) => ({
    startMs: word.startMs,
    endMs: Math.min(word.endMs, word.startMs + longestWordMs),
  }));
}

/** A gap up to where it is quietest: a word that is cut is heard as another one. */
function betweenPauses(levels: Loudness, from: number, to: number): Passage {
  const reach = reachMs / windowMs;
  const quietest = (first: number, end: number, isNearer: (level: number, least: number) => boolean) => {
    let best = Math.max(0, first);
    for (let at = best; at < Math.min(end, levels.length); at += 1)
      if (isNearer(levels[at] ?? 0, levels[best] ?? 0)) best = at;
    return best;
  };
  const start = quietest(from - reach, from + 4, (level, least) => level <= least);
  const end = quietest(to - 4, to + reach, (level, least) => level < least);
  return { startMs: start * windowMs, endMs: Math.min(end + 1, levels.length) * windowMs };
}

/**
 * What was heard in a gap, without what the text around it says already: recognisers err about when a word was said.
 *
 * @param around the other utterances
 */
export function newIn(heard: readonly Utterance[], gap: Passage, around: readonly Utterance[]): readonly Utterance[] {
  const middle = ({ startMs, endMs }: Passage) => (startMs + endMs) / 2;
  // An utterance may go on over the gap.
  const said = around.flatMap((other) => ((other.words ?? []).length > 0 ? (other.words ?? []) : [other]));
  const near = (side: (other: Passage) => boolean) => said.filter(side).flatMap(({ text }) => tokensOf(text).map(bare));
  const before = near((other) => middle(other) < middle(gap)).slice(-borderWords);
  const after = near((other) => middle(other) >= middle(gap)).slice(0, borderWords);
  const tokens = heard.flatMap((utterance) => tokensOf(utterance.text).map((token) => ({ token, utterance })));
  const words = tokens.map(({ token }) => bare(token));
  const first = repeated(before, words);
  const left = words.slice(first);
  const last = left.length - repeated(left, after);
  const kept = tokens.slice(first, first + last);
  return heard.flatMap((utterance) => {
    const text = kept.flatMap((each) => (each.utterance === utterance ? each.token : [])).join(' ');
    return text === '' ? [] : withText(utterance, text);
  });
}

const tokensOf = (text: string) => text.split(/\s+/u).filter((token) => bare(token) !== '');
const bare = (token: string) => token.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** How many words of the end of one text are the start of the other; one of three may have been misheard. */
function repeated(one: readonly string[], other: readonly string[]): number {
  for (let count = Math.min(one.length, other.length, borderWords); count > 0; count -= 1) {
    const [end, start] = [one.slice(-count), other.slice(0, count)];
    const alike = start.filter((word, at) => word === end[at]).length;
    if (alike * 3 >= count * 2) return count;
  }
  return 0;
}
