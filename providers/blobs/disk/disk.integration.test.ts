import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Blobs } from 'chronoscribe';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import disk from './index.ts';

const endlessWriter = fileURLToPath(new URL('./testing/endless-writer.ts', import.meta.url));
let folder: string;
let root: string;

beforeEach(async () => {
  const made = await temporaryFolder();
  onTestFinished(made.remove);
  folder = made.path;
  root = join(folder, 'blobs');
});

const start = async (settings: object = {}) => {
  const started = await startProvider(Blobs, disk, { dataFolder: folder, with: settings });
  return { ...started, blobs: started.instance };
};

async function* source(text = 'x') {
  yield Buffer.from(text);
}

/** All files under the folder of the blobs, locks left out. */
const files = async () => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.lock'))
    .map((entry) => join(entry.parentPath, entry.name));
};

describe('blobs on the disk', () => {
  test('are files under their own names, in the data folder or where the setting says', async () => {
    const usual = await start();
    await usual.blobs.write('runs/1/audio.wav', source('sound'));
    expect(await readFile(join(root, 'runs/1/audio.wav'), 'utf8')).toBe('sound');
    await usual.stop();

    const own = await start({ folder: 'own/place' });
    await own.blobs.write('note', source('text'));
    expect(await readFile(join(folder, 'own/place/note'), 'utf8')).toBe('text');
    await own.stop();
  });

  test('can be read by their owner alone, and so can their folders', async () => {
    const { blobs, stop } = await start();
    await blobs.write('runs/1/audio.wav', source());
    expect((await stat(join(root, 'runs/1/audio.wav'))).mode & 0o777).toBe(0o600);
    for (const each of ['', 'runs', 'runs/1', '.scratch'])
      expect((await stat(join(root, each))).mode & 0o777).toBe(0o700);
    await stop();
  });

  test('take the folders with them that are empty then, but none of the first level', async () => {
    const { blobs, stop } = await start();
    await blobs.write('runs/1/deep/audio.wav', source());
    await blobs.write('runs/2/audio.wav', source());
    await blobs.delete('runs/1/deep/audio.wav');
    expect(await readdir(join(root, 'runs'))).toEqual(['2']);
    await blobs.delete('runs/2/audio.wav');
    expect(await readdir(join(root, 'runs'))).toEqual([]);
    await stop();
  });

  test('leave no file behind that is not a blob: not after a failure, an abort or a lent path', async () => {
    const { blobs, stop } = await start();
    async function* failing() {
      yield Buffer.from('x');
      throw new Error('broken off');
    }
    const aborting = new AbortController();
    async function* aborted() {
      yield Buffer.from('x');
      aborting.abort(new Error('gone away'));
      yield Buffer.from('y');
    }
    await expect(blobs.write('note', failing())).rejects.toThrow('broken off');
    await expect(blobs.write('note', aborted(), { signal: aborting.signal })).rejects.toThrow('gone away');
    await blobs.write('kept.wav', source());
    await blobs.withFile('kept.wav', async (path) => expect(path).toMatch(/\.wav$/));
    expect(await files()).toEqual([join(root, 'kept.wav')]);
    await stop();
    expect(await readdir(join(root, '.scratch'))).toEqual([]);
  });

  test('what others put into the folder is not taken for a blob', async () => {
    const { blobs, stop } = await start();
    await blobs.write('note', source());
    await writeFile(join(root, '.DS_Store'), 'x');
    await mkdir(join(root, 'lost+found'));
    await writeFile(join(root, 'lost+found', 'x'), 'x');
    await symlink('/etc', join(root, 'linked'));
    expect((await Array.fromAsync(blobs.list(''))).map(({ name }) => name)).toEqual(['note']);
    await stop();
  });

  test('a name cannot be a file and a folder, and the error says so', async () => {
    const { blobs, stop } = await start();
    await blobs.write('a/b', source());
    await expect(blobs.write('a', source())).rejects.toThrow('a blob and a folder of blobs cannot have the same name');
    await expect(blobs.write('a/b/c', source())).rejects.toThrow(
      'a blob and a folder of blobs cannot have the same name',
    );
    expect(await files()).toEqual([join(root, 'a/b')]);
    await stop();
  });

  test('what a process was writing is swept when it is dead, and left alone while it lives', async () => {
    const kill = await startEndlessWriter();
    const unfinished = (await files()).filter((file) => file.includes('.scratch'));
    expect(unfinished).toHaveLength(1);

    const beside = await start();
    expect((await Array.fromAsync(beside.blobs.list(''))).map(({ name }) => name)).toEqual(['finished']);
    expect(await files()).toEqual(expect.arrayContaining(unfinished));
    await beside.stop();

    await kill();
    const after = await start();
    expect(await files()).toEqual([join(root, 'finished')]);
    await after.stop();
    expect(await readdir(join(root, '.scratch'))).toEqual([]);
  });

  test('what another machine is writing is left alone while that gives signs of life, though its lock cannot be seen from here', async () => {
    const first = await start();
    await first.stop();
    const [living, dead] = ['living', 'dead'].map((name) => join(root, '.scratch', `another-machine.${name}`));
    for (const scratch of [living, dead]) {
      await mkdir(scratch ?? '');
      await writeFile(join(scratch ?? '', 'unfinished'), 'x');
    }
    const elevenMinutesAgo = Date.now() / 1000 - 11 * 60;
    await utimes(dead ?? '', elevenMinutesAgo, elevenMinutesAgo);

    const { blobs, stop } = await start();
    expect(await files()).toEqual([join(living ?? '', 'unfinished')]);
    await blobs.write('note', source());
    await stop();
    expect(await readdir(join(root, '.scratch'))).toEqual(expect.arrayContaining(['another-machine.living']));
  });

  test('a machine gives signs of life for as long as it runs, and sweeps from time to time', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { stop } = await start();
    const scratch = join(root, '.scratch');
    const [own = ''] = (await readdir(scratch)).filter((name) => !name.endsWith('.lock'));
    const longAgo = Date.now() / 1000 - 86_400;
    await utimes(join(scratch, own), longAgo, longAgo);
    await mkdir(join(scratch, 'another-machine.dead'));
    await utimes(join(scratch, 'another-machine.dead'), longAgo, longAgo);

    vi.advanceTimersByTime(60_000);
    await expect.poll(async () => (await stat(join(scratch, own))).mtimeMs).toBeGreaterThan(Date.now() - 3_600_000);
    await expect.poll(() => readdir(scratch)).not.toContain('another-machine.dead');
    await stop();
  });

  test('two that were opened by one process are both left alone by another process', async () => {
    const one = await start();
    const two = await start();
    await startEndlessWriter();
    await one.blobs.write('one', source());
    await two.blobs.write('two', source());
    await one.stop();
    await two.stop();
  });
});

/** Another process with the same folder, in the middle of a write; returns what kills it. */
async function startEndlessWriter(): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['--conditions=chronoscribe-source', endlessWriter, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  onTestFinished(kill);
  await once(child.stdout, 'data');
  return kill;
}

describe('the health of the blobs on the disk', () => {
  test('is ok with path and free space, and failed when the folder is gone', async () => {
    const { health, stop } = await start();
    expect(await health()).toEqual({ status: 'ok', detail: expect.stringMatching(/blobs, \d+\.\d GB free$/) });
    await rename(root, `${root}-moved`);
    expect(await health()).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining(root),
      hint: expect.stringContaining(root),
    });
    await stop();
  });
});
