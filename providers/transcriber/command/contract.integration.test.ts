import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Recording, Transcriber } from 'chronoscribe/kinds/transcriber';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, vi } from 'vitest';
import { installWhisperCli } from '../../../test/doubles/whisper-cli.ts';
import { type TranscriberUnderTest, transcriberContract } from '../contract.ts';
import { findProgram } from '../programs/program.ts';
import { writeRecording } from '../testing/recording.ts';
import command from './index.ts';

const realSpeech = fileURLToPath(new URL('../../../../shared/data/audio/sense-0870.wav', import.meta.url));
const hasPocketsphinx = (await findProgram('pocketsphinx_continuous')) !== null && existsSync(realSpeech);

async function commandUnderTest(
  settings: object,
  folder: string,
  recordings: { readonly speech: Recording; readonly long: Recording },
): Promise<TranscriberUnderTest> {
  const started = await startProvider(Transcriber, command, { with: settings });
  return {
    transcriber: started.instance,
    provider: 'command',
    ...recordings,
    running: () => countProcesses(folder),
    hearsSilence: true,
    tellsWords: true,
    close: () => started.stop(),
  };
}

/** How many processes were started with a path in this folder as an argument. */
async function countProcesses(folder: string): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commandLines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return commandLines.filter((line) => line.includes(folder)).length;
}

describe.skipIf(process.platform !== 'linux')('on a system whose processes can be counted', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    folder = await temporaryFolder();
    vi.stubEnv('PATH', `${folder.path}${delimiter}${process.env.PATH}`);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await folder.remove();
  });

  const buzz = async (name: string) => ({
    speech: await writeRecording(join(folder.path, `${name}.wav`), { durationMs: 1000, level: 9000 }),
    long: await writeRecording(join(folder.path, `${name}-long.wav`), { durationMs: 300_000, level: 9000 }),
  });

  transcriberContract('command with whisper.cpp', async () => {
    const model = await installWhisperCli(folder.path, { msPerSecond: 400 });
    return commandUnderTest({ preset: 'whisper.cpp', model }, folder.path, await buzz('whisper'));
  });

  transcriberContract('command with a program of its own', async () => {
    // A script that starts another program for what is long: both have to end.
    const script = join(folder.path, 'hear.sh');
    await writeFile(
      script,
      `#!/bin/sh
test -f "$1" || exit 1
test $(wc -c < "$1") -lt 1000000 || sh -c 'sleep 120; exit' "$1"
tail -c +45 "$1" | tr -d '\\000' | grep -q . || { echo WEBVTT; exit; }
printf 'WEBVTT\\n\\n00:00.500 --> 00:01.500\\n<v Doctor>Good <00:01.000>morning.\\n'
`,
    );
    await chmod(script, 0o755);
    return commandUnderTest({ command: [script, '{input}'], format: 'vtt' }, folder.path, await buzz('own'));
  });

  describe.skipIf(!hasPocketsphinx)('with pocketsphinx and real speech from shared/data', () => {
    transcriberContract('command with pocketsphinx', async () => {
      const sound = await readFile(realSpeech);
      const speech = { path: join(folder.path, 'real.wav'), durationMs: 7100 };
      const long = { path: join(folder.path, 'real-long.wav'), durationMs: speech.durationMs * 100 };
      await writeFile(speech.path, sound);
      await writeFile(long.path, Buffer.concat([sound, ...Array.from({ length: 99 }, () => sound.subarray(44))]));
      return commandUnderTest({ preset: 'pocketsphinx' }, folder.path, { speech, long });
    });
  });
});
