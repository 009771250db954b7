import { definePlugin, Problem, workflow } from 'chronoscribe';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { testHost } from '../testing/host.ts';
import { cli } from './testing.ts';

let failing = false;
const letter = workflow<{ readonly to: string }>('letter')
  .step('write', ({ input }) => `Dear ${input.to}`)
  .waitFor('approved', z.object({ by: z.string().min(1) }))
  .step('send', ({ write, approved }) => {
    if (failing) throw new Problem('provider-failed', { detail: 'The post is closed.' });
    return `${write}, approved by ${approved.by}`;
  })
  .answer((body) => ({ body, location: '' }));
const letters = definePlugin({
  name: 'letters',
  auth: 'clinical',
  workflows: () => ({ letter }),
  routes: () => [],
});

const host = await testHost({ plugins: [letters] });
afterAll(() => host?.stop());
beforeEach(() => {
  failing = false;
});

const runs = (...args: readonly string[]) => cli(['runs', ...args, '--url', host.url, '--key', host.key]);
const waiting = async () => {
  const run = await host.run(letter, { to: 'Ada' });
  await expect.poll(async () => (await run.state()).waitingFor, { timeout: 30_000 }).toHaveLength(1);
  return run;
};

test('lists runs, shows the steps of one and sends it the signal that it waits for', async () => {
  const run = await waiting();
  const listed = await runs('list', '--workflow', 'letter', '--status', 'running');
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(listed.stdout).toMatch(/^ID +WORKFLOW +STATUS +STEP +CREATED +NAME\n/);
  expect(listed.stdout).toContain(`${run.id}  letter    running`);

  const shown = await runs('show', run.id);
  expect(shown.stdout).toMatch(/├─ ✓ write .*\n├─ · approved {2}wait, waiting\n└─ · send {2}waiting\n/);
  expect(shown.stdout).toContain('waits for the signal approved\n');

  const following = runs('show', run.id, '--follow');
  expect(await runs('signal', run.id, 'approved', '{"by": "Grace"}')).toEqual({
    code: 0,
    stdout: 'sent approved\n',
    stderr: '',
  });
  expect(await following).toMatchObject({ code: 0, stdout: expect.stringMatching(/send {2}done\nrun {2}done\n$/) });
});

test('retries a run that failed, also from a step, and no other', async () => {
  failing = true;
  const run = await waiting();
  await run.signal('approved', { by: 'Grace' });
  expect(await runs('show', run.id, '--follow')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('send  failed  The post is closed.'),
  });
  expect((await runs('retry', run.id, '--from', 'send')).stdout).toContain('letter  ');
  await expect.poll(async () => (await run.state()).status).toBe('failed');
  failing = false;
  expect((await runs('retry', run.id)).stdout).toContain('letter  ');
  expect(await run.result()).toBe('Dear Ada, approved by Grace');
  const { code, stderr } = await runs('retry', run.id, '--from', 'send');
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'Only a run that has failed can be retried.\n' });
});

test('cancels a run, once', async () => {
  const run = await waiting();
  expect((await runs('cancel', run.id)).stdout).toContain('letter  cancelled');
  expect(await runs('cancel', run.id)).toEqual({ code: 1, stdout: '', stderr: 'The run is cancelled already.\n' });
  expect((await run.state()).status).toBe('cancelled');
});

test.each([
  [['signal', 'ID', 'approved', 'by Grace'], 'JSON: expected an object such as'],
  [['signal', 'ID'], 'missing: NAME'],
  [['delete', 'ID'], 'expected one of: list, show, retry, cancel, signal'],
])('refuses %j with what it expects', async (args, message) => {
  const { code, stderr } = await runs(...args);
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
});

test('says what the host says', async () => {
  const run = await waiting();
  expect(await runs('signal', run.id, 'approved', '{"by": ""}')).toMatchObject({ code: 1, stdout: '' });
  const unknown = await runs('show', '3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66');
  expect(unknown).toEqual({ code: 1, stdout: '', stderr: 'There is no such run.\n' });
});
