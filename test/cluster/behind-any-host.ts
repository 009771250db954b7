import type { Plugin } from 'chronoscribe';
import type { TestHost } from 'chronoscribe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startReceiver } from '../../plugins/webhooks/testing/receiver.ts';
import { form, probe, tinyPng } from '../fixtures/probe.ts';
import { anchorsBehindAnyHost } from './anchors-behind-any-host.ts';
import { clocksBehindAnyHost } from './clocks-behind-any-host.ts';
import { listen, openEventStream } from './event-stream.ts';

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

/** What a client may rely on whichever host answers it. Run against every store and engine that hosts can share. */
export function behindAnyHost(startHosts: StartHosts): void {
  async function two(options?: HostOptions): Promise<readonly [TestHost, TestHost]> {
    const shared = await startHosts(2, options);
    // After the streams and receivers that the test opens later.
    onTestFinished(() => shared.stop());
    const [here, there] = shared.hosts;
    if (here === undefined || there === undefined) throw new Error('two hosts were asked for');
    return [here, there];
  }

  anchorsBehindAnyHost(two);
  clocksBehindAnyHost(two);

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
      const stream = listen(await openEventStream(there, '/v1/probe/work', { json, headers }));
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
    const [here, there] = await two({ config: { plugins: { webhooks: { with: { allowPrivateAddresses: true } } } } });
    onTestFinished(() => receiver.stop());
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
}
