import type { Passage } from 'chronoscribe/kinds/grounding';
import { expect, test } from 'vitest';
import { checkStatement, groundedIn } from '../check.ts';

/** Turns of a conversation, `|` between them; the clinician begins. */
function turnsOf(said: string): readonly Passage[] {
  return said.split(' | ').map((text, at) => ({
    ...{ id: `s${at}`, text },
    speaker: at % 2 === 0 ? { label: 'Speaker 1', role: 'clinician' } : { label: 'Speaker 2', role: 'patient' },
  }));
}

function doubtsOf(said: string, text: string): readonly string[] {
  const passages = turnsOf(said);
  return checkStatement({ text, evidence: passages.map(({ id }) => id) }, { passages, images: new Set() }).doubts;
}

test.each([
  ['What about a sleep study? | I am not doing that again.', 'Declines a sleep study.'],
  ['How are the legs? | They swell, but there is no edema of the hands.', 'Legs swell; no edema of the hands.'],
  ['You have a negative straight leg raise.', 'Straight leg raise negative.'],
  ['no redness no drainage the stitches are intact', 'No erythema or drainage; sutures intact.'],
  ['Is the pain worse? | no its a lot better', 'Pain is better.'],
  ['Crackles on both sides.', 'Bilateral crackles.'],
  ['Your son has a fever? | My son has a fever and a rash.', 'Fever and rash.'],
  ['Das linke Knie ist geschwollen.', 'Linkes Knie geschwollen.'],
  ['There is tenderness on the right, no wait, the left knee.', 'Tenderness of the left knee.'],
])('what %j says is borne out: %s', (said, statement) => {
  expect(doubtsOf(said, statement)).toEqual([]);
});

test.each([
  ['What about a sleep study? | I am not doing that again.', 'Sleep study is planned.', 'declined'],
  ['lets get an mri | i cant do mris so no thank you', 'MRI ordered.', 'declined'],
  ['Is it getting better? | no its a lot worse', 'It is getting better.', 'negation'],
  ['Your hip looks worse.', 'Hip is stable.', 'negation'],
  ['I do not want you to stop the aspirin, keep taking it.', 'Stop aspirin.', 'negation'],
  ['Is your vision blurry? | Can I sit down?', 'Blurry vision.', 'question'],
  ['Any vomiting? | One moment please.', 'Vomiting.', 'question'],
  ['Any cough? | I ran out of the Symbicort.', 'Uses Symbicort.', 'stopped'],
  ['So who was ill? | My husband tested positive for COVID.', 'The patient tested positive for COVID.', 'who'],
  ['He was seen last month for the knee.', 'He was not seen last month for the knee.', 'negation'],
  [
    'Cut the salt, and we will double, no, leave the amlodipine.',
    'We will double, no, leave the amlodipine.',
    'negation',
  ],
  ['Das linke Knie ist geschwollen.', 'Rechtes Knie geschwollen.', 'side'],
  ['There is tenderness on the right, no wait, the left knee.', 'Tenderness of the right knee.', 'side'],
])('what %j does not say is doubted: %s', (said, statement, doubt) => {
  expect(doubtsOf(said, statement)).toContain(doubt);
});

test('an answer counts although a statement cites its question alone', () => {
  const isGrounded = groundedIn(turnsOf('Any fever? | No. | Any cough? | Yes.'));

  expect(isGrounded({ text: 'Reports fever.', evidence: ['s0'] })).toBe(false);
  expect(isGrounded({ text: 'Denies fever.', evidence: ['s0'] })).toBe(true);
  expect(isGrounded({ text: 'Denies cough.', evidence: ['s2'] })).toBe(false);
});
