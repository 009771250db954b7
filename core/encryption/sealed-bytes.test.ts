import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createKeyRing } from './key-ring.ts';
import { headerBytes, open, plainLength, seal, sealedRange } from './sealed-bytes.ts';
import { openJson, sealJson } from './sealing.ts';

const newKey = () => randomBytes(32).toString('base64');
const key = newKey();
const ring = createKeyRing([key]);
const piece = 64 * 1024 + 16;

async function* chunks(bytes: Uint8Array, size = 50_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const all = async (source: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(source));
const sealed = (bytes: Uint8Array) => all(seal(ring, 'a file', chunks(bytes)));
const opened = (bytes: Uint8Array, with_ = ring, context = 'a file') => all(open(with_, context, chunks(bytes)));

describe('sealed bytes', () => {
  test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 300_001])('of %i bytes open as what they were', async (length) => {
    const plain = randomBytes(length);
    const file = await sealed(plain);
    expect(plainLength(file.length)).toBe(length);
    expect((await opened(file)).equals(plain)).toBe(true);
    expect(length > 16 && file.includes(plain.subarray(0, 16))).toBe(false);
  });

  test.each([
    [0, 0],
    [0, 299_999],
    [65_535, 65_536],
    [131_072, 131_072],
    [70_000, 250_000],
    [299_999, 299_999],
  ])('are read from %i to %i', async (from, to) => {
    const plain = randomBytes(300_000);
    const file = await sealed(plain);
    const part = sealedRange(file.length, { from, to });
    const read = part.open(
      ring,
      'a file',
      file.subarray(0, headerBytes),
      chunks(file.subarray(part.from, part.to + 1)),
    );
    expect((await all(read)).equals(plain.subarray(from, to + 1))).toBe(true);
  });

  test('are refused if they were cut off, swapped, changed, or moved to another place', async () => {
    const file = await sealed(randomBytes(200_000));
    const part = (number: number) => file.subarray(headerBytes + number * piece, headerBytes + (number + 1) * piece);
    const header = file.subarray(0, headerBytes);
    const changed = Buffer.from(file);
    changed[headerBytes + 5] = (changed[headerBytes + 5] ?? 0) ^ 1;
    const broken = [
      file.subarray(0, -1),
      file.subarray(0, headerBytes + 2 * piece),
      file.subarray(0, headerBytes),
      file.subarray(0, 20),
      Buffer.concat([header, part(1), part(0), file.subarray(headerBytes + 2 * piece)]),
      changed,
    ];
    for (const bytes of broken) await expect(opened(bytes)).rejects.toThrow('Restore it from a backup');
    await expect(opened(file, ring, 'another file')).rejects.toThrow('another place');
  });

  test('open with a former key, and name the key that is missing', async () => {
    const file = await sealed(Buffer.from('penicillin'));
    const next = newKey();
    expect((await opened(file, createKeyRing([next, key]))).toString()).toBe('penicillin');
    await expect(opened(file, createKeyRing([next]))).rejects.toThrow(`sealed with the key ${ring.id}`);
  });
});

test('sealed JSON opens as what it was; what was saved before is as it is', () => {
  const json = { allergy: 'penicillin', none: null, list: [1, 'two'] };
  const saved = sealJson(ring, json);
  expect(JSON.stringify(saved)).not.toContain('penicillin');
  expect(openJson(ring, saved)).toEqual(json);
  expect(openJson(ring, json)).toEqual(json);
  expect(openJson(ring, sealJson(ring, undefined))).toBeNull();
  expect(() => openJson(createKeyRing([newKey()]), saved)).toThrow(ring.id);
});
