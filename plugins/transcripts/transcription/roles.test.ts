import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasSharedData, sharedData } from '../testing/shared.ts';
import { exchangeWarning, roleOfName, rolesOf, type Speech } from './roles.ts';

describe('telling roles by name', () => {
  test.each([
    ['Doctor', 'clinician'],
    ['Dr. Smith', 'clinician'],
    ['Jane Roe, MD', 'clinician'],
    ['NURSE', 'clinician'],
    ['Patient', 'patient'],
    ['patient_guest', 'other'],
    ["Patient's mother", 'other'],
    ['Kim Do', undefined],
    ['Interpreter', 'other'],
    ['Anna', undefined],
    ['A', undefined],
    ['Speaker 1', undefined],
    ['Drake', undefined],
  ])('%s: %s', (name, role) => {
    expect(roleOfName(name)).toBe(role);
  });

  const speech = (label: string): Speech => ({ label, texts: ['Hm.'] });

  test('knows the other of two by the one who is named', () => {
    expect(rolesOf([speech('Anna'), speech('Dr. Smith')])).toEqual(['patient', 'clinician']);
    expect(rolesOf([speech('Patient'), speech('Anna')])).toEqual(['patient', 'clinician']);
  });

  test.each([
    ['Nurse', 'Dr. Smith', 'Patient'],
    ['Kim Lee, RN', 'Doctor', 'Patient'],
    ['Jo (MA)', 'Provider', 'Patient'],
    ['medical assistant', 'Jane Roe, MD', 'Pt'],
    ['Krankenschwester', 'Ärztin', 'Patientin'],
  ])('takes the words of %s beside %s for nobody’s orders', (nurse, doctor, patient) => {
    const roles = rolesOf([speech(nurse), speech(doctor), speech(patient)]);
    expect(roles).toEqual(['other', 'clinician', 'patient']);
  });

  test('takes a nurse for the clinician where nobody else can be one', () => {
    expect(rolesOf([speech('Nurse'), speech('Patient')])).toEqual(['clinician', 'patient']);
    expect(rolesOf([speech('RN'), speech('Anna')])).toEqual(['clinician', 'patient']);
    expect(rolesOf([speech('Nurse'), speech('Speaker 1'), speech('Patient')])).toEqual([
      'other',
      'clinician',
      'patient',
    ]);
    expect(rolesOf([speech('Nurse Practitioner Lee'), speech('Dr. Smith')])).toEqual(['clinician', 'clinician']);
  });

  test('does not guess among several', () => {
    expect(rolesOf([speech('Anna'), speech('Dr. Smith'), speech('Ben')])).toEqual(['unknown', 'clinician', 'unknown']);
  });
});

describe('telling roles by the way people speak', () => {
  const asking: Speech = {
    label: 'A',
    texts: ['Good morning, how can I help?', 'Any fever? Let me listen to your lungs.'],
  };
  const telling: Speech = {
    label: 'B',
    texts: ["I've been coughing and my chest hurts.", 'Yes, since I came back to work.'],
  };

  test('knows who asks and who tells, in either order', () => {
    expect(rolesOf([asking, telling])).toEqual(['clinician', 'patient']);
    expect(rolesOf([telling, asking])).toEqual(['patient', 'clinician']);
  });

  test('says unknown of one voice alone, and of two that speak alike', () => {
    expect(rolesOf([asking])).toEqual(['unknown']);
    expect(rolesOf([telling, { ...telling, label: 'C' }])).toEqual(['unknown', 'unknown']);
    expect(rolesOf([])).toEqual([]);
  });

  test.skipIf(!hasSharedData)('is right in 126 of the 127 visits of ACI-Bench, and unsure of the other', () => {
    const visits = visitsOfAciBench();
    expect(visits).toHaveLength(127);
    const wrong = visits.filter(({ speeches, clinician }) => rolesOf(speeches)[clinician] !== 'clinician');
    expect(wrong.map(({ id }) => id)).toEqual(['D2N125']);
    expect(wrong.flatMap(({ speeches }) => rolesOf(speeches))).toEqual(['unknown', 'unknown']);
  });

  test.skipIf(!hasSharedData)('is right in all 30 visits of PriMock57', () => {
    const visits = visitsOfPriMock57();
    expect(visits).toHaveLength(30);
    expect(visits.filter(({ speeches, clinician }) => rolesOf(speeches)[clinician] !== 'clinician')).toEqual([]);
  });
});

describe('names that are exchanged', () => {
  const asks = ['How can I help?', 'Any fever?', 'On your exam there is a wheeze.', "I'm going to order an x-ray."];
  const tells = ["I've been coughing.", 'Yes, since I came back.', 'My chest hurts.', "I don't think so."];
  const visitOf = (clinician: string, patient: string, times: number): Speech[] => [
    { label: clinician, texts: Array.from({ length: times }, () => asks).flat() },
    { label: patient, texts: Array.from({ length: times }, () => tells).flat() },
  ];

  test.each([
    ['Patient', 'Doctor'],
    ['Patient', 'Anna'],
    ['Anna', 'Dr. Smith'],
    ['PT', 'DOC'],
  ])('%s who asks, and %s who tells of an illness, get each other’s roles, with a warning', (one, other) => {
    const speeches = visitOf(one, other, 2);
    const roles = rolesOf(speeches);
    expect(roles).toEqual(['clinician', 'patient']);
    expect(exchangeWarning(speeches, roles).join()).toMatch(
      `“${one}” examines and treats, “${other}” tells of an illness`,
    );
  });

  test('are seen beside a relative too', () => {
    const speeches = [...visitOf('Patient', 'Doctor', 2), { label: "Patient's mother", texts: ['He coughs.'] }];
    expect(rolesOf(speeches)).toEqual(['clinician', 'patient', 'other']);
  });

  test('are believed of several clinicians, and where they fit', () => {
    const several = [...visitOf('Patient', 'Doctor', 2), { label: 'Dr. Lee', texts: ['Hello.'] }];
    const right = visitOf('Doctor', 'Patient', 2);
    const nurse = [...visitOf('Doctor', 'Patient', 2), { label: 'Nurse', texts: ['Hello.'] }];
    for (const speeches of [several, right, nurse]) {
      const roles = rolesOf(speeches);
      expect(roles.slice(0, 2)).toEqual(speeches.slice(0, 2).map(({ label }) => roleOfName(label ?? '')));
      expect(exchangeWarning(speeches, roles)).toEqual([]);
    }
  });

  test.skipIf(!hasSharedData)(
    'are found in the visits of ACI-Bench and PriMock57 that have them, and in no other',
    () => {
      const visits = [...visitsOfAciBench(), ...visitsOfPriMock57()];
      const found = visits.filter(({ speeches, clinician, id }) => {
        const isSwapped = swapped.has(id);
        const named = speeches.map(({ texts }, at) => ({
          label: (at === clinician) === isSwapped ? 'Patient' : 'Doctor',
          texts,
        }));
        return speeches.length === 2 && exchangeWarning(named, rolesOf(named)).length > 0;
      });
      expect(found.map(({ id }) => id).toSorted()).toEqual(['D2N034', 'D2N038', 'D2N056', 'D2N082', 'D2N114']);
    },
  );
});

interface Visit {
  readonly id: string;
  /** Under labels that tell nothing. */
  readonly speeches: readonly Speech[];
  readonly clinician: number;
}

function visit(id: string, turns: readonly (readonly [speaker: string, text: string])[], clinician: string): Visit {
  const texts = new Map<string, string[]>();
  for (const [speaker, text] of turns) texts.set(speaker, [...(texts.get(speaker) ?? []), text]);
  const speakers = [...texts.keys()];
  return {
    id,
    speeches: speakers.map((speaker, i) => ({ label: `voice ${i}`, texts: texts.get(speaker) ?? [] })),
    clinician: speakers.indexOf(clinician),
  };
}

/**
 * In these the labels are swapped upstream. The first four are known; in the others the one called patient examines and
 * prescribes.
 */
const swapped = new Set(['D2N034', 'D2N056', 'D2N114', 'D2N190', 'D2N038', 'D2N057', 'D2N059', 'D2N082']);

function visitsOfAciBench(): Visit[] {
  return ['train', 'valid', 'test1'].flatMap((split) => {
    const csv = readFileSync(join(sharedData, `aci-bench/${split}.csv`), 'utf8');
    return [...csv.matchAll(/^\w+,(D2N\d+),"((?:[^"]|"")*)"/gm)].map(([, id = '', dialogue = '']) => {
      const turns = [...dialogue.matchAll(/^\[(\w+)\]([^[]*)/gm)].map(
        ([, speaker = '', text = '']) => [speaker, text.trim()] as const,
      );
      return visit(id, turns, swapped.has(id) ? 'patient' : 'doctor');
    });
  });
}

function visitsOfPriMock57(): Visit[] {
  const lines = readFileSync(join(sharedData, 'primock57/visits.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const { id, utterances } = JSON.parse(line) as { id: string; utterances: { speaker: string; text: string }[] };
    return visit(
      id,
      utterances.map(({ speaker, text }) => [speaker, text] as const),
      'doctor',
    );
  });
}
