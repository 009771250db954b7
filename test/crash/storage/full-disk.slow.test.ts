import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { verifyFiles } from '../../../core/audit/testing/files.ts';
import type { Answer } from '../client.ts';
import { smallDisk } from './full-disk.ts';
import { type PracticeHost, startPractice } from './practice-host.ts';

const probing = await temporaryFolder();
const probe = await smallDisk(join(probing.path, 'disk'));
probe?.remove();
await probing.remove();
const canMount = probe !== undefined;

test.skipIf(canMount)('a full disk is tried on a small one, which this user may not mount', () => undefined);

const Made = z.object({ id: z.string() });
const long = 'x'.repeat(9_000);
const event = { description: long, location: 'Berlin', time: '2025-03-01T12:00:00Z' };

/** Each way in which something is kept. */
const writes: Readonly<Record<string, (practice: PracticeHost, transcript: string) => Promise<Answer>>> = {
  'an anchor': ({ call }) => call('POST', '/v1/set-anchor', { timestamp: event.time, description: long }),
  'an event': ({ call }) => call('POST', '/v1/record-event', event),
  'a timeline': ({ call }) => call('POST', '/v1/create-timeline', { base_timeline_id: 'primary', description: long }),
  'a move of the clock': ({ call }) => call('POST', '/v1/fast-forward', { duration: '5m' }),
  'an import': ({ importEvents }) => importEvents([event]),
  'an upload': ({ upload }) => upload(100_000),
  'an edit': ({ call }, transcript) =>
    call('PATCH', `/api/v1/transcripts/${transcript}`, { segments: [{ id: 's1', text: long }] }),
  'a rewriting': ({ call }, transcript) => call('POST', `/api/v1/transcripts/${transcript}/rewrite`, {}),
  'an account': ({ call }) => call('POST', '/admin/accounts', { name: 'Practice Nord' }),
};

const mostTries = 50;

test.skipIf(!canMount).each(['sqlite', 'lowdb'])(
  'on a full disk the store %s answers 507, what was there is there, and all goes on once there is room',
  async (store) => {
    const folder = await temporaryFolder();
    onTestFinished(folder.remove);
    const data = join(folder.path, 'data');
    await mkdir(data);
    const disk = await smallDisk(data);
    onTestFinished(() => disk?.remove());
    const practice = await startPractice(folder.path, store);
    onTestFinished(() => void practice.host.process.kill('SIGKILL'));
    const { call } = practice;
    const { id } = Made.parse((await practice.upload()).json);
    await call('POST', '/v1/pause-time');
    const shown = async () => {
      const paths = [
        `/api/v1/transcripts/${id}`,
        '/v1/list-anchors',
        '/v1/list-timelines',
        '/v1/current-time',
        '/admin/accounts',
      ];
      return Promise.all(
        paths.map(async (path) => {
          const { status, text } = await call('GET', path);
          expect([path, status]).toEqual([path, 200]);
          return text;
        }),
      );
    };

    await disk?.fill();
    for (const [what, write] of Object.entries(writes)) {
      // What finds room in what is there already is done, and acknowledged.
      let answer = await write(practice, id);
      for (let tries = 1; answer.status < 300 && tries < mostTries; tries += 1) answer = await write(practice, id);
      expect([what, answer.status]).toEqual([what, 507]);
      expect(answer.text).toContain(
        'The disk that holds the data folder is full. Free some space and send the request again.',
      );
    }
    const before = await shown();
    const ready = await call('GET', '/ready');
    expect(ready.status).toBe(503);
    expect(ready.text).toContain('no space left on device');
    expect((await call('DELETE', `/api/v1/transcripts/${id}`)).status).toBe(507);

    await disk?.clear();
    expect(await shown()).toEqual(before);
    for (const [what, write] of Object.entries(writes)) {
      const { status } = await write(practice, id);
      expect([what, status < 300]).toEqual([what, true]);
    }
    // What was found out is answered for some seconds.
    await expect.poll(async () => (await call('GET', '/ready')).status).toBe(200);
    expect((await call('DELETE', `/api/v1/transcripts/${id}`)).status).toBe(204);
    await practice.host.stop();
    for (const { fault } of await verifyFiles(join(data, 'audit'))) expect(fault).toBeNull();
  },
);

test.skipIf(!canMount).each(['sqlite', 'lowdb'])(
  'a host that is killed on a full disk starts on it again, shows what is there with %s, and goes on once there is room',
  async (store) => {
    const folder = await temporaryFolder();
    onTestFinished(folder.remove);
    const disk = await smallDisk(join(folder.path, 'data'));
    onTestFinished(() => disk?.remove());
    const first = await startPractice(folder.path, store);
    const { id } = Made.parse((await first.upload()).json);
    await disk?.fill();
    await first.call('POST', '/v1/record-event', event);
    first.host.process.kill('SIGKILL');
    await first.host.finished;

    const second = await startPractice(folder.path, store);
    onTestFinished(() => void second.host.process.kill('SIGKILL'));
    expect((await second.call('GET', `/api/v1/transcripts/${id}`)).status).toBe(200);
    await disk?.clear();
    expect((await second.call('POST', '/v1/record-event', event)).status).toBe(201);
    await second.host.stop();
  },
);
