import { createHash } from 'node:crypto';
import { oneLine } from 'chronoscribe/host';
import { z } from 'zod';
import type { TranscriptRecord } from '../kind.ts';
import { notDocumented } from '../record/note-text.ts';
import { addendaChapters, type Chapter, furtherChapters, noteChapters, unsupportedMark } from './chapters.ts';
import { narrative, progressNote, sectionCode } from './fhir-narrative.ts';
import { patientOf, peopleOf } from './fhir-people.ts';

/**
 * A record as a FHIR R4 document (hl7.org/fhir/R4/documents.html): the note as Composition, the transcript as
 * DocumentReference, the software as author, and the patient, the visit and the people as far as they are known. All
 * identifiers are derived from the record's id, so one version of a record is always the same document.
 */
export function documentBundle(record: TranscriptRecord, transcript: string) {
  const at = (part: string) => `urn:uuid:${derivedUuid(record.id, part)}`;
  const people = peopleOf(record, at);
  const links: Links = {
    ...{ note: at('note'), patient: at('patient'), author: at('software'), transcript: at('transcript') },
    ...people.links,
  };
  return {
    resourceType: 'Bundle',
    identifier: documentIdentifier(record.id, record.version),
    type: 'document',
    timestamp: lastChange(record),
    entry: [
      { fullUrl: links.note, resource: composition(record, links) },
      { fullUrl: links.patient, resource: patientOf(record) },
      { fullUrl: links.author, resource: software(record) },
      { fullUrl: links.transcript, resource: attachedTranscript(record, transcript, links) },
      ...people.entries,
    ],
  };
}

/** The identifier of a version: another version is another document. */
function documentIdentifier(id: string, version: number) {
  return { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${derivedUuid(id, 'document', version)}` };
}

/** When the record was made, or last signed or added to. */
function lastChange({ createdAt, signature, addenda }: TranscriptRecord): string {
  return new Date(addenda.at(-1)?.at ?? signature?.at ?? createdAt).toISOString();
}

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

function attachedTranscript(record: TranscriptRecord, transcript: string, { note, patient, author, visit }: Links) {
  const text = Buffer.from(transcript.toWellFormed());
  const created = new Date(record.createdAt).toISOString();
  return {
    resourceType: 'DocumentReference',
    status: 'current',
    docStatus: compositionStatus[record.status],
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
    context: {
      ...(visit !== undefined && { encounter: [{ reference: visit, type: 'Encounter' }] }),
      related: [{ reference: note, type: 'Composition' }],
    },
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
  /** Undefined if nothing is known of it. */
  readonly visit?: string | undefined;
  /** Who signed; undefined for a draft. */
  readonly signer?: string | undefined;
}

/** hl7.org/fhir/R4/valueset-composition-status.html. What software wrote and nobody signed is `preliminary`. */
const compositionStatus = { draft: 'preliminary', signed: 'final', amended: 'amended' } as const;

/** The note, with who signed it. A note that was signed before replaces that document, which has the version then. */
export function composition(record: TranscriptRecord, links: Omit<Links, 'note'>) {
  const { patient, author, transcript, visit, signer } = links;
  const { signature, addenda, reopenings } = record;
  const former = signature !== null && addenda.length > 0 ? signature : reopenings.at(-1)?.signature;
  return {
    resourceType: 'Composition',
    // The same for every version of the note.
    identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${record.id}` },
    status: compositionStatus[record.status],
    type: progressNote,
    subject: { reference: patient, type: 'Patient' },
    ...(visit !== undefined && { encounter: { reference: visit, type: 'Encounter' } }),
    date: lastChange(record),
    author: [{ reference: author, type: 'Device' }],
    title: 'Clinical note',
    ...(signature !== null &&
      signer !== undefined && {
        attester: [
          {
            mode: 'legal',
            time: new Date(signature.at).toISOString(),
            party: { reference: signer, type: 'Practitioner' },
          },
        ],
      }),
    ...(former !== undefined && {
      relatesTo: [{ code: 'replaces', targetIdentifier: documentIdentifier(record.id, former.version) }],
    }),
    section: [
      ...noteChapters(record).map((chapter) => ({ ...named(chapter.title), ...written(chapter) })),
      ...[...addendaChapters(record), ...furtherChapters(record)].map((chapter) => ({
        title: chapter.title,
        ...written(chapter),
      })),
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

/** What is the same in every exported FHIR document, for the API documentation. FHIR describes its resources. */
export const FhirDocument = z
  .object({
    resourceType: z.literal('Bundle').describe('The type of the whole'),
    identifier: z
      .object({
        system: z.literal('urn:ietf:rfc:3986').describe('The value is a URI'),
        value: z.string().describe('`urn:uuid:…`'),
      })
      .describe('Of this version of the record'),
    type: z.literal('document').describe('The kind of Bundle'),
    timestamp: z.iso.datetime().describe('When the record was made, or last signed or added to'),
    entry: z
      .array(
        z.object({
          fullUrl: z.string().describe('`urn:uuid:…`, by which others refer to it'),
          resource: z
            .looseObject({ resourceType: z.string().describe('Such as `Patient`') })
            .describe('A FHIR R4 resource'),
        }),
      )
      .min(1)
      .describe('First the Composition with the note'),
  })
  .describe('A FHIR R4 document');
