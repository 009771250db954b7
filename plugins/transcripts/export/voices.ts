import { oneLine } from 'chronoscribe';
import type { Role, Segment, TranscriptRecord } from '../kind.ts';

/** Somebody who speaks in a record. */
export interface Voice {
  /** The name that was given, else `Speaker 1`; in one line, not empty. */
  readonly name: string;
  readonly role: Role;
}

/** What one voice says until another one speaks. */
export interface Turn {
  readonly voice: Voice;
  readonly segments: readonly Segment[];
}

/** Finds who speaks in a segment. */
export function voicesOf({ speakers }: Pick<TranscriptRecord, 'speakers'>): (segment: Segment) => Voice {
  const known = new Map(
    speakers.map(({ speaker, name, role }) => [speaker, { name: oneLine(name ?? '') || oneLine(speaker), role }]),
  );
  return ({ speaker, role }) => known.get(speaker) ?? { name: oneLine(speaker), role };
}

/** The segments of a record by turns; those in which nothing is left to say are passed over. */
export function turnsOf(record: Pick<TranscriptRecord, 'speakers' | 'segments'>): Turn[] {
  const voiceOf = voicesOf(record);
  const turns: { readonly speaker: string; readonly voice: Voice; readonly segments: Segment[] }[] = [];
  for (const segment of spoken(record)) {
    const last = turns.at(-1);
    if (last?.speaker === segment.speaker) last.segments.push(segment);
    else turns.push({ speaker: segment.speaker, voice: voiceOf(segment), segments: [segment] });
  }
  return turns;
}

/** The segments that hold a text, each in one line. */
export function spoken({ segments }: Pick<TranscriptRecord, 'segments'>): Segment[] {
  return segments.map((segment) => ({ ...segment, text: oneLine(segment.text) })).filter(({ text }) => text !== '');
}

/** `Dr. Smith (clinician)`; a role that is not known is left out. */
export function withRole({ name, role }: Voice): string {
  return role === 'unknown' ? name : `${name} (${role})`;
}
