import type { CitingStatement } from 'chronoscribe/kinds/grounding';
import { expect, test } from 'vitest';
import { unmentionedIn } from './unmentioned.ts';

/** What a note leaves out of a dialogue: `d: …` is the clinician, `p: …` the patient. */
function listed(dialogue: readonly string[], statements: readonly CitingStatement[] = []) {
  const passages = dialogue.map((line, index) => {
    const [label = '', text = ''] = line.split(/: (.*)/s);
    return { id: `s${index + 1}`, speaker: { label, role: 'unknown' as const }, text };
  });
  return unmentionedIn(passages, statements).map(({ evidence, text }) => `${evidence.join(',')} ${text}`);
}

const cites = (text: string, ...evidence: readonly string[]): CitingStatement => ({ text, evidence });

test.each([
  [['d: Have you thought about ending your life?', 'p: Yes, last night.']],
  [['d: Do you have a gun at home?', "p: My husband's."]],
  [['d: Haben Sie daran gedacht, sich etwas anzutun?', 'p: Ja, gestern.']],
  [['d: Avez-vous perdu connaissance ?', 'p: Oui, deux fois.']],
  [['d: ¿Ha pensado en hacerse daño?', 'p: A veces.']],
  [['d: any trouble with the bladder', 'p: uh-huh since saturday']],
  [['d: You are still on the zanthrolol, then.', 'p: No, not since May.']],
  [["d: Let's start a statin.", "p: I'd rather not."]],
  [['p: Can it wait till Monday?', 'd: No.']],
  [['d: Did it help?', 'p: A little.']],
  [["d: You've not had one yourself?", 'p: A clot? No, touch wood.']],
  [['d: Any seizures?', 'p: Fits? Not since school.']],
])('an answer is listed with what it answers, as one entry: %j', (dialogue) => {
  const text = dialogue.map((line) => line.slice(3)).join(' – ');
  expect(listed(dialogue)).toEqual([`s1,s2 ${text}`]);
});

test.each([
  [['d: She has thoughts of suicide. Strike that.'], 's1 She has thoughts of suicide.'],
  [['d: Allergic to kiwi.', 'd: Delete that.'], 's1 Allergic to kiwi.'],
  [
    ['d: no fever full stop chest pain on Sunday full stop strike that full stop new line rest full stop'],
    's1 chest pain on Sunday',
  ],
  [['d: Husten Punkt der Sohn war laut Komma bitte nicht übernehmen Punkt Kein Fieber Punkt'], 's1 der Sohn war laut'],
])('what a dictation strikes out is listed: %j', (dialogue, entry) => {
  expect(listed(dialogue).some((each) => each.startsWith(entry))).toBe(true);
});

test.each([
  ['d: Take 5 mg, sorry, 10 mg at night.'],
  ['d: My right knee hurts. No, sorry, the left.'],
  ['d: He takes warfarin, no, apixaban.'],
  ['d: no pain full stop new line no rash full stop next line rest full stop'],
])('what is said again in place of something is not listed twice: %s', (line) => {
  expect(listed([line]).filter((each) => /sorry|warfarin|full stop/.test(each))).toEqual([]);
});

test.each([
  [['d: Any fever?', 'p: Um, let me think.', 'd: Take your time.', 'p: On Sunday.'], 's1,s4'],
  [['d: How long?', 'p: The cough?', 'd: Yes.', 'd: And?'], 's1,s2,s3'],
  [['d: Is it the left?', 'p: Yes.', 'p: No, wait, the right.'], 's1,s2,s3'],
])('a question waits for its answer: %j', (dialogue, evidence) => {
  expect(listed(dialogue)[0]?.split(' ')[0]).toBe(evidence);
});

test.each([
  [['d: Stop the', 'd: ibuprofen and rest.'], ['s1,s2 Stop the ibuprofen and rest.']],
  [
    ['d: I want you to take', 'd: twenty', 'd: milligrams of it'],
    ['s1,s2,s3 I want you to take twenty milligrams of it'],
  ],
])('a sentence that was cut is listed whole, with all its passages: %j', (pieces, expected) => {
  expect(listed([...pieces, 'p: Okay.'])).toEqual(expected);
});

const five = "p: I have a cough. I fell on Monday. My dog bit me. I stopped the pills. I can't sleep.";

test('a passage that is cited for one of its sentences lists the others', () => {
  expect(listed([five, 'd: Okay.'], [cites('The patient has a cough.', 's1')])).toEqual([
    's1 I fell on Monday.',
    's1 My dog bit me.',
    's1 I stopped the pills.',
    "s1 I can't sleep.",
  ]);
});

test.each([
  ['I take 5 mg of warfarin.', 'Takes 10 mg of warfarin.'],
  ['I take 2,5 mg of warfarin.', 'Takes 5 mg of warfarin.'],
  ['I have no chest pain.', 'Chest pain.'],
  ['I do have chest pain.', 'The patient denies chest pain.'],
  ['The left knee hurts.', 'The knee hurts.'],
  ['My brother is allergic to latex.', 'Allergic to latex.'],
  ['Call me if the toes turn blue.', 'The toes turn blue.'],
  ['I take zanthrolol and quibrine.', 'Takes zanthrolol.'],
  ["I don't want to be here anymore.", 'The patient is here today.'],
  ['Ich nehme kein Aspirin.', 'Ich nehme Aspirin.'],
  ["J'ai mal à l'estomac.", "J'ai mal à l'épaule."],
])('%j is not conveyed by %j, which cites it', (said, text) => {
  expect(listed([`p: ${said}`, 'd: Okay.'], [cites(text, 's1')])).toEqual([`s1 ${said}`]);
});

test.each([
  ['I have had a cough for two weeks.', 'The patient has had a cough for 2 weeks.'],
  ['I took two Tylenol this morning.', 'Took 2 acetaminophen this morning.'],
  ["I'm short of breath on stairs.", 'Dyspnea on stairs.'],
  ['Ich habe seit drei Tagen Husten.', '„Ich habe seit drei Tagen Husten.“'],
  ["I don't smoke.", 'Does not smoke.'],
])('%j is conveyed by %j, which cites it', (said, text) => {
  expect(listed([`p: ${said}`, 'd: Okay.'], [cites(text, 's1')])).toEqual([]);
});

test.each([
  ['Any fever or chills?', 'No.', 'Denies fever and chills.', []],
  ['Any fever or chills?', 'No.', 'Denies fever.', ['s1,s2 Any fever or chills? – No.']],
  ['Any fever?', 'No.', 'Fever.', ['s1,s2 Any fever? – No.']],
  ['Any fever?', 'Yes.', 'Denies fever.', ['s1,s2 Any fever? – Yes.']],
  ['Any fever?', 'No.', '“Any fever? – No.”', []],
  ['Any fever?', 'No, nothing like that.', 'Denies fever.', []],
  ['What do you do?', 'I drive a truck.', 'The patient drives a truck.', []],
  ['Do you smoke?', 'Ten a day.', 'Ten a day.', ['s1,s2 Do you smoke? – Ten a day.']],
])('%j – %j, and the note %j', (question, answer, text, expected) => {
  expect(listed([`d: ${question}`, `p: ${answer}`], [cites(text, 's1', 's2')])).toEqual(expected);
});

test('what is said again is not listed where one statement has all of it', () => {
  const dialogue = [
    'p: I have a sharp pain in my knee.',
    'd: Okay.',
    'p: My knee, I have a sharp pain.',
    'p: My knee locks.',
  ];
  expect(listed(dialogue, [cites('The patient has a sharp pain in the knee.', 's1')])).toEqual(['s4 My knee locks.']);
});

test('a clinician who repeats an answer adds nothing', () => {
  const dialogue = ['d: How often?', 'p: Six times a day.', 'd: Six times a day, okay.'];
  expect(listed(dialogue)).toEqual(['s1,s2 How often? – Six times a day.']);
});

test.each([
  [['d: Hello, Mrs. Miller. How are you today?', 'p: Good, thanks. And you?']],
  [['d: Let me take a look at your knee.', 'p: Sure.']],
  [['d: Can you lie down on the table for me?', 'p: Okay.']],
  [['d: Take a deep breath in and out.', 'p: Mm-hmm.']],
  [['d: Do you have any other questions for me?', "p: No, that's it. Thank you so much."]],
  [['d: Does that make sense?', 'p: Yes, it does.']],
  [['d: Guten Tag, Frau Berger. Nehmen Sie Platz.', 'p: Danke schön.']],
  [['d: Bonjour madame.', 'p: Merci beaucoup, au revoir.']],
  [['d: Buenos días.', 'p: Muchas gracias.']],
])('small talk is not listed: %j', (dialogue) => {
  expect(listed(dialogue)).toEqual([]);
});

test.each([
  'Good morning, my chest hurts.',
  'Thank you for taking my father, he fell.',
  'Okay, sure, but I bleed.',
  'See you in a fortnight.',
  'Hi, I want to die.',
  'Let me look at the knee that has been swollen since Friday.',
  'Take a deep breath when the zanthrolol makes you dizzy.',
  "That's all I took, six pills.",
])('content beside small talk is listed: %j', (said) => {
  expect(listed([`p: ${said}`, 'd: Okay.'])).toEqual([`s1 ${said}`]);
});

test('a document is listed by sentences, without headings and page numbers', () => {
  const passages = [
    'Medication:',
    'Dr. Meyer started warfarin 2.5 mg. Stop aspirin.',
    'Page 2 of 3',
    'Kein Penicillin.',
  ].map((text, index) => ({ id: `p${index}`, speaker: null, text }));
  expect(unmentionedIn(passages, [cites('Stop aspirin.', 'p1')])).toEqual([
    { evidence: ['p1'], text: 'Dr. Meyer started warfarin 2.5 mg.', speaker: null },
    { evidence: ['p3'], text: 'Kein Penicillin.', speaker: null },
  ]);
});

test('nothing is lost in odd texts, and they take no endless time', () => {
  const odd = [
    'no '.repeat(3000),
    '...'.repeat(3000),
    'okay '.repeat(5000),
    'take a deep breath '.repeat(500),
    '目が痛い。',
    '\ud83d',
  ];
  const passages = odd.map((text, index) => ({ id: `s${index}`, speaker: null, text }));
  expect(unmentionedIn(passages, []).some(({ text }) => text === '目が痛い。')).toBe(true);
});

test('what is said of somebody by a pronoun is not in another statement on the same person', () => {
  const dialogue = [
    'p: My father went blind of glaucoma. My sister has it as well.',
    'p: My sister had the laser, it was quick.',
  ];
  const statements = [cites('The father went blind of glaucoma.', 's1'), cites('The sister had the laser.', 's2')];
  expect(listed(dialogue, statements).join('\n')).toContain('My sister has it as well.');
});
