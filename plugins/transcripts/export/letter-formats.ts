import { Problem } from 'chronoscribe';
import { type TextPool, textPool } from 'chronoscribe/child-process';
import type { ExportFormat } from '../kind.ts';
import { letterOf } from './letter.ts';

/** The formats of a note as a letter. */
const letterFiles = [
  { name: 'pdf', mediaType: 'application/pdf' },
  { name: 'docx', mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
] as const;

/** A note of a day of talk, with its sources, takes about a tenth. */
const totalMs = 120_000;

/** The formats that a child process sets. @param letterhead the practice; empty: the place of the visit */
export function letterFormats(letterhead: readonly string[]) {
  let opened: TextPool | undefined;
  const pool = (): TextPool => {
    opened ??= textPool(new URL('./letter-work.ts', import.meta.url), {
      does: 'sets letters',
      totalMs,
      tooMuch: (how) => new Problem('too-large', { detail: `Setting the letter ${how}. Export it as Markdown.` }),
    });
    return opened;
  };
  const formats: readonly ExportFormat[] = letterFiles.map(({ name, mediaType }) => ({
    ...{ name, mediaType, extension: name },
    pieces: (record, { citations }) =>
      pool().ask<Uint8Array>({
        parts: [name, letterOf(record, { letterhead, citations })],
        signal: AbortSignal.timeout(totalMs * 2),
      }),
  }));
  return { formats, close: async () => opened?.[Symbol.asyncDispose]() };
}
