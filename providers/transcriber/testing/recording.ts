import { writeFile } from 'node:fs/promises';
import type { Recording } from 'chronoscribe/kinds/transcriber';

const samplesPerSecond = 16_000;

/** Writes a recording for tests: a buzz of 100 Hz, `level` of 32767 loud; at level 0 silence. */
export async function writeRecording(
  path: string,
  { durationMs, level }: { readonly durationMs: number; readonly level: number },
): Promise<Recording> {
  const samples = Int16Array.from({ length: (durationMs * samplesPerSecond) / 1000 }, (_, at) =>
    at % 160 < 80 ? level : -level,
  );
  const sound = Buffer.from(samples.buffer);
  await writeFile(path, Buffer.concat([header(sound.length), sound]));
  return { path, durationMs };
}

/** The 44 bytes before uncompressed sound of 16 kHz, mono, 16 bits. */
function header(bytes: number): Buffer {
  const buffer = Buffer.alloc(44);
  buffer.write('RIFF', 0);
  buffer.writeUInt32LE(36 + bytes, 4);
  buffer.write('WAVEfmt ', 8);
  buffer.writeUInt32LE(16, 16);
  buffer.writeUInt16LE(1, 20);
  buffer.writeUInt16LE(1, 22);
  buffer.writeUInt32LE(samplesPerSecond, 24);
  buffer.writeUInt32LE(samplesPerSecond * 2, 28);
  buffer.writeUInt16LE(2, 32);
  buffer.writeUInt16LE(16, 34);
  buffer.write('data', 36);
  buffer.writeUInt32LE(bytes, 40);
  return buffer;
}
