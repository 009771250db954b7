import { expect, test } from 'vitest';
import { checkStatement } from '../check.ts';

/** What was said, `|` between the turns, of which a statement cites those that begin with `>`; all if none does. */
type Case = readonly [said: string, statement: string];

const wrong: readonly Case[] = [
  ['I landed on my left shoulder. | And the right wrist? | Fine.', 'Landed on the right shoulder.'],
  ['The right ankle is fine. | >I rolled the left ankle, and my right hand got a scratch.', 'Right ankle was rolled.'],
  ['The left knee was replaced. | I write with my right hand.', 'MRI of the right knee.'],
  ['I landed right onto my left foot. | My right knee is stiff.', 'Landing on the right foot.'],
  ['The swelling in the right ankle went away, but the left one still hurts.', 'Left ankle swelling went away.'],
  ['My right hip clicks, and my left elbow is numb.', 'Left hip clicks.'],
  ['A fracture of the left distal humerus. | He writes with his right hand.', 'Fracture of the right distal humerus.'],
  ['The thumb on the left is stiff, the jaw clicks on the right.', 'Stiff right thumb.'],
  ['The right calf is tender. | The left heel too.', 'Left calf tender.'],
];

const kept: readonly Case[] = [
  ['It is my left knee. | And the right shoulder? | Fine. | >I fell on the knee.', 'Left knee injury.'],
  ['Both hips hurt. | The right hand is numb. | >The hips hurt when I walk.', 'Bilateral hip pain when walking.'],
  ['The swelling in the right ankle went away, but the left one still hurts.', 'Left ankle pain persists.'],
  ['My right shoulder and my left shoulder are stiff.', 'Both shoulders are stiff.'],
  ['There are crackles in the left and right lungs.', 'Crackles in both lungs.'],
  ['The thumb on the left is stiff, the jaw clicks on the right.', 'Left thumb stiff; right jaw clicks.'],
  ['The left knee? | No, the right.', 'Right knee.'],
  ['It hurts right here in the left heel.', 'Left heel pain.'],
  ['My left arm went weak, then my right arm too.', 'Right arm weakness, left arm weakness.'],
  ['I rolled the left ankle. | The right knee is old. | >Now the ankle is swollen.', 'Left ankle swelling.'],
];

function doubtsOf([said, text]: Case): readonly string[] {
  const turns = said.split(' | ');
  const passages = turns.map((turn, at) => ({ id: `s${at}`, speaker: null, text: turn.replace(/^>/, '') }));
  const cited = passages.filter((_, at) => !said.includes('>') || turns[at]?.startsWith('>'));
  return checkStatement({ text, evidence: cited.map(({ id }) => id) }, { passages, images: new Set() }).doubts;
}

test.each(wrong)('%j gives the part of the body of “%s” another side', (...each) => {
  expect(doubtsOf(each)).toContain('side');
});

test.each(kept)('%j gives the part of the body of “%s” this side', (...each) => {
  expect(doubtsOf(each)).not.toContain('side');
});
