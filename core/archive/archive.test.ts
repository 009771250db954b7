import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { workflow } from '../api/workflow.ts';
import { createSealing } from '../encryption/sealing.ts';
import { writeFileAtomic } from '../files/durable-write.ts';
import { engineListener } from '../testing/engine-listener.ts';
import { restoreArchive } from './read.ts';
import { packTar } from './tar.ts';
import { bytesOf, letters, newPlace, type Place } from './testing/place.ts';
import { writeArchive } from './write.ts';

let source: Place;
let target: Place;
beforeEach(async () => {
  source = await newPlace();
  target = await newPlace();
});

const aLongName = `records/letters/${'a-name-of-more-than-a-hundred-letters/'.repeat(4)}${randomUUID()}.txt`;

async function fillSource(): Promise<void> {
  await source.letter('ann', 'röntgen\n\u2028\u0000');
  await source.letter('bob', '');
  await source.write(aLongName, 'x'.repeat(3_000_000));
  await source.store.put(letters, { id: 'long', file: aLongName });
  await source.store.next('letters');
}

/** Nothing was written, so the next import may come. */
async function expectUntouched(): Promise<void> {
  expect(await Array.fromAsync(target.archive.entries())).toEqual([]);
  expect(await target.names()).toEqual([]);
}

describe('an archive', () => {
  test('restores everything into an empty installation, whose own archive is identical', async () => {
    await fillSource();
    const file = await source.export();
    const manifest = await restoreArchive(file, target);
    expect(manifest.store.map(({ name, entries }) => [name, entries])).toEqual([
      ['counters', 1],
      ['documents/letters', 3],
    ]);
    expect(await target.names()).toEqual(await source.names());
    for (const name of await source.names()) expect(await target.text(name)).toBe(await source.text(name));
    expect((await bytesOf(await target.export())).equals(await bytesOf(file))).toBe(true);
    expect((await bytesOf(await source.export())).equals(await bytesOf(file))).toBe(true);
  });

  test('of an installation that encrypts is sealed, and restored by one with another key', async () => {
    const newKey = () => randomBytes(32).toString('base64');
    const [key, other] = [newKey(), newKey()];
    const sealing = (current: string, ...previousKeys: string[]) =>
      createSealing({ key: current, previousKeys, temporaryFolder: 'temporary' });
    source = await newPlace(sealing(key));
    await source.store.prepare(letters);
    await fillSource();
    const file = await source.export();
    expect((await bytesOf(file)).includes('röntgen')).toBe(false);
    await expect(restoreArchive(file, target)).rejects.toThrow('The file is sealed. Set encryption.key');
    const strange = await newPlace(sealing(other));
    await expect(restoreArchive(file, strange)).rejects.toThrow('which the configuration does not have');

    const next = await newPlace(sealing(other, key));
    await restoreArchive(file, next);
    expect(await next.names()).toEqual(await source.names());
    for (const name of await source.names()) expect(await next.text(name)).toBe(await source.text(name));
    await next.store.prepare(letters);
    expect((await next.store.find(letters, {})).items).toEqual((await source.store.find(letters, {})).items);
  });

  test('can be read by its owner only, and leaves no other files', async () => {
    await fillSource();
    const before = await readdir(source.folder);
    const file = await source.export();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(source.folder)).toSorted()).toEqual([...before, 'export-1.tar'].toSorted());
  });

  test('can be made of an empty installation', async () => {
    await restoreArchive(await source.export(), target);
    await expectUntouched();
  });

  test('excludes files of steps, and uploads that belong to no run', async () => {
    await source.write(`uploads/${randomUUID()}`, 'still arriving');
    await source.write(`runs/${randomUUID()}/audio.wav`, 'made anew');
    await restoreArchive(await source.export(), target);
    await expectUntouched();
  });

  test('leaves no file if it is interrupted', async () => {
    await fillSource();
    const before = await readdir(source.folder);
    const interruption = new AbortController();
    const path = join(source.folder, 'interrupted.tar');
    const write = (bytes: AsyncIterable<Uint8Array>) =>
      writeFileAtomic(
        path,
        (async function* () {
          for await (const piece of bytes) {
            yield piece;
            interruption.abort(new Error('Ctrl-C'));
          }
        })(),
      );
    await expect(writeArchive({ ...source, folder: source.folder }, write, interruption.signal)).rejects.toThrow(
      'Ctrl-C',
    );
    expect(await readdir(source.folder)).toEqual(before);
  });

  test('leaves no file if the disk is full', async () => {
    await fillSource();
    const before = await readdir(source.folder);
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const blobs = {
      ...source.blobs,
      read: () => {
        throw full;
      },
    };
    await expect(source.export({ blobs })).rejects.toBe(full);
    expect(await readdir(source.folder)).toEqual(before);
  });
});

describe('an invalid archive is refused by name, and nothing is written', () => {
  test('wherever it is truncated', async () => {
    await source.letter('ann');
    const whole = await bytesOf(await source.export());
    const file = join(source.folder, 'cut.tar');
    // The end of a tar is 1024 bytes of zeros, of which none is needed to know that the rest is whole.
    for (let length = 0; length <= whole.length - 1024 - 512; length += 256) {
      await writeFile(file, whole.subarray(0, length));
      await expect(restoreArchive(file, target)).rejects.toThrow(/cut\.tar is not (whole|an archive)/);
    }
    await expectUntouched();
  });

  test('wherever it is changed', async () => {
    await source.letter('ann', 'some words');
    const whole = await bytesOf(await source.export());
    const file = join(source.folder, 'changed.tar');
    let refused = 0;
    for (let at = 0; at < whole.length - 1024; at += 3) {
      // What fills up a block says nothing.
      if (whole[at] === 0) continue;
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0x11;
      await writeFile(file, changed);
      const outcome = await restoreArchive(file, target).then(
        () => 'taken',
        (thrown: unknown) => String(thrown),
      );
      expect(`${at}: ${outcome}`).toMatch(
        /changed\.tar (was changed or damaged|is not whole|is not an archive|was written by chronoscribe .* newer)/,
      );
      refused += 1;
    }
    expect(refused).toBeGreaterThan(300);
    await expectUntouched();
  });

  test('with a path that leaves its folder', async () => {
    for (const name of ['../../etc/cron.d/x', '/etc/passwd', 'a/../b', '.hidden', 'a\\b']) {
      const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
      const manifest = { format: 1, chronoscribe: '0.1.0', blobs: [{ name, bytes: 0, sha256 }], store: [] };
      const file = await tarFile([
        ['manifest.json', JSON.stringify(manifest)],
        [`blobs/${name}`, ''],
      ]);
      await expect(restoreArchive(file, target)).rejects.toThrow(/was changed or damaged/);
    }
    await expectUntouched();
  });

  test('of a newer format', async () => {
    const file = await tarFile([
      ['manifest.json', JSON.stringify({ format: 2, chronoscribe: '7.0.0', anything: true })],
    ]);
    await expect(restoreArchive(file, target)).rejects.toThrow(
      /written by chronoscribe 7\.0\.0, in a newer format \(2\).* Run a newer version/,
    );
  });

  test('of another program', async () => {
    const file = await tarFile([['holiday.txt', 'sun']]);
    await expect(restoreArchive(file, target)).rejects.toThrow(/is not an archive of chronoscribe/);
    await writeFile(file, 'a letter');
    await expect(restoreArchive(file, target)).rejects.toThrow(/not/);
    await expect(restoreArchive(join(source.folder, 'nowhere.tar'), target)).rejects.toThrow(
      /There is no file .*nowhere\.tar/,
    );
  });

  test('that is unchanged but holds entries which the store refuses', async () => {
    await source.letter('ann');
    const archive = {
      ...source.archive,
      async *entries() {
        yield* source.archive.entries();
        yield { section: 'unknown', value: {} };
      },
    };
    const file = await source.export({ archive });
    await expect(restoreArchive(file, target)).rejects.toThrow(/entry 1 of "unknown" is faulty/);
    expect(await Array.fromAsync(target.archive.entries())).toEqual([]);
    // Its files may be there already, and do not hinder the right one.
    await restoreArchive(await source.export(), target);
    expect(await target.names()).toEqual(await source.names());
  });
});

describe('an installation that is not empty', () => {
  test('is refused because of documents in its store', async () => {
    const file = await source.export();
    await target.store.next('letters');
    await expect(restoreArchive(file, target)).rejects.toThrow(
      /The store is not empty: it has something in "counters"/,
    );
  });

  test('is refused because of blobs that are not of the archive', async () => {
    const file = await source.export();
    await target.write('records/other', 'of another');
    await expect(restoreArchive(file, target)).rejects.toThrow(/not of this archive \(records\/other\)/);
    expect(await target.text('records/other')).toBe('of another');
  });

  test('is refused because of an engine that knows runs of the archive', async () => {
    const id = randomUUID();
    const work = workflow<string>('work')
      .step('only', () => 'done')
      .answer((body) => ({ body, location: '/' }));
    await source.store.prepare({ ...letters, name: 'runs' });
    await source.store.put({ ...letters, name: 'runs' }, { id, file: '' });
    const file = await source.export();
    await target.engine.start([work], engineListener());
    await target.engine.submit({ id, account: 'a', workflow: 'work', input: '' });
    await expect(restoreArchive(file, target)).rejects.toThrow(
      new RegExp(`knows runs of this archive already \\(${id}\\).*workflows\\.db`),
    );
    await expectUntouched();
  });
});

describe('changes during the export', () => {
  /** The archive of the source, with what happens right before and right after its moment, the first times. */
  function disturbed(
    ...times: readonly { readonly before?: () => Promise<unknown>; readonly after?: () => Promise<unknown> }[]
  ) {
    const left = [...times];
    return {
      ...source.archive,
      async *entries() {
        const happens = left.shift();
        await happens?.before?.();
        const entries = source.archive.entries()[Symbol.asyncIterator]();
        let entry = await entries.next();
        await happens?.after?.();
        for (; !entry.done; entry = await entries.next()) yield entry.value;
      },
    };
  }
  const remove = async (id: string) => {
    const row = await source.store.get(letters, id);
    await source.store.delete(letters, id);
    if (row !== undefined) await source.blobs.delete(row.file);
  };
  const brought = async (file: string) => {
    await restoreArchive(file, target);
    const rows = await target.store.find(letters, {});
    const texts = await Promise.all(rows.items.map(async ({ id, file }) => [id, await target.text(file)]));
    return { texts, files: (await target.names()).length };
  };

  test('a document written just before the moment is included with its blob', async () => {
    await source.letter('old');
    const file = await source.export({ archive: disturbed({ before: () => source.letter('new') }) });
    expect(await brought(file)).toEqual({
      texts: [
        ['new', 'new'],
        ['old', 'old'],
      ],
      files: 2,
    });
  });

  test('a document written after it is excluded with its blob', async () => {
    await source.letter('old');
    const file = await source.export({ archive: disturbed({ after: () => source.letter('new') }) });
    expect(await brought(file)).toEqual({ texts: [['old', 'old']], files: 1 });
  });

  test('a document deleted after it is included with its blob', async () => {
    await source.letter('doomed');
    const file = await source.export({ archive: disturbed({ after: () => remove('doomed') }) });
    expect(await brought(file)).toEqual({ texts: [['doomed', 'doomed']], files: 1 });
  });

  test('a document deleted before it is excluded with its blob', async () => {
    await source.letter('old');
    await source.letter('doomed');
    const file = await source.export({ archive: disturbed({ before: () => remove('doomed') }) });
    expect(await brought(file)).toEqual({ texts: [['old', 'old']], files: 1 });
  });

  test('a blob that is deleted before it can be copied leads to a later moment', async () => {
    await source.letter('old');
    const brief = (id: string) => ({ before: () => source.letter(id), after: () => remove(id) });
    const file = await source.export({ archive: disturbed(brief('brief'), brief('again'), brief('thrice')) });
    expect(await brought(file)).toEqual({ texts: [['old', 'old']], files: 1 });
  });

  test('a blob that is missing in the source does not prevent the export', async () => {
    await source.letter('old');
    await source.blobs.delete(await source.letter('lost'));
    const file = await source.export();
    await restoreArchive(file, target);
    expect((await target.store.find(letters, {})).items.map(({ id }) => id)).toEqual(['lost', 'old']);
    expect(await target.names()).toHaveLength(1);
  });

  test('changes that are too fast for any moment end the export with an error', async () => {
    const brief = (_: unknown, at: number) => ({ before: () => source.letter(`${at}`), after: () => remove(`${at}`) });
    await expect(source.export({ archive: disturbed(...Array.from({ length: 30 }, brief)) })).rejects.toThrow(
      /changes too fast to be copied/,
    );
  });
});

/** A tar of some files. */
async function tarFile(files: readonly (readonly [name: string, text: string])[]): Promise<string> {
  const file = join(source.folder, `${randomUUID()}.tar`);
  const parts = files.map(([name, text]) => ({
    name,
    bytes: Buffer.byteLength(text),
    content: Readable.from([Buffer.from(text)]),
  }));
  await writeFile(file, packTar(parts));
  return file;
}
