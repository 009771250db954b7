import { describe, expect, it } from 'vitest';
import { type PeerMessage, packMessages, splitText, unpackMessages } from './peer-messages.ts';

const run = '0d9f2f0e-5a53-4c5e-8f5c-0f6c2f2d8c11';
const text = (piece: string): PeerMessage => ({ type: 'event', run, claim: 3, event: { type: 'text', text: piece } });

const open = (batches: readonly string[]) => batches.flatMap((batch) => unpackMessages(batch)?.messages ?? []);

describe('messages between hosts', () => {
  it('arrive as they were sent, in their order', () => {
    const messages: readonly PeerMessage[] = [
      { type: 'list-watched' },
      { type: 'queued' },
      { type: 'watched', runs: [run] },
      { type: 'event', run, claim: 1, event: { type: 'progress', step: 'listen', index: 1, of: 2, fraction: 0.5 } },
      text('well'),
      { type: 'settled', run, cancelled: true },
    ];
    const [batch = '', ...others] = packMessages('here', messages);
    expect(others).toEqual([]);
    expect(unpackMessages(batch)).toEqual({ sender: 'here', messages });
  });

  it('fit into the limit of a cluster, however many and long they are, in any script', () => {
    const said = ['Ω🦴\u0000"\\', 'plain', '']
      .map((word) => word.repeat(3000))
      .concat(Array.from({ length: 300 }, (_, at) => `word ${at} `));
    const runs = Array.from({ length: 500 }, (_, at) => `${run}${at}`);
    const batches = packMessages('here', [...said.map(text), { type: 'watched', runs }]);
    expect(batches.filter((batch) => Buffer.byteLength(batch) > 4000)).toEqual([]);
    const messages = open(batches);
    const heard = messages.map((message) =>
      message.type === 'event' && message.event.type === 'text' ? message.event.text : '',
    );
    expect(heard.join('')).toBe(said.join(''));
    expect(messages.flatMap((message) => (message.type === 'watched' ? message.runs : []))).toEqual(runs);
  });

  it('never hold half of a surrogate pair', () => {
    for (const offset of [0, 1]) {
      const pieces = splitText('x'.repeat(offset) + '🦴'.repeat(1000));
      expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
      expect(pieces.length).toBeGreaterThan(3);
    }
  });

  it.each(['', 'hello', '[]', '["here"]', '["here",[{"type":"dance"}]]'])(
    'are ignored if they have another format: %s',
    (said) => {
      expect(unpackMessages(said)).toBeUndefined();
    },
  );
});
