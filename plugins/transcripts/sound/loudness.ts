import { Problem } from 'chronoscribe';
import { bytesPerSample } from './decoder.ts';

/** The level of a recording, in dBFS: 0 is full scale, minus infinity is silence. */
export interface Loudness {
  readonly samples: number;
  readonly peak: number;
  /** The average (root mean square), pauses included. */
  readonly average: number;
  /** The share of samples at full scale, 0 to 1. */
  readonly clipped: number;
}

const fullScale = 32_768;

/** The peak of a silent recording: below it is only the noise of the microphone. */
const silencePeak = -60;
/** Speech lies between -35 and -15 dBFS on average, pauses included. */
const quietAverage = -45;
/** Well recorded speech has no sample at full scale; one in a thousand is audible distortion. */
const clippedShare = 0.001;

/** Measures 16-bit samples in one pass, piece by piece; a piece may end inside a sample. */
export function loudnessMeter() {
  let samples = 0;
  let peak = 0;
  let squares = 0;
  let full = 0;
  let half: number | undefined;

  const take = (sample: number) => {
    const size = Math.abs(sample);
    samples += 1;
    squares += size * size;
    if (size > peak) peak = size;
    if (size >= fullScale - 1) full += 1;
  };

  return {
    add(piece: Uint8Array): void {
      const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
      let at = 0;
      if (half !== undefined && piece.length > 0) {
        take(((view.getUint8(0) << 24) >> 16) | half);
        half = undefined;
        at = 1;
      }
      for (; at + bytesPerSample <= piece.length; at += bytesPerSample) take(view.getInt16(at, true));
      if (at < piece.length) half = view.getUint8(at);
    },
    result(): Loudness {
      const mean = samples === 0 ? 0 : Math.sqrt(squares / samples);
      return { samples, peak: decibels(peak), average: decibels(mean), clipped: samples === 0 ? 0 : full / samples };
    },
  };
}

function decibels(level: number): number {
  return 20 * Math.log10(level / fullScale);
}

/**
 * Warnings for the clinician about the sound; empty if it is good.
 *
 * @throws Problem `no-speech` if it is silent or empty.
 */
export function loudnessWarnings({ samples, peak, average, clipped }: Loudness): string[] {
  if (samples === 0 || peak < silencePeak) {
    throw noSpeech(
      samples === 0
        ? 'The recording holds no sound.'
        : 'The recording is silent. Check the microphone and record again.',
    );
  }
  const warnings: string[] = [];
  if (average < quietAverage) {
    warnings.push(
      `The recording is very quiet (${average.toFixed(0)} dBFS on average): words may be missing or wrong. Place the microphone nearer.`,
    );
  }
  if (clipped > clippedShare) {
    warnings.push(
      `The recording is distorted (${(clipped * 100).toFixed(1)} % of it is clipped): words may be wrong. Lower the recording level.`,
    );
  }
  return warnings;
}

/** The problem of a recording or transcript in which nobody speaks. */
export function noSpeech(detail: string): Problem {
  return new Problem('no-speech', { status: 422, detail });
}
