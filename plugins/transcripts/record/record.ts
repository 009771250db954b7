import { collectCooperatively } from 'chronoscribe/concurrency';
import {
  coverageOf,
  omissionWarnings,
  type ReadSource,
  type RecordedFact,
  shareStated,
} from 'chronoscribe/kinds/grounding';
import {
  excerptOf,
  type Patient,
  type RecordLabels,
  type VersionedRecord,
  type Visit,
} from 'chronoscribe/kinds/records';
import type { Draft } from 'chronoscribe/kinds/writer';
import type { Findings, NoteSection, NoteStatement, Segment, Transcript, TranscriptRecord } from '../kind.ts';
import type { TranscriptContent } from './content.ts';
import { noteText, transcriptText } from './note-text.ts';
import { unsigned } from './signature.ts';
import { isAuthentic, statusOf } from './signing.ts';
import { withoutStatementIds, withStatementIds } from './statement-ids.ts';

/** The path of a record. A record has the id of its run. */
export function pathOf(id: string): string {
  return `/api/v1/transcripts/${id}`;
}

/** What a writer wrote, before the check. */
export interface WrittenNote extends Draft {
  readonly template: string;
  readonly text: string;
}

/** A note before it is saved. */
export interface Note extends Omit<WrittenNote, 'sections'> {
  readonly sections: readonly NoteSection[];
  readonly facts: readonly RecordedFact[];
  readonly coverage: ReadSource;
  readonly findings: Findings | null;
}

/** What the sender says of an upload. */
interface About {
  /** What the file was called. */
  readonly title?: string;
  readonly patient?: Patient | null | undefined;
  readonly visit?: Visit | null | undefined;
  readonly marks?: readonly number[] | undefined;
}

/** The first version of a record's content: a transcript and its note. */
export async function contentOf(
  form: string,
  transcript: Transcript,
  note: Note,
  { title = '', patient, visit, marks = [] }: About = {},
): Promise<TranscriptContent> {
  const speakers = new Map(
    transcript.segments.map(({ speaker, role, name = null }) => [speaker, { speaker, name, role }]),
  );
  return withStatementIds({
    form,
    language: transcript.language,
    durationMs: transcript.durationMs,
    segments: await collectCooperatively(
      transcript.segments.values().map(({ role: _role, name: _name, ...segment }) => segment),
    ),
    speakers: [...speakers.values()],
    ...partsOf(note),
    warnings: { transcript: transcript.warnings, note: note.warnings },
    editedSinceNote: false,
    providers: { transcriber: transcript.engine, writer: note.engine },
    ...{ title, patient: patient ?? null, visit: visit ?? null, marks },
    signing: unsigned,
    lastStatement: 0,
  });
}

/** The content with another note, which was written from the words of `source`. */
export function withNote(newest: TranscriptContent, note: Note, source: TranscriptContent): TranscriptContent {
  return withStatementIds({
    ...newest,
    ...partsOf({ ...note, sections: withoutStatementIds(note.sections) }),
    warnings: { ...newest.warnings, note: note.warnings },
    editedSinceNote: !saysTheSame(newest, source),
    providers: { ...newest.providers, writer: note.engine },
  });
}

function partsOf({
  template,
  text,
  sections,
  facts,
  coverage,
  findings,
}: Note): Pick<TranscriptContent, 'template' | 'text' | 'sections' | 'facts' | 'coverage' | 'findings'> {
  return { template, text, sections, facts, coverage, findings };
}

/** Whether a writer would get the same source: words, speakers and roles, but no names. */
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
        segment.speaker === other.speaker &&
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
  change: _change,
  content,
  ...place
}: VersionedRecord<TranscriptContent>): Promise<TranscriptRecord> {
  const {
    text: _text,
    editedSinceNote: _edited,
    warnings: _warnings,
    lastStatement: _last,
    signing,
    ...rest
  } = content;
  const segments = await segmentsOf(content);
  const isValid = await isAuthentic(place.id, content);
  return {
    ...rest,
    ...place,
    note: noteText(content.sections),
    transcript: await transcriptText(segments),
    segments,
    coverage: coverageOf(content.facts, content.coverage),
    warnings: [...(isValid ? [] : [notAsSigned]), ...warningsOf(content)],
    status: statusOf(content),
    ...signing,
    signature: signing.signature && { ...signing.signature, valid: isValid },
  };
}

/** What lists and searches show of a record. */
export type TranscriptLabels = RecordLabels & Pick<TranscriptRecord, 'note' | 'language' | 'durationMs'>;

export function labelsOf(content: TranscriptContent): TranscriptLabels {
  const { form, template, title, patient, visit, language, durationMs, sections, facts } = content;
  return {
    ...{ form, template, title, patient, visit, language, durationMs },
    ...{ status: statusOf(content), note: noteText(sections), warnings: warningsOf(content) },
    excerpt: excerptOf(sections.flatMap(({ statements }) => statements)),
    coverage: shareStated(coverageOf(facts, content.coverage)),
  };
}

/** What a record is found by: its note, what was added to it, and what was said. */
export function* textsOf({ sections, signing, segments }: TranscriptContent): Generator<string> {
  for (const { statements } of sections) for (const { text } of statements) yield text;
  for (const { text } of [...signing.addenda, ...segments]) yield text;
}

/** What the check says is derived, so that it follows each edit. */
export function warningsOf({ warnings, sections, facts, editedSinceNote }: TranscriptContent): string[] {
  const ofNote = [...warnings.note, ...groundingWarnings(sections), ...omissionWarnings(facts)];
  return [...new Set([...warnings.transcript, ...ofNote, ...(editedSinceNote ? [writtenBeforeEdit] : [])])];
}

/** Whether the transcript does not support a statement that is said to come from it, or that no person wrote. */
export function isUnsupported({ origin, evidence, grounded }: Omit<NoteStatement, 'id' | 'text' | 'doubts'>): boolean {
  return !grounded && (origin === 'writer' || evidence.length > 0);
}

/** A warning with the number of statements that the transcript does not support; empty if there are none. */
export function groundingWarnings(sections: readonly NoteSection[]): string[] {
  const unsupported = sections.flatMap(({ statements }) => statements).filter(isUnsupported).length;
  if (unsupported === 0) return [];
  const subject = unsupported === 1 ? '1 statement of the note is' : `${unsupported} statements of the note are`;
  return [`${subject} not borne out by the transcript. Check what is marked \`grounded: false\` in the sections.`];
}

/** The warning of a record that is not what was signed. It comes from outside: no endpoint can make it so. */
const notAsSigned =
  'This record is not as it was signed: its file was changed by other means. Restore it from a backup.';

/** The warning of a note whose transcript was edited after it was written. */
export const writtenBeforeEdit =
  'The transcript was edited after this note was written from it. Check the note against what was changed, or have it rewritten.';
