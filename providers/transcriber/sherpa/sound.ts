import { type FileHandle, open } from 'node:fs/promises';

/** Samples in a second of every recording that comes here. */
export const sampleRate = 16_000;

const bytesPerSample = 2;
const riffHeaderBytes = 12;
const chunkHeaderBytes = 8;

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
    const { start, length } = await findSamples(file);
    return {
      length,
      async read(span) {
        const integers = new Int16Array(Math.max(0, Math.min(span.end, length) - span.start));
        const bytes = new Uint8Array(integers.buffer);
        const { bytesRead } = await file.read(bytes, 0, bytes.length, start + span.start * bytesPerSample);
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

/** Where the samples begin, in bytes, and how many there are. */
async function findSamples(file: FileHandle): Promise<{ readonly start: number; readonly length: number }> {
  const { size } = await file.stat();
  const header = async (at: number, bytes: number) => (await file.read(Buffer.alloc(bytes), 0, bytes, at)).buffer;
  const riff = await header(0, riffHeaderBytes);
  if (riff.toString('latin1', 0, 4) !== 'RIFF' || riff.toString('latin1', 8, 12) !== 'WAVE') throw new Error('not a WAV file');
  for (let at = riffHeaderBytes; at + chunkHeaderBytes <= size; ) {
    const chunk = await header(at, chunkHeaderBytes + 16);
    const [name, bytes] = [chunk.toString('latin1', 0, 4), chunk.readUInt32LE(4)];
    const start = at + chunkHeaderBytes;
    if (name === 'fmt ' && !isExpected(chunk.subarray(chunkHeaderBytes))) throw new Error('not 16 kHz, mono, 16 bits');
    // A file whose writer could not go back says 0 or far too much.
    if (name === 'data') return { start, length: Math.floor(Math.min(bytes || size, size - start) / bytesPerSample) };
    at = start + bytes + (bytes % 2);
  }
  throw new Error('a WAV file without samples');
}

function isExpected(format: Buffer): boolean {
  const [channels, rate, bits] = [format.readUInt16LE(2), format.readUInt32LE(4), format.readUInt16LE(14)];
  return channels === 1 && rate === sampleRate && bits === 8 * bytesPerSample;
}

export function toMilliseconds(samples: number): number {
  return Math.round((samples * 1000) / sampleRate);
}
