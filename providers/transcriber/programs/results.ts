import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from 'chronoscribe';
import type { Recording, TranscribeOptions } from 'chronoscribe/kinds/transcriber';
import { failed, maxOutputBytes, runProgram } from './program.ts';
import { missingFor, type Recogniser, type RecognitionResult } from './recogniser.ts';
import { openResultFolder } from './result-folder.ts';

/** How often results are looked for while a program runs. */
const pollMs = 1000;

/**
 * Runs a recogniser on parts of a recording: one, or several if it takes them. Of several each result is found as soon as
 * it is whole, however the program ends then; it is stopped once it has written all.
 *
 * @throws Problem as `recognise`; the reason of the signal
 */
export async function* resultsOf<P>(
  recogniser: Recogniser,
  parts: ReadonlyMap<P, Recording>,
  { signal, language, progress }: Pick<TranscribeOptions, 'signal' | 'language' | 'progress'>,
): AsyncGenerator<readonly [P, RecognitionResult]> {
  const { program, needs, takesSeveral } = recogniser;
  await using folder = await openResultFolder();
  const left = new Map(parts);
  const stop = new AbortController();
  const paths = [...parts.values()].map(({ path }) => path);
  const running = runProgram(program, recogniser.args({ paths, language, folder: folder.path }), {
    ...{ needs, signal: AbortSignal.any([signal, stop.signal]) },
    onLine(line) {
      const [current] = left.values();
      progress(recogniser.parseProgress(line, current?.durationMs ?? 0) ?? 0);
    },
  });
  const ended = running.catch(() => '').then(() => true);
  try {
    for (let isOver = false; takesSeveral && left.size > 0 && !isOver; ) {
      isOver = await Promise.race([ended, wait(pollMs, false, { ref: false })]);
      for (const [part, { path }] of left) {
        const result = await wholeResult(recogniser, path, folder.path);
        if (result !== null && left.delete(part)) yield [part, result];
      }
    }
    signal.throwIfAborted();
    if (left.size === 0) return;
    const printed = await running;
    for (const [part, { path }] of left) {
      const file = await recogniser.resultFile?.(path, folder.path);
      const result = recogniser.parse(file === undefined ? printed : await readResult(recogniser, file));
      if (result === null) throw failed(`What ${program} wrote is not in the format that was expected.`);
      yield [part, result];
    }
  } catch (thrown) {
    signal.throwIfAborted();
    // Programs report a missing model only by their exit code, so what is missing is looked for after a failure.
    const missing = await missingFor(recogniser);
    if (missing === null) throw thrown;
    throw new Problem('provider-unavailable', { detail: `${missing.detail} ${missing.hint}`, cause: thrown });
  } finally {
    stop.abort();
    await ended;
  }
}

/**
 * The result in a file that is whole, or null. Only of JSON is it known: what breaks off is none. Of other formats, and
 * of what cannot be read, the end of the program tells.
 */
async function wholeResult(recogniser: Recogniser, path: string, folder: string): Promise<RecognitionResult | null> {
  const file = (await recogniser.resultFile?.(path, folder)) ?? null;
  if (file === null || extname(file) !== '.json') return null;
  return readResult(recogniser, file).then(recogniser.parse, () => null);
}

async function readResult({ program, missingHint = '' }: Recogniser, file: string | null): Promise<string> {
  const found = file === null ? null : await stat(file).catch(() => null);
  if (file === null || found === null)
    throw failed(`${program} ended without an error but wrote no result.${missingHint}`);
  if (found.size > maxOutputBytes) throw failed(`${program} wrote more than ${maxOutputBytes} bytes.`);
  return readFile(file, 'utf8');
}
