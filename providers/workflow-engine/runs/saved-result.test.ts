import { describe, expect, it } from 'vitest';
import { decodeResult, encodeResult } from './documents.ts';

const plain = { encode: (json: unknown) => json, decode: (saved: unknown) => saved };
const asText = {
  encode: (json: unknown) => JSON.stringify(json) ?? 'null',
  decode: (saved: unknown) => (typeof saved === 'string' ? JSON.parse(saved) : null),
};

describe.each([
  ['as it is', plain],
  ['as text', asText],
])('the result of a step, saved %s', (_, encoding) => {
  it.each([null, 0, '', 'words', [], { result: 1 }])('comes back as %j, with the number of its attempt', (result) => {
    for (const attempt of [1, 3]) {
      const saved = JSON.parse(JSON.stringify(encodeResult(encoding, result, attempt)));
      expect(decodeResult(encoding, saved)).toEqual({ result, attempt });
    }
  });

  it('is null for a step that returns nothing', () => {
    expect(decodeResult(encoding, encodeResult(encoding, undefined, 2))).toEqual({ result: null, attempt: 2 });
  });

  it('of the first attempt is what versions before have saved', () => {
    expect(encodeResult(encoding, { words: 1 }, 1)).toEqual(encoding.encode({ words: 1 }));
  });
});
