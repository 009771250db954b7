import type { TextWork } from 'chronoscribe/child-process';
import type { GridRow, Segment } from 'chronoscribe/kinds/transcripts';
import type { DraftSection } from 'chronoscribe/kinds/writer';
import { findingsOf } from './findings.ts';
import { withRows } from './rows-in-note.ts';

/** A piece of a job: slices of the segments of a transcript; last, a note and its rows if these are to be compared. */
export type JobPart =
  | { readonly segments: readonly Segment[] }
  | { readonly sections: readonly DraftSection[]; readonly grid: readonly GridRow[] };

/** Looks for findings, or compares a note with them. */
const work: TextWork = (parts, send) => {
  const job = parts as JobPart[]; // From our own plugin.
  const segments = job.flatMap((part) => ('segments' in part ? part.segments : []));
  const note = job.find((part) => 'sections' in part);
  send(note === undefined ? findingsOf(segments) : withRows(note.sections, note.grid, segments));
};

export default work;
