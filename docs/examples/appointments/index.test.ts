import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import plugin from './index.ts';

let host: TestHost;
beforeAll(async () => {
  host = await testHost({ plugins: [{ plugin, with: { remindDaysBefore: 2 } }], config: { plugins: { mcp: true } } });
});
afterAll(() => host?.stop());

/** Sends a file as it is. */
const sent = (path: string, type: string, body: string) =>
  fetch(new URL(path, host.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${host.key}`, 'content-type': type },
    body,
  });

const Made = z.object({ id: z.string(), state: z.string() });

/** An appointment in so many days, on the clock of the account. */
async function appointmentIn(days: number) {
  const at = new Date((await host.clock.now()) + days * 86_400_000).toISOString();
  const { id } = Made.parse((await host.call('POST', '/appointments', { json: { patient: 'Ada', at } })).json);
  const List = z.object({ appointments: z.array(Made) });
  return {
    id,
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
  // By the automation that the plugin brings, and by the workflow that listens to the same event.
  await expect
    .poll(async () => (await host.call('GET', '/v1/list-events')).text)
    .toContain('Nobody answered a reminder');
  const { json } = await host.call('GET', '/api/v1/runs?workflow=automation-appointments-call-back');
  expect(json).toMatchObject({ items: [{ status: 'running' }] });
  expect((await host.call('GET', '/metrics')).text).toMatch(/chronoscribe_appointments_reminders_total [1-9]/);
});

test('who declines early is not reminded', async () => {
  const { state, answer } = await appointmentIn(20);
  await answer({ coming: false });
  await host.clock.advance('18d');
  expect(await state()).toBe('cancelled');
});

test('the appointments of another account do not exist', async () => {
  const { answer } = await appointmentIn(3);
  const { key } = await host.newAccount('the practice next door', ['appointments.book']);
  expect((await host.call('GET', '/appointments', { key })).json).toEqual({ appointments: [] });
  expect((await answer({ coming: true }, key)).status).toBe(404);
});

test('who has the scope of the appointments keeps them, and reads no notes', async () => {
  const { key } = await host.newAccount('a practice', ['appointments.book']);
  expect((await host.call('GET', '/appointments', { key })).status).toBe(200);
  expect((await host.call('GET', '/api/v1/transcripts', { key })).status).toBe(403);
});

test('an agent is offered the list', async () => {
  const headers = { accept: 'application/json, text/event-stream' };
  const json = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  expect((await host.call('POST', '/mcp', { json, headers })).text).toContain('list_appointments');
});

test('a rota is imported, and a message becomes a note that can be taken home', async () => {
  const rota = await sent('/v1/import-events', 'text/x-rota', '2031-01-01T08:00:00Z;Room 2;Dr. Adler');
  expect(await rota.json()).toMatchObject({ imported: 1 });
  const form = new FormData();
  form.set('file', new File(['MESSAGE FROM Ada\nMy left knee hurts since Monday.'], 'message.txt'));
  const answer = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
  const { id } = z.object({ id: z.string() }).parse(answer.json);
  const { text } = await host.call('GET', `/api/v1/transcripts/${id}/export?format=handout`);
  expect(text).toContain('to take home');
});

test('the list can be watched', async () => {
  const headers = { authorization: `Bearer ${host.key}`, accept: 'text/event-stream' };
  const stop = new AbortController();
  const { body } = await fetch(new URL('/appointments', host.url), { headers, signal: stop.signal });
  const events = body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = (await events?.read())?.value ?? '';
  const { id } = await appointmentIn(40);
  let seen = '';
  while (!seen.includes(id)) seen += (await events?.read())?.value ?? '';
  expect(first).not.toContain(id);
  stop.abort();
});
