import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parrot, parrotFile } from './testing/parrot.ts';
import { modelScene, problemOf } from './testing/scene.ts';

const scene = modelScene();
const { at, models, ensure, unfinished } = scene;
const patiently = { timeout: 15_000, interval: 10 };

describe('the disk', () => {
  test('that is full is reported, and what was received is kept', async () => {
    await mkdir(at('.partial'), { recursive: true });
    await symlink('/dev/full', at('.partial', 'parrot-small.download'));
    const problem = await problemOf(ensure());
    expect(problem).toMatchObject({ code: 'insufficient-storage', status: 507 });
    expect(problem.detail).toContain('Free some space and try again');
  });

  test('with too little room for the model is not filled first', async () => {
    const huge = 2 ** 50;
    scene.server.replace(parrotFile);
    scene.server.answer({ as: 'status', status: 200, headers: { 'content-length': String(huge) } });
    expect(await problemOf(ensure(parrot(scene.server.url, { bytes: huge })))).toMatchObject({
      code: 'insufficient-storage',
    });
  });

  test('with a file in place of the folder is reported', async () => {
    await writeFile(at(), 'a file');
    const problem = await problemOf(ensure());
    expect(problem).toMatchObject({ code: 'provider-unavailable' });
    expect(problem.detail).toContain(at('.partial'));
    expect(problem.detail).toContain('--data');
  });
});

describe('two concurrent downloads', () => {
  test('in one process send one request', async () => {
    const both = await Promise.all([ensure(), ensure()]);
    expect(both).toEqual([at('parrot-small'), at('parrot-small')]);
    expect(scene.server.ranges).toEqual([undefined]);
  });

  test('in two processes send one request', async () => {
    const codes = await Promise.all([fetcher().ended, fetcher().ended]);
    expect(codes).toEqual([0, 0]);
    expect(scene.server.ranges).toEqual([undefined]);
    expect(await models().state(parrot(scene.server.url))).toMatchObject({ status: 'ready' });
  });

  test('are independent: the second continues what the first gave up', async () => {
    scene.server.answer({ as: 'stall', bytes: 300_000 });
    const control = new AbortController();
    const first = ensure(parrot(scene.server.url), { signal: control.signal }).catch((thrown: unknown) => thrown);
    await expect
      .poll(
        () =>
          stat(at('.partial', 'parrot-small.download')).then(
            ({ size }) => size,
            () => 0,
          ),
        patiently,
      )
      .toBe(300_000);
    const second = ensure();
    control.abort(new Error('enough'));
    expect(await first).toBe(control.signal.reason);
    await second;
    expect(scene.server.ranges).toEqual([undefined, 'bytes=300000-']);
  });
});

test('a killed process leaves a partial file that the next one continues', async () => {
  scene.server.answer({ as: 'stall', bytes: 300_000 });
  const killed = fetcher();
  await expect
    .poll(
      () =>
        stat(at('.partial', 'parrot-small.download')).then(
          ({ size }) => size,
          () => 0,
        ),
      patiently,
    )
    .toBe(300_000);
  killed.process.kill('SIGKILL');
  await killed.ended;
  expect(await models().state(parrot(scene.server.url))).toEqual({ status: 'absent' });
  await mkdir(at('.partial', 'parrot-small.staging-abc'));
  await ensure();
  expect(scene.server.ranges).toEqual([undefined, 'bytes=300000-']);
  expect(await readFile(at('parrot-small', 'parrot.onnx'))).toEqual(parrotFile);
  expect(await unfinished()).toEqual([]);
});

function fetcher() {
  const child = fork(new URL('./testing/fetcher.ts', import.meta.url), [at(), scene.server.url], {
    execArgv: ['--conditions=chronoscribe-source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return { process: child, ended: once(child, 'exit').then(([code]) => code as number | null) };
}
