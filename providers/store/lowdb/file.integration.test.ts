import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Store } from 'chronoscribe';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Event, events } from '../contract/fixture.ts';
import lowdb from './index.ts';

const writer = fileURLToPath(new URL('../testing/crash-writer.ts', import.meta.url));
const module = new URL('./index.ts', import.meta.url).href;
const visit: Event = { id: 'visit', account: 'a', place: 'röntgen' };
let folder: string;
let file: string;

beforeEach(async () => {
  const made = await temporaryFolder();
  onTestFinished(made.remove);
  folder = made.path;
  file = join(folder, 'chronoscribe.json');
});

const start = async (settings: object = {}) => {
  const started = await startProvider(Store, lowdb, { dataFolder: folder, with: settings });
  await started.instance.prepare(events);
  return { ...started, store: started.instance };
};

describe('the file of the lowdb store', () => {
  test('can be read by a person', async () => {
    const { store, stop } = await start();
    await store.put(events, visit);
    await store.next('visits');
    await stop();
    expect(await readFile(file, 'utf8')).toBe(`{
  "format": 3,
  "counters": [
    {
      "name": "visits",
      "value": 1
    }
  ],
  "collections": {
    "contract_events": [
      {
        "id": "visit",
        "account": "a",
        "place": "röntgen"
      }
    ]
  }
}
`);
  });

  test('can be changed by a person while the store is stopped', async () => {
    await (await start()).stop();
    await writeFile(
      file,
      JSON.stringify({ format: 3, counters: [], collections: { contract_events: [{ ...visit, time: 7 }] } }),
    );
    const { store, stop } = await start();
    expect(await store.get(events, 'visit')).toEqual({ ...visit, time: 7 });
    await stop();
  });

  test('is in the data folder, or where the setting says, for its owner alone', async () => {
    const { store, stop } = await start({ file: 'own/notes.json' });
    await store.put(events, visit);
    const names = await readdir(join(folder, 'own'));
    expect(names.toSorted()).toEqual(['notes.json', 'notes.json.bak', 'notes.json.lock']);
    for (const name of names) expect((await stat(join(folder, 'own', name))).mode & 0o777).toBe(0o600);
    await stop();
  });

  test('has a copy beside it', async () => {
    const { store, stop } = await start();
    await store.put(events, visit);
    expect(await readFile(`${file}.bak`, 'utf8')).toBe(await readFile(file, 'utf8'));
    expect((await stat(`${file}.bak`)).ino).not.toBe((await stat(file)).ino);
    await stop();
  });

  test('holds nothing any more of what was deleted or replaced, as soon as that is acknowledged, and neither does its copy', async () => {
    const { store, stop } = await start();
    const holding = async (text: string) => {
      const names = await readdir(folder);
      const found = await Promise.all(
        names.map(async (name) => (await readFile(join(folder, name), 'utf8')).includes(text)),
      );
      return names.filter((_, at) => found[at]);
    };
    await store.put(events, { ...visit, place: 'a-place-that-stays' });
    await store.put(events, { id: 'gone', account: 'a', place: 'a-place-that-goes' });
    await store.put(events, { id: 'gone', account: 'a', place: 'another-place-that-goes' });
    expect(await holding('a-place-that-goes')).toEqual([]);
    expect(await holding('another-place-that-goes')).toEqual(['chronoscribe.json', 'chronoscribe.json.bak']);
    await store.delete(events, 'gone');
    expect(await holding('another-place-that-goes')).toEqual([]);
    expect(await holding('a-place-that-stays')).toEqual(['chronoscribe.json', 'chronoscribe.json.bak']);
    await stop();
  });

  test('what a killed process left half-written is removed, and nothing else', async () => {
    await writeFile(`${file}.6f1c.tmp`, '{"format"');
    await writeFile(join(folder, 'other.json.6f1c.tmp'), 'not ours');
    const { store, stop } = await start();
    await store.put(events, visit);
    await stop();
    expect((await readdir(folder)).toSorted()).toEqual([
      'chronoscribe.json',
      'chronoscribe.json.bak',
      'chronoscribe.json.lock',
      'other.json.6f1c.tmp',
    ]);
  });

  const whole = { format: 3, counters: [], collections: {} };
  test.each([
    ['is empty', '', /it is not JSON/],
    ['is null', 'null', /at its top/],
    ['is a list', '[]', /at its top/],
    ['is an empty object', '{}', /at format/],
    [
      'ends in the middle',
      '{\n  "format": 3,\n  "counters": [],\n  "collections": {\n    "secret',
      /it is not JSON from line 5 on/,
    ],
    ['is of a newer format', JSON.stringify({ ...whole, format: 4 }), /at format: .*another version/],
    ['has something unknown', JSON.stringify({ ...whole, extra: 'secret' }), /at its top/],
    [
      'has a document without id',
      JSON.stringify({ ...whole, collections: { notes: [{ name: 'secret' }] } }),
      /at collections\.notes\.0/,
    ],
    [
      'has an id twice',
      JSON.stringify({ ...whole, collections: { notes: [visit, visit] } }),
      /two documents of "notes"/,
    ],
    [
      'has a broken counter',
      JSON.stringify({ ...whole, counters: [{ name: 'x', value: 'secret' }] }),
      /at counters\.0\.value/,
    ],
  ])('a file that %s is refused by name, left alone, and not quoted', async (_what, text, fault) => {
    await writeFile(file, text);
    const refusal = await start().catch((thrown: unknown) => String(thrown));
    expect(refusal).toContain(`${file} is damaged`);
    expect(refusal).toMatch(fault);
    expect(refusal).toContain(
      'restore the last backup: chronoscribe import FILE. Without one, move it away to start empty.',
    );
    expect(refusal).not.toContain('secret');
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  test('a damaged file can be mended as the error says', async () => {
    const { store, stop } = await start();
    await store.put(events, visit);
    await store.put(events, { ...visit, id: 'later' });
    await stop();
    await writeFile(file, 'null');
    await expect(start()).rejects.toThrow(`cp '${file}.bak' '${file}'`);
    await copyFile(`${file}.bak`, file);
    const mended = await start();
    expect((await mended.store.find(events, {})).items).toEqual([{ ...visit, id: 'later' }, visit]);
    await mended.stop();
  });

  test('a store whose very first write was ended between its two copies begins anew', async () => {
    const { stop } = await start();
    await stop();
    await rm(file);
    expect(await readFile(`${file}.bak`, 'utf8')).toContain('"format"');
    const { store, stop: stopAgain } = await start();
    await store.put(events, visit);
    await stopAgain();
  });

  test('a file that is gone while its copy is there is not taken for a new store', async () => {
    const { store, stop } = await start();
    await store.put(events, visit);
    await stop();
    await rm(file);
    await expect(start()).rejects.toThrow(`${file} is missing`);
    await rm(`${file}.bak`);
    const anew = await start();
    expect((await anew.store.find(events, {})).items).toEqual([]);
    await anew.stop();
  });
});

describe('a write of the lowdb store', () => {
  test('that fails is not made in memory either, and the next one is', async () => {
    const { store, health, stop } = await start({ file: 'own/notes.json' });
    await store.put(events, visit);
    await rename(join(folder, 'own'), join(folder, 'moved'));
    const failed = [store.put(events, { ...visit, time: 1 }), store.delete(events, 'visit'), store.next('visits')];
    for (const each of failed)
      await expect(each).rejects.toThrow(/notes\.json could not be written, so the change was not made/);
    expect(await store.get(events, 'visit')).toEqual(visit);
    expect(await health()).toMatchObject({ status: 'failed', detail: expect.stringContaining('notes.json') });

    await rename(join(folder, 'moved'), join(folder, 'own'));
    await store.put(events, { ...visit, time: 2 });
    expect(await readFile(join(folder, 'own/notes.json'), 'utf8')).toContain('"time": 2');
    expect(await health()).toMatchObject({ status: 'ok', detail: expect.stringMatching(/notes\.json, \d+\.\d MB$/) });
    await stop();
  });

  test('is acknowledged although others keep coming', async () => {
    const { store, stop } = await start();
    let acknowledged = false;
    const first = store.put(events, visit).then(() => {
      acknowledged = true;
    });
    const others: Promise<void>[] = [];
    while (!acknowledged) {
      others.push(store.put(events, { ...visit, id: `${others.length}` }));
      await setImmediate();
    }
    await Promise.all([first, ...others]);
    await stop();
  });
});

describe('the lock of the lowdb store', () => {
  const startElsewhere = async () => {
    const child = spawn(process.execPath, ['--conditions=chronoscribe-source', writer, module, folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
    const closed = once(child, 'close');
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await closed;
    });
    return {
      writing: once(child.stdout, 'data'),
      async kill() {
        child.kill('SIGKILL');
        await closed;
      },
      async refusal() {
        await closed;
        return said;
      },
    };
  };

  test('keeps this process out while another has the file, until that one is dead, however it died', async () => {
    const other = await startElsewhere();
    await other.writing;
    await expect(start()).rejects.toThrow(`${file} is in use by another process`);
    await other.kill();
    await (await start()).stop();
  });

  test('keeps another process out, also after this one tried to open the file twice', async () => {
    const { stop } = await start();
    await expect(start()).rejects.toThrow(`${file} is in use by another process`);
    const other = await startElsewhere();
    expect(await other.refusal()).toContain(`${file} is in use by another process`);
    await stop();
    await (await start()).stop();
  });

  test('is let go when the file is refused', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(file, 'null');
    await expect(start()).rejects.toThrow('is damaged');
    await rm(file);
    await (await start()).stop();
  });
});
