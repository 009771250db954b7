import type { SpeakerTurn } from 'chronoscribe/kinds/transcriber';
import { type Channels, sampleRate } from './decoder.ts';

/** The levels of two channels in a frame, in dBFS. */
type Levels = readonly [left: number, right: number];

const frameMs = 50;
const frameSamples = (sampleRate * frameMs) / 1000;

/** Levels below this are silence, and differences above that say no more. In decibels. */
const silence = -55;
const mostDifference = 30;
/** Speech stands out of the noise of its own channel by so much, in decibels. */
const aboveNoise = 10;

/**
 * Where each person has a channel, the difference of the levels has two values that are so far apart (decibels): a
 * microphone on one's collar hears the other person of the room some 10 dB less. In a stereo recording of a room all
 * voices are in both channels, a few decibels apart.
 */
const leastDistance = 10;
/** The share of frames about the middle between the two. A voice that moves about in a room has many. */
const mostUnclear = 0.2;
/** The least speech of each, in frames. */
const leastFrames = 1000 / frameMs;
/** Frames around one by which a frame is judged; and what is shorter than so many, or a pause of so many, is no turn. */
const around = 2;
const shortest = 3;
const longestPause = 10;

/** Measures which channel is louder when, in sound that comes piece by piece. */
export function channelMeter() {
  const frames: Levels[] = [];
  let sums: [number, number] = [0, 0];
  let samples = 0;
  return {
    add([left, right]: Channels): void {
      for (let at = 0; at < left.length; at += 1) {
        sums[0] += (left[at] ?? 0) ** 2;
        sums[1] += (right[at] ?? 0) ** 2;
        samples += 1;
        if (samples < frameSamples) continue;
        frames.push([decibels(sums[0]), decibels(sums[1])]);
        [sums, samples] = [[0, 0], 0];
      }
    },
    /** Who speaks when, if each of two persons has a channel; undefined if not. */
    turns: (): readonly SpeakerTurn[] | undefined => turnsOf(frames),
  };
}

function turnsOf(frames: readonly Levels[]): readonly SpeakerTurn[] | undefined {
  const least = [0, 1].map((channel) =>
    Math.max(silence, noiseOf(frames.map((levels) => levels[channel] ?? 0)) + aboveNoise),
  );
  const isActive = (levels: Levels, channel: 0 | 1) => levels[channel] >= (least[channel] ?? 0);
  const differences = frames.map((levels) =>
    isActive(levels, 0) || isActive(levels, 1) ? difference(levels) : undefined,
  );
  const middle = middleOf(differences.filter((each) => each !== undefined));
  if (middle === undefined) return undefined;
  const sides = differences.map((each) => (each === undefined ? undefined : each > middle ? 0 : 1));
  // A channel that is louder only while nobody speaks in it is dead, and hums.
  for (const side of [0, 1] as const) {
    const own = frames.filter((_, at) => sides[at] === side);
    const active = own.filter((levels) => isActive(levels, side));
    if (active.length < leastFrames || active.length < own.length / 2) return undefined;
  }
  return joined(sides.map((side, at) => (side === undefined ? undefined : majority(sides, at))));
}

function difference([left, right]: Levels): number {
  return Math.max(-mostDifference, Math.min(mostDifference, left - right));
}

/** The level below which a tenth of the frames is. */
function noiseOf(levels: readonly number[]): number {
  return Float32Array.from(levels).sort()[Math.floor(levels.length / 10)] ?? 0;
}

/**
 * The middle between two values around which differences lie, by Otsu's method; undefined if they lie around one, or
 * anywhere.
 */
function middleOf(differences: readonly number[]): number | undefined {
  const sorted = Float32Array.from(differences).sort();
  const total = sorted.reduce((sum, each) => sum + each, 0);
  let best = { spread: 0, low: 0, high: 0 };
  let sum = 0;
  for (const [at, each] of sorted.entries()) {
    const [below, above] = [at, sorted.length - at];
    const [low, high] = [below === 0 ? each : sum / below, (total - sum) / above];
    const spread = below * above * (high - low) ** 2;
    if (spread > best.spread) best = { spread, low, high };
    sum += each;
  }
  const [middle, distance] = [(best.low + best.high) / 2, best.high - best.low];
  const unclear = sorted.filter((each) => Math.abs(each - middle) < distance / 4).length;
  return distance < leastDistance || unclear > mostUnclear * sorted.length ? undefined : middle;
}

function majority(sides: readonly (0 | 1 | undefined)[], at: number): 0 | 1 {
  const near = sides.slice(Math.max(0, at - around), at + around + 1);
  const right = near.filter((side) => side === 1).length;
  const left = near.filter((side) => side === 0).length;
  return right === left ? (sides[at] ?? 0) : right > left ? 1 : 0;
}

function joined(sides: readonly (0 | 1 | undefined)[]): readonly SpeakerTurn[] {
  const turns: { side: 0 | 1; start: number; end: number }[] = [];
  for (const [at, side] of sides.entries()) {
    if (side === undefined) continue;
    const before = turns.at(-1);
    if (before !== undefined && before.side !== side && before.end - before.start < shortest) turns.pop();
    const last = turns.at(-1);
    if (last?.side === side && at - last.end <= longestPause) last.end = at + 1;
    else turns.push({ side, start: at, end: at + 1 });
  }
  return turns.map(({ side, start, end }) => ({
    startMs: start * frameMs,
    endMs: end * frameMs,
    speaker: `Channel ${side + 1}`,
  }));
}

/** Of the sum of the squares in a frame. */
function decibels(squares: number): number {
  return 10 * Math.log10(Math.max(squares / frameSamples, 1) / 32_768 ** 2);
}
