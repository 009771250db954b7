import { expect, test } from 'vitest';
import { spokenTexts } from './dictation.ts';

function dictated(role: 'clinician' | 'patient' | 'unknown', ...texts: readonly string[]) {
  const passages = texts.map((text, index) => ({ id: `s${index + 1}`, speaker: { label: 'A', role }, text }));
  return spokenTexts(passages).map((text) => text.replace(/\s+/g, ' ').trim());
}

test.each([
  [['knee pain full stop new paragraph plan colon mri'], ['knee pain. Plan: mri']],
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
  [
    ['Knee swollen comma no warmth. Assessment colon meniscal tear.'],
    ['Knee swollen, no warmth. Assessment: meniscal tear.'],
  ],
  [['Temperature 98.6. Delete that. Temperature 99.1. Strike that.'], ['']],
  [['no pain period new line no rash period next line rest'], ['no pain. no rash. rest']],
  [['put that in full stop new paragraph no comma not now full stop'], ['put that in. no, not now.']],
  [['He is allergic to latex. Correction, the nurse is allergic to latex.'], ['the nurse is allergic to latex.']],
  [['No known allergies. Correction, she is allergic to kiwi.'], ['she is allergic to kiwi.']],
  [['rest full stop next line heading medications cap aspirin full stop'], ['rest. Medications: Aspirin.']],
  [
    ['He has gout. His sister has lupus. He smokes. Delete that sentence about the sister.'],
    ['He has gout. He smokes.'],
  ],
  [['Left lobe resected. Strike that, it was the right lobe.'], ['Right lobe resected.']],
  [
    ['The mass is in the left lobe.', 'Strike that, it was the right lobe.'],
    ['The mass is in the', '‖ right lobe.'],
  ],
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
  ['clinician', 'He came to a full stop. Full stop.'],
  ['clinician', 'She had a stroke, and period pain. One cap daily. He will go back to work.'],
  ['clinician', 'Blood pressure 140 over 80, pulse 70. Correction, the pulse was 80.'],
  ['patient', 'I fell. Delete that.'],
  ['clinician', 'New paragraph begins here.'],
  ['clinician', 'Der Punkt am Arm ist neu, und dieser Absatz bleibt.'],
] as const)('a text that is no dictation stays as it is: %s %s', (role, said) => {
  expect(dictated(role, said)).toEqual([said]);
});

test('in a dictation, the words for organs and cycles stay', () => {
  const said = 'Last menstrual period in May. Colon polyp removed. A period of rest.';
  expect(dictated('clinician', `New paragraph. ${said} New paragraph.`)[0]).toContain(said);
});

test('commands are obeyed for who dictates in a conversation, and in a text without speakers', () => {
  const said = [
    { id: 's1', speaker: { label: 'B', role: 'patient' as const }, text: 'I had a comma full stop.' },
    { id: 's2', speaker: { label: 'A', role: 'clinician' as const }, text: 'No fever comma no rash full stop' },
  ];
  expect(spokenTexts(said).map((text) => text.trim())).toEqual(['I had a comma full stop.', 'No fever, no rash.']);
  const written = [{ id: 's1', speaker: null, text: 'Befund Doppelpunkt Erguss Komma Druckschmerz Punkt' }];
  expect(spokenTexts(written).map((text) => text.trim())).toEqual(['Befund: Erguss, Druckschmerz.']);
});
