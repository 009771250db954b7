import { definePlugin, Problem, route, workflow } from 'chronoscribe';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

let isMended: boolean;
const report = workflow<{ readonly days: number }>('report')
  .step('count', ({ input }) => {
    if (!isMended) throw new Problem('provider-failed', { detail: 'No.' });
    return input.days;
  })
  .answer((days) => ({ body: { days }, location: '' }));
const approval = workflow<null>('approval')
  .waitFor('approved', z.object({}))
  .answer(() => ({ body: null, location: '' }));

const plugin = definePlugin({
  name: 'reports',
  auth: 'any',
  workflows: () => ({ report, approval }),
  schedules: {
    yearly: { cron: '0 0 1 1 *', clock: 'account', run: report, input: { days: 365 } },
    asking: { cron: '0 0 1 1 *', clock: 'account', run: approval, input: null },
  },
  routes: () => [
    route({
      method: 'POST',
      path: '/api/v1/reports',
      summary: 'Count days',
      request: z.object({ days: z.int() }),
      response: z.object({ days: z.int() }),
      byRun: true,
      handle: ({ input, run }) => run(report, input),
    }),
  ],
});

let host: TestHost;
beforeEach(async () => {
  isMended = true;
  host = await testHost({ plugins: [plugin] });
  onTestFinished(() => host.stop());
});

const Run = z.looseObject({ id: z.string(), status: z.string() });
const Outcome = z.object({
  done: z.int(),
  skipped: z.array(z.object({ id: z.string(), error: z.object({ status: z.int(), detail: z.array(z.unknown()) }) })),
  next_cursor: z.string().nullable(),
});

const post = (path: string, json: object = {}, key?: string) =>
  host.call('POST', path, { json, ...(key !== undefined && { key }) });
const bulk = async (what: 'retry' | 'cancel', json: object, key?: string) => {
  const answer = await post(`/api/v1/runs/${what}`, json, key);
  expect(answer.status, answer.text).toBe(200);
  return Outcome.parse(answer.json);
};
const run = async (id: string) => Run.parse((await host.call('GET', `/api/v1/runs/${id}`)).json);
const reached = (id: string, status: string) => expect.poll(async () => (await run(id)).status).toBe(status);
const fired = async (schedule: string, status: string): Promise<string> => {
  const { id } = z.object({ id: z.string() }).parse((await post(`/api/v1/schedules/${schedule}/run`)).json);
  await reached(id, status);
  return id;
};

it('cancels and retries what a filter names, page by page, and says what it skipped and why', async () => {
  const done = await fired('yearly', 'done');
  isMended = false;
  const failed = [await fired('yearly', 'failed'), await fired('yearly', 'failed'), await fired('yearly', 'failed')];
  const waiting = [await fired('asking', 'running'), await fired('asking', 'running')];

  expect(await bulk('cancel', { workflow: 'report' })).toEqual({ done: 0, skipped: [], next_cursor: null });
  expect(await bulk('cancel', { status: 'done' })).toMatchObject({
    done: 0,
    skipped: [{ id: done, error: { status: 409, detail: [{ type: 'run_settled' }] } }],
  });
  expect(await bulk('cancel', { from: Date.now() + 60_000 })).toMatchObject({ done: 0 });
  expect(await bulk('cancel', {})).toEqual({ done: 2, skipped: [], next_cursor: null });
  for (const id of waiting) expect(await run(id)).toMatchObject({ status: 'cancelled' });

  const detail = [{ loc: [], msg: expect.stringMatching(/has failed/), type: 'run_not_retryable' }];
  const skip = { id: done, error: { status: 409, detail } };
  expect(await bulk('retry', { status: 'done' })).toEqual({ done: 0, skipped: [skip], next_cursor: null });
  isMended = true;
  const first = await bulk('retry', { limit: 2 });
  expect(first).toMatchObject({ done: 2, next_cursor: expect.any(String) });
  expect(await bulk('retry', { limit: 2, cursor: first.next_cursor })).toMatchObject({ done: 1, next_cursor: null });
  for (const id of failed) await reached(id, 'done');
});

it('touches nothing of another account', async () => {
  const id = await fired('asking', 'running');
  const { key } = await host.newAccount();
  expect(await bulk('cancel', {}, key)).toMatchObject({ done: 0, skipped: [] });
  expect(await run(id)).toMatchObject({ status: 'running' });
  expect((await post(`/api/v1/runs/${id}/repeat`, {}, key)).status).toBe(404);
});

it('repeats a run of a schedule that has ended, once for a request, as a new run that names the old one', async () => {
  const waiting = await fired('asking', 'running');
  expect((await post(`/api/v1/runs/${waiting}/repeat`)).json).toMatchObject({
    detail: [{ type: 'run_not_repeatable' }],
  });
  const id = await fired('yearly', 'done');
  const headers = { 'idempotency-key': 'again' };
  const repeat = () => host.call('POST', `/api/v1/runs/${id}/repeat`, { headers });
  const answer = await repeat();
  expect(answer.status, answer.text).toBe(202);
  const again = Run.parse(answer.json);
  expect(again).toMatchObject({ workflow: 'report', name: 'yearly', repeats: id });
  expect(again.id).not.toBe(id);
  await reached(again.id, 'done');
  expect(await run(again.id)).toMatchObject({ result: { days: 365 } });
  expect(Run.parse((await repeat()).json).id).toBe(again.id);
  expect(await run(id)).not.toHaveProperty('repeats');
});

it('repeats no run whose input came with a request: it is erased at its end', async () => {
  const id = (await post('/api/v1/reports', { days: 3 })).headers.get('x-run-id') ?? '';
  const answer = await post(`/api/v1/runs/${id}/repeat`);
  expect([answer.status, answer.text]).toEqual([409, expect.stringMatching(/run_not_repeatable/)]);
});

it('retries a failed run of a schedule with another input, for an administrator', async () => {
  isMended = false;
  const id = await fired('yearly', 'failed');
  const { status, headers } = await post('/api/v1/reports', { days: 3 });
  expect(status).toBe(502);
  isMended = true;
  const given = { input: { days: 7 } };
  const retry = async (which: string, body: object, key?: string) =>
    (await post(`/api/v1/runs/${which}/retry`, body, key)).status;
  const requested = headers.get('x-run-id') ?? '';
  expect(await retry(requested, given)).toBe(409);
  expect(await retry(id, { ...given, from: 'count' })).toBe(422);
  expect(await retry(id, given)).toBe(202);
  await reached(id, 'done');
  expect(await run(id)).toMatchObject({ result: { days: 7 } });
  const { key } = await host.newAccount();
  expect(await retry(id, given, key)).toBe(403);
});
