import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { type Blobs, type Logger, Problem, type Runs, type UploadedFile, undefinedIfNotFound } from 'chronoscribe';
import { derivedUuid, type Uploads } from 'chronoscribe/host';
import { wavHeader } from 'chronoscribe/kinds/transcriber';
import type { ConsultationForms, Sound } from 'chronoscribe/kinds/transcripts';
import type { RunView } from 'chronoscribe/types';
import type { LiveListener } from './listener.ts';
import { soundParts } from './parts.ts';
import type { OpenRecordings, StoredRecording } from './recordings.ts';

export interface FinishingTools extends SoundTools {
  readonly recordings: OpenRecordings;
  readonly listener: LiveListener;
  readonly forms: ConsultationForms;
  readonly runs: Runs;
  readonly log: Logger;
}

/**
 * Prepares the run that makes the record of a recording from its whole sound. From then on, the recording takes no more
 * sound. If there is such a run that has not failed, it is that one; so a repeated call makes no second record. The
 * recording is deleted when its run is done; if the run fails, it can be finished again.
 *
 * @returns its id, and what to start it with unless it was started before
 * @throws Problem `no-speech` if nothing was recorded; `provider-unavailable` if the plugin of its form does not run
 */
export async function finishRecording(tools: FinishingTools, recording: StoredRecording, signal: AbortSignal) {
  const { recordings, listener, forms, runs } = tools;
  const { id, form, runId, attempt } = recording;
  const earlier = runId === null ? undefined : await runOf(runs, recording);
  if (runId !== null && earlier !== undefined && !hasFailed(earlier)) return { id: runId, start: undefined };

  const workflow = forms.workflowOf(form);
  const sound = await recordings.sound(recording);
  if (sound === undefined || sound.bytes === 0) {
    throw new Problem('no-speech', {
      status: 422,
      detail: 'Nothing was recorded. Record again, or discard the recording.',
    });
  }
  await closeSound(tools, recording);
  // A run that a crash kept from being started is started under the same id.
  const number = earlier === undefined && runId !== null ? attempt : attempt + 1;
  const next = await recordings.nextAttempt(id, number, derivedRunId(id, number));
  await listener.stop(id);
  if (next?.runId == null) throw new Problem('not-found', { detail: 'The recording was discarded.' });
  if (next.attempt !== number) return { id: next.runId, start: undefined };

  const blob = `runs/${next.runId}/recording`;
  const { template, ...settings } = await recordings.settings(recording);
  const file = await writeWholeSound(tools, recording, blob, signal);
  const marks = await recordings.marks(recording);
  const input = { ...settings, template, file, marks, createdAt: recording.createdAt };
  return { id: next.runId, start: { workflow, input } };
}

/** Sets the length of the sound to what has arrived, so that nothing is answered for that the record would lack. */
async function closeSound({ recordings, uploads }: FinishingTools, recording: StoredRecording): Promise<void> {
  for (;;) {
    const sound = await recordings.sound(recording);
    if (sound === undefined || sound.length !== null) return;
    try {
      return await uploads.setLength(recording.account, recording.id, sound.bytes);
    } catch (thrown) {
      // A piece has come in between.
      if (!(thrown instanceof Problem && thrown.code === 'invalid-request')) throw thrown;
    }
  }
}

export async function runOf(runs: Runs, { account, runId }: StoredRecording): Promise<RunView | undefined> {
  return runId === null ? undefined : undefinedIfNotFound(runs.get({ account, scopes: ['clinical'] }, runId));
}

export const hasFailed = ({ status }: RunView): boolean => status === 'failed' || status === 'cancelled';

/** The id of the run that makes the record of a recording: that of the recording, unless a run with it has failed. */
export function derivedRunId(recording: string, attempt: number): string {
  return attempt === 1 ? recording : derivedUuid(`${recording}/${attempt}`);
}

interface SoundTools {
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
async function writeWholeSound(
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
