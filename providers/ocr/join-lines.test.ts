import { describe, expect, test } from 'vitest';
import { joinLines } from './join-lines.ts';

describe('lines that become one text', () => {
  test.each([
    ['are parted by a space', ['no known', 'allergies'], 'no known allergies'],
    ['make a divided word whole', ['an adeno-', 'carcinoma'], 'an adenocarcinoma'],
    [
      'make a word whole that was divided by a soft hyphen',
      ['hyper\u00ad', 'tension and hypo\u00adtension'],
      'hypertension and hypotension',
    ],
    ['keep a hyphen after capitals', ['tested for COVID-', '19'], 'tested for COVID-19'],
    ['keep a hyphen between numbers', ['for 10-', '14 days'], 'for 10-14 days'],
    ['keep a hyphen before a name', ['the Epstein-', 'Barr virus'], 'the Epstein-Barr virus'],
    [
      'keep the hyphen of a compound that stands elsewhere',
      ['a trigger-', 'point, or the trigger-point after'],
      'a trigger-point, or the trigger-point after',
    ],
    ['keep the hyphen before a word that ends compounds', ['at follow-', 'up in May'], 'at follow-up in May'],
    ['leave a dash alone', ['the knee -', 'the left one'], 'the knee - the left one'],
  ])('%s', (_, lines, text) => {
    expect(joinLines(lines)).toBe(text);
  });
});
