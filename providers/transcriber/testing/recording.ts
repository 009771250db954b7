import { writeFile } from 'node:fs/promises';
import type { Recording } from 'chronoscribe/kinds/transcriber';
import { samplesPerSecond, wavHeader } from '../wav.ts';

/** Writes a recording for tests: a buzz of 100 Hz, `level` of 32767 loud; at level 0 silence. */
export async function writeRecording(
  path: string,
  { durationMs, level }: { readonly durationMs: number; readonly level: number },
): Promise<Recording> {
  const samples = Int16Array.from({ length: (durationMs * samplesPerSecond) / 1000 }, (_, at) =>
    at % 160 < 80 ? level : -level,
  );
  const sound = Buffer.from(samples.buffer);
  await writeFile(path, Buffer.concat([wavHeader(sound.length), sound]));
  return { path, durationMs };
}
