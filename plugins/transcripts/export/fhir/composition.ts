import type { TranscriptRecord } from '../../kind.ts';
import { nothingSaid } from '../../note-text.ts';
import { type Chapter, doubt, furtherChapters, noteChapters } from '../chapters.ts';
import { progressNote, sectionCode } from './loinc.ts';
import { narrative } from './narrative.ts';

/** Where the parts of the document are found in it, as `urn:uuid:…`. */
export interface Links {
  readonly note: string;
  readonly patient: string;
  readonly author: string;
  readonly transcript: string;
}

/** The note. It is `preliminary`: software wrote it, and nobody has signed it. */
export function composition(record: TranscriptRecord, { patient, author, transcript }: Omit<Links, 'note'>) {
  return {
    resourceType: 'Composition',
    // The same for every version of the note.
    identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${record.id}` },
    status: 'preliminary',
    type: progressNote,
    subject: { reference: patient, type: 'Patient' },
    date: new Date(record.createdAt).toISOString(),
    author: [{ reference: author, type: 'Device' }],
    title: 'Clinical note',
    section: [
      ...noteChapters(record).map((chapter) => ({ ...named(chapter.title), ...written(chapter) })),
      ...furtherChapters(record).map((chapter) => ({ title: chapter.title, ...written(chapter) })),
      {
        title: 'Transcript',
        text: narrative({ paragraphs: ['The words of the consultation are attached as text.'] }),
        entry: [{ reference: transcript, type: 'DocumentReference' }],
      },
    ],
  };
}

function named(title: string) {
  const code = sectionCode(title);
  return { title, ...(code !== undefined && { code }) };
}

function written({ lines }: Chapter) {
  if (lines.length === 0) return { text: narrative({ paragraphs: [nothingSaid] }), emptyReason };
  return { text: narrative({ items: lines.map(({ text, doubtful }) => (doubtful ? `${text} [${doubt}]` : text)) }) };
}

/** The consultation said nothing on it; whether there is anything is not known. */
const emptyReason = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/list-empty-reason', code: 'unavailable', display: 'Unavailable' }],
};
