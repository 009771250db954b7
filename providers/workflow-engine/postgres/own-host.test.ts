import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownHost } from './engine.ts';

async function newFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return path;
}

describe('the ownership of a host', () => {
  it('is of the same host in the next process', async () => {
    const folder = await newFolder();
    const first = await ownHost(folder);
    first.release();
    const second = await ownHost(folder);
    onTestFinished(second.release);
    expect(second.host).toBe(first.host);
  });

  it('is refused to a second process', async () => {
    const folder = await newFolder();
    const first = await ownHost(folder);
    onTestFinished(first.release);
    await expect(ownHost(folder)).rejects.toThrow('Another process works on workflows with the data folder');
  });

  it('is of another host in a copy of the folder', async () => {
    const folder = await newFolder();
    const original = await ownHost(folder);
    onTestFinished(original.release);
    const copy = await newFolder();
    await cp(join(folder, 'workflow-host'), join(copy, 'workflow-host'));
    const second = await ownHost(copy);
    onTestFinished(second.release);
    expect(second.host).not.toBe(original.host);
  });
});
