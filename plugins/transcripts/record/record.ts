import { collectCooperatively } from 'chronoscribe';
import type { VersionedRecord } from 'chronoscribe/kinds/records';
import type { Draft, DraftSection } from 'chronoscribe/kinds/writer';
import type { Findings, Segment, Transcript, TranscriptRecord } from '../kind.ts';
import type { TranscriptContent } from './content.ts';
import { noteText } from './note-text.ts';
import { transcriptText } from './transcript-text.ts';

/** A note before it is saved. */
export interface Note {
  readonly template: string;
  /** The client's free text for the note. */
  readonly text: string;
  readonly sections: Draft['sections'];
  readonly findings: Findings | null;
  readonly warnings: readonly string[];
  readonly engine: Draft['engine'];
}

/** The first version of a record's content: a transcript and its note. */
export async function contentOf(form: string, transcript: Transcript, note: Note): Promise<TranscriptContent> {
  const roles = new Map(transcript.segments.map(({ speaker, role }) => [speaker, role]));
  return {
    form,
    language: transcript.language,
    durationMs: transcript.durationMs,
    segments: await collectCooperatively(transcript.segments.values().map(({ role: _role, ...segment }) => segment)),
    speakers: [...roles].map(([speaker, role]) => ({ speaker, name: null, role })),
    ...partsOf(note),
    warnings: { transcript: transcript.warnings, note: note.warnings },
    editedSinceNote: false,
    providers: { transcriber: transcript.engine, writer: note.engine },
  };
}

/** The content with another note, which was written from the words of `source`. */
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

/** Whether a writer would get the same source: words and roles, but no names. */
export function saysTheSame(a: TranscriptContent, b: TranscriptContent): boolean {
  const [roleInA, roleInB] = [rolesOf(a), rolesOf(b)];
  return (
    a.segments.length === b.segments.length &&
    a.segments.every((segment, at) => {
      const other = b.segments[at];
      return (
        other !== undefined &&
        segment.id === other.id &&
        segment.text === other.text &&
        roleInA(segment.speaker) === roleInB(other.speaker)
      );
    })
  );
}

function rolesOf({ speakers }: TranscriptContent): (speaker: string) => Segment['role'] {
  const roles = new Map(speakers.map(({ speaker, role }) => [speaker, role]));
  return (speaker) => roles.get(speaker) ?? 'unknown';
}

function segmentsOf(content: TranscriptContent): Promise<readonly Segment[]> {
  const roleOf = rolesOf(content);
  return collectCooperatively(
    content.segments.values().map((segment) => ({ ...segment, role: roleOf(segment.speaker) })),
  );
}

/** The transcript that a note is written from, as it is now. */
export async function transcriptOf(content: TranscriptContent): Promise<Transcript> {
  const { language, durationMs, providers, warnings } = content;
  const segments = await segmentsOf(content);
  return { language, durationMs, segments, engine: providers.transcriber, warnings: warnings.transcript };
}

/** The record with its derived fields. */
export async function recordOf({
  id,
  account,
  createdAt,
  version,
  content,
}: VersionedRecord<TranscriptContent>): Promise<TranscriptRecord> {
  const { text: _text, editedSinceNote: _edited, warnings: _warnings, ...rest } = content;
  const segments = await segmentsOf(content);
  return {
    ...rest,
    id,
    account,
    createdAt,
    version,
    note: noteText(content.sections),
    transcript: await transcriptText(segments),
    segments,
    warnings: warningsOf(content),
  };
}

/** A record in a list, without its transcript. */
export function summaryOf({ id, createdAt, version, content }: VersionedRecord<TranscriptContent>) {
  const { form, template, language, durationMs, sections } = content;
  const note = noteText(sections);
  return { id, version, createdAt, form, template, language, durationMs, note, warnings: warningsOf(content) };
}

function warningsOf({ warnings, editedSinceNote }: TranscriptContent): string[] {
  return [...warnings.transcript, ...warnings.note, ...(editedSinceNote ? [writtenBeforeEdit] : [])];
}

/** A warning with the number of statements that the transcript does not support; empty if there are none. */
export function groundingWarnings(sections: readonly DraftSection[]): string[] {
  const unsupported = sections.flatMap(({ statements }) => statements).filter(({ grounded }) => !grounded).length;
  if (unsupported === 0) return [];
  const subject = unsupported === 1 ? '1 statement of the note is' : `${unsupported} statements of the note are`;
  return [`${subject} not borne out by the transcript. Check what is marked \`grounded: false\` in the sections.`];
}

/** The warning of a note whose transcript was edited after it was written. */
export const writtenBeforeEdit =
  'The transcript was edited after this note was written from it. Check the note against what was changed, or have it rewritten.';
