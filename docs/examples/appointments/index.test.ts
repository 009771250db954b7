import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import plugin from './index.ts';

let host: TestHost;
beforeAll(async () => {
  host = await testHost({ plugins: [{ plugin, with: { remindDaysBefore: 2 } }] });
});
afterAll(() => host?.stop());

const Made = z.object({ id: z.string(), state: z.string() });

/** An appointment in so many days, on the clock of the account. */
async function appointmentIn(days: number) {
  const at = new Date((await host.clock.now()) + days * 86_400_000).toISOString();
  const { id } = Made.parse((await host.call('POST', '/appointments', { json: { patient: 'Ada', at } })).json);
  const List = z.object({ appointments: z.array(Made) });
  return {
    answer: (json: object, key = host.key) => host.call('POST', `/appointments/${id}/answer`, { json, key }),
    run: async () => (await host.call('GET', `/api/v1/runs/${id}`)).json,
    async state() {
      const { appointments } = List.parse((await host.call('GET', '/appointments')).json);
      return appointments.find((each) => each.id === id)?.state;
    },
  };
}

test('a patient is reminded two days before, and the answer ends the waiting', async () => {
  const { state, run, answer } = await appointmentIn(10);
  await host.clock.advance('7d');
  expect(await state()).toBe('planned');
  await host.clock.advance('1d');
  expect(await state()).toBe('reminded');
  expect(await run()).toMatchObject({ status: 'running', waitingFor: [{ signal: 'answer' }] });
  expect((await answer({ coming: true })).json).toMatchObject({ state: 'confirmed' });
  await expect.poll(run).toMatchObject({ status: 'done', result: { state: 'confirmed' } });
});

test('who does not answer in time is noted as such', async () => {
  const { state, run } = await appointmentIn(5);
  await host.clock.advance('5d');
  expect(await state()).toBe('unanswered');
  expect(await run()).toMatchObject({ status: 'done' });
});

test('who declines early is not reminded', async () => {
  const { state, answer } = await appointmentIn(20);
  await answer({ coming: false });
  await host.clock.advance('18d');
  expect(await state()).toBe('cancelled');
});

test('the appointments of another account do not exist', async () => {
  const { answer } = await appointmentIn(3);
  const { key } = await host.newAccount();
  expect((await host.call('GET', '/appointments', { key })).json).toEqual({ appointments: [] });
  expect((await answer({ coming: true }, key)).status).toBe(404);
});
