import { definePlugin, workflow } from 'chronoscribe';
import type { TestHost } from 'chronoscribe/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { HostOptions } from './behind-any-host.ts';
import { listen, openEventStream } from './event-stream.ts';

const at = (time: string) => `2025-03-01T${time}:00Z`;
const range = '0000-01-01T00:00:00Z/9999-12-31T23:59:59Z';

/** That the clocks of an account are the same at every host, and that each event that they pass is told once. */
export function clocksBehindAnyHost(two: (options?: HostOptions) => Promise<readonly [TestHost, TestHost]>): void {
  describe('the clock of an account', () => {
    it('is one clock at every host', async () => {
      const [here, there] = await two();
      await here.call('POST', '/v1/pause-time');
      await here.call('POST', '/v1/travel', { json: { destination_time: at('10:00'), location: 'Berlin' } });
      await there.call('POST', '/v1/fast-forward', { json: { duration: '1h' } });
      for (const host of [here, there]) {
        expect((await host.call('GET', '/v1/current-time')).json).toMatchObject({
          current_time: at('11:00'),
          state: 'paused',
          location: 'Berlin',
        });
      }
    });

    it('is monitored at every host: each event that it passes comes once, in order, wherever it was moved', async () => {
      const hosts = await two();
      const [here, there] = hosts;
      await here.call('POST', '/v1/pause-time');
      await here.call('POST', '/v1/travel', { json: { destination_time: at('10:00'), location: 'Berlin' } });
      for (const [index, time] of ['10:00', '10:30', '11:30', '12:30', '13:30'].entries()) {
        const json = { time: at(time), description: `${index}`, location: 'Berlin' };
        expect((await hosts[index % 2 === 0 ? 0 : 1].call('POST', '/v1/record-event', { json })).status).toBe(201);
      }
      const monitors = [await monitor(here), await monitor(there)];
      await there.call('POST', '/v1/fast-forward', { json: { duration: '1h' } });
      await here.call('POST', '/v1/fast-forward', { json: { duration: '1h' } });
      await there.call('POST', '/v1/rewind', { json: { duration: '1h' } });
      await here.call('POST', '/v1/fast-forward', { json: { duration: '2h' } });
      await there.call('POST', '/v1/record-event', {
        json: { time: at('13:15'), description: 'late', location: 'Berlin' },
      });
      await there.call('POST', '/v1/fast-forward', { json: { duration: '1h' } });
      const passed = ['1', '2', '2', '3', 'late', '4'];
      for (const { received } of monitors) await expect.poll(received).toEqual(passed);
    });

    it('stands still while another one of the account is moved, at every host', async () => {
      const [here, there] = await two();
      const created = await here.call('POST', '/v1/clocks', { json: { now: at('10:00') } });
      const { clock_id } = z.object({ clock_id: z.string() }).parse(created.json);
      for (const json of [{}, { clock_id }]) await there.call('POST', '/v1/pause-time', { json });
      const own = (await here.call('GET', '/v1/current-time')).json;
      await here.call('POST', '/v1/travel', { json: { destination_time: at('10:00'), location: 'Berlin', clock_id } });
      const json = { time: at('11:30'), description: 'passed', location: 'Berlin' };
      await here.call('POST', '/v1/record-event', { json });
      const { received } = await monitor(there, { clock_id });
      await here.call('POST', '/v1/fast-forward', { json: { duration: '1h', clock_id } });
      await there.call('POST', '/v1/fast-forward', { json: { duration: '1h', clock_id } });
      await expect.poll(received).toEqual(['passed']);
      for (const host of [here, there]) {
        const shown = await host.call('GET', `/v1/current-time?clock_id=${clock_id}`);
        expect(shown.json).toMatchObject({ current_time: at('12:00'), state: 'paused', location: 'Berlin' });
        expect((await host.call('GET', '/v1/current-time')).json).toEqual(own);
      }
      expect((await there.call('DELETE', `/v1/clocks/${clock_id}`)).status).toBe(200);
      expect((await here.call('GET', `/v1/current-time?clock_id=${clock_id}`)).status).toBe(404);
    });

    it('is monitored without a gap by a client that connects to another host each time', async () => {
      const hosts = await two();
      const [here, there] = hosts;
      await here.call('POST', '/v1/pause-time');
      await here.call('POST', '/v1/travel', { json: { destination_time: at('10:00'), location: 'Berlin' } });
      const expected: string[] = [];
      const told: string[] = [];
      let monitored = await monitor(here);
      for (const round of [1, 2, 3, 4]) {
        const host = round % 2 === 0 ? here : there;
        for (const minute of [10, 20]) {
          const json = { time: at(`1${round - 1}:${minute}`), description: `${round}/${minute}`, location: 'Berlin' };
          await there.call('POST', '/v1/record-event', { json });
          expected.push(json.description);
        }
        // The second of the two is passed while nobody listens.
        await there.call('POST', '/v1/fast-forward', { json: { duration: '15m' } });
        await expect.poll(() => monitored.received().at(-1)).toBe(`${round}/10`);
        told.push(...monitored.received());
        const lastEventId = monitored.ids().at(-1);
        monitored.close();
        await here.call('POST', '/v1/fast-forward', { json: { duration: '45m' } });
        monitored = await monitor(host, {}, lastEventId);
      }
      await expect.poll(monitored.received).toEqual(['4/20']);
      expect([...told, '4/20']).toEqual(expected);
    });

    it('is settled when what it woke is done, whichever host follows it and whichever does the work', async () => {
      const done: string[] = [];
      const reminder = workflow<null>('reminder')
        .sleep('week', '7d', { clock: 'account' })
        .step('remind', async () => {
          await new Promise((resolve) => setTimeout(resolve, 200));
          done.push('reminded');
          return null;
        })
        .answer(() => ({ body: null, location: '' }));
      const plugin = definePlugin({
        name: 'reminders',
        auth: 'time',
        workflows: () => ({ reminder }),
        routes: () => [],
      });
      const hosts = await two({ plugins: [plugin] });
      await hosts[0].call('POST', '/v1/pause-time');
      for (const round of [1, 2, 3, 4]) {
        const [mover, other] = round % 2 === 0 ? hosts : [hosts[1], hosts[0]];
        const runs = [await mover.run(reminder, null), await other.run(reminder, null)];
        for (const run of runs)
          await expect.poll(async () => (await run.steps())[0]).toMatchObject({ status: 'waiting', attempt: 1 });
        // Another move at the same time, so that either host may follow the clock.
        const beside = other.call('POST', '/v1/fast-forward', { json: { duration: '1m' } });
        const json = { duration: '8d' };
        const { json: answer } = await mover.call('POST', '/v1/fast-forward?wait=settled', { json });
        expect(answer).toMatchObject({ settled: true });
        expect(done).toHaveLength(2 * round);
        await beside;
      }
    });

    it('ticks over what another host recorded meanwhile', async () => {
      const [here, there] = await two();
      await here.call('POST', '/v1/travel', { json: { destination_time: at('10:00'), location: 'Berlin' } });
      const { received } = await monitor(here);
      const json = { time: '2025-03-01T10:00:02Z', description: 'soon', location: 'Berlin' };
      await there.call('POST', '/v1/record-event', { json });
      await expect.poll(received).toEqual(['soon']);
    });
  });
}

/** Opens a monitor of events; tells the descriptions that came. */
async function monitor(
  host: TestHost,
  fields: Readonly<Record<string, string>> = {},
  lastEventId?: string,
): Promise<{ readonly received: () => readonly string[]; readonly ids: () => readonly string[]; close(): void }> {
  const query = new URLSearchParams({ location: 'Berlin', time_range: range, ...fields });
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const stream = await openEventStream(host, `/v1/monitor-events?${query}`, { headers });
  const { text } = listen(stream);
  return {
    close: () => stream.destroy(),
    ids: () => [...text().matchAll(/^id: (.*)\n/gm)].map(([, id = '']) => id),
    received: () => [...text().matchAll(/"description":"([^"]*)"/g)].map(([, description = '']) => description),
  };
}
