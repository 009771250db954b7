import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role, Segment } from 'chronoscribe/kinds/transcripts';
import { parse } from 'yaml';
import { z } from 'zod';
import { findingsOf } from '../findings.ts';

const Visit = z.strictObject({
  style: z.string(),
  /** `D:` the clinician, `P:` the patient, `O:` who comes with them, `U:` a speaker whose role is not known. */
  lines: z.array(z.string().regex(/^[DPUO]: /)),
  /** `level | side | signs | technique | adjusted | before > after`, from the head down. */
  rows: z.array(z.string()),
  codes: z.array(z.string()),
  /** By short names, see `gaps`; absent where only the rows are labelled. */
  missing: z.array(z.string()).optional(),
});

/** A visit with what a person reads in it. */
export type LabelledVisit = z.output<typeof Visit> & { readonly name: string };

/** The visits of a folder, in the order of their names. */
export function labelledVisits(folder: string): readonly LabelledVisit[] {
  return readdirSync(folder)
    .toSorted()
    .map((file) => {
      const visit = Visit.parse(parse(readFileSync(join(folder, file), 'utf8')));
      return { ...visit, rows: visit.rows.map(trimmed), name: file.replace('.yaml', '') };
    });
}

/** What is read in a visit, in the form of its labels. */
export function readingOf({ lines }: Pick<LabelledVisit, 'lines'>): Record<'rows' | 'codes' | 'missing', string[]> {
  const { grid, codes, completeness } = findingsOf(segmentsOf(lines));
  return {
    rows: (grid ?? []).map((row) => {
      const signs = Object.entries(shortSigns).filter(([, sign]) =>
        row.findings.some(({ element }) => element === sign),
      );
      const scores = row.vas_before === null && row.vas_after === null ? '' : `${row.vas_before} > ${row.vas_after}`;
      const letters = signs.map(([letter]) => letter).join(' ');
      const cells = [row.level, row.side ?? '', letters, row.technique ?? '', row.adjusted ? 'adjusted' : '', scores];
      return trimmed(cells.join('|'));
    }),
    codes: codes.map(({ code }) => code),
    missing: completeness.missing.map(
      (sentence) => gaps.find(([, start]) => sentence.startsWith(start))?.[0] ?? sentence,
    ),
  };
}

const shortSigns = {
  P: 'pain or tenderness',
  A: 'asymmetry or misalignment',
  R: 'range of motion',
  T: 'tissue or tone',
  S: 'subluxation',
};

const gaps: readonly (readonly [name: string, sentence: string])[] = [
  ['decisive', 'The examination shows neither'],
  ['signs', 'The examination shows'],
  ['level', 'No level of the spine'],
  ['subluxation', 'No level or region was spoken of'],
  ['adjustment', 'No region'],
  ['goal', 'The plan names no goal'],
  ['frequency', 'The plan names no frequency'],
  ['duration', 'The plan names no duration'],
];

const roles: Readonly<Record<string, Role>> = { D: 'clinician', P: 'patient', O: 'other', U: 'unknown' };

function segmentsOf(lines: readonly string[]): readonly Segment[] {
  return lines.map((line, index) => ({
    id: `s${index + 1}`,
    speaker: line.startsWith('P') ? 'Speaker 2' : 'Speaker 1',
    role: roles[line.charAt(0)] ?? 'unknown',
    startMs: index * 4000,
    endMs: index * 4000 + 3900,
    text: line.slice(3),
    confidence: null,
  }));
}

function trimmed(row: string): string {
  return row
    .split('|')
    .map((cell) => cell.trim())
    .join(' | ');
}
