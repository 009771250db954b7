import { readFile, stat } from 'node:fs/promises';
import { type Health, Problem } from 'chronoscribe';
import type { Recording, TranscribeOptions, Transcription, Utterance } from 'chronoscribe/kinds/transcriber';
import type { Passage } from '../passages.ts';
import { withPart } from '../pieces.ts';
import { hearPiecewise, usualPieceMinutes } from '../piecewise.ts';
import { movedBy } from '../spoken-words.ts';
import { tidyUtterances } from '../utterances.ts';
import { findProgram, maxOutputBytes, type ProgramNeeds, runProgram } from './program.ts';
import { withResultFolder } from './result-folder.ts';

/** What a recogniser wrote, parsed. Times and texts are as it wrote them. */
export interface RecognitionResult {
  readonly utterances: readonly Utterance[];
  /** BCP 47; null if the format does not say. */
  readonly language: string | null;
  /** The model's name; null if the format does not say. */
  readonly model: string | null;
}

/** Parses a recogniser's whole output; null if it is in another format than expected. */
export type OutputParser = (output: string) => RecognitionResult | null;

/** What a recogniser is given to do. */
interface Job {
  readonly recording: Recording;
  /** BCP 47; undefined: to be detected. */
  readonly language: string | undefined;
  /** An empty folder of its own, deleted afterwards. */
  readonly folder: string;
}

/** What is missing on this machine, and how to get it: two sentences for a person. */
export type Missing = Required<Pick<Health, 'detail' | 'hint'>>;

/** A program that turns a WAV file into text with times. */
export interface Recogniser {
  /** The name of the program, or its path. */
  readonly program: string;
  readonly needs: ProgramNeeds;
  /** For the record: the model, as far as it is known before a recording is recognised. */
  readonly model: string | null;
  /** BCP 47 tag of the one language that it knows; null: several. */
  readonly onlyLanguage: string | null;
  readonly warnings: readonly string[];
  /** How to get the program, as an instruction. */
  readonly installHint: string;
  args(job: Job): readonly string[];
  /** The file of the result, once the program has ended; null: there is none. Left out: the result is printed. */
  resultFile?(job: Job): string | null | Promise<string | null>;
  readonly parse: OutputParser;
  /** The progress, 0 to 1, that a printed line tells; null: it tells none. */
  parseProgress(line: string, recording: Recording): number | null;
  /** What the program, found at `path`, needs beside itself and does not have; null: nothing. */
  missingBeside(path: string): Promise<Missing | null>;
}

/** What a recogniser needs and this machine does not have; null: it is ready. */
export async function missingFor(recogniser: Recogniser): Promise<Missing | null> {
  const path = await findProgram(recogniser.program);
  if (path !== null) return recogniser.missingBeside(path);
  return { detail: `The program ${recogniser.program} was not found.`, hint: recogniser.installHint };
}

/**
 * Runs a recogniser on each piece of a recording.
 *
 * @param provider the name under which configuration chose it.
 * @param pieceMinutes the length of a piece
 * @throws Problem `provider-unavailable` if the program or its model is not installed or does not know the language,
 *   `provider-failed` if it fails or writes something that makes no sense; the reason of `options.signal` when that
 *   aborts.
 */
export async function recognise(
  recogniser: Recogniser,
  provider: string,
  recording: Recording,
  options: TranscribeOptions,
  pieceMinutes: number = usualPieceMinutes,
): Promise<Transcription> {
  options.signal.throwIfAborted();
  requireLanguage(recogniser, options.language);
  const { program, model, onlyLanguage } = recogniser;
  const everyPiece = { recording: { path: '{input}', durationMs: 0 }, language: undefined, folder: '{output}' };
  const heard = await hearPiecewise(
    {
      engine: [provider, program, recogniser.args(everyPiece), model],
      ...{ pieceMinutes, longestBytes: Number.MAX_SAFE_INTEGER, keepsLanguage: true },
      hear: (piece, { language, progress }) =>
        withPiece(recording, piece, async (part) => {
          const result = await resultOf(recogniser, part, { signal: options.signal, language }, progress);
          const utterances = result.utterances.map((each) => movedBy(piece.startMs, each));
          return { utterances, language: result.language, model: result.model };
        }),
    },
    recording,
    options,
  );
  return {
    language: heard.language ?? onlyLanguage ?? options.language ?? null,
    utterances: tidyUtterances(heard.utterances, recording.durationMs),
    engine: { provider, model: heard.pieces[0]?.model ?? model, version: null },
    warnings: [...recogniser.warnings, ...heard.warnings],
  };
}

/** Calls `use` with a piece as a recording of its own, which is deleted afterwards. */
async function withPiece<T>(recording: Recording, piece: Passage, use: (part: Recording) => Promise<T>): Promise<T> {
  if (piece.startMs === 0 && piece.endMs >= recording.durationMs) return use(recording);
  return withPart(recording.path, piece, use);
}

async function resultOf(
  recogniser: Recogniser,
  recording: Recording,
  { signal, language }: Pick<TranscribeOptions, 'signal' | 'language'>,
  progress: (fraction: number) => void,
): Promise<RecognitionResult> {
  return withResultFolder(async (folder) => {
    const job = { recording, language, folder };
    try {
      const printed = await runProgram(recogniser.program, recogniser.args(job), {
        needs: recogniser.needs,
        signal,
        onLine: (line) => progress(recogniser.parseProgress(line, recording) ?? 0),
      });
      const written = recogniser.resultFile === undefined ? printed : await readResult(recogniser, job);
      const result = recogniser.parse(written);
      if (result === null) {
        throw new Problem('provider-failed', {
          detail: `What ${recogniser.program} wrote is not in the format that was expected.`,
        });
      }
      return result;
    } catch (thrown) {
      signal.throwIfAborted();
      throw (await unavailable(recogniser, thrown)) ?? thrown;
    }
  });
}

/** Programs report a missing model only by their exit code, so what is missing is looked for after a failure. */
async function unavailable(recogniser: Recogniser, cause: unknown): Promise<Problem | null> {
  const missing = await missingFor(recogniser);
  if (missing === null) return null;
  return new Problem('provider-unavailable', { detail: `${missing.detail} ${missing.hint}`, cause });
}

async function readResult(recogniser: Recogniser, job: Job): Promise<string> {
  const file = (await recogniser.resultFile?.(job)) ?? null;
  const found = file === null ? null : await stat(file).catch(() => null);
  if (file === null || found === null) {
    throw new Problem('provider-failed', {
      detail: `${recogniser.program} ended without an error but wrote no result.`,
    });
  }
  if (found.size > maxOutputBytes) {
    throw new Problem('provider-failed', { detail: `${recogniser.program} wrote more than ${maxOutputBytes} bytes.` });
  }
  return readFile(file, 'utf8');
}

function requireLanguage({ program, onlyLanguage }: Recogniser, language: string | undefined): void {
  if (language === undefined || onlyLanguage === null) return;
  if (primaryLanguage(language) === primaryLanguage(onlyLanguage)) return;
  throw new Problem('provider-unavailable', {
    detail:
      `${program} knows only ${onlyLanguage}, not ${language}. ` +
      'Choose another transcriber in the configuration for this language.',
  });
}

/** `de` of `de-CH`. */
export function primaryLanguage(language: string): string {
  return (language.split(/[-_]/)[0] ?? language).toLowerCase();
}
