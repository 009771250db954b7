import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteFile, publishFile } from './blobs.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
const { synced } = vi.hoisted(() => ({ synced: [] as string[] }));

vi.mock('chronoscribe/files', async (original) => ({
  ...(await original<typeof import('chronoscribe/files')>()),
  syncFolder: async (path: string) => void synced.push(path),
}));

beforeEach(async () => {
  folder = await temporaryFolder();
  root = join(folder.path, 'blobs');
  await mkdir(root);
});
afterEach(() => folder.remove());

/** The folders that waited for the disk since the last call, from the innermost. */
const waited = () => synced.splice(0).map((path) => relative(root, path));

const durable = new Set<string>();
async function publish(name: string): Promise<readonly string[]> {
  const finished = join(folder.path, 'finished');
  await writeFile(finished, 'x');
  await publishFile(finished, join(root, name), { root, durable });
  return waited();
}

test('a new name waits for the disk in each of its folders, in the folder of all only until that is known to have it', async () => {
  expect(await publish('records/letters/1/a')).toEqual(['records/letters/1', 'records/letters', 'records', '']);
  expect(await publish('records/letters/2/a')).toEqual(['records/letters/2', 'records/letters', 'records']);
  expect(await publish('uploads/a')).toEqual(['uploads', '']);
  expect(await publish('uploads/b')).toEqual(['uploads']);
  expect(await publish('a')).toEqual(['']);
  expect(await publish('b')).toEqual(['']);
  await rm(join(root, 'uploads'), { recursive: true });
  expect(await publish('uploads/c'), 'somebody else has deleted the folder').toEqual(['uploads', '']);
});

test('a deletion waits for the disk in each folder that it changes', async () => {
  await publish('runs/1/a');
  await publish('uploads/a');
  await deleteFile(join(root, 'uploads/a'), root);
  expect(waited()).toEqual(['uploads']);
  await deleteFile(join(root, 'runs/1/a'), root);
  expect(waited()).toEqual(['runs/1', 'runs']);
});
