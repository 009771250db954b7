import { describe, expect, it } from 'vitest';
import { type Letter, pack, piecesOf, unpack } from './letters.ts';

const run = '0d9f2f0e-5a53-4c5e-8f5c-0f6c2f2d8c11';
const text = (piece: string): Letter => ({ type: 'news', run, turn: 3, event: { type: 'text', text: piece } });

const open = (parcels: readonly string[]) => parcels.flatMap((parcel) => unpack(parcel)?.letters ?? []);

describe('letters between hosts', () => {
  it('come as they were sent, in their order', () => {
    const letters: readonly Letter[] = [
      { type: 'who' },
      { type: 'queued' },
      { type: 'followed', runs: [run] },
      { type: 'news', run, turn: 1, event: { type: 'progress', step: 'listen', index: 1, of: 2, fraction: 0.5 } },
      text('well'),
      { type: 'settled', run, cancelled: true },
    ];
    const [parcel = '', ...others] = pack('here', letters);
    expect(others).toEqual([]);
    expect(unpack(parcel)).toEqual({ sender: 'here', letters });
  });

  it('fit into what a cluster takes, however many and long they are, and whatever script they are in', () => {
    const said = ['Ω🦴\u0000"\\', 'plain', '']
      .map((word) => word.repeat(3000))
      .concat(Array.from({ length: 300 }, (_, at) => `word ${at} `));
    const runs = Array.from({ length: 500 }, (_, at) => `${run}${at}`);
    const parcels = pack('here', [...said.map(text), { type: 'followed', runs }]);
    expect(parcels.filter((parcel) => Buffer.byteLength(parcel) > 4000)).toEqual([]);
    const letters = open(parcels);
    const heard = letters.map((letter) => (letter.type === 'news' && letter.event.type === 'text' ? letter.event.text : ''));
    expect(heard.join('')).toBe(said.join(''));
    expect(letters.flatMap((letter) => (letter.type === 'followed' ? letter.runs : []))).toEqual(runs);
  });

  it('never hold half a character', () => {
    for (const offset of [0, 1]) {
      const pieces = piecesOf('x'.repeat(offset) + '🦴'.repeat(1000));
      expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
      expect(pieces.length).toBeGreaterThan(3);
    }
  });

  it.each(['', 'hello', '[]', '["here"]', '["here",[{"type":"dance"}]]'])(
    'are not heard where they are of another kind: %s',
    (said) => {
      expect(unpack(said)).toBeUndefined();
    },
  );
});
