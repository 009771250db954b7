import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { collectGarbage } from '../testing/collect-garbage.ts';
import { requestFile } from './download.ts';
import { archive, contents } from './testing/archives.ts';
import { startFileServer } from './testing/file-server.ts';
import { packedParrot, parrot, parrotFile, sha256Of } from './testing/parrot.ts';
import { modelScene, problemOf } from './testing/scene.ts';

const scene = modelScene();
const { at, models, ensure, unfinished } = scene;
const patiently = { timeout: 15_000, interval: 10 };
const pull = 'chronoscribe models pull parrot-small';

describe('a model that is absent', () => {
  test('is downloaded once, over a redirection, and then used from the disk', async () => {
    expect(await models().state(parrot(scene.server.url))).toEqual({ status: 'absent' });
    const seen: number[] = [];
    expect(await ensure(parrot(scene.server.url), { progress: (fraction) => seen.push(fraction) })).toBe(
      at('parrot-small'),
    );
    expect(await readFile(at('parrot-small', 'parrot.onnx'))).toEqual(parrotFile);
    expect(await models().state(parrot(scene.server.url))).toEqual({ status: 'ready', folder: at('parrot-small') });
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(seen.at(-1)).toBe(1);
    await ensure();
    expect(scene.server.ranges).toEqual([undefined]);
    expect(await unfinished()).toEqual([]);
  });

  test('is not downloaded if that is not allowed, and the command is named', async () => {
    const problem = await problemOf(ensure(parrot(scene.server.url), { download: false }));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503, transient: false });
    expect(problem.detail).toContain(pull);
    expect(scene.server.paths).toEqual([]);
  });

  test('gets a receipt with its files, its origin and the time', async () => {
    await ensure();
    expect(JSON.parse(await readFile(at('parrot-small', 'model.json'), 'utf8'))).toEqual({
      name: 'parrot-small',
      from: scene.server.url,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      fetched: { bytes: parrotFile.length, sha256: sha256Of(parrotFile) },
      files: [{ name: 'parrot.onnx', bytes: parrotFile.length, sha256: sha256Of(parrotFile) }],
    });
  });

  test('is unpacked from its archive, without other files', async () => {
    scene.server.replace(archive('parrot'));
    await ensure(packedParrot(scene.server.url));
    expect((await readdir(at('parrot-small'))).toSorted()).toEqual(['encoder.onnx', 'model.json', 'tokens.txt']);
    for (const [name, text] of Object.entries(contents)) {
      expect(await readFile(at('parrot-small', name), 'utf8')).toBe(text);
    }
  });

  test('is downloaded from the mirror under its original path', async () => {
    await ensure(parrot('https://github.com/moved/parrot'), { mirror: `${scene.server.origin}/` });
    expect(scene.server.paths[0]).toBe('/moved/parrot');
  });

  test('is downloaded from a server that does not send a length', async () => {
    scene.server.answer({ as: 'unmeasured' });
    await ensure(parrot(scene.server.url, { bytes: null }));
    expect(await readFile(at('parrot-small', 'parrot.onnx'))).toEqual(parrotFile);
  });
});

describe('an interrupted download', () => {
  const broken = async () => {
    scene.server.answer({ as: 'cut', bytes: 300_000 });
    return problemOf(ensure());
  };

  test('reports how much is kept, and is transient', async () => {
    const problem = await broken();
    expect(problem).toMatchObject({ code: 'provider-unavailable', transient: true });
    const { size } = await stat(at('.partial', 'parrot-small.download'));
    expect(size).toBeGreaterThan(0);
    expect(problem.detail).toContain(`broke off after ${size} bytes, which are kept`);
    expect(problem.detail).toContain(pull);
    expect(await models().state(parrot(scene.server.url))).toEqual({ status: 'absent' });
  });

  test('continues where it stopped', async () => {
    await broken();
    const { size } = await stat(at('.partial', 'parrot-small.download'));
    await ensure();
    expect(scene.server.ranges).toEqual([undefined, `bytes=${size}-`]);
    expect(await readFile(at('parrot-small', 'parrot.onnx'))).toEqual(parrotFile);
    expect(await unfinished()).toEqual([]);
  });

  test('continues by its length if the server sends no ETag', async () => {
    scene.server.replace(parrotFile, null);
    await broken();
    await ensure();
    expect(scene.server.ranges[1]).toMatch(/^bytes=\d+-$/);
    expect(await readFile(at('parrot-small', 'parrot.onnx'))).toEqual(parrotFile);
  });

  test('starts again if the file has changed', async () => {
    await broken();
    const changed = Buffer.from(parrotFile).fill(7, 0, 1000);
    scene.server.replace(changed);
    await ensure(parrot(scene.server.url, { sha256: sha256Of(changed) }));
    expect(await readFile(at('parrot-small', 'parrot.onnx'))).toEqual(changed);
  });

  test.each([
    ['a range that was not asked for', { as: 'other-range' }],
    ['that there is no such range', { as: 'status', status: 416 }],
  ] as const)('begins anew where the server answers with %s', async (_, manner) => {
    await broken();
    scene.server.answer(manner);
    await ensure();
    expect(scene.server.ranges).toEqual([undefined, expect.stringMatching(/^bytes=/), undefined]);
    expect(await readFile(at('parrot-small', 'parrot.onnx'))).toEqual(parrotFile);
  });

  test('starts again if its notes cannot be read', async () => {
    await broken();
    await writeFile(at('.partial', 'parrot-small.download.json'), '{"url":');
    await ensure();
    expect(scene.server.ranges).toEqual([undefined, undefined]);
  });
});

describe('a file that is not the model', () => {
  test.each([
    ['of another length', { bytes: 5 }, 'instead of 5'],
    ['with another hash', { sha256: '0'.repeat(64) }, `its SHA-256 is ${sha256Of(parrotFile)}`],
  ])('is refused and not kept: one %s', async (_, changes, said) => {
    const problem = await problemOf(ensure(parrot(scene.server.url, changes)));
    expect(problem).toMatchObject({ code: 'provider-unavailable', transient: false });
    expect(problem.detail).toContain(said);
    expect(await unfinished()).toEqual([]);
    expect(await readdir(at())).toEqual(['.partial']);
  });

  test('is not downloaded if the server sends another length', async () => {
    scene.server.answer({ as: 'stall', bytes: 1000 });
    expect((await problemOf(ensure(parrot(scene.server.url, { bytes: 5 })))).detail).toContain('instead of 5');
    await expect.poll(() => scene.server.openRequests(), patiently).toBe(0);
  });

  test('is refused if the server sends more bytes than the model has', async () => {
    scene.server.answer({ as: 'unmeasured' });
    expect((await problemOf(ensure(parrot(scene.server.url, { bytes: 1000 })))).detail).toContain(
      'more than 1000 bytes',
    );
    expect(await unfinished()).toEqual([]);
  });

  test('is refused if it differs from the first download and no hash is declared', async () => {
    const unknown = parrot(scene.server.url, { sha256: null });
    await ensure(unknown);
    await rm(at('parrot-small', 'parrot.onnx'));
    scene.server.replace(Buffer.from(parrotFile).fill(7, 0, 1000));
    const problem = await problemOf(ensure(unknown));
    expect(problem.detail).toContain(`delete ${at('parrot-small')} first`);
    scene.server.replace(parrotFile);
    await ensure(unknown);
  });

  test.each([
    ['a page', { as: 'page' }, 'text/html', false],
    ['404', { as: 'status', status: 404 }, '404', false],
    ['503', { as: 'status', status: 503, headers: { 'retry-after': '7' } }, '503', true],
    ['429', { as: 'status', status: 429 }, '429', true],
  ] as const)('is refused: %s', async (_, manner, said, transient) => {
    scene.server.answer(manner);
    const problem = await problemOf(ensure());
    expect(problem).toMatchObject({ code: 'provider-unavailable', transient });
    expect(problem.detail).toContain(said);
    expect(problem.detail).toContain('chronoscribe models import parrot-small FILE');
    expect(problem.retryAfter).toBe(said === '503' ? 7 : undefined);
  });
});

describe('a server', () => {
  test('that cannot be reached is reported, with a hint on proxies', async () => {
    const { host } = new URL(scene.server.origin);
    await scene.server.stop();
    const problem = await problemOf(ensure());
    expect(problem).toMatchObject({ code: 'provider-unavailable', transient: true });
    expect(problem.detail).toContain(`${host} could not be reached (ECONNREFUSED)`);
    expect(problem.detail).toContain('HTTPS_PROXY');
  });

  test('that sends nothing for a while is given up, and what was received is kept', async () => {
    scene.server.answer({ as: 'stall', bytes: 1000 });
    const problem = await problemOf(ensure(parrot(scene.server.url), { idleTimeoutMs: 200 }));
    expect(problem).toMatchObject({ code: 'provider-unavailable', transient: true });
    expect(problem.detail).toContain('sent nothing for 0.2 s');
    expect(await unfinished()).toContain('parrot-small.download');
  });

  test('is left at once when the user cancels, who may continue later', async () => {
    scene.server.answer({ as: 'stall', bytes: 1000 });
    const control = new AbortController();
    const outcome = ensure(parrot(scene.server.url), { signal: control.signal }).catch((thrown: unknown) => thrown);
    await expect.poll(async () => (await unfinished().catch(() => [])).length, patiently).toBeGreaterThan(1);
    control.abort(new Error('enough'));
    expect(await outcome).toBe(control.signal.reason);
    await expect.poll(() => scene.server.openRequests(), patiently).toBe(0);
    await ensure();
  });
});

describe('an installed model', () => {
  test.each([
    ['a file is gone', () => rm(at('parrot-small', 'parrot.onnx')), 'parrot.onnx is missing'],
    ['a file is shorter', () => truncate(at('parrot-small', 'parrot.onnx'), 10), 'has 10 bytes instead of 1000000'],
    ['its receipt is gone', () => rm(at('parrot-small', 'model.json')), 'no readable receipt'],
    ['its receipt is cut', () => truncate(at('parrot-small', 'model.json'), 10), 'no readable receipt'],
  ])('is damaged if %s, which a download repairs', async (_, damage, said) => {
    await ensure();
    await damage();
    const state = await models().state(parrot(scene.server.url));
    expect(state).toMatchObject({ status: 'damaged', detail: expect.stringContaining(said) });
    const problem = await problemOf(ensure(parrot(scene.server.url), { download: false }));
    expect(problem.detail).toContain(said);
    expect(problem.detail).toContain(pull);
    await ensure();
    expect(await models().state(parrot(scene.server.url))).toMatchObject({ status: 'ready' });
  });

  test('is downloaded again if its provider declares another edition', async () => {
    await ensure();
    const edition = Buffer.from(parrotFile).fill(7, 0, 1000);
    scene.server.replace(edition);
    const wanted = parrot(scene.server.url, { sha256: sha256Of(edition) });
    expect(await models().state(wanted)).toMatchObject({
      status: 'damaged',
      detail: 'another edition of it is installed',
    });
    await ensure(wanted);
    expect(await readFile(at('parrot-small', 'parrot.onnx'))).toEqual(edition);
    expect(await unfinished()).toEqual([]);
  });
});

test.each([
  ['a name that is a path', { name: '../parrot' }],
  ['a file whose name is a path', { files: ['../parrot.onnx'] }],
  ['a file that is called as its receipt', { files: ['model.json'] }],
  ['two files that are not in an archive', { files: ['a', 'b'] }],
])('a declaration of a model with %s is refused before any request', async (_, changes) => {
  await expect(ensure(parrot(scene.server.url, changes))).rejects.toThrow(/cannot be called|exactly one file/);
  expect(scene.server.paths).toEqual([]);
});

test('a response that is not read at once is complete', async () => {
  const server = await startFileServer(parrotFile);
  onTestFinished(() => server.stop());
  const { body } = await requestFile(parrot(server.url), server.url, null, new AbortController().signal);
  // Node ends the body of a response that nothing leads to, unless somebody has begun to read it.
  await collectGarbage();
  expect((await buffer(body)).equals(parrotFile)).toBe(true);
});
