import { randomUUID } from 'node:crypto';
import type { Blobs } from 'chronoscribe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordRepository } from './kind.ts';
import { searchKeyPrefix } from './search-terms.ts';
import { recordCollection } from './stored-record.ts';
import { type Desk, type Letter, letters, openDesk } from './testing/letters.ts';

const mine = 'clinic';
const dear = (...words: readonly string[]): Letter => ({ words });
const and =
  (word: string) =>
  ({ words, ...letter }: Letter): Letter => ({ ...letter, words: [...words, word] });

let desk: Desk;
let repository: RecordRepository<Letter>;
beforeAll(async () => {
  desk = await openDesk();
  repository = await desk.repository();
});
afterAll(() => desk.stop());

async function added(content = dear('first'), on = repository, account = mine): Promise<string> {
  const id = randomUUID();
  await on.add({ id, account, createdAt: 5000, runId: id }, content);
  return id;
}
const filesOf = async (id: string) => (await desk.files()).filter((name) => name.includes(id));

describe('a record', () => {
  test('comes back as it was added, and a step that adds it again changes nothing', async () => {
    const id = await added(dear('first', 'Größe 😀'));
    await repository.add({ id, account: mine, createdAt: 6000, runId: id }, dear('other'));
    const first = { id, account: mine, createdAt: 5000, version: 1, changedAt: 5000, change: 'made', by: null };
    expect(await repository.get(mine, id)).toEqual({ ...first, content: dear('first', 'Größe 😀') });
    expect(await repository.versions(mine, id)).toEqual([first]);
    expect(await filesOf(id)).toHaveLength(1);
  });

  test('may be long: thousands of words come back in order, in each version', async () => {
    const words = Array.from({ length: 1201 }, (_, at) => `word ${at}\n`);
    const id = await added(dear(...words));
    expect((await repository.get(mine, id)).content).toEqual(dear(...words));
    const changed = await repository.update(mine, id, { name: 'edited' }, and('last'));
    expect(changed.content.words).toHaveLength(1202);
    expect(await repository.get(mine, id)).toEqual(changed);
  });

  test('belongs to one account: for another it does not exist', async () => {
    const id = await added();
    const none = { code: 'not-found', detail: 'There is no letter with this id.' };
    await expect(repository.get('other', id)).rejects.toMatchObject(none);
    await expect(repository.update('other', id, { name: 'edited' }, and('x'))).rejects.toMatchObject(none);
    await expect(repository.versions('other', id)).rejects.toMatchObject(none);
    await expect(repository.version('other', id, 1)).rejects.toMatchObject(none);
    await expect(repository.linkRun('other', id, 'run')).rejects.toMatchObject(none);
    await expect(repository.delete('other', id)).rejects.toMatchObject(none);
    expect(await repository.get(mine, id)).toMatchObject({ version: 1 });
  });

  test('keeps what it was before each change', async () => {
    const id = await added();
    await repository.update(mine, id, { name: 'edited' }, and('second'));
    const changed = await repository.update(mine, id, { name: 'rewritten' }, and('third'));
    expect(changed).toMatchObject({ version: 3, change: 'rewritten', content: dear('first', 'second', 'third') });
    expect(await repository.get(mine, id)).toEqual(changed);
    expect(await repository.version(mine, id, 2)).toMatchObject({ change: 'edited', content: dear('first', 'second') });
    expect((await repository.versions(mine, id)).map(({ version, change }) => [version, change])).toEqual([
      [1, 'made'],
      [2, 'edited'],
      [3, 'rewritten'],
    ]);
    for (const version of [0, 4, 1.5, Number.NaN]) {
      await expect(repository.version(mine, id, version)).rejects.toMatchObject({ code: 'not-found' });
    }
  });

  test('loses none of the changes that come at once, also from another host', async () => {
    const id = await added(dear());
    const other = await desk.repository();
    const words = Array.from({ length: 12 }, (_, index) => `word ${index}`);
    await Promise.all(
      words.map((word, index) =>
        (index % 2 === 0 ? repository : other).update(mine, id, { name: 'edited' }, and(word)),
      ),
    );
    const { version, content } = await repository.get(mine, id);
    expect(version).toBe(13);
    expect(content.words.toSorted()).toEqual(words.toSorted());
    expect(await filesOf(id)).toHaveLength(13);
  });

  test('is changed once by a run whose step is done again', async () => {
    const id = await added();
    const change = { name: 'rewritten', runId: randomUUID() };
    await repository.update(mine, id, change, and('second'));
    await repository.update(mine, id, { name: 'edited' }, and('third'));
    expect(await repository.update(mine, id, change, and('again'))).toMatchObject({
      version: 3,
      content: dear('first', 'second', 'third'),
    });
  });

  test('stays as it is where a change is refused', async () => {
    const id = await added();
    const refuse = () => {
      throw new Error('there is no such word');
    };
    await expect(repository.update(mine, id, { name: 'edited' }, refuse)).rejects.toThrow('there is no such word');
    expect(await repository.get(mine, id)).toMatchObject({ version: 1, content: dear('first') });
    expect(await filesOf(id)).toHaveLength(1);
  });

  test('is listed without its content, newest first, page by page, for its own account', async () => {
    const account = 'reader';
    for (let at = 1; at <= 5; at += 1)
      await repository.add({ id: `letter-${at}`, account, createdAt: at, runId: 'none' }, dear(`letter ${at}`));
    await repository.update(account, 'letter-2', { name: 'edited' }, and('more'));
    const first = await repository.list(account, { limit: 3 });
    expect(first.items.map(({ id }) => id)).toEqual(['letter-5', 'letter-4', 'letter-3']);
    const second = await repository.list(account, { limit: 3, cursor: first.next ?? '' });
    expect(second).toMatchObject({
      items: [{ id: 'letter-2', version: 2, change: 'edited' }, { id: 'letter-1' }],
      next: null,
    });
    expect(second.items[0]).not.toHaveProperty('content');
    await expect(repository.list(account, { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid-cursor' });
  });
});

describe('a search', () => {
  const account = 'searcher';
  const patients = {
    adler: { id: 'P-1', identifier: 'MRN 0012-34', name: 'Zoë Müller-Adler' },
    okafor: { name: 'Chidi Okafor', birth_date: '1980-02-01' },
  };
  beforeAll(async () => {
    const add = (id: string, createdAt: number, letter: Partial<Letter>) =>
      repository.add({ id, account, createdAt, runId: id }, { ...dear('knee'), ...letter });
    await add('adler-1', 1000, { patient: patients.adler, title: 'Morning round.vtt' });
    await add('third', 2000, { patient: patients.okafor });
    await add('adler-2', 3000, { patient: patients.adler });
    await add('nobody', 3000, { title: 'Adler dictation' });
  });
  const found = async (filter: Parameters<typeof repository.list>[1]) =>
    (await repository.list(account, filter)).items.map(({ id }) => id);

  test.each([
    [{ patient: 'p-1' }, ['adler-2', 'adler-1']],
    [{ patient: 'mrn001234' }, ['adler-2', 'adler-1']],
    [{ patient: 'muller, zoe' }, ['adler-2', 'adler-1']],
    [{ patient: 'Chidi' }, ['third']],
    [{ patient: 'Chi' }, []],
    [{ patient: 'Chidi Adler' }, []],
    [{ patient: '--' }, []],
    [{ q: 'adl' }, ['nobody', 'adler-2', 'adler-1']],
    [{ q: 'mül ZOE' }, ['adler-2', 'adler-1']],
    [{ q: 'mrn00' }, ['adler-2', 'adler-1']],
    [{ q: 'knee' }, ['nobody', 'adler-2', 'third', 'adler-1']],
    [{ q: 'elbow' }, []],
    [{ q: 'adl', from: 1001 }, ['nobody', 'adler-2']],
    [{ from: 1000, to: 3000 }, ['third', 'adler-1']],
    [{ form: 'letter', status: 'draft', patient: 'Okafor' } as const, ['third']],
    [{ form: 'image' }, []],
    [{ status: 'signed' } as const, []],
  ])('for %j finds %j', async (filter, ids) => {
    expect(await found(filter)).toEqual(ids);
  });

  test('goes on page by page, also between records of one instant', async () => {
    const pages: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof repository.list>> = await repository.list(account, {
        q: 'adl',
        limit: 1,
        cursor,
      });
      pages.push(page.items.map(({ id }) => id));
      cursor = page.next;
    }
    expect(pages).toEqual([['nobody'], ['adler-2'], ['adler-1']]);
  });

  test('is for one account, and follows a change', async () => {
    await repository.add({ id: 'other-account', account: 'elsewhere', createdAt: 1, runId: 'x' }, dear('knee'));
    const [mine] = await found({ patient: 'Okafor' });
    expect((await repository.list('elsewhere', { patient: 'Okafor' })).items).toEqual([]);
    await repository.update(account, mine ?? '', { name: 'edited', by: 'Ann' }, (letter) => ({
      ...letter,
      patient: { name: 'Ada Obi' },
    }));
    expect([await found({ patient: 'Okafor' }), await found({ patient: 'Obi' })]).toEqual([[], ['third']]);
    expect((await repository.list(account, { q: 'obi' })).items).toMatchObject([{ change: 'edited', by: 'Ann' }]);
  });

  test('finds records by their contents where the key is lost, and goes on with another', async () => {
    const { store, blobs } = desk.tools;
    const [key] = await Array.fromAsync(blobs.list(searchKeyPrefix), ({ name }) => name);
    await blobs.delete(key ?? '');
    const restarted = await desk.repository();
    const found = async () => (await restarted.list(account, { patient: 'P-1' })).items.map(({ id }) => id);
    expect(await found()).toEqual(['adler-2', 'adler-1']);
    await restarted.update(account, 'adler-2', { name: 'edited' }, and('hip'));
    expect(await found()).toEqual(['adler-2', 'adler-1']);
    const row = await store.get(recordCollection(letters.name), 'adler-2');
    expect(row?.search?.key).not.toBe(key);
  });

  test('leaves nothing of a patient in the store', async () => {
    const row = await desk.tools.store.get(recordCollection(letters.name), 'adler-2');
    const terms = row?.search?.terms ?? [];
    expect(terms.length).toBeGreaterThan(10);
    // Short words can be in a hash by chance, which is as long as none of the words here.
    for (const term of terms) expect(term).toMatch(/^[\w-]{12}$/);
    expect(terms.join('\n')).not.toMatch(/m[uü]ller|mrn0012|morning/i);
    const rest = JSON.stringify({ ...row, search: { ...row?.search, terms: [] } });
    expect(rest).not.toMatch(/m[uü]ller|P-1|MRN|mrn0012|morning|\bzo[eë]\b/i);
  });
});

describe('a record whose file is damaged', () => {
  const damages: readonly (readonly [string, (blobs: Blobs, file: string) => Promise<unknown>])[] = [
    ['is gone', (blobs, file) => blobs.delete(file)],
    ['has a second line that is no JSON', (blobs, file) => blobs.write(file, bytes('{"words":[]}\n{"words":["pain'))],
    ['is cut', (blobs, file) => blobs.write(file, bytes('{"words": ["pain in the ch'))],
    ['holds something else', (blobs, file) => blobs.write(file, bytes('{"words": "pain in the chest"}'))],
    ['is empty', (blobs, file) => blobs.write(file, bytes(''))],
    ['has another word', (blobs, file) => blobs.write(file, bytes('{"words":["pain in the chest"]}'))],
  ];
  test.each(damages)('because it %s, is named without a word of it, and can be deleted', async (_, damage) => {
    const id = await added();
    const [file = ''] = await filesOf(id);
    await damage(desk.tools.blobs, file);
    const thrown = await repository.get(mine, id).catch((error: unknown) => error);
    expect(thrown).toMatchObject({
      code: 'internal',
      status: 500,
      detail: expect.stringContaining(`letter ${id}, version 1,`),
    });
    expect(JSON.stringify(thrown)).not.toContain('pain');
    await repository.delete(mine, id);
    await expect(repository.get(mine, id)).rejects.toMatchObject({ code: 'not-found' });
  });
});

test('a search that has to read a damaged record leaves it out, and a list of all has it', async () => {
  const { store, blobs } = desk.tools;
  const letter = { ...dear('knee'), patient: { name: 'Ida Berg' } };
  const [kept, damaged] = [await added(letter, repository, 'berg'), await added(letter, repository, 'berg')];
  const rows = recordCollection(letters.name);
  const row = await store.get(rows, damaged);
  if (row === undefined) throw new Error('no such row');
  await store.put(rows, { ...row, search: null });
  await blobs.delete(row.versions[0]?.file ?? '');
  expect((await repository.list('berg', { patient: 'Berg' })).items.map(({ id }) => id)).toEqual([kept]);
  const { items } = await repository.list('berg', {});
  expect(items.find(({ id }) => id === damaged)).toMatchObject({ readable: false, form: '', patient: null });
});

describe('deleting a record', () => {
  test('leaves no version, no file and no run that worked on it', async () => {
    const forgotten: string[] = [];
    const runs = { ...desk.tools.runs, forget: async (_: string, id: string) => void forgotten.push(id) };
    const watched = await desk.repository({ runs });
    const id = await added(dear('first'), watched);
    await watched.update(mine, id, { name: 'rewritten', runId: 'rewriting' }, and('second'));
    await watched.linkRun(mine, id, 'failed-rewriting');
    await watched.linkRun(mine, id, 'rewriting');
    await watched.delete(mine, id);
    await expect(watched.get(mine, id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(watched.delete(mine, id)).rejects.toMatchObject({ code: 'not-found' });
    expect(await filesOf(id)).toEqual([]);
    expect(forgotten).toEqual([id, 'rewriting', 'failed-rewriting']);
  });

  test('that was interrupted hides the record at once, and can be asked for again', async () => {
    let failing = true;
    const runs: typeof desk.tools.runs = {
      ...desk.tools.runs,
      async forget() {
        if (failing) throw new Error('the power is gone');
      },
    };
    const watched = await desk.repository({ runs });
    const id = await added(dear('first'), watched);
    await expect(watched.delete(mine, id)).rejects.toThrow('the power is gone');
    await expect(watched.get(mine, id)).rejects.toMatchObject({ code: 'not-found' });
    expect((await watched.list(mine, { limit: 100 })).items.map((item) => item.id)).not.toContain(id);
    await expect(watched.delete('other', id)).rejects.toMatchObject({ code: 'not-found' });
    failing = false;
    await watched.delete(mine, id);
    expect(await filesOf(id)).toEqual([]);
  });

  test('is not waited for where its run was cancelled just as it was kept', async () => {
    const told: Parameters<typeof desk.tools.runs.onSettled>[0][] = [];
    const watched = await desk.repository({
      runs: { ...desk.tools.runs, onSettled: (listener) => void told.push(listener) },
    });
    const [kept, cancelled] = [await added(dear('first'), watched), await added(dear('second'), watched)];
    const end = { account: mine, workflow: 'writing', attempt: 1 } as const;
    for (const listener of told) {
      await listener({ ...end, id: kept, status: 'done' });
      await listener({ ...end, id: cancelled, status: 'cancelled' });
    }
    await expect(watched.get(mine, cancelled)).rejects.toMatchObject({ code: 'not-found' });
    expect(await filesOf(cancelled)).toEqual([]);
    expect(await watched.get(mine, kept)).toMatchObject({ version: 1 });
  });

  test('while it is being changed leaves nothing of the change', async () => {
    const slow = Promise.withResolvers<void>();
    const writing = Promise.withResolvers<void>();
    const blobs: Blobs = {
      ...desk.tools.blobs,
      async write(...given) {
        writing.resolve();
        await slow.promise;
        return desk.tools.blobs.write(...given);
      },
    };
    const id = await added();
    const changing = (await desk.repository({ blobs })).update(mine, id, { name: 'edited' }, and('second'));
    await writing.promise;
    await repository.delete(mine, id);
    slow.resolve();
    await expect(changing).rejects.toMatchObject({ code: 'not-found' });
    expect(await filesOf(id)).toEqual([]);
  });
});

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
