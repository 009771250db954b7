import { open } from 'node:fs/promises';
import { bytesPerSample, samplesPerSecond, soundPlace } from '../wav.ts';

/** Samples in a second of every recording that comes here. */
export const sampleRate = samplesPerSecond;

/** A stretch of a recording, in samples from its start; `end` is the first sample after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The samples of a recording, read where they are wanted, so that its length costs no memory. */
export interface Sound extends AsyncDisposable {
  readonly length: number;
  /** From -1 to 1; shorter than the span where the recording ends before. */
  read(span: Span): Promise<Float32Array>;
}

/** @throws Error where the file is not the WAV file that is promised for every recording: 16 kHz, mono, 16 bits. */
export async function openSound(path: string): Promise<Sound> {
  const file = await open(path, 'r');
  try {
    const { begin, bytes: size } = await soundPlace(file);
    const length = size / bytesPerSample;
    return {
      length,
      async read(span) {
        const integers = new Int16Array(Math.max(0, Math.min(span.end, length) - span.start));
        const bytes = new Uint8Array(integers.buffer);
        const { bytesRead } = await file.read(bytes, 0, bytes.length, begin + span.start * bytesPerSample);
        return fractions(integers.subarray(0, Math.floor(bytesRead / bytesPerSample)));
      },
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (thrown) {
    await file.close();
    throw thrown;
  }
}

/** A loop, since four hours have a quarter of a billion samples. */
function fractions(integers: Int16Array): Float32Array {
  const samples = new Float32Array(integers.length);
  for (let at = 0; at < integers.length; at += 1) samples[at] = (integers[at] ?? 0) / 32_768;
  return samples;
}

export function toMilliseconds(samples: number): number {
  return Math.round((samples * 1000) / sampleRate);
}
