import { randomBytes } from 'node:crypto';
import { Blobs } from 'chronoscribe';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import disk from '../../providers/blobs/disk/index.ts';
import { createKeyRing } from './key-ring.ts';
import { proveKey, sealedBlobs, type Use } from './sealed-blobs.ts';

const [former, next, other] = Array.from({ length: 3 }, () => randomBytes(32).toString('base64')) as [
  string,
  string,
  string,
];
/** An empty one, one of several pieces, and one that ends with its piece. */
const contents = [0, 200_001, 65_536].map((bytes) => randomBytes(bytes));

let inner: Blobs;
beforeEach(async () => {
  const folder = await temporaryFolder();
  const { instance, stop } = await startProvider(Blobs, disk, { dataFolder: folder.path });
  inner = instance;
  onTestFinished(async () => {
    await stop();
    await folder.remove();
  });
  await proveKey(inner, createKeyRing([former]), 'alone');
  const sealed = withKeys(former);
  for (const [at, content] of contents.entries()) await sealed.write(`records/${at}`, pieces(content));
});

async function* pieces(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
const withKeys = (...keys: [string, ...string[]]) =>
  sealedBlobs(inner, createKeyRing(keys), () => {
    throw new Error('no program reads a file here');
  });
const prove = (use: Use, ...keys: [string, ...string[]]) => proveKey(inner, createKeyRing(keys), use);
const contentsWith = (...keys: [string, ...string[]]) =>
  Promise.all(
    contents.map(async (_, at) => Buffer.concat(await Array.fromAsync(withKeys(...keys).read(`records/${at}`)))),
  );

test('what a former key sealed opens with the new one alone, once a host has started with both', async () => {
  expect(await prove('alone', next, former)).toBe(contents.length);
  expect(await prove('alone', next)).toBe(0);
  expect(await contentsWith(next)).toEqual(contents);
  const part = await Array.fromAsync(withKeys(next).read('records/1', { from: 65_530, to: 131_080 }));
  expect(Buffer.concat(part)).toEqual(contents[1]?.subarray(65_530, 131_081));
  await expect(prove('alone', former)).rejects.toThrow('sealed with the key');
  const names = await Array.fromAsync(withKeys(next).list(''), ({ name }) => name);
  expect(names.toSorted()).toEqual(['records/0', 'records/1', 'records/2']);
});

test('a start that is interrupted leaves all readable, asks for both keys, and the next one goes on', async () => {
  const failing: Blobs = {
    ...inner,
    write: async (name, source, options) => {
      if (name.startsWith('records/2')) throw new Error('the disk is full');
      return inner.write(name, source, options);
    },
  };
  await expect(proveKey(failing, createKeyRing([next, former]), 'alone')).rejects.toThrow('the disk is full');
  expect(await contentsWith(next, former)).toEqual(contents);
  for (const key of [next, former]) await expect(prove('alone', key)).rejects.toThrow('sealed with the key');
  expect(await prove('alone', former, next)).toBeGreaterThan(0);
  expect(await contentsWith(former)).toEqual(contents);
});

test('hosts that share the files ask for both keys until one is alone, and a command changes nothing', async () => {
  expect(await prove('command', next, former)).toBe(0);
  await prove('alone', former);
  expect(await prove('shared', next, former)).toBe(0);
  for (const key of [next, former]) await expect(prove('shared', key)).rejects.toThrow('sealed with the key');
  expect(await contentsWith(former)).toEqual(contents);
  expect(await prove('alone', next, former)).toBe(contents.length);
  await prove('shared', next);
});

test('files that no key of the configuration sealed stay as they are', async () => {
  await expect(prove('alone', other)).rejects.toThrow(/sealed with the key [0-9a-f]{16}/);
  expect(await contentsWith(former)).toEqual(contents);
});
