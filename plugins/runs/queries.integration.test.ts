import { definePlugin, route, workflow } from 'chronoscribe';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

let begun: string[];
let go: PromiseWithResolvers<void>;

const letter = workflow<{ readonly patient: string }>('letter', {
  concurrency: { limit: 1, key: ({ patient }) => patient },
})
  .step('draft', ({ input }) => {
    begun.push(input.patient);
    return `Dear ${input.patient}`;
  })
  .waitFor('approved', z.object({ by: z.string() }))
  .query('draft', ({ draft }) => ({ text: draft ?? null }))
  .query('patient', ({ input }) => input.patient)
  .answer((approved) => ({ body: approved, location: '' }));

const report = workflow<string>('report')
  .step('write', async ({ input }) => {
    begun.push(input);
    await go.promise;
  })
  .answer(() => ({ body: null, location: '' }));

const plugin = definePlugin({
  name: 'letters',
  auth: 'any',
  workflows: () => ({ letter, report }),
  routes: () => [
    route({
      method: 'POST',
      path: '/api/v1/letters',
      summary: 'Write a letter',
      request: z.object({ patient: z.string() }),
      response: z.object({ by: z.string() }),
      byRun: true,
      handle: ({ input, run }) => run(letter, input),
    }),
    route({
      method: 'POST',
      path: '/api/v1/reports',
      summary: 'Write a report',
      request: z.object({ name: z.string(), priority: z.number().optional() }),
      response: z.null(),
      byRun: true,
      handle: ({ input: { name, priority }, run }) => run(report, name, { priority }),
    }),
  ],
});

let host: TestHost;
beforeEach(async () => {
  begun = [];
  go = Promise.withResolvers<void>();
  host = await testHost({
    plugins: [plugin],
    config: { providers: { 'workflow-engine': { use: 'embedded', with: { concurrency: 2 } } } },
  });
  onTestFinished(() => host.stop());
  onTestFinished(() => go.resolve());
});

const Run = z.looseObject({ id: z.string(), status: z.string() });
const start = async (path: string, json: object) => {
  const answer = await host.call('POST', path, { json, headers: { prefer: 'respond-async' } });
  expect(answer.status, answer.text).toBe(202);
  return Run.parse(answer.json).id;
};
const ask = (id: string, name: string, key?: string) =>
  host.call('GET', `/api/v1/runs/${id}/queries/${name}`, key === undefined ? {} : { key });
const reached = (id: string, about: object) =>
  expect.poll(async () => (await host.call('GET', `/api/v1/runs/${id}`)).json).toMatchObject(about);

it('answers what a run has come to so far, until its end', async () => {
  const id = await start('/api/v1/letters', { patient: 'Ada' });
  await expect.poll(async () => (await ask(id, 'draft')).json).toEqual({ value: { text: 'Dear Ada' } });
  expect((await ask(id, 'patient')).json).toEqual({ value: 'Ada' });
  const unknown = await ask(id, 'draught');
  expect([unknown.status, unknown.text]).toEqual([404, expect.stringMatching(/draught.*known: draft, patient/)]);
  const { key } = await host.newAccount();
  expect((await ask(id, 'draft', key)).status).toBe(404);
  await reached(id, { waitingFor: [{ signal: 'approved' }] });
  await host.call('POST', `/api/v1/runs/${id}/signals/approved`, { json: { by: 'Grace' } });
  await reached(id, { status: 'done' });
  const late = await ask(id, 'draft');
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('run_settled')]);
});

it('answers of a run that waits for another one of its key what is known from its input', async () => {
  const first = await start('/api/v1/letters', { patient: 'Ada' });
  await reached(first, { waitingFor: [{ signal: 'approved' }] });
  const second = await start('/api/v1/letters', { patient: 'Ada' });
  const other = await start('/api/v1/letters', { patient: 'Lin' });
  await reached(other, { waitingFor: [{ signal: 'approved' }] });
  await reached(second, { status: 'queued' });
  expect(begun).toEqual(['Ada', 'Lin']);
  expect((await ask(second, 'draft')).json).toEqual({ value: { text: null } });
  await host.call('DELETE', `/api/v1/runs/${first}`);
  await reached(second, { status: 'running', waitingFor: [{ signal: 'approved' }] });
});

it('begins runs in the order of their priority, and refuses one that is no whole number up to 100', async () => {
  const ids = [await start('/api/v1/reports', { name: 'first' }), await start('/api/v1/reports', { name: 'second' })];
  await expect.poll(() => begun.length).toBe(2);
  for (const [name, priority] of [
    ['later', -1],
    ['usual', undefined],
    ['urgent', 1],
  ] as const)
    ids.push(await start('/api/v1/reports', { name, priority }));
  go.resolve();
  for (const id of ids) await reached(id, { status: 'done' });
  expect(begun.slice(2).indexOf('urgent')).toBeLessThan(begun.slice(2).indexOf('later'));
  expect(begun[2]).toBe('urgent');
  expect((await host.call('POST', '/api/v1/reports', { json: { name: 'wrong', priority: 101 } })).status).toBe(500);
});
