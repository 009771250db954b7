import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { takeIdentity } from './host-identity.ts';

async function newFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return path;
}

test('a host is called the same each time it is started on its folder', async () => {
  const folder = await newFolder();
  const first = await takeIdentity(folder);
  first.release();
  const again = await takeIdentity(folder);
  onTestFinished(again.release);
  expect(again.id).toBe(first.id);
});

test('two processes cannot be one host', async () => {
  const folder = await newFolder();
  const first = await takeIdentity(folder);
  onTestFinished(first.release);
  await expect(takeIdentity(folder)).rejects.toThrow('Another process works on workflows with the data folder');
});

test('a copy of a folder is another host, so that it does not take the first one for dead', async () => {
  const folder = await newFolder();
  const first = await takeIdentity(folder);
  onTestFinished(first.release);
  const copy = await newFolder();
  await cp(join(folder, 'workflow-host'), join(copy, 'workflow-host'));
  const second = await takeIdentity(copy);
  expect(second.id).not.toBe(first.id);
  second.release();
  const again = await takeIdentity(copy);
  onTestFinished(again.release);
  expect(again.id).toBe(second.id);
});

test('a name that is damaged is refused, and it is said what to do', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'workflow-host'), 'somebody');
  await expect(takeIdentity(folder)).rejects.toThrow(/workflow-host does not hold the name of this host. Delete it/);
});
