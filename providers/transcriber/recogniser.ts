import { readFile, stat } from 'node:fs/promises';
import { monotonicProgress, Problem } from 'chronoscribe';
import type { Recording, TranscribeOptions, Transcription } from 'chronoscribe/kinds/transcriber';
import { maxOutputBytes, runProgram } from './child-process.ts';
import { findProgram } from './find-program.ts';
import type { ReadFormat } from './format.ts';
import type { Heard } from './heard.ts';
import { withResultFolder } from './result-folder.ts';
import { tidyUtterances } from './utterances.ts';

/** What a recogniser is given to do. */
interface Assignment {
  readonly recording: Recording;
  /** BCP 47; undefined: to be detected. */
  readonly language: string | undefined;
  /** An empty folder of its own, deleted afterwards. */
  readonly folder: string;
}

/** Something that is missing on this machine, and how to mend it: two sentences for a person. */
export interface Lack {
  readonly detail: string;
  readonly mend: string;
}

/** A program that turns a WAV file into text with times. */
export interface Recogniser {
  /** What the program or file to start is called. */
  readonly program: string;
  /** For the record: the model, as far as it is known before anything was recognised. */
  readonly model: string | null;
  /** BCP 47 tag of the one language that it knows; null: several. */
  readonly onlyLanguage: string | null;
  readonly warnings: readonly string[];
  /** How to get the program, as an instruction. */
  readonly install: string;
  args(assignment: Assignment): readonly string[];
  /** The file in which the result is; null: it is printed on standard output. */
  resultFile(assignment: Assignment): string | null;
  readonly read: ReadFormat;
  /** 0 to 1, where this printed line tells how far the program has come; null: it does not. */
  readProgress(line: string, recording: Recording): number | null;
  /** What the program, found at `path`, needs beside itself; null: nothing is missing. */
  findLack(path: string): Promise<Lack | null>;
}

/** What keeps a recogniser from working on this machine; null: it is ready. */
export async function lackOf(recogniser: Recogniser): Promise<Lack | null> {
  const path = await findProgram(recogniser.program);
  if (path !== null) return recogniser.findLack(path);
  return { detail: `The program ${recogniser.program} was not found.`, mend: recogniser.install };
}

/**
 * Lets a recogniser hear a recording.
 *
 * @param provider the name under which configuration chose it
 * @throws `provider-unavailable` when the program or its model is not installed or does not know the language, `provider-failed`
 *   when it ends badly or writes something that makes no sense, the reason of `options.signal` when that aborts.
 */
export async function recognise(
  recogniser: Recogniser,
  provider: string,
  recording: Recording,
  options: TranscribeOptions,
): Promise<Transcription> {
  options.signal.throwIfAborted();
  requireLanguage(recogniser, options.language);
  const progress = monotonicProgress(options.progress);
  const heard = await hear(recogniser, recording, options, progress);
  progress(1);
  return {
    language: heard.language ?? recogniser.onlyLanguage ?? options.language ?? null,
    utterances: tidyUtterances(heard.utterances, recording.durationMs),
    engine: { provider, model: heard.model ?? recogniser.model, version: null },
    warnings: recogniser.warnings,
  };
}

async function hear(
  recogniser: Recogniser,
  recording: Recording,
  { signal, language }: TranscribeOptions,
  progress: (fraction: number) => void,
): Promise<Heard> {
  return withResultFolder(async (folder) => {
    const assignment = { recording, language, folder };
    try {
      const printed = await runProgram(recogniser.program, recogniser.args(assignment), {
        signal,
        onLine: (line) => progress(recogniser.readProgress(line, recording) ?? 0),
      });
      const file = recogniser.resultFile(assignment);
      const heard = recogniser.read(file === null ? printed : await readResult(recogniser, file));
      if (heard === null) {
        throw new Problem('provider-failed', {
          detail: `What ${recogniser.program} wrote is not in the format that was expected.`,
        });
      }
      return heard;
    } catch (thrown) {
      signal.throwIfAborted();
      throw (await unavailable(recogniser, thrown)) ?? thrown;
    }
  });
}

/** A failure whose cause can be seen on this machine is said with its cure: programs tell of a missing model only by their exit code. */
async function unavailable(recogniser: Recogniser, cause: unknown): Promise<Problem | null> {
  const lack = await lackOf(recogniser);
  return lack === null ? null : new Problem('provider-unavailable', { detail: `${lack.detail} ${lack.mend}`, cause });
}

async function readResult(recogniser: Recogniser, file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  if (found === null) {
    throw new Problem('provider-failed', { detail: `${recogniser.program} ended without an error but wrote no result.` });
  }
  if (found.size > maxOutputBytes) {
    throw new Problem('provider-failed', { detail: `${recogniser.program} wrote more than ${maxOutputBytes} bytes.` });
  }
  return readFile(file, 'utf8');
}

function requireLanguage({ program, onlyLanguage }: Recogniser, language: string | undefined): void {
  if (language === undefined || onlyLanguage === null || primary(language) === primary(onlyLanguage)) return;
  throw new Problem('provider-unavailable', {
    detail: `${program} knows only ${onlyLanguage}, not ${language}. Choose another transcriber in the configuration for this language.`,
  });
}

/** `de` of `de-CH`. */
export function primary(language: string): string {
  return (language.split(/[-_]/)[0] ?? language).toLowerCase();
}
