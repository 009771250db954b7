import { expect, test } from 'vitest';
import { removeDisfluencies } from './speech-normalization.ts';

test.each([
  ['Um, so, uh, my knee hurts, you know.', 'my knee hurts.'],
  ['i , i just feel , uh , tired .', 'i just feel, tired.'],
  ["i ... i'm pretty regular .", "i'm pretty regular."],
  ["i do n't know , i'm gon na go ahead and order it", "i don't know, i'm going to order it"],
  ['when i f- felt the pop', 'when i felt the pop'],
  ['hey, dragon, order a refill of prozac', 'order a refill of prozac'],
  ['hi, ms. hill, nice to see you, how long has it hurt?', 'how long has it hurt?'],
  ['your lungs are clear, okay?', 'your lungs are clear.'],
  ['okay alright so the pain is sharp and', 'the pain is sharp'],
  ['hopefully you know the tumor will shrink', 'hopefully the tumor will shrink'],
  ['they said, excuse me, the back pain is age', 'they said the back pain is age'],
])('“%s” becomes “%s”', (spoken, plain) => {
  expect(removeDisfluencies(spoken)).toBe(plain);
});

test.each([
  'No, no swelling.',
  'do you know how it began?',
  'hopefully you know to stop the warfarin.',
  'it is very very sore.',
  'about twenty twenty five.',
  'one one seven.',
  'so far it is better.',
  'well controlled diabetes.',
  "I don't want to.",
])('“%s” is not changed', (spoken) => {
  expect(removeDisfluencies(spoken)).toBe(spoken);
});
