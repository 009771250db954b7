import { access, realpath } from 'node:fs/promises';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { readPocketsphinx, readTimedWord } from './format-pocketsphinx.ts';
import type { Recogniser } from './recogniser.ts';

const install =
  'Install it with `apt-get install pocketsphinx pocketsphinx-en-us`, or choose another transcriber in the configuration.';

/** CMU PocketSphinx 0.8, as Debian and Ubuntu package it, with its American English model. */
export const pocketsphinx: Recogniser = {
  program: 'pocketsphinx_continuous',
  model: 'pocketsphinx/en-us',
  onlyLanguage: 'en-US',
  // Measured on read English speech: a word error rate of 0.46.
  warnings: ['The recogniser pocketsphinx errs in about every second word. Check the whole transcript against the recording.'],
  install,
  // Its log repeats what was said.
  args: ({ recording }) => ['-infile', recording.path, '-time', 'yes', '-logfn', devNull],
  resultFile: () => null,
  read: readPocketsphinx,
  readProgress(line, { durationMs }) {
    const word = readTimedWord(line);
    return word === null ? null : (word.end * 1000) / durationMs;
  },
  async findLack(path) {
    const prefix = dirname(dirname(await realpath(path)));
    const folders = [prefix, '/usr', '/usr/local'].map((root) => join(root, 'share/pocketsphinx/model/en-us'));
    const found = await Promise.all(folders.map(exists));
    if (found.includes(true)) return null;
    return { detail: `${path} was found, but not its English model in ${folders[0]}.`, mend: install };
  },
};

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
