import { expect, test } from 'vitest';
import { cutsDenial, isVerbatim } from './verbatim.ts';

const said = ["How's the alendronate?", 'It sticks, now and then.', "Then let's stop it."];

test.each([
  "Alendronate: “How's the alendronate? – It sticks, now and then. – Then let's stop it.”",
  "Alendronate: “How's the alendronate? – It sticks, now and then. – Let's stop it.”",
])('an exchange is quoted word for word, with or without what opens a sentence: %s', (text) => {
  expect(isVerbatim(text, said)).toBe(true);
});

test.each([
  ['what was said between is left out', "Alendronate: “How's the alendronate? – Then let's stop it.”"],
  ['a word is left out', "Alendronate: “How's the alendronate? – It sticks, and then. – Let's stop it.”"],
  ['the name is another', "Ramipril: “How's the alendronate? – It sticks, now and then. – Let's stop it.”"],
  ['a word is another', "Alendronate: “How's the alendronate? – It sticks, now and then. – Let's keep it.”"],
])('an exchange is not quoted word for word where %s', (_, text) => {
  expect(isVerbatim(text, said)).toBe(false);
});

const asked = [
  'Is he allergic to anything?',
  'His brother is allergic to amoxicillin, he is not.',
  "My knee doesn't hurt.",
];

test.each([
  ['“Is he allergic to anything? – His brother is allergic to amoxicillin, he is.”', true],
  ['Allergy: “His brother is allergic to amoxicillin, he is.”', true],
  ['“Is he allergic to anything? – My knee does.”', true],
  ['“Is he allergic to anything? – His brother is allergic to amoxicillin, he is not.”', false],
  ['“Is he allergic to anything? – His brother is allergic to amoxicillin.”', false],
  ['His brother is allergic to amoxicillin, he is.', false],
])('whether a quotation ends before a not: %s', (text, expected) => {
  expect(cutsDenial(text, asked)).toBe(expected);
});
