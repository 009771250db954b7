import { oneLine } from 'chronoscribe';
import type { TranscriptRecord } from '../../kind.ts';
import { transcriptWithNames } from '../plain-text.ts';
import { composition, type Links } from './composition.ts';
import { derivedUuid } from './derived-uuid.ts';

/**
 * A record as a FHIR R4 document (hl7.org/fhir/R4/documents.html): the note as Composition, the transcript as DocumentReference, the
 * software as its author, and a patient of whom nothing is known here. All identifiers follow from the record's, so one version of a
 * record is the same document wherever and whenever it is asked for. Nobody is named who was not named to us.
 */
export function documentBundle(record: TranscriptRecord) {
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
      { fullUrl: links.transcript, resource: attachedTranscript(record, links) },
    ],
  };
}

/** Of this version of the record: another version is another document. */
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

function attachedTranscript(record: TranscriptRecord, { note, patient, author }: Links) {
  const text = Buffer.from(transcriptWithNames(record).toWellFormed());
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

/** A recogniser's own name for a language may be no tag of BCP 47. */
function languageTag(language: string | null) {
  return language !== null && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language) ? { language } : {};
}
