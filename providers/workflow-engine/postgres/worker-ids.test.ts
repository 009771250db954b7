import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownHost } from './worker-ids.ts';

async function newFolder(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return path;
}

describe('the ownership of a host', () => {
  it('tells the next process which workers were those of the last one', async () => {
    const folder = await newFolder();
    const first = await ownHost(folder);
    expect(first.formerWorkers).toEqual([]);
    for (const id of ['w1', 'w2', 'w1']) first.addWorker(id);
    first.release();
    const second = await ownHost(folder);
    expect(second.formerWorkers).toEqual(['w1', 'w2']);
    second.release();
    const third = await ownHost(folder);
    onTestFinished(third.release);
    expect(third.formerWorkers).toEqual([]);
  });

  it('is refused to a second process', async () => {
    const folder = await newFolder();
    const first = await ownHost(folder);
    onTestFinished(first.release);
    await expect(ownHost(folder)).rejects.toThrow('Another process works on workflows with the data folder');
  });

  it('takes no worker of the original for dead in a copy of the folder', async () => {
    const folder = await newFolder();
    const original = await ownHost(folder);
    onTestFinished(original.release);
    original.addWorker('w1');
    const copy = await newFolder();
    await cp(join(folder, 'workflow-workers'), join(copy, 'workflow-workers'));
    const second = await ownHost(copy);
    onTestFinished(second.release);
    expect(second.formerWorkers).toEqual([]);
  });
});
