import { describe, expect, test } from 'vitest';
import { hotwordsOf, piecesOf, vocabularyOf } from './hotwords.ts';

const small = ['<unk>', '▁', ..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZé'"];

describe('words to expect are spelled', () => {
  test('as given and as a sentence begins', () => {
    expect(hotwordsOf(['metformin', 'Eliquis', 'insulin glargine'], small)).toEqual({
      phrases: 'metformin/Metformin/Eliquis/insulin glargine/Insulin glargine',
      unspelled: [],
    });
  });

  test('in capitals for a model that writes nothing else', () => {
    expect(hotwordsOf(['metformin'], ['<blk>', '<unk>', '▁', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']).phrases).toBe(
      'METFORMIN',
    );
  });

  test('not at all with letters that the model lacks, which are named', () => {
    expect(hotwordsOf(['naïve', 'B12', 'purée'], small)).toEqual({
      phrases: 'purée/Purée',
      unspelled: ['naïve', 'B12'],
    });
  });

  test('without signs that would split them or give them a score', () => {
    expect(hotwordsOf(['amoxicillin/clavulanate', ':aspirin', '/'], small).phrases).toBe(
      'amoxicillin clavulanate/Amoxicillin clavulanate/aspirin/Aspirin',
    );
  });
});

test('the pieces of a model are read from its tokens, whatever they contain', () => {
  expect(piecesOf('<blk> 0\n▁the 1\n▁ 2\n  3\n# 4\n\n')).toEqual(['<blk>', '▁the', '▁', ' ', '#']);
  expect(vocabularyOf(['▁the', 's'])).toBe('▁the\t-1\ns\t-1\n');
});
