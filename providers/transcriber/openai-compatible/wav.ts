import { open } from 'node:fs/promises';

/** Where the samples of a WAV file lie. */
export interface SoundPlace {
  /** Bytes before the first sample. */
  readonly begin: number;
  readonly bytes: number;
}

/** 16 kHz, mono, 16 bits, as every `Recording` is. */
export const samplesPerSecond = 16_000;
export const bytesPerMs = (samplesPerSecond * 2) / 1000;

/** What may come before the samples: names of programs, titles. */
const mostHeader = 64 * 1024;

/**
 * Finds the samples behind the chunks that may come before them.
 *
 * @throws Error where the file is no WAV; what the file system says.
 */
export async function soundPlace(path: string): Promise<SoundPlace> {
  await using file = await open(path);
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, mostHeader)), 0);
  const header = buffer.subarray(0, bytesRead);
  if (header.toString('latin1', 0, 4) === 'RIFF' && header.toString('latin1', 8, 12) === 'WAVE') {
    for (let at = 12; at + 8 <= header.length; ) {
      const length = header.readUInt32LE(at + 4);
      // A program that does not know the length when it begins leaves a false one.
      if (header.toString('latin1', at, at + 4) === 'data') return { begin: at + 8, bytes: Math.min(length, size - at - 8) };
      at += 8 + length + (length % 2);
    }
  }
  throw new Error('The recording is no WAV file, as a recording must be.');
}

/** The 44 bytes before the samples of a WAV file of its own. */
export function wavHeader(bytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(samplesPerSecond, 24);
  header.writeUInt32LE(samplesPerSecond * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes, 40);
  return header;
}
