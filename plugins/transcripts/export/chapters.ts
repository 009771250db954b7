import { oneLine } from 'chronoscribe';
import type { TranscriptRecord } from '../kind.ts';

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
    lines: statements.flatMap(({ text, grounded }) => lineOf(text, !grounded)),
  }));
}

/** The chapters after the note: findings, codes, missing requirements, warnings. Empty ones are left out. */
export function furtherChapters({ findings, warnings }: TranscriptRecord): Chapter[] {
  const found = findings?.completeness.findings ?? [];
  const codes = findings?.codes ?? [];
  const chapters = [
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

function chapterOf(title: string, texts: readonly string[]): Chapter {
  return { title, lines: texts.flatMap((text) => lineOf(text, false)) };
}

function lineOf(text: string, unsupported: boolean): ChapterLine[] {
  const written = oneLine(text);
  return written === '' ? [] : [{ text: written, unsupported }];
}
