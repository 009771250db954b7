import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

const Patterns = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
/** Patterns by the kind of fault that they catch. */
const ByKind = z.record(z.string(), Patterns).default({});

const Expectations = z.strictObject({
  /** What must be stated in the note or listed as not in it. */
  critical: ByKind,
  /** What no statement (`Plan: …`) and no fact (`medication: … [present] of patient`) may match. */
  wrong: ByKind,
  /** What is no content, and so does not belong into the list of what was left out. */
  small_talk: z.array(z.string()).default([]),
});
const Visit = Expectations.extend({
  name: z.string(),
  style: z.string(),
  /** Lines of a transcript in plain text. */
  said: z.string(),
  /** Whether each line is a cue of a recogniser, which cuts sentences and names nobody. */
  cues: z.boolean().default(false),
});
const Cases = z.record(z.string(), Expectations);

/** A visit, and what a clinician would miss in its note or refuse to sign. */
export interface ExpectedVisit extends z.output<typeof Expectations> {
  readonly name: string;
  readonly style: string;
  readonly said: string;
  readonly format: 'text' | 'cues';
}

const cases = join(import.meta.dirname, '../../../../shared/data/cases');

/** The visits in the files of a folder: each file is a list of YAML documents. */
export function visitsIn(folder: string): ExpectedVisit[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .toSorted()
    .flatMap((file) =>
      parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document): ExpectedVisit => {
        const { cues, said, ...visit } = Visit.parse(document.toJS());
        return cues ? { ...visit, said: cuesOf(said), format: 'cues' } : { ...visit, said, format: 'text' };
      }),
    );
}

/** The cases that lie beside the checkout; none if they are absent. */
export function handedCases(): ExpectedVisit[] {
  if (!existsSync(cases)) return [];
  const expected = Cases.parse(parse(readFileSync(join(import.meta.dirname, 'cases.yaml'), 'utf8')));
  return Object.entries(expected).map(([file, expectations]) => ({
    ...expectations,
    name: file,
    style: 'cases',
    said: readFileSync(join(cases, file), 'utf8'),
    format: file.endsWith('.txt') ? 'text' : 'cues',
  }));
}

/** Each line for three seconds. */
function cuesOf(said: string): string {
  const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);
  const lines = said.trim().split('\n');
  return ['WEBVTT', ...lines.map((line, at) => `${time(3 * at)} --> ${time(3 * at + 3)}\n${line}`)].join('\n\n');
}
