import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { type Blobs, type Logger, Problem, type UploadedFile } from 'chronoscribe';
import type { Uploads } from 'chronoscribe/host';
import { wavHeader } from 'chronoscribe/kinds/transcriber';
import type { Sound } from 'chronoscribe/kinds/transcripts';
import { soundParts } from './parts.ts';
import type { StoredRecording } from './recordings.ts';

export interface SoundTools {
  readonly uploads: Uploads;
  readonly blobs: Blobs;
  readonly sound: Sound;
  readonly log: Logger;
}

/**
 * Writes the whole sound of a recording into a blob: as it was sent if one recorder made it, and decoded into one WAV if
 * several did, since files cannot be joined as they are.
 *
 * @throws Problem `unreadable-file` if nothing in it can be decoded
 */
export async function writeWholeSound(
  tools: SoundTools,
  recording: StoredRecording,
  blob: string,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const { uploads, blobs } = tools;
  const { account, id } = recording;
  const name = 'Recording';
  const types = await partTypes(uploads, recording);
  if (types.length === 1) {
    const written = await blobs.write(blob, uploads.read(account, id), { signal });
    return { blob, ...written, type: types[0] ?? 'application/octet-stream', name };
  }
  const path = tools.sound.temporaryFile();
  try {
    await decodeParts(tools, recording, path, signal);
    const written = await blobs.write(blob, createReadStream(path), { signal });
    return { blob, ...written, type: 'audio/wav', name };
  } finally {
    await rm(path, { force: true });
  }
}

async function partTypes(uploads: Uploads, { account, id }: StoredRecording): Promise<readonly (string | undefined)[]> {
  const types: (string | undefined)[] = [];
  for await (const { type, chunks } of soundParts(uploads.pieces(account, id, 0))) {
    types.push(type);
    for await (const _chunk of chunks);
  }
  return types;
}

async function decodeParts(
  { uploads, sound, log }: SoundTools,
  { account, id }: StoredRecording,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(wavHeader(0));
  let bytes = 0;
  let unreadable: Problem | undefined;
  for await (const { chunks } of soundParts(uploads.pieces(account, id, 0))) {
    const sink = async (samples: Uint8Array) => {
      bytes += samples.length;
      await file.writeFile(samples);
    };
    try {
      await sound.decodeStream(chunks, sink, signal);
    } catch (thrown) {
      if (!(thrown instanceof Problem) || thrown.code !== 'unreadable-file') throw thrown;
      unreadable = thrown;
      log.warn({ recording: id }, 'a part of a recording holds no sound that can be decoded');
    }
    for await (const _rest of chunks);
    // A part that was cut off inside of a sample would shift all that follow.
    if (bytes % 2 === 1) await sink(new Uint8Array(1));
  }
  if (bytes === 0 && unreadable !== undefined) throw unreadable;
  await file.write(wavHeader(bytes), { position: 0 });
}
