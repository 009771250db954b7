import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Blobs, Problem } from 'chronoscribe';
import { isProcessAlive } from 'chronoscribe/child-process';
import { type SpeakerTurn, wavHeader } from 'chronoscribe/kinds/transcriber';
import { channelMeter } from './channels.ts';
import { bytesPerSample, type Channels, type Decoder, sampleRate } from './decoder.ts';
import { loudnessMeter, loudnessWarnings } from './loudness.ts';

interface Upload {
  /** Its name in the blob store. */
  readonly blob: string;
  readonly maxHours: number;
  readonly signal: AbortSignal;
}

export interface RecordingTools {
  readonly decoder: Pick<Decoder, 'decode'>;
  readonly blobs: Blobs;
  /** The folder for decoded sound. It is on the data disk, because a temporary folder is often in memory. */
  readonly folder: string;
}

/** Decoded sound: a WAV file of 16 kHz, mono, 16 bits, on this machine. */
export interface DecodedRecording {
  readonly path: string;
  readonly durationMs: number;
  /** Who speaks when, if each of two persons has a channel of the upload. */
  readonly turns: readonly SpeakerTurn[] | undefined;
  /** For the clinician. */
  readonly warnings: readonly string[];
}

/**
 * Decodes an upload into a WAV file, which is deleted when `use` settles. The sound is written once, piece by piece;
 * the header, which needs the length, is written last.
 *
 * @returns what `use` returns.
 * @throws Problem `too-large` over `maxHours`, `no-speech` for silence; what `Decoder` throws; what `use` throws.
 */
export async function withDecodedRecording<T>(
  upload: Upload,
  tools: RecordingTools,
  use: (recording: DecodedRecording) => Promise<T>,
): Promise<T> {
  const path = temporarySound(tools.folder, randomUUID());
  try {
    await using file = await open(path, 'wx', 0o600);
    return await use({ path, ...(await decodeInto(file, upload, tools)) });
  } finally {
    await rm(path, { force: true });
  }
}

async function decodeInto(
  file: FileHandle,
  { blob, maxHours, signal }: Upload,
  { blobs, decoder }: RecordingTools,
): Promise<Omit<DecodedRecording, 'path'>> {
  const maxBytes = maxHours * 3600 * sampleRate * bytesPerSample;
  const meter = loudnessMeter();
  const activity = channelMeter();
  let bytes = 0;
  const write = async (piece: Uint8Array, channels?: Channels) => {
    if (bytes + piece.length > maxBytes) throw tooLong(maxHours);
    bytes += piece.length;
    meter.add(piece);
    if (channels !== undefined) activity.add(channels);
    await file.writeFile(piece);
  };
  await file.writeFile(wavHeader(0));
  const whole = await blobs.withFile(blob, (path) => decoder.decode(path, write, signal));
  const loudness = meter.result();
  const warnings = loudnessWarnings(loudness);
  const durationMs = Math.round((loudness.samples * 1000) / sampleRate);
  if (!whole) warnings.push(`The recording is damaged: it breaks off after ${Math.round(durationMs / 1000)} s.`);
  await file.write(wavHeader(bytes), { position: 0 });
  return { durationMs, turns: activity.turns(), warnings };
}

function tooLong(maxHours: number): Problem {
  return new Problem('too-large', { detail: `The recording is longer than ${maxHours} h. Send it in parts.` });
}

/** Process ids are unique on one machine only. */
const prefix = `recording-${hostname().replaceAll(/[^\w.]/g, '_')}-`;

/** The path of a temporary file of sound, which is deleted later if this process is killed. @param id is in no other */
export function temporarySound(folder: string, id: string): string {
  return join(folder, `${prefix}${process.pid}-${id}.wav`);
}

const oldMs = 24 * 3600 * 1000;

/**
 * Deletes decoded recordings of killed processes: those of this machine whose process has ended, and any older than a
 * day.
 */
export async function deleteLeftRecordings(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (await isLeft(name, path)) await rm(path, { force: true });
  }
}

async function isLeft(name: string, path: string): Promise<boolean> {
  if (!/^recording-.*\.wav$/.test(name)) return false;
  if (!name.startsWith(prefix)) return isOld(path);
  const pid = Number.parseInt(name.slice(prefix.length), 10);
  return pid === process.pid || !isProcessAlive(pid);
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < Date.now() - oldMs;
}
