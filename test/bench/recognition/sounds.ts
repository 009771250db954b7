import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Line, mixed, spoken, writeSound } from '../../models/speech.ts';
import { wordsOf } from '../../models/words.ts';
import { visitsIn } from '../words/visits.ts';

const run = promisify(execFile);
const cases = resolve(import.meta.dirname, '../../../../shared/data/cases/models');

/** What ffmpeg is asked for beside the name of the file. */
export const formats: Readonly<Record<string, readonly string[]>> = {
  wav: [],
  mp3: [],
  m4a: [],
  ogg: ['-c:a', 'libvorbis'],
  opus: [],
  webm: ['-c:a', 'libopus'],
  flac: [],
  amr: ['-ar', '8000', '-b:a', '12.2k'],
  mov: ['-c:a', 'aac'],
  '3gp': ['-c:a', 'aac'],
  caf: [],
  aiff: [],
  wma: [],
};

/** The English visits of the bench of words, one after the other. What no patient says, the doctor says. */
export function dialogue(): readonly Line[] {
  return visitsIn(join(import.meta.dirname, '../words/visits'))
    .filter(({ format, style }) => format === 'text' && style !== 'german')
    .flatMap(({ said }) => said.split('\n'))
    .flatMap((line): Line[] => {
      const [, name, text = ''] = /^\s*(?:(\w+): )?(.+)/.exec(line) ?? [];
      return text === '' ? [] : [{ who: name === 'Patient' ? 'patient' : 'doctor', text }];
    });
}

/** A dialogue that was spoken, and each of its words with who said it. */
export interface Spoken {
  readonly mono: string;
  readonly stereo: string;
  readonly said: readonly { readonly word: string; readonly who: string }[];
  readonly seconds: number;
}

/** @param seconds after which nobody begins to speak */
export async function speak(
  dialogue: readonly Line[],
  folder: string,
  name: string,
  seconds = Number.POSITIVE_INFINITY,
): Promise<Spoken> {
  const { lines, ...voices } = await spoken(dialogue, seconds);
  const [mono, stereo] = [join(folder, `${name}.wav`), join(folder, `${name}-stereo.wav`)];
  await writeSound(mono, mixed(voices));
  await writeSound(stereo, voices.doctor, voices.patient);
  const said = lines.flatMap(({ who, text }) => wordsOf(text).map((word) => ({ word, who })));
  return { mono, stereo, said, seconds: voices.doctor.length / 16_000 };
}

/** The same sound in another format; null if this ffmpeg cannot write it. */
export async function inFormat(wav: string, format: string): Promise<string | null> {
  const path = wav.replace(/\.wav$/, `-as.${format}`);
  const made = await run('ffmpeg', ['-v', 'error', '-y', '-i', wav, ...(formats[format] ?? []), path]).catch(
    () => null,
  );
  return made === null ? null : path;
}

/** Sounds from which recognisers make loops: speech backwards, voices through each other, hum, and those handed in. */
export async function temptations({ mono }: Spoken, folder: string): Promise<readonly string[]> {
  const filters: Readonly<Record<string, readonly string[]>> = {
    backwards: ['-i', mono, '-af', 'areverse'],
    'through-each-other': ['-i', mono, '-filter_complex', '[0]asplit[a][b];[b]areverse[c];[a][c]amix'],
    hum: ['-f', 'lavfi', '-i', 'sine=f=110:d=40,tremolo=f=3'],
    noise: ['-f', 'lavfi', '-i', 'anoisesrc=c=pink:d=40:a=0.3'],
    slow: ['-i', mono, '-af', 'atempo=0.5'],
  };
  const made: string[] = [];
  for (const [name, args] of Object.entries(filters)) {
    const path = join(folder, `${name}.wav`);
    await run('ffmpeg', ['-v', 'error', '-y', ...args, '-t', '60', '-ar', '16000', '-ac', '1', path]);
    made.push(path);
  }
  const handed = ['libri.wav', 'music.wav', 'consult.wav'].map((name) => join(cases, name)).filter(existsSync);
  if (handed.length === 0) console.log('\nNOT MEASURED: the recordings in ../shared, which are absent.');
  return [...made, ...handed];
}
