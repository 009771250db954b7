import { describe, expect, it } from 'vitest';
import { knownLabels } from './known-labels.ts';

describe('what is remembered of records', () => {
  it('holds for one file: that of another version is read', () => {
    const known = knownLabels<string>();
    known.set('record', '1.json', 'first');
    expect([known.get('record', '1.json'), known.get('record', '2.json')]).toEqual(['first', undefined]);
  });

  it('is forgotten with the record', () => {
    const known = knownLabels<string>();
    known.set('record', '1.json', 'first');
    known.delete('record');
    expect(known.get('record', '1.json')).toBeUndefined();
  });

  it('is forgotten where 5,000 others were listed since', () => {
    const known = knownLabels<number>();
    for (let number = 0; number < 5_000; number += 1) known.set(`${number}`, 'file', number);
    known.get('0', 'file');
    known.set('one more', 'file', 5_000);
    expect(['0', '1', '2', 'one more'].map((id) => known.get(id, 'file'))).toEqual([0, undefined, 2, 5_000]);
  });
});
