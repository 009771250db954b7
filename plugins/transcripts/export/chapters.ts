import { oneLine } from 'chronoscribe/host';
import type { GridRow, Signature, TranscriptRecord } from '../kind.ts';
import { isUnsupported } from '../record/record.ts';

/** A part of a record's document that stands under one heading. */
export interface Chapter {
  readonly title: string;
  /** Each in one line, not empty. */
  readonly lines: readonly ChapterLine[];
}

interface ChapterLine {
  readonly text: string;
  /** True if the transcript does not support it: the clinician must compare the two. */
  readonly unsupported: boolean;
}

/** The mark behind a statement that the transcript does not support. */
export const unsupportedMark = 'not borne out by the transcript';

/** The sections of the note. */
export function noteChapters({ sections }: TranscriptRecord): Chapter[] {
  return sections.map(({ name, statements }) => ({
    title: oneLine(name),
    lines: statements.flatMap((statement) => lineOf(statement.text, isUnsupported(statement))),
  }));
}

/** The chapters after the note: levels, findings, codes, missing requirements, warnings. Empty ones are left out. */
export function furtherChapters({ findings, warnings }: TranscriptRecord): Chapter[] {
  const found = findings?.completeness.findings ?? [];
  const codes = findings?.codes ?? [];
  const chapters = [
    chapterOf('Levels', (findings?.grid ?? []).map(rowLine)),
    chapterOf(
      'Findings',
      found.map(({ element, value }) => `${element}: ${value}`),
    ),
    chapterOf(
      'Codes',
      codes.map(({ system, code }) => `${system} ${code}`),
    ),
    chapterOf('Missing for a complete record', findings?.completeness.missing ?? []),
    chapterOf('Warnings', warnings),
  ];
  return chapters.filter(({ lines }) => lines.length > 0);
}

/** Whose record it is, and the visit; empty ones are left out. */
export function openingChapters({ patient, visit }: TranscriptRecord): Chapter[] {
  const { name, identifier, id, birth_date, sex } = patient ?? {};
  const { date, clinician, location, reason } = visit ?? {};
  const labelled = (label: string, value: string | undefined) => (value === undefined ? [] : [`${label}: ${value}`]);
  const chapters = [
    chapterOf('Patient', [
      ...labelled('Name', name),
      ...labelled('Identifier', identifier),
      ...labelled('Id', id),
      ...labelled('Born', birth_date),
      ...labelled('Sex', sex),
    ]),
    chapterOf('Visit', [
      ...labelled('Date', date),
      ...labelled('Clinician', clinician),
      ...labelled('Location', location),
      ...labelled('Reason', reason),
    ]),
  ];
  return chapters.filter(({ lines }) => lines.length > 0);
}

/** What was added to a signed note, if anything was. */
export function addendaChapters({ addenda }: TranscriptRecord): Chapter[] {
  const lines = addenda.map(({ text, by, at }) => `${text} (${by}, ${new Date(at).toISOString()})`);
  return lines.length > 0 ? [chapterOf('Addenda', lines)] : [];
}

/** Whether the note is signed, by whom, and what happened to earlier signatures. */
export function statusChapter({ status, signature, reopenings }: TranscriptRecord): Chapter {
  const history = reopenings.flatMap(({ signature: former, by, at, reason }) => [
    signatureLine(former),
    `Opened again by ${by} on ${new Date(at).toISOString()}: ${reason}`,
  ]);
  if (signature === null) return chapterOf('Status', [...history, 'Draft, not signed']);
  const fault = signature.valid ? [] : ['This is not what was signed'];
  return chapterOf('Status', [
    ...history,
    signatureLine(signature),
    ...(status === 'amended' ? ['Amended'] : []),
    ...fault,
  ]);
}

function signatureLine({ by, at, version, sha256 }: Signature): string {
  return `Version ${version} signed by ${by} on ${new Date(at).toISOString()} (SHA-256 ${sha256})`;
}

/** `L5, left: tender, restricted; adjusted (drop table); VAS 6 before, 2 after` */
function rowLine({
  level,
  side,
  findings,
  technique,
  adjusted,
  vas_before: before,
  vas_after: after,
}: GridRow): string {
  const found = findings.map(({ value }) => value).join(', ');
  const scores = [...(before === null ? [] : [`${before} before`]), ...(after === null ? [] : [`${after} after`])];
  const details = [
    found,
    adjusted ? `adjusted${technique === null ? '' : ` (${technique})`}` : 'not adjusted',
    scores.length === 0 ? '' : `VAS ${scores.join(', ')}`,
  ];
  const sided = side === null ? level : `${level}, ${side === 'both' ? 'left and right' : side}`;
  return `${sided}: ${details.filter(Boolean).join('; ')}`;
}

function chapterOf(title: string, texts: readonly string[]): Chapter {
  return { title, lines: texts.flatMap((text) => lineOf(text, false)) };
}

function lineOf(text: string, unsupported: boolean): ChapterLine[] {
  const written = oneLine(text);
  return written === '' ? [] : [{ text: written, unsupported }];
}
