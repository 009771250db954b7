import { access, realpath } from 'node:fs/promises';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import type { Utterance } from 'chronoscribe/kinds/transcriber';
import { meanOf } from '../heard-words.ts';
import { theLeast } from './program.ts';
import type { Recogniser, RecognitionResult } from './recogniser.ts';

const installHint =
  'Install it with `apt-get install pocketsphinx pocketsphinx-en-us`, or choose another transcriber in the configuration.';

/** CMU PocketSphinx 0.8, as Debian and Ubuntu package it, with its American English model. */
export const pocketsphinx: Recogniser = {
  program: 'pocketsphinx_continuous',
  needs: theLeast,
  model: 'pocketsphinx/en-us',
  onlyLanguage: 'en-US',
  // Measured on read English speech: a word error rate of 0.46.
  warnings: [
    'The recogniser pocketsphinx errs in about every second word. Check the whole transcript against the recording.',
  ],
  installHint,
  // Its log holds clinical text.
  takesSeveral: false,
  takesLanguage: false,
  args: ({ paths }) => ['-infile', ...paths, '-time', 'yes', '-logfn', devNull],
  parse: parsePocketsphinx,
  parseProgress(line, durationMs) {
    const word = parseTimedWord(line);
    return word === null ? null : (word.end * 1000) / durationMs;
  },
  async missingBeside(path) {
    const prefix = dirname(dirname(await realpath(path)));
    const folders = [prefix, '/usr', '/usr/local'].map((root) => join(root, 'share/pocketsphinx/model/en-us'));
    const found = await Promise.all(folders.map(exists));
    if (found.includes(true)) return null;
    return { detail: `${path} was found, but not its English model in ${folders[0]}.`, hint: installHint };
  },
};

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** An utterance ends at a longer pause between two words, in seconds. */
const longestPauseS = 0.7;

interface Word {
  readonly text: string;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly posterior: number;
}

/**
 * Parses the output of `pocketsphinx_continuous -time yes`: for each stretch of speech a line with its text, which is
 * skipped, then a line `word start end posterior` for each word, between `<s>` and `</s>`. Silence is `<sil>`, noise is
 * `[NOISE]`, and `and(2)` is another pronunciation of `and`. If nobody speaks, nothing is printed.
 */
export function parsePocketsphinx(output: string): RecognitionResult | null {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '');
  const utterances: Utterance[] = [];
  let words: Word[] = [];
  let timed = 0;

  const finish = () => {
    if (words.length > 0) utterances.push(utteranceOf(words));
    words = [];
  };
  for (const line of lines) {
    const word = parseTimedWord(line);
    if (word === null) continue;
    timed += 1;
    if (word.text === '<s>' || word.text === '</s>') finish();
    if (isFiller(word.text)) continue;
    const last = words.at(-1);
    if (last !== undefined && word.start - last.end > longestPauseS) finish();
    words.push({ ...word, text: word.text.replace(/\(\d+\)$/, '') });
  }
  finish();

  if (timed === 0 && lines.length > 0) return null;
  return { utterances, language: null, model: null };
}

/** A line `word start end posterior`, or null. Times are in seconds. */
export function parseTimedWord(line: string): Word | null {
  const [, text, start, end, posterior] = /^(\S+) (\d+\.\d+) (\d+\.\d+) (-?\d+\.\d+)\s*$/.exec(line) ?? [];
  if (text === undefined) return null;
  return { text, start: Number(start), end: Number(end), posterior: Number(posterior) };
}

function isFiller(text: string): boolean {
  return /^(<.*>|\[.*\]|\+\+.*\+\+)$/.test(text);
}

function utteranceOf(words: readonly Word[]): Utterance {
  return {
    speaker: null,
    startMs: (words[0]?.start ?? 0) * 1000,
    endMs: (words.at(-1)?.end ?? 0) * 1000,
    text: words.map(({ text }) => text).join(' '),
    confidence: meanOf(words.map(({ posterior }) => posterior)),
    words: words.map(({ text, start, end, posterior }) => ({
      ...{ text, startMs: start * 1000, endMs: end * 1000, confidence: posterior },
    })),
  };
}
