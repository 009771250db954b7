import { oneLine } from 'chronoscribe/host';
import type { Role, TranscriptRecord } from '../kind.ts';
import { timestamp } from '../record/note-text.ts';

/** Somebody who speaks in a record. */
export interface Voice {
  /** The name that was given, else `Speaker 1`; in one line, not empty. */
  readonly name: string;
  readonly role: Role;
}

type Spoken = Pick<TranscriptRecord, 'speakers' | 'segments'>;

/** The segments of a record that hold a text, computed one by one. */
export function* spokenLines({ speakers, segments }: Spoken) {
  const voices = new Map(
    speakers.map(({ speaker, name, role }) => [speaker, { name: oneLine(name ?? '') || oneLine(speaker), role }]),
  );
  let last: string | undefined;
  for (const segment of segments) {
    const text = oneLine(segment.text);
    if (text === '') continue;
    const { speaker, role } = segment;
    const voice = voices.get(speaker) ?? { name: oneLine(speaker), role };
    yield { segment: { ...segment, text }, voice, isNewTurn: speaker !== last };
    last = speaker;
  }
}

/** `Dr. Smith (clinician)`; a role that is not known is left out. */
export function withRole({ name, role }: Voice): string {
  return role === 'unknown' ? name : `${name} (${role})`;
}

/** The transcript by turns: who speaks alone on a line, then a line `[hh:mm:ss - hh:mm:ss] text` for each segment. */
export function* transcriptWithNames(record: Spoken): Generator<string> {
  let separator = '';
  for (const { segment, voice, isNewTurn } of spokenLines(record)) {
    if (isNewTurn) yield `${separator}${withRole(voice)}:\n`;
    yield `[${timestamp(segment.startMs)} - ${timestamp(segment.endMs)}] ${segment.text}\n`;
    separator = '\n';
  }
}
