import type { Health } from 'chronoscribe';
import type { Utterance } from 'chronoscribe/kinds/transcriber';
import { findProgram, type ProgramNeeds } from './program.ts';

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
export interface Job {
  /** Of recordings; more than one only if it takes several. */
  readonly paths: readonly string[];
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
  /** Whether it takes several recordings, one after the other, and writes a file for each. */
  readonly takesSeveral: boolean;
  /** Whether it is told the language. */
  readonly takesLanguage: boolean;
  /** What is to be checked if a result is missing, as a further sentence. */
  readonly missingHint?: string;
  args(job: Job): readonly string[];
  /** The file in a folder with the result of a recording; null: there is none. Left out: the result is printed. */
  resultFile?(path: string, folder: string): Promise<string | null>;
  readonly parse: OutputParser;
  /** The progress, 0 to 1, that a printed line tells of a recording; null: it tells none. */
  parseProgress(line: string, durationMs: number): number | null;
  /** What the program, found at `path`, needs beside itself and does not have; null: nothing. */
  missingBeside(path: string): Promise<Missing | null>;
}

/** What a recogniser needs and this machine does not have; null: it is ready. */
export async function missingFor(recogniser: Recogniser): Promise<Missing | null> {
  const path = await findProgram(recogniser.program);
  if (path !== null) return recogniser.missingBeside(path);
  return { detail: `The program ${recogniser.program} was not found.`, hint: recogniser.installHint };
}

/** `de` of `de-CH`. */
export function primaryLanguage(language: string): string {
  return (language.split(/[-_]/)[0] ?? language).toLowerCase();
}
