import { definePlugin, Problem, route, workflow } from 'chronoscribe';
import { testHost } from 'chronoscribe/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';

/** How often each step ran. */
const ran: string[] = [];
let failing = false;

const digest = workflow<{ readonly pages: readonly string[] }>('digest')
  .step('title', ({ input }) => {
    ran.push('title');
    return input.pages.length;
  })
  .each(
    'pages',
    ({ input }) => input.pages,
    { concurrency: 2 },
    (w) =>
      w.step('read', ({ item }) => {
        ran.push(`read ${item}`);
        if (failing && item === 'b') throw new Problem('provider-failed', { detail: 'The page is torn.' });
        return item.toUpperCase();
      }),
  )
  .when(
    'long',
    ({ pages }) => pages.length > 2,
    (w) => w.step('shorten', ({ pages }) => pages.slice(0, 2)),
  )
  .waitFor('approved', z.object({ by: z.string().min(1) }))
  .parallel('both', {
    note: (w) => w.waitFor('seen', z.object({ note: z.string() })),
    codes: (w) => w.waitFor('seen', z.object({ codes: z.string() })),
  })
  .step('end', ({ pages, approved, both }) => {
    ran.push('end');
    return { text: pages.join(''), by: approved.by, note: both.note.note };
  })
  .answer((body, { runId }) => ({ body, location: `/digests/${runId}` }));

const plugin = definePlugin({
  name: 'digests',
  auth: 'time',
  workflows: () => ({ digest }),
  routes: ({ workflows }) => [
    route({
      method: 'POST',
      path: '/v1/digests',
      summary: 'Digest',
      request: z.object({ pages: z.array(z.string()) }),
      response: z.object({ text: z.string(), by: z.string(), note: z.string() }),
      byRun: true,
      handle: ({ input, run }) => run(workflows.digest, input),
    }),
  ],
});

const host = await testHost({ plugins: [plugin] });
afterAll(() => host?.stop());
beforeEach(() => {
  ran.length = 0;
  failing = false;
});

const start = async (pages: readonly string[]) => {
  const { json } = await host.call('POST', '/v1/digests', { json: { pages }, headers: { prefer: 'respond-async' } });
  return `/api/v1/runs/${(json as { id: string }).id}`;
};
const get = async (run: string) => (await host.call('GET', run)).json as Readonly<Record<string, unknown>>;
const send = (run: string, name: string, json: object, headers = {}) =>
  host.call('POST', `${run}/signals/${encodeURIComponent(name)}`, { json, headers });
const until = (run: string, expected: object) =>
  expect.poll(() => get(run), { timeout: 30_000 }).toMatchObject(expected);
const approve = async (run: string) => {
  await send(run, 'approved', { by: 'Grace' });
  await send(run, 'both/note/seen', { note: 'fine' });
  await send(run, 'both/codes/seen', { codes: 'none' });
};

test('a run shows each of its nodes in order, and what it waits for', async () => {
  const run = await start(['a', 'b']);
  await until(run, { waitingFor: [{ signal: 'approved', until: null }] });
  const { steps } = await get(run);
  const ended = { startedAt: expect.any(Number), endedAt: expect.any(Number), error: null };
  const ahead = { status: 'waiting', attempt: 0, startedAt: null, endedAt: null };
  expect(steps).toMatchObject([
    { id: 'title', name: 'title', kind: 'step', status: 'done', attempt: 1, ...ended },
    {
      id: 'pages',
      kind: 'each',
      status: 'done',
      items: 2,
      steps: [
        { id: 'pages/0', kind: 'item', steps: [{ id: 'pages/0/read', name: 'read', status: 'done', ...ended }] },
        { id: 'pages/1', kind: 'item', steps: [{ id: 'pages/1/read', name: 'read', status: 'done', ...ended }] },
      ],
    },
    { id: 'long', kind: 'when', status: 'skipped' },
    { id: 'approved', kind: 'wait', status: 'waiting', startedAt: expect.any(Number), endedAt: null },
    { id: 'both', kind: 'parallel', ...ahead, steps: [{ kind: 'branch' }, { kind: 'branch' }] },
    { id: 'end', kind: 'step', ...ahead },
  ]);
});

test('signals lead a run to its end, whether they come early or when they are waited for', async () => {
  const run = await start(['a', 'b', 'c']);
  await approve(run);
  await until(run, { status: 'done', result: { text: 'ABC', by: 'Grace', note: 'fine' }, waitingFor: [] });
  expect((await get(run)).steps).toMatchObject([
    ...['title', 'pages', 'long', 'approved', 'both', 'end'].map((id) => ({ id, status: 'done' })),
  ]);
});

test('a signal is refused with what is wrong in it, or with what the run waits for', async () => {
  const run = await start(['a']);
  await until(run, { waitingFor: [{ signal: 'approved' }] });
  const wrong = await send(run, 'approved', { by: '', and: 'more' });
  expect(wrong.status).toBe(422);
  expect(wrong.json).toMatchObject({ detail: [{ loc: ['body', 'and'] }, { loc: ['body', 'by'] }] });
  const unknown = await send(run, 'aproved', { by: 'Grace' });
  expect([unknown.status, unknown.json]).toMatchObject([
    409,
    { detail: [{ type: 'not_waiting', msg: expect.stringContaining('It waits for approved.') }] },
  ]);
  const ambiguous = await send(run, 'seen', { note: 'fine' });
  expect([ambiguous.status, ambiguous.text]).toEqual([409, expect.stringContaining('Use the path of one')]);
  await approve(run);
  await until(run, { status: 'done' });
  expect((await send(run, 'approved', { by: 'Grace' })).status).toBe(409);
});

test('a signal that is sent again with its Idempotency-Key is answered as the first time', async () => {
  const run = await start(['a']);
  const headers = { 'idempotency-key': 'once' };
  expect((await send(run, 'approved', { by: 'Grace' }, headers)).status).toBe(202);
  await until(run, { waitingFor: [{ signal: 'both/note/seen' }, { signal: 'both/codes/seen' }] });
  const again = await send(run, 'approved', { by: 'Grace' }, headers);
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
});

test('another account can neither see a run nor signal it', async () => {
  const run = await start(['a']);
  const { key } = await host.newAccount();
  const signalled = await host.call('POST', `${run}/signals/approved`, { json: { by: 'Eve' }, key });
  expect(signalled.status).toBe(404);
});

test('a step that failed says why, and a retry continues with what is not done', async () => {
  failing = true;
  const run = await start(['a', 'b']);
  await until(run, { status: 'failed' });
  expect((await get(run)).steps).toMatchObject([
    { id: 'title', status: 'done' },
    {
      id: 'pages',
      status: 'failed',
      steps: [
        { id: 'pages/0' },
        {
          id: 'pages/1',
          steps: [{ status: 'failed', error: { status: 502, detail: [{ msg: 'The page is torn.' }] } }],
        },
      ],
    },
    { id: 'long', status: 'waiting' },
    {},
    {},
    {},
  ]);
  failing = false;
  ran.length = 0;
  expect((await host.call('POST', `${run}/retry`)).status).toBe(202);
  await approve(run);
  await until(run, { status: 'done' });
  expect(ran).not.toContain('title');
});

test('a failed run runs again from a step that is named, and what came before stays', async () => {
  failing = true;
  const run = await start(['a', 'b']);
  await until(run, { status: 'failed' });
  failing = false;
  ran.length = 0;
  const retried = await host.call('POST', `${run}/retry`, { json: { from: 'pages' } });
  expect(retried.status).toBe(202);
  await approve(run);
  await until(run, { status: 'done', result: { text: 'AB' } });
  expect(ran.toSorted()).toEqual(['end', 'read a', 'read b']);
});

test('a run that is done cannot run again, since its results are gone; its steps are still told', async () => {
  const run = await start(['a']);
  await approve(run);
  await until(run, { status: 'done' });
  const { steps } = await get(run);
  for (const body of [{}, { from: 'end' }]) {
    const refused = await host.call('POST', `${run}/retry`, { json: body });
    expect([refused.status, refused.json]).toMatchObject([409, { detail: [{ type: 'run_not_retryable' }] }]);
  }
  expect(await get(run)).toMatchObject({ status: 'done', result: { text: 'A' }, steps });
});

test('a retry from a step that is not there names those that are', async () => {
  failing = true;
  const run = await start(['b']);
  await until(run, { status: 'failed' });
  const unknown = await host.call('POST', `${run}/retry`, { json: { from: 'tite' } });
  expect(unknown.status).toBe(422);
  expect(unknown.json).toMatchObject({ detail: [{ loc: ['body', 'from'], msg: expect.stringContaining('"title"') }] });
  const several = await host.call('POST', `${run}/retry`, { json: { from: 'seen' } });
  expect(several.text).toContain('both/note/seen, both/codes/seen');
});

test('the workflows of the plugins are listed with their graphs', async () => {
  const { json } = await host.call('GET', '/api/v1/workflows');
  const { workflows } = json as { workflows: readonly { name: string; plugin: string; graph: unknown }[] };
  expect(workflows.find(({ name }) => name === 'digest')).toMatchObject({
    plugin: 'digests',
    graph: {
      nodes: expect.arrayContaining([{ id: 'pages/read', name: 'read', kind: 'step', of: 'pages' }]),
      edges: expect.arrayContaining([{ from: 'both', to: 'both/note/seen', label: 'note' }]),
    },
  });
  expect(workflows.map(({ plugin }) => plugin)).toContain('pdfs');
});
