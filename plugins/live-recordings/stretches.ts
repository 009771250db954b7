import { bytesPerSample, samplesPerSecond } from 'chronoscribe/kinds/transcriber';

/** Sound between two pauses. */
export interface Stretch {
  /** From the start of the recording, in milliseconds. */
  readonly startMs: number;
  readonly endMs: number;
  /** 16 kHz, mono, 16 bits. */
  readonly samples: Buffer;
}

const frameMs = 20;
const frameBytes = (frameMs / 1000) * samplesPerSecond * bytesPerSample;
const pauseFrames = 600 / frameMs;
/** Kept before the first sound, because words begin softly. */
const leadFrames = 200 / frameMs;
const longestFrames = 20_000 / frameMs;

/** What is so much below the loudest of the last seconds is a pause, in decibels; so is what is below the floor. */
const pauseBelowLoudest = 30;
const floor = -60;
const decayPerFrame = 0.02;

/**
 * Cuts sound into stretches: one ends with a pause of 600 ms, or after 20 s. Silence is in none.
 *
 * @param fromMs sound before it is dropped, because it is in an earlier stretch
 */
export function stretchCutter(fromMs: number) {
  let rest: Buffer = Buffer.alloc(0);
  let atMs = 0;
  let frames: Buffer[] = [];
  let quiet = 0;
  let hasSound = false;
  let loudest = floor;

  const cut = (): Stretch => {
    const stretch = { startMs: atMs - frames.length * frameMs, endMs: atMs, samples: Buffer.concat(frames) };
    [frames, quiet, hasSound] = [[], 0, false];
    return stretch;
  };
  const take = (frame: Buffer): Stretch | undefined => {
    atMs += frameMs;
    if (atMs <= fromMs) return undefined;
    const level = decibels(frame);
    loudest = Math.max(level, loudest - decayPerFrame);
    const isPause = level < Math.max(floor, loudest - pauseBelowLoudest);
    frames.push(frame);
    quiet = isPause ? quiet + 1 : 0;
    hasSound ||= !isPause;
    if (!hasSound) frames = frames.slice(-leadFrames);
    return hasSound && (quiet >= pauseFrames || frames.length >= longestFrames) ? cut() : undefined;
  };

  return {
    /** Takes samples; a piece may end inside of one. @returns the stretches that end in it */
    *add(piece: Uint8Array): Generator<Stretch> {
      rest = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
      let at = 0;
      for (; at + frameBytes <= rest.length; at += frameBytes) {
        const stretch = take(rest.subarray(at, at + frameBytes));
        if (stretch !== undefined) yield stretch;
      }
      rest = Buffer.from(rest.subarray(at));
    },
    /** The stretch that the sound ends in, if it ends in one. */
    end: (): Stretch | undefined => (hasSound ? cut() : undefined),
  };
}

/** The level of 16-bit samples in dBFS: 0 is full scale. */
export function decibels(samples: Buffer): number {
  const view = new Int16Array(samples.buffer.slice(samples.byteOffset, samples.byteOffset + samples.byteLength));
  let squares = 0;
  for (const sample of view) squares += sample * sample;
  return view.length === 0 || squares === 0 ? -100 : 10 * Math.log10(squares / view.length / 32_768 ** 2);
}
