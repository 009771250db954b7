import type { FileHandle } from 'node:fs/promises';

/** Every recording has one channel, 16 kHz and 16 bits. */
export const samplesPerSecond = 16_000;
/** The size of a sample in a recording, in bytes. */
export const bytesPerSample = 2;

const riffHeaderBytes = 12;
const chunkHeaderBytes = 8;

/** The position of the samples in a WAV file. */
export interface SampleRange {
  /** Bytes before the first sample. */
  readonly begin: number;
  /** The length of all whole samples. */
  readonly bytes: number;
}

/**
 * Finds the samples of a recording, which other chunks may precede.
 *
 * @throws Error if the file is not a WAV file of 16 kHz, mono, 16 bits; errors of the file system.
 */
export async function findSamples(file: FileHandle): Promise<SampleRange> {
  const { size } = await file.stat();
  const header = async (at: number, bytes: number) => (await file.read(Buffer.alloc(bytes), 0, bytes, at)).buffer;
  const riff = await header(0, riffHeaderBytes);
  if (riff.toString('latin1', 0, 4) !== 'RIFF' || riff.toString('latin1', 8, 12) !== 'WAVE')
    throw new Error('not a WAV file');
  for (let at = riffHeaderBytes; at + chunkHeaderBytes <= size; ) {
    const chunk = await header(at, chunkHeaderBytes + 16);
    const [name, bytes] = [chunk.toString('latin1', 0, 4), chunk.readUInt32LE(4)];
    const begin = at + chunkHeaderBytes;
    if (name === 'fmt ' && !isExpected(chunk.subarray(chunkHeaderBytes))) throw new Error('not 16 kHz, mono, 16 bits');
    // A writer that could not seek back leaves 0 or a value that is far too large.
    if (name === 'data') return { begin, bytes: wholeSamples(Math.min(bytes || size, size - begin)) };
    at = begin + bytes + (bytes % 2);
  }
  throw new Error('a WAV file without samples');
}

function isExpected(format: Buffer): boolean {
  const [channels, rate, bits] = [format.readUInt16LE(2), format.readUInt32LE(4), format.readUInt16LE(14)];
  return channels === 1 && rate === samplesPerSecond && bits === 8 * bytesPerSample;
}

function wholeSamples(bytes: number): number {
  return bytes - (bytes % bytesPerSample);
}

/**
 * The header of a WAV file of a recording: PCM, one channel, 16 kHz, 16 bits.
 *
 * @param bytes the length of all samples
 * @returns the 44 bytes before the first sample
 */
export function wavHeader(bytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(samplesPerSecond, 24);
  header.writeUInt32LE(samplesPerSecond * bytesPerSample, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(8 * bytesPerSample, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes, 40);
  return header;
}
