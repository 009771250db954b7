import { createHash } from 'node:crypto';
import { oneLine } from 'chronoscribe';
import type { TranscriptRecord } from '../kind.ts';
import { notDocumented } from '../record/note-text.ts';
import { type Chapter, furtherChapters, noteChapters, unsupportedMark } from './chapters.ts';
import { narrative, progressNote, sectionCode } from './fhir-narrative.ts';

/**
 * A record as a FHIR R4 document (hl7.org/fhir/R4/documents.html): the note as Composition, the transcript as
 * DocumentReference, the software as author, and an unknown patient. All identifiers are derived from the record's id,
 * so one version of a record is always the same document.
 */
export function documentBundle(record: TranscriptRecord, transcript: string) {
  const at = (part: string) => `urn:uuid:${derivedUuid(record.id, part)}`;
  const links = { note: at('note'), patient: at('patient'), author: at('software'), transcript: at('transcript') };
  return {
    resourceType: 'Bundle',
    identifier: documentIdentifier(record),
    type: 'document',
    timestamp: new Date(record.createdAt).toISOString(),
    entry: [
      { fullUrl: links.note, resource: composition(record, links) },
      { fullUrl: links.patient, resource: unknownPatient },
      { fullUrl: links.author, resource: software(record) },
      { fullUrl: links.transcript, resource: attachedTranscript(record, transcript, links) },
    ],
  };
}

/** The identifier of this version: another version is another document. */
function documentIdentifier({ id, version }: TranscriptRecord) {
  return { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${derivedUuid(id, 'document', version)}` };
}

const unknownPatient = {
  resourceType: 'Patient',
  name: [{ extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }] }],
};

function software({ providers: { transcriber, writer } }: TranscriptRecord) {
  return {
    resourceType: 'Device',
    deviceName: [{ name: 'Chronoscribe', type: 'user-friendly-name' }],
    version: [
      { type: { text: 'Transcriber' }, value: engineName(transcriber) },
      { type: { text: 'Writer' }, value: engineName(writer) },
    ],
  };
}

function engineName({ provider, model, version }: TranscriptRecord['providers']['writer']): string {
  return [provider, model ?? '', version ?? ''].map(oneLine).filter(Boolean).join(' ');
}

function attachedTranscript(record: TranscriptRecord, transcript: string, { note, patient, author }: Links) {
  const text = Buffer.from(transcript.toWellFormed());
  const created = new Date(record.createdAt).toISOString();
  return {
    resourceType: 'DocumentReference',
    status: 'current',
    docStatus: 'preliminary',
    type: { text: 'Transcript of a consultation' },
    subject: { reference: patient, type: 'Patient' },
    date: created,
    author: [{ reference: author, type: 'Device' }],
    content: [
      {
        attachment: {
          contentType: 'text/plain; charset=utf-8',
          ...languageTag(record.language),
          ...(text.length > 0 && { data: text.toString('base64') }),
          size: text.length,
          title: 'Transcript',
          creation: created,
        },
      },
    ],
    context: { related: [{ reference: note, type: 'Composition' }] },
  };
}

/** A recogniser's name of a language may not be a BCP 47 tag. */
function languageTag(language: string | null) {
  return language !== null && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language) ? { language } : {};
}

/** The `urn:uuid:…` of the parts of the document. */
export interface Links {
  readonly note: string;
  readonly patient: string;
  readonly author: string;
  readonly transcript: string;
}

/** The note. It is `preliminary`, because software wrote it and nobody has signed it. */
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
  if (lines.length === 0) return { text: narrative({ paragraphs: [notDocumented] }), emptyReason };
  return {
    text: narrative({
      items: lines.map(({ text, unsupported }) => (unsupported ? `${text} [${unsupportedMark}]` : text)),
    }),
  };
}

/** Nothing was said about the section, so its content is unknown, not empty. */
const emptyReason = {
  coding: [
    { system: 'http://terminology.hl7.org/CodeSystem/list-empty-reason', code: 'unavailable', display: 'Unavailable' },
  ],
};

/** A UUID that depends only on the names: version 5 of RFC 9562, in a namespace of our own. */
export function derivedUuid(...names: readonly (string | number)[]): string {
  const hash = createHash('sha1').update(namespace).update(JSON.stringify(names)).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const namespace = Buffer.from('6f1d9c1e0b7a4c0f9a3d5e2b8c417f60', 'hex');
