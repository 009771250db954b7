import { definePlugin, route, workflow } from 'chronoscribe';
import { testHost } from 'chronoscribe/testing';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';

const nap = workflow<string>('nap')
  .sleep('rest', ({ input }) => Date.parse(input), { clock: 'account' })
  .answer(() => ({ body: null, location: '' }));

const asking = workflow<null>('asking')
  .waitFor('approved', z.object({ by: z.string() }), { timeout: '7d', else: null, clock: 'account' })
  .answer((approved) => ({ body: approved, location: '' }));

const plugin = definePlugin({
  name: 'naps',
  auth: 'any',
  workflows: () => ({ nap, asking }),
  routes: () => [
    route({
      method: 'POST',
      path: '/api/v1/naps',
      summary: 'Sleep until an instant',
      request: z.object({ until: z.string(), clock_id: z.string().optional() }),
      response: z.null(),
      byRun: true,
      handle: ({ input, run }) => run(nap, input.until, { clockId: input.clock_id }),
    }),
    route({
      method: 'POST',
      path: '/api/v1/questions',
      summary: 'Ask for an approval',
      response: z.object({ by: z.string() }).nullable(),
      byRun: true,
      handle: ({ run }) => run(asking, null),
    }),
  ],
});

const host = await testHost({ plugins: [plugin] });
afterAll(() => host.stop());

const started = async (json: object, key?: string): Promise<string> => {
  const headers = { prefer: 'respond-async' };
  const answer = await host.call('POST', '/api/v1/naps', { json, headers, ...(key && { key }) });
  expect(answer.status, answer.text).toBe(202);
  return z.object({ id: z.string() }).parse(answer.json).id;
};

const sleeps = async (query = '', key?: string) => {
  const { json } = await host.call('GET', `/api/v1/sleeps${query}`, key === undefined ? {} : { key });
  return z.object({ items: z.array(z.looseObject({ run: z.string() })) }).parse(json).items;
};

it('lists what sleeps on a clock, the next to wake first, until the clock has passed it', async () => {
  await host.call('POST', '/v1/travel', { json: { destination_time: '2030-01-01T00:00:00Z', location: 'here' } });
  const june = await started({ until: '2030-06-01T00:00:00Z' });
  const march = await started({ until: '2030-03-01T00:00:00Z' });
  const asleep = (run: string, until: string) => ({
    ...{ run, workflow: 'nap', name: 'nap', step: 'rest', until: Date.parse(until) },
  });
  const both = [asleep(march, '2030-03-01T00:00:00Z'), asleep(june, '2030-06-01T00:00:00Z')];
  await expect.poll(() => sleeps()).toEqual(both);
  expect(await sleeps('?limit=1')).toEqual(both.slice(0, 1));
  await host.call('POST', '/v1/fast-forward?wait=settled', { json: { duration: 'P3M' } });
  expect(await sleeps()).toEqual(both.slice(1));
});

it('lists what sleeps on another clock of the account when asked for that one', async () => {
  const made = await host.call('POST', '/v1/clocks', { json: { now: '2030-01-01T00:00:00Z' } });
  const { clock_id } = z.object({ clock_id: z.string() }).parse(made.json);
  const run = await started({ until: '2031-01-01T00:00:00Z', clock_id });
  const until = Date.parse('2031-01-01T00:00:00Z');
  await expect.poll(() => sleeps(`?clock_id=${clock_id}`)).toMatchObject([{ run, until }]);
  expect(await sleeps()).not.toContainEqual(expect.objectContaining({ run }));
  expect((await host.call('GET', '/api/v1/sleeps?clock_id=clk_none')).status).toBe(404);
});

it('lists the timeout of a wait until the signal has come, or the clock has passed it', async () => {
  const { key } = await host.newAccount();
  const ask = async () => {
    const { json } = await host.call('POST', '/api/v1/questions', { headers: { prefer: 'respond-async' }, key });
    return z.object({ id: z.string() }).parse(json).id;
  };
  const result = (id: string) =>
    expect.poll(async () => (await host.call('GET', `/api/v1/runs/${id}`, { key })).json).toMatchObject;
  const [answered, late] = [await ask(), await ask()];
  const asleep = { workflow: 'asking', step: 'approved' };
  await expect.poll(() => sleeps('', key)).toMatchObject([asleep, asleep]);
  const signal = { json: { by: 'Ada' }, key };
  expect((await host.call('POST', `/api/v1/runs/${answered}/signals/approved`, signal)).status).toBe(202);
  await result(answered)({ status: 'done', result: { by: 'Ada' } });
  expect(await sleeps('', key)).toMatchObject([{ run: late }]);
  await host.call('POST', '/v1/fast-forward?wait=settled', { json: { duration: 'P8D' }, key });
  expect(await sleeps('', key)).toEqual([]);
  await result(late)({ status: 'done', result: null });
  expect((await host.call('POST', `/api/v1/runs/${late}/signals/approved`, signal)).status).toBe(409);
});

it("shows nothing of another account's", async () => {
  const other = await host.call('POST', '/admin/accounts', { json: { name: 'Other' } });
  const { account_id } = z.object({ account_id: z.string() }).parse(other.json);
  const json = { account_id, scopes: ['time', 'clinical'], name: 'other' };
  const { key } = z.object({ key: z.string() }).parse((await host.call('POST', '/admin/keys', { json })).json);
  await started({ until: '2999-01-01T00:00:00Z' });
  expect(await sleeps('', key)).toEqual([]);
});
