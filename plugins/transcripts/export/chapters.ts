import { oneLine } from 'chronoscribe';
import type { TranscriptRecord } from '../kind.ts';

/** A part of a record's document that stands under one heading. */
export interface Chapter {
  readonly title: string;
  /** Each in one line, not empty. */
  readonly lines: readonly ChapterLine[];
}

export interface ChapterLine {
  readonly text: string;
  /** True where the clinician must compare it with the transcript, which does not bear it out. */
  readonly doubtful: boolean;
}

/** Stands behind a doubtful statement. */
export const doubt = 'not borne out by the transcript';

/** The sections of the note. */
export function noteChapters({ sections }: TranscriptRecord): Chapter[] {
  return sections.map(({ name, statements }) => ({
    title: oneLine(name),
    lines: statements.flatMap(({ text, grounded }) => line(text, !grounded)),
  }));
}

/** What stands beside the note: findings, codes, what is missing, warnings. Empty ones are left out. */
export function furtherChapters({ findings, warnings }: TranscriptRecord): Chapter[] {
  const chapters = [
    chapter(
      'Findings',
      (findings?.completeness.findings ?? []).map(({ element, value }) => `${element}: ${value}`),
    ),
    chapter(
      'Codes',
      (findings?.codes ?? []).map(({ system, code }) => `${system} ${code}`),
    ),
    chapter('Missing for a complete record', findings?.completeness.missing ?? []),
    chapter('Warnings', warnings),
  ];
  return chapters.filter(({ lines }) => lines.length > 0);
}

function chapter(title: string, texts: readonly string[]): Chapter {
  return { title, lines: texts.flatMap((text) => line(text, false)) };
}

function line(text: string, doubtful: boolean): ChapterLine[] {
  const written = oneLine(text);
  return written === '' ? [] : [{ text: written, doubtful }];
}
