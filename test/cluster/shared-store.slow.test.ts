import { request } from 'node:http';
import { Store } from 'chronoscribe';
import { silentLog, startProvider } from 'chronoscribe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAccountRegistry } from '../../core/accounts/registry.ts';
import sqlite from '../../providers/store/sqlite/index.ts';
import { behindAnyHost } from './behind-any-host.ts';
import { hostsOnOneStore } from './shared-store.ts';

describe('hosts on one store whose clocks differ a little', () =>
  behindAnyHost((count, options) => hostsOnOneStore(count, options, 20)));

it('an event that the clock passed comes once though hosts could not hear each other, whatever they hear later', async () => {
  const { hosts, letHear, stop } = await hostsOnOneStore(2);
  onTestFinished(stop);
  const [here, there] = hosts;
  if (here === undefined || there === undefined) throw new Error('two hosts were asked for');
  const at = (time: string) => `2025-03-01T${time}:00Z`;
  const move = (duration: string) => there.call('POST', '/v1/fast-forward', { json: { duration } });
  await here.call('POST', '/v1/pause-time');
  await here.call('POST', '/v1/travel', { json: { destination_time: at('10:00'), location: 'Berlin' } });
  for (const [description, time] of Object.entries({ first: '10:30', second: '11:30', third: '12:30' })) {
    await here.call('POST', '/v1/record-event', { json: { time: at(time), description, location: 'Berlin' } });
  }
  let text = '';
  const query = new URLSearchParams({ location: 'Berlin', time_range: `${at('00:00')}/${at('23:00')}` });
  const outgoing = request(`${here.url}/v1/monitor-events?${query}`, {
    headers: { authorization: `Bearer ${here.key}`, accept: 'text/event-stream' },
    agent: false,
  });
  onTestFinished(() => void outgoing.destroy());
  await new Promise<void>((resolve) => {
    outgoing.on('response', (incoming) => {
      incoming
        .on('error', () => undefined)
        .on('data', (piece: Buffer) => {
          text += piece.toString();
        });
      resolve();
    });
    outgoing.end();
  });
  const received = () => [...text.matchAll(/"description":"([^"]*)"/g)].map(([, description]) => description);

  letHear(false);
  await move('1h');
  await there.call('POST', '/v1/rewind', { json: { duration: '1h' } });
  await move('1h');
  await expect.poll(received).toEqual(['first', 'first']);
  await move('1h');
  letHear(true);
  await move('1h');
  await expect.poll(received).toEqual(['first', 'first', 'second', 'third']);
});

it('hosts that start together on an empty store make one account and one key, which one of them shows', async () => {
  const store = await startProvider(Store, sqlite);
  onTestFinished(() => store.stop());
  const registries = await Promise.all(
    Array.from({ length: 4 }, () => createAccountRegistry(store.instance, silentLog)),
  );
  const keys = (await Promise.all(registries.map((registry) => registry.bootstrap()))).filter(
    (key) => key !== undefined,
  );
  expect(keys).toHaveLength(1);
  expect((await registries[0]?.listKeys())?.items.map(({ id }) => id)).toEqual(keys.map(({ id }) => id));
  expect(await registries[1]?.authenticate(keys[0]?.key ?? '')).toMatchObject({ account: 'default' });
});
