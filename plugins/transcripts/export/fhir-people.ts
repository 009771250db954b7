import { oneLine } from 'chronoscribe/host';
import type { TranscriptRecord } from '../kind.ts';

/** The patient; without a name one whose name is said to be unknown. */
export function patientOf({ patient }: TranscriptRecord) {
  const { id, identifier, name, birth_date, sex } = patient ?? {};
  const identifiers = [
    ...(identifier === undefined ? [] : [{ type: medicalRecordNumber, value: oneLine(identifier) }]),
    ...(id === undefined ? [] : [{ use: 'secondary', value: oneLine(id) }]),
  ];
  return {
    resourceType: 'Patient',
    ...(identifiers.length > 0 && { identifier: identifiers }),
    name: [name === undefined ? unknownName : { text: oneLine(name) }],
    ...(sex !== undefined && { gender: sex }),
    ...(birth_date !== undefined && { birthDate: birth_date }),
  };
}

const unknownName = {
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
};

/** hl7.org/fhir/R4/valueset-identifier-type.html */
const medicalRecordNumber = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR', display: 'Medical record number' }],
};

/** The visit and the practitioners of a record, each linked from the note. @param at the `urn:uuid:…` of a part */
export function peopleOf(record: TranscriptRecord, at: (part: string) => string) {
  const { visit, signature } = record;
  const clinician = visit?.clinician === undefined ? undefined : { name: visit.clinician, url: at('clinician') };
  const signer =
    signature === null
      ? undefined
      : // A signer with the clinician's name is the clinician.
        clinician?.name === signature.by
        ? clinician
        : { name: signature.by, url: at('signer') };
  const visitUrl = visit === null ? undefined : at('visit');
  const practitioners = new Map([clinician, signer].flatMap((each) => (each === undefined ? [] : [[each.url, each]])));
  const resources = practitioners.values().map(({ name, url }) => ({
    fullUrl: url,
    resource: { resourceType: 'Practitioner', name: [{ text: oneLine(name) || 'Unknown' }] },
  }));
  return {
    links: { visit: visitUrl, signer: signer?.url },
    entries: [
      ...(visitUrl === undefined
        ? []
        : [{ fullUrl: visitUrl, resource: encounter(record, at('patient'), clinician?.url) }]),
      ...resources,
    ],
  };
}

/** A visit that has taken place, since it is documented. */
function encounter({ visit }: TranscriptRecord, patient: string, clinician: string | undefined) {
  const { date, location, reason } = visit ?? {};
  return {
    resourceType: 'Encounter',
    status: 'finished',
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB', display: 'ambulatory' },
    subject: { reference: patient, type: 'Patient' },
    ...(clinician !== undefined && { participant: [{ individual: { reference: clinician, type: 'Practitioner' } }] }),
    ...(date !== undefined && { period: { start: fhirDate(date) } }),
    ...(reason !== undefined && { reasonCode: [{ text: oneLine(reason) }] }),
    ...(location !== undefined && { location: [{ location: { display: oneLine(location) } }] }),
  };
}

/** A date, or a date-time with seconds, which FHIR demands. */
function fhirDate(date: string): string {
  return date.includes('T') ? new Date(date).toISOString() : date;
}
