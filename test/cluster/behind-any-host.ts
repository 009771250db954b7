import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { definePlugin, type Plugin, workflow } from 'chronoscribe';
import type { TestHost } from 'chronoscribe/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startReceiver } from '../../plugins/webhooks/testing.ts';
import { form, probe, tinyPng } from '../fixtures/probe.ts';
import { anchorsBehindAnyHost } from './anchors-behind-any-host.ts';

export interface HostOptions {
  readonly plugins?: readonly Plugin[];
  readonly config?: object;
}

/** Hosts that share a store, blobs and an engine. */
export interface SharedHosts {
  readonly hosts: readonly TestHost[];
  stop(): Promise<void>;
}

/** Starts so many hosts, all with `cluster: true`. */
export type StartHosts = (count: number, options?: HostOptions) => Promise<SharedHosts>;

const Id = z.object({ id: z.string() });
const AccountMade = z.object({ account_id: z.string() });
const KeyMade = z.object({ id: z.string(), key: z.string() });
const at = (time: string) => `2025-03-01T${time}:00Z`;
const range = '0000-01-01T00:00:00Z/9999-12-31T23:59:59Z';

/** What a client may rely on whichever host answers it. Run against every store and engine that hosts can share. */
export function behindAnyHost(startHosts: StartHosts): void {
  let shared: SharedHosts | undefined;
  const open: { close(): void }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0)) each.close();
    await shared?.stop();
    shared = undefined;
  });

  async function two(options?: HostOptions): Promise<readonly [TestHost, TestHost]> {
    shared = await startHosts(2, options);
    const [here, there] = shared.hosts;
    if (here === undefined || there === undefined) throw new Error('two hosts were asked for');
    return [here, there];
  }

  anchorsBehindAnyHost(two);

  describe('a key', () => {
    it('that one host made is known to the other, and revoked at one it is refused by the other at once', async () => {
      const [here, there] = await two();
      const account = await here.call('POST', '/admin/accounts', { json: { name: 'north' } });
      const { account_id } = AccountMade.parse(account.json);
      const made = KeyMade.parse((await here.call('POST', '/admin/keys', { json: { account_id } })).json);
      const ask = () => there.call('GET', '/v1/current-time', { key: made.key });
      expect((await ask()).status).toBe(200);
      await here.call('DELETE', `/admin/keys/${made.id}`);
      expect((await ask()).status).toBe(401);
    });

    it('has one limit of requests at all hosts together', async () => {
      const hosts = await two({ config: { http: { rateLimit: { perMinute: 6 } } } });
      const answers = [];
      for (let i = 0; i < 8; i += 1) answers.push(await hosts[i % 2 === 0 ? 0 : 1].call('GET', '/v1/current-time'));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
      for (const { headers } of answers.slice(6)) {
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
      }
    });
  });

  describe('a record', () => {
    const captions = 'WEBVTT\n\n00:00.000 --> 00:03.000\n<v Patient>My knee hurts.\n';

    it('is found by its patient at either host, and what one has signed the other does not change', async () => {
      const [here, there] = await two();
      const sent = new FormData();
      sent.set('file', new File([captions], 'visit.vtt'));
      sent.set('patient', JSON.stringify({ name: 'Zoë Adler' }));
      const made = await here.call('POST', '/api/v1/transcripts/upload_audio_file', { form: sent });
      const path = `/api/v1/transcripts/${Id.parse(made.json).id}`;
      for (const host of [here, there])
        expect((await host.call('GET', '/api/v1/records?patient=adler')).json).toMatchObject({
          items: [{ location: path }],
        });
      const { warnings } = z.object({ warnings: z.array(z.string()) }).parse((await there.call('GET', path)).json);
      const texts = ['One.', 'Two.', 'Three.', 'Four.'];
      const edits = texts.map((text, index) => {
        const json = { version: 1, segments: [{ id: 's1', text }] };
        return (index % 2 === 0 ? here : there).call('PATCH', path, { json });
      });
      const sign = there.call('POST', `${path}/sign`, { json: { version: 1, acknowledge: warnings } });
      const answers = await Promise.all([sign, ...edits]);
      // Each was made from version 1, so one of them wins.
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
      expect((await here.call('GET', path)).json).toMatchObject({ version: 2 });
    });
  });

  describe('an Idempotency-Key', () => {
    const headers = { 'idempotency-key': 'once' };

    it('replays at one host what another one answered, and refuses another body', async () => {
      const service = probe();
      const [here, there] = await two({ plugins: service.plugins });
      const send = (host: TestHost, text = 'once') => host.call('POST', '/v1/probe/echo', { json: { text }, headers });
      const [first, second] = [await send(here), await send(there)];
      expect(second.json).toEqual(first.json);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect((await send(there, 'other')).status).toBe(422);
      expect(service.done.echo).toBe(1);
    });

    it('keeps a duplicate at another host waiting while the first one is at work, and is worked on once', async () => {
      const service = probe();
      const hosts = await two({ plugins: service.plugins });
      service.hold();
      const send = (host: TestHost) => host.call('POST', '/v1/probe/echo', { json: { text: 'slow' }, headers });
      const first = send(hosts[0]);
      await expect.poll(() => service.done.echo).toBe(1);
      const others = Promise.all([send(hosts[1]), send(hosts[1]), send(hosts[0])]);
      // Time enough to begin, if they did not wait.
      await new Promise((resolve) => setTimeout(resolve, 200));
      service.release();
      expect([await first, ...(await others)].map(({ json }) => json)).toEqual(
        Array(4).fill({ text: 'slow', count: 1 }),
      );
      expect(service.done.echo).toBe(1);
    });

    it('starts one run, however many hosts it comes to at once', async () => {
      const service = probe();
      const hosts = await two({ plugins: service.plugins });
      const send = (host: TestHost) =>
        host.call('POST', '/v1/probe/picture-work', { form: form({ file: tinyPng, text: 'look' }), headers });
      const answers = await Promise.all([...hosts, ...hosts, ...hosts].map(send));
      expect(answers.map(({ json }) => json)).toEqual(Array(6).fill({ shouted: 'LOOK' }));
      expect(new Set(answers.map(({ headers: each }) => each.get('x-run-id'))).size).toBe(1);
      expect(service.done.steps).toEqual(['first', 'second']);
    });
  });

  describe('a run', () => {
    it('that one host accepted is followed and answered through another, and its answer is complete when it ends', async () => {
      const service = probe();
      const [here, there] = await two({ plugins: service.plugins });
      service.hold();
      const json = { text: 'a b' };
      const headers = { 'idempotency-key': 'followed' };
      const accepted = await here.call('POST', '/v1/probe/work', {
        json,
        headers: { ...headers, prefer: 'respond-async' },
      });
      const { id } = Id.parse(accepted.json);
      await expect.poll(() => service.done.steps).toEqual(['first', 'second']);
      expect((await there.call('GET', `/api/v1/runs/${id}`)).json).toMatchObject({ id, status: 'running' });
      const stream = listen(await stream200(there, '/v1/probe/work', { json, headers }));
      service.release();
      await expect.poll(stream.text).toContain('event: result\ndata: {"shouted":"A B"}');
      for (const told of [id, 'event: text\ndata: {"text":"A"}']) expect(stream.text()).toContain(told);
      expect((await there.call('GET', `/api/v1/runs/${id}`)).json).toMatchObject({
        status: 'done',
        result: { shouted: 'A B' },
      });
      expect(service.done.steps).toEqual(['first', 'second']);
    });

    it('is cancelled through another host, and its upload is gone when that is answered', async () => {
      const service = probe();
      const [here, there] = await two({ plugins: service.plugins });
      service.hold();
      const answer = here.call('POST', '/v1/probe/picture-work', { form: form({ file: tinyPng }) });
      await expect.poll(() => service.done.steps).toEqual(['first', 'second']);
      const [run] = z.object({ items: z.array(Id) }).parse((await there.call('GET', '/api/v1/runs')).json).items;
      expect((await there.call('DELETE', `/api/v1/runs/${run?.id}`)).status).toBeLessThan(300);
      expect((await answer).status).toBe(409);
      expect((await there.call('GET', `/api/v1/runs/${run?.id}`)).json).toMatchObject({ status: 'cancelled' });
    });

    it('that failed is retried through another host, more than once', async () => {
      const service = probe();
      const [here, there] = await two({ plugins: service.plugins });
      service.fail(true);
      const failed = await here.call('POST', '/v1/probe/work', { json: { text: 'once more' } });
      expect(failed.status).toBe(502);
      const id = failed.headers.get('x-run-id') ?? '';
      const status = async () =>
        z.object({ status: z.string() }).parse((await there.call('GET', `/api/v1/runs/${id}`)).json).status;
      expect((await there.call('POST', `/api/v1/runs/${id}/retry`)).status).toBeLessThan(300);
      await expect.poll(() => service.done.steps).toEqual(['first', 'second', 'second']);
      await expect.poll(status).toBe('failed');
      service.fail(false);
      expect((await there.call('POST', `/api/v1/runs/${id}/retry`)).status).toBeLessThan(300);
      await expect.poll(status).toBe('done');
    });
  });

  it('a webhook is told once of each end, whichever host it was registered at and whichever did the work', async () => {
    const receiver = await startReceiver();
    open.push({ close: () => void receiver.stop() });
    const [here, there] = await two({ config: { plugins: { webhooks: { with: { allowPrivateAddresses: true } } } } });
    const json = { url: receiver.url, events: ['transcript.completed'] };
    expect((await there.call('POST', '/api/v1/webhooks', { json })).status).toBe(201);
    const cues = 'WEBVTT\n\n00:00.000 --> 00:02.000\n<v Doctor>Rest for a week.\n';
    const send = (host: TestHost) => {
      const file = new FormData();
      file.append('file', new File([cues], 'visit.vtt', { type: 'text/vtt' }));
      return host.call('POST', '/api/v1/transcripts/upload_audio_file', { form: file });
    };
    const answers = await Promise.all([here, there, here, there, here, there].map(send));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const runs = answers.map(({ headers }) => headers.get('x-run-id'));
    const told = () =>
      receiver.received.map(
        ({ body }) => z.object({ data: z.object({ run: z.string() }) }).parse(JSON.parse(body)).data.run,
      );
    await expect.poll(() => told().length).toBeGreaterThanOrEqual(6);
    // Time enough for a second one.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(told().toSorted()).toEqual(runs.toSorted());
  });

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

  /** Opens a monitor of events; tells the descriptions that came. */
  async function monitor(
    host: TestHost,
    fields: Readonly<Record<string, string>> = {},
    lastEventId?: string,
  ): Promise<{ readonly received: () => readonly string[]; readonly ids: () => readonly string[]; close(): void }> {
    const query = new URLSearchParams({ location: 'Berlin', time_range: range, ...fields });
    const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    const stream = await stream200(host, `/v1/monitor-events?${query}`, { headers });
    const { text } = listen(stream);
    return {
      close: () => stream.destroy(),
      ids: () => [...text().matchAll(/^id: (.*)\n/gm)].map(([, id = '']) => id),
      received: () => [...text().matchAll(/"description":"([^"]*)"/g)].map(([, description = '']) => description),
    };
  }

  function listen(incoming: IncomingMessage): { readonly text: () => string } {
    let text = '';
    incoming.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    incoming.on('error', () => undefined);
    return { text: () => text };
  }

  async function stream200(
    host: TestHost,
    path: string,
    { json, headers }: { readonly json?: object; readonly headers?: object } = {},
  ) {
    const outgoing = request(new URL(path, host.url), {
      method: json === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${host.key}`,
        accept: 'text/event-stream',
        ...(json && { 'content-type': 'application/json' }),
        ...headers,
      },
      agent: false,
    }).end(json && JSON.stringify(json));
    open.push({ close: () => outgoing.destroy() });
    // What `once` gives for this event.
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(incoming.statusCode).toBe(200);
    return incoming;
  }
}
