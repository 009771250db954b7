import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createClient } from 'chronoscribe/client';
import { installServiceClock } from 'chronoscribe/client/fake-timers';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startServiceProcess } from '../core/client/testing/service-process.ts';
import { bill, type Customer } from './fixtures/billing.ts';

const service = await startServiceProcess();
afterAll(() => service.stop());
const client = createClient(service);
// The real one, for a server that answers when it likes.
const { setTimeout: later } = globalThis;

const customers: readonly Customer[] = [
  { name: 'ada', zone: 'Europe/Berlin' },
  { name: 'bob', zone: 'America/New_York' },
  { name: 'cyd', zone: 'Europe/Berlin' },
];

/**
 * In UTC. Summer time begins on 10 March in New York and on 31 March in Berlin, so there the reminder of March is at
 * eight and the invoice at seven. Bob's payment of February is refused once.
 */
const expected: readonly string[] = [
  '2030-01-16T08:00 trial-ended ada',
  '2030-01-16T08:00 trial-ended bob',
  '2030-01-16T08:00 trial-ended cyd',
  '2030-01-28T08:00 reminders ada',
  '2030-01-28T08:00 reminders cyd',
  '2030-01-28T14:00 reminders bob',
  '2030-01-31T08:00 invoices ada',
  '2030-01-31T08:00 payments ada ada-01',
  '2030-01-31T08:00 invoices cyd',
  '2030-01-31T08:00 payments cyd cyd-01',
  '2030-01-31T14:00 invoices bob',
  '2030-01-31T14:00 payments bob bob-01',
  '2030-02-25T08:00 reminders ada',
  '2030-02-25T08:00 reminders cyd',
  '2030-02-25T14:00 reminders bob',
  '2030-02-28T08:00 invoices ada',
  '2030-02-28T08:00 payments ada ada-02',
  '2030-02-28T08:00 invoices cyd',
  '2030-02-28T08:00 payments cyd cyd-02',
  '2030-02-28T14:00 invoices bob',
  '2030-02-28T14:00 payments bob bob-02',
  '2030-03-01T14:00 payments bob bob-02',
  '2030-03-28T08:00 reminders ada',
  '2030-03-28T08:00 reminders cyd',
  '2030-03-28T13:00 reminders bob',
  '2030-03-31T07:00 invoices ada',
  '2030-03-31T07:00 payments ada ada-03',
  '2030-03-31T07:00 invoices cyd',
  '2030-03-31T07:00 payments cyd cyd-03',
  '2030-03-31T13:00 invoices bob',
  '2030-03-31T13:00 payments bob bob-03',
];

/** The services that the program calls. They answer after a while of real time that nobody knows. */
async function startServices() {
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    const { name, invoice } = JSON.parse(await text(request)) as { name: string; invoice?: string };
    const what = [request.url?.slice(1), name, invoice].filter((each) => each !== undefined).join(' ');
    calls.push(`${new Date().toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length)} ${what}`);
    const isRefused = what === 'payments bob bob-02' && !calls.some((each) => each.startsWith('2030-03-01'));
    const id = `${name}-${new Date().toISOString().slice(5, 7)}`;
    later(() => response.writeHead(isRefused ? 402 : 200).end(JSON.stringify({ id })), Math.random() * 4);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { calls, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Lets the program run for a quarter of a year. @returns what it called, in order */
async function quarter(url: string, calls: string[]): Promise<readonly string[]> {
  calls.length = 0;
  await client.clock.pause();
  await client.clock.travel('2030-01-02T08:00:00Z', 'Berlin');
  using clock = await installServiceClock(client, { waitFor: 'network' });
  const stopping = new AbortController();
  const ended = Promise.allSettled(customers.map((customer) => bill(customer, url, stopping.signal)));
  await clock.runAll({ until: '2030-04-01T00:00:00Z' });
  stopping.abort();
  await ended;
  return [...calls];
}

/** A run takes a second: a dozen shows what a hundred do, and whoever changes the client makes the hundred. */
const runs = process.env.WHOLE === '1' ? 100 : 12;

test('a quarter of billing calls its services in the same order, run after run', async () => {
  const { calls, server, url } = await startServices();
  onTestFinished(() => void server.close());
  const first = await quarter(url, calls);
  expect(first).toEqual(expected);
  for (let run = 2; run <= runs; run += 1) expect(await quarter(url, calls), `run ${run}`).toEqual(first);
}, 1_800_000);
