import { expect, test } from 'vitest';
import { soundParts } from './parts.ts';

const header = Buffer.from('RIFF....WAVEfmt ');
let held = 0;

/** A piece of three chunks, held open while it is read, as a file is. */
function piece(first: Uint8Array) {
  return {
    async *content() {
      held += 1;
      try {
        yield first;
        yield new Uint8Array(4);
        yield new Uint8Array(4);
      } finally {
        held -= 1;
      }
    },
  };
}

async function* pieces() {
  yield piece(header);
  yield piece(new Uint8Array(4));
  yield piece(header);
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.length;
  return bytes;
}

test('a page that was opened again begins a part, and each part has all its pieces', async () => {
  const parts: [type: string | undefined, bytes: number][] = [];
  for await (const { type, chunks } of soundParts(pieces())) parts.push([type, await bytesOf(chunks)]);
  expect(parts).toEqual([
    ['audio/wav', header.length + 8 + 12],
    ['audio/wav', header.length + 8],
  ]);
  expect(held).toBe(0);
});

test('a recording that is read no further, because it was stopped, holds no file open', async () => {
  for await (const { chunks } of soundParts(pieces())) {
    for await (const _chunk of chunks) break;
    break;
  }
  expect(held).toBe(0);
  for await (const _part of soundParts(pieces())) break;
  expect(held).toBe(0);
});
