import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { form, probe, tinyPng } from '../fixtures/probe.ts';
import { idIn, must } from './house.ts';

test('a damaged workflow database is refused with what to do, and doing that loses no run: what was done is answered, the rest begins anew', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const dataFolder = join(folder.path, 'data');
  const service = probe();
  const start = async (): Promise<TestHost> => {
    const host = await testHost({ plugins: service.plugins, dataFolder });
    onTestFinished(() => host.stop());
    return host;
  };
  const runOf = async (host: TestHost, id: string | null) => (await host.call('GET', `/api/v1/runs/${id}`)).json;

  const first = await start();
  const done = await must(first, 'POST', '/v1/probe/work', { json: { text: 'good morning' } });
  const doneId = done.headers.get('x-run-id');
  const before = await runOf(first, doneId);
  service.hold();
  const later = { prefer: 'respond-async' };
  const open = idIn(
    await must(first, 'POST', '/v1/probe/picture-work', {
      form: form({ file: tinyPng, text: 'later' }),
      headers: later,
    }),
  );
  await expect.poll(() => runOf(first, open)).toMatchObject({ status: 'running', step: 'second' });
  await first.stop();

  const file = join(dataFolder, 'workflows.db');
  const whole = await readFile(file);
  await writeFile(file, whole.fill('letters to nobody', 4096 * 2 + 1000));
  await expect(start()).rejects.toThrow(
    /The workflow database .*workflows\.db cannot be opened: .*Stop the host and move .*workflows\.db, .* away/,
  );
  await rename(file, join(folder.path, 'damaged'));
  for (const end of ['-wal', '-shm']) await rm(`${file}${end}`, { force: true });

  service.release();
  const second = await start();
  expect(await runOf(second, doneId)).toEqual(before);
  await expect.poll(() => runOf(second, open)).toMatchObject({ status: 'done', result: { shouted: 'LATER' } });
});
