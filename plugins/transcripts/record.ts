import type { Kept } from 'chronoscribe/kinds/records';
import type { TranscriptContent } from './content.ts';
import type { Segment, Transcript, TranscriptRecord } from './kind.ts';
import { noteText } from './note-text.ts';
import { transcriptText } from './transcript-text.ts';
import { writtenBeforeEdit } from './warnings.ts';
import type { Note } from './writing.ts';

/** What is kept of a consultation when its note is written for the first time. */
export function contentOf(form: string, transcript: Transcript, note: Note): TranscriptContent {
  const roles = new Map(transcript.segments.map(({ speaker, role }) => [speaker, role]));
  return {
    form,
    language: transcript.language,
    durationMs: transcript.durationMs,
    segments: transcript.segments.map(({ role: _role, ...segment }) => segment),
    speakers: [...roles].map(([speaker, role]) => ({ speaker, name: null, role })),
    ...partsOf(note),
    warnings: { transcript: transcript.warnings, note: note.warnings },
    editedSinceNote: false,
    providers: { transcriber: transcript.engine, writer: note.engine },
  };
}

/** The record with another note, which was written from the words of `source`. */
export function withNote(newest: TranscriptContent, note: Note, source: TranscriptContent): TranscriptContent {
  return {
    ...newest,
    ...partsOf(note),
    warnings: { ...newest.warnings, note: note.warnings },
    editedSinceNote: !saysTheSame(newest, source),
    providers: { ...newest.providers, writer: note.engine },
  };
}

function partsOf({
  template,
  text,
  sections,
  findings,
}: Note): Pick<TranscriptContent, 'template' | 'text' | 'sections' | 'findings'> {
  return { template, text, sections, findings };
}

/** Whether a writer would be given the same words of the same roles. A name is never given to one. */
export function saysTheSame(a: TranscriptContent, b: TranscriptContent): boolean {
  const said = (content: TranscriptContent) => JSON.stringify(segmentsOf(content).map(({ id, role, text }) => [id, role, text]));
  return said(a) === said(b);
}

function segmentsOf({ segments, speakers }: TranscriptContent): readonly Segment[] {
  const roles = new Map(speakers.map(({ speaker, role }) => [speaker, role]));
  return segments.map((segment) => ({ ...segment, role: roles.get(segment.speaker) ?? 'unknown' }));
}

/** The transcript that a note is written from, as it is now. */
export function transcriptOf(content: TranscriptContent): Transcript {
  const { language, durationMs, providers, warnings } = content;
  return { language, durationMs, segments: segmentsOf(content), engine: providers.transcriber, warnings: warnings.transcript };
}

export function recordOf({ id, account, createdAt, version, content }: Kept<TranscriptContent>): TranscriptRecord {
  const { text: _text, editedSinceNote, warnings, ...rest } = content;
  const segments = segmentsOf(content);
  return {
    ...rest,
    id,
    account,
    createdAt,
    version,
    note: noteText(content.sections),
    transcript: transcriptText(segments),
    segments,
    warnings: [...warnings.transcript, ...warnings.note, ...(editedSinceNote ? [writtenBeforeEdit] : [])],
  };
}
