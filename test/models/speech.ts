import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { samplesPerSecond, wavHeader } from 'chronoscribe/kinds/transcriber';
import { temporaryFolder } from 'chronoscribe/testing';
import { sampleRangeOf } from '../../providers/transcriber/pieces.ts';

/** Two voices of flite, a man's and a woman's. */
const voices = { doctor: 'rms', patient: 'slt' } as const;
export type Voice = keyof typeof voices;

/** What somebody says. */
export interface Line {
  readonly who: Voice;
  readonly text: string;
}

/** Samples of 16 bits, 16000 a second. */
type Sound = Int16Array;

const pause = new Int16Array(0.35 * samplesPerSecond);

/**
 * Speaks a dialogue, each voice in a sound of its own. Both are as long as the dialogue.
 *
 * @param seconds after which nobody begins to speak
 * @returns the lines that were spoken, too
 */
export async function spoken(
  dialogue: readonly Line[],
  seconds = Number.POSITIVE_INFINITY,
): Promise<Readonly<Record<Voice, Sound>> & { readonly lines: readonly Line[] }> {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'line.wav');
  const parts: Record<Voice, Sound[]> = { doctor: [pause], patient: [pause] };
  const lines: Line[] = [];
  let length = 0;
  for (const line of dialogue) {
    if (length >= seconds * samplesPerSecond) break;
    const { who, text } = line;
    await promisify(execFile)('flite', ['-voice', voices[who], '-t', text, '-o', path]);
    const said = await samplesOf(path);
    const [speaker, listener] = who === 'doctor' ? [parts.doctor, parts.patient] : [parts.patient, parts.doctor];
    speaker.push(said, pause);
    listener.push(new Int16Array(said.length), pause);
    lines.push(line);
    length += said.length + pause.length;
  }
  await folder.remove();
  return { lines, doctor: joined(parts.doctor), patient: joined(parts.patient) };
}

/** Both voices in one sound. */
export function mixed({ doctor, patient }: Readonly<Record<Voice, Sound>>): Sound {
  return doctor.map((sample, at) => sample + (patient[at] ?? 0));
}

/** Writes a WAV file with a channel for each sound. */
export async function writeSound(path: string, ...channels: readonly Sound[]): Promise<void> {
  const [first = pause] = channels;
  const samples = new Int16Array(first.length * channels.length);
  for (const [channel, sound] of channels.entries()) {
    for (const [at, sample] of sound.entries()) samples[at * channels.length + channel] = sample;
  }
  const header = wavHeader(samples.byteLength);
  header.writeUInt16LE(channels.length, 22);
  header.writeUInt32LE(samplesPerSecond * channels.length * 2, 28);
  header.writeUInt16LE(channels.length * 2, 32);
  await writeFile(path, Buffer.concat([header, new Uint8Array(samples.buffer)]));
}

async function samplesOf(path: string): Promise<Sound> {
  const { begin, bytes } = await sampleRangeOf(path);
  return new Int16Array((await readFile(path)).buffer.slice(begin, begin + bytes));
}

function joined(parts: readonly Sound[]): Sound {
  const whole = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
