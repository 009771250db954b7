import { expect, test } from 'vitest';
import { obeyed } from './dictation.ts';

function dictated(role: 'clinician' | 'patient' | 'unknown', ...texts: readonly string[]) {
  const passages = texts.map((text, index) => ({ id: `s${index + 1}`, speaker: { label: 'A', role }, text }));
  return obeyed(passages).map((text) => text.replace(/\s+/g, ' ').trim());
}

test.each([
  [['knee pain full stop new paragraph plan colon mri'], ['knee pain. plan: mri']],
  [['No fever, full stop. New line. No cough, full stop.'], ['No fever. No cough.']],
  [['No swelling, period. New paragraph. No redness, period. New line.'], ['No swelling. No redness.']],
  [
    ['Lungs have wheezes. Strike that. Lungs are clear. New paragraph. Plan is rest.'],
    ['Lungs are clear. Plan is rest.'],
  ],
  [
    ['Takes aspirin.', 'Delete that sentence.', 'Takes no aspirin.', 'New line.'],
    ['', '', 'Takes no aspirin.', '.'],
  ],
  [['He is stable. He smokes. Strike the last sentence. Next paragraph. Rest.'], ['He is stable. Rest.']],
  [['lisinopril open bracket ten milligrams close bracket daily'], ['lisinopril (ten milligrams) daily']],
  [['no fever comma no chills full stop new line rest'], ['no fever, no chills. rest']],
  [['Temperature 98.6. Delete that. Temperature 99.1. Strike that.'], ['']],
  [['no pain period new line no rash period next line rest'], ['no pain. no rash. rest']],
  [
    ['Befund Doppelpunkt Lunge frei Komma Herz rein Punkt Neuer Absatz Temperatur 38 Komma 5 Punkt'],
    ['Befund: Lunge frei, Herz rein. Temperatur 38 Komma 5.'],
  ],
  [
    ['Schwindel Punkt streichen letzter Satz Punkt Kopfschmerzen Punkt Nächste Zeile Kein Fieber Punkt'],
    ['Kopfschmerzen. Kein Fieber.'],
  ],
  [
    ['Husten Punkt Bitte nicht übernehmen Doppelpunkt der Sohn war laut Punkt Kein Fieber Punkt'],
    ['Husten. Kein Fieber.'],
  ],
  [['Husten Punkt der Sohn war laut Komma bitte nicht übernehmen Punkt Kein Fieber Punkt'], ['Husten. Kein Fieber.']],
  [['Liebe Frau Schuster Komma bitte einen Brief an den Hausarzt Punkt Husten Punkt Danke Diktatende'], ['Husten.']],
])('the commands of a dictation are obeyed: %j', (said, expected) => {
  expect(dictated('clinician', ...said)).toEqual(expected);
});

test.each([
  ['unknown', 'She had a colon polyp removed, and her last period was in May.'],
  ['patient', 'It was fine, full stop. New line. It was fine, full stop.'],
  ['clinician', 'A new line was placed in the left arm. The new line is clean.'],
  ['clinician', 'We start 10 milligrams, scratch that, 20 milligrams. Scratch that.'],
  ['clinician', 'He came to a full stop. Full stop.'],
  ['clinician', 'Der Punkt am Arm ist neu, und dieser Absatz bleibt.'],
] as const)('a text that is no dictation stays as it is: %s %s', (role, said) => {
  expect(dictated(role, said)).toEqual([said]);
});

test('in a dictation, the words for organs and cycles stay', () => {
  const said = 'Last menstrual period in May. Colon polyp removed. A period of rest.';
  expect(dictated('clinician', `New paragraph. ${said} New paragraph.`)[0]).toContain(said);
});
