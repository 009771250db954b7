import { expect, test } from 'vitest';
import { splitRunOn } from '../sentences.ts';

test.each([
  [
    'your lungs are clear to auscultation bilaterally there is no edema in your legs your heart is regular without a murmur',
    [
      'your lungs are clear to auscultation bilaterally',
      'there is no edema in your legs',
      'your heart is regular without a murmur',
    ],
  ],
  [
    'my knee has been hurting since last tuesday morning it feels stiff when i get up i took some ibuprofen for it',
    [
      'my knee has been hurting since last tuesday morning',
      'it feels stiff when i get up',
      'i took some ibuprofen for it',
    ],
  ],
])('unpunctuated speech is split where a clause of its own begins: %s', (said, sentences) => {
  expect(splitRunOn(said)).toEqual(sentences);
});

test.each([
  'on the exam of your right knee and your right ankle there is some swelling today',
  'if the swelling in your leg gets worse over the next couple of days it is important to call',
  'i think that the pain in your lower back that you have had for years is a strain',
  'the medicine that my other doctor gave me for the pain in my shoulder was too strong',
])('words that belong together are not split: %s', (said) => {
  expect(splitRunOn(said)).toEqual([said]);
});
