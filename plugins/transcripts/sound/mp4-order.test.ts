import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readInPieces } from './mp4-order.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

function box(type: string, ...content: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return new Uint8Array(Buffer.concat([head, body]));
}

/** An index whose only chunk begins at `offset`. */
function index(offset: number): Uint8Array {
  const entries = Buffer.alloc(12);
  entries.writeUInt32BE(1, 4);
  entries.writeUInt32BE(offset, 8);
  return box('moov', box('trak', box('mdia', box('minf', box('stbl', box('stco', entries))))));
}

async function read(content: Uint8Array): Promise<Buffer> {
  const path = join(folder.path, 'file.m4a');
  await writeFile(path, content);
  return Buffer.concat(await Array.fromAsync(readInPieces(path, true)));
}

const brand = box('ftyp', Buffer.from('M4A '));
const sound = box('mdat', Buffer.from('SOUND'));

describe('reading an MP4 file from front to back', () => {
  test('brings an index from the end to the front, with offsets that still point at the sound', async () => {
    const late = Buffer.concat([brand, sound, index(brand.length + 8), box('free')]);
    const ordered = await read(late);
    expect(ordered).toHaveLength(late.length);
    expect(ordered.indexOf('moov')).toBeLessThan(ordered.indexOf('mdat'));
    const offset = ordered.readUInt32BE(ordered.indexOf('stco') + 12);
    expect(ordered.subarray(offset, offset + 5).toString()).toBe('SOUND');
  });

  test('leaves a file whose index is in front as it is', async () => {
    const early = Buffer.concat([brand, index(77), sound]);
    expect(await read(early)).toEqual(early);
  });

  test('refuses a file without an index instead of reading all of it', async () => {
    await expect(read(Buffer.concat([brand, sound]))).rejects.toThrow('without an index');
  });

  test('refuses boxes that have no length', async () => {
    await expect(read(Buffer.concat([brand, Buffer.from([0, 0, 0, 3, 1, 1, 1, 1, 0])]))).rejects.toThrow('damaged');
  });
});
