import { open } from 'node:fs/promises';
import type { Recording } from 'chronoscribe/kinds/transcriber';
import { writeRecording } from '../../testing/recording.ts';

export interface Turn {
  readonly startMs: number;
  readonly endMs: number;
}

const headerBytes = 44;
const bytesPerMs = 32;

/** Writes a recording that is silent but for some turns, in which it buzzes. */
export async function writeTurns(path: string, durationMs: number, turns: readonly Turn[]): Promise<Recording> {
  const recording = await writeRecording(path, { durationMs, level: 0 });
  await using file = await open(path, 'r+');
  for (const { startMs, endMs } of turns) {
    const sound = Buffer.alloc((endMs - startMs) * bytesPerMs);
    for (let at = 0; at < sound.length; at += 2) sound.writeInt16LE(at % 320 < 160 ? 9000 : -9000, at);
    await file.write(sound, 0, sound.length, headerBytes + startMs * bytesPerMs);
  }
  return recording;
}
