import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { countsOf, createDiary } from '../plugins/events/testing/diary.ts';
import { startReceiver } from '../plugins/webhooks/testing/receiver.ts';
import { startFhirServer } from './doubles/fhir-server.ts';

const until = { timeout: 20_000 };

async function start(automations: object, plugins: object = {}): Promise<{ host: TestHost; folder: string }> {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'config.yaml');
  await writeFile(file, JSON.stringify({ log: { level: 'silent' }, automations, plugins }));
  const diary = createDiary();
  const host = await testHost({ plugins: [diary.plugin], file });
  onTestFinished(async () => {
    await host.stop();
    await folder.remove();
  });
  return { host, folder: folder.path };
}

async function must(host: TestHost, method: string, path: string, json?: object): Promise<unknown> {
  const answer = await host.call(method, path, { json });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json;
}

const Clock = z.object({ current_time: z.string(), state: z.string() });
const clockOf = async (host: TestHost) => Clock.parse(await must(host, 'GET', '/v1/current-time'));
const recordIn = (host: TestHost, location: string) =>
  must(host, 'POST', '/v1/record-event', { description: 'Tea', time: '2030-01-01T00:00:00Z', location });

test('a recording in a folder becomes a note, which is rewritten, exported, sent to the health record and told of', async () => {
  const ehr = await startFhirServer();
  const receiver = await startReceiver();
  onTestFinished(() => Promise.all([ehr.stop(), receiver.stop()]).then(() => undefined));
  const { host, folder } = await start(
    {
      writing: {
        on: { folder: './in', settle: '1s' },
        do: [{ 'transcripts.create': { file: '=file', template: 'soap' } }],
      },
      sending: {
        on: 'transcript.completed',
        if: 'record.template == "soap"',
        do: [
          { 'transcripts.rewrite': { transcript: '=record.id', template: 'dap' } },
          { 'transcripts.export': { transcript: '=record.id', format: 'json', folder: './out' } },
          { 'ehr.push': { transcript: '=record.id' } },
          { 'webhooks.send': { url: receiver.url, text: "='note ready: ' + record.id" } },
        ],
      },
    },
    {
      ehr: { with: { server: ehr.base, token: ehr.token, automatic: false } },
      webhooks: { with: { allowPrivateAddresses: true } },
    },
  );
  await writeFile(
    join(folder, 'in', 'visit.vtt'),
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Patient>My left knee hurts when I climb stairs.\n',
  );
  await expect.poll(() => countsOf(host, 'sending'), until).toMatchObject({ fired: 1, done: 1 });
  const [name = ''] = await readdir(join(folder, 'out'));
  const id = /^transcript-(.+)\.json$/.exec(name)?.[1];
  expect(JSON.parse(await readFile(join(folder, 'out', name), 'utf8'))).toMatchObject({ id, template: 'dap' });
  await expect.poll(() => ehr.documents.length, until).toBe(1);
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.text)).toEqual([`note ready: ${id}`]);
});

test('a rewriting with a template that does not exist fails with the names of those that do', async () => {
  const { host, folder } = await start({
    intake: { on: { folder: './in', settle: '0s' }, do: [{ 'transcripts.create': { file: '=file' } }] },
    rewriting: {
      on: 'transcript.completed',
      do: [{ 'transcripts.rewrite': { transcript: '=record.id', template: 'soup' } }],
    },
  });
  await writeFile(join(folder, 'in', 'visit.vtt'), 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Patient>My knee hurts.\n');
  await expect.poll(() => countsOf(host, 'rewriting'), until).toMatchObject({ fired: 1, failed: 1 });
  const { json } = await host.call('GET', '/api/v1/runs?status=failed');
  expect(JSON.stringify(json)).toContain('Not a template of this note; choose one of');
});

test('an event is recorded by an automation as by a client', async () => {
  const copy = { description: "=event.description + ' again'", time: '2031-01-01T00:00:00Z', location: 'Rome' };
  const { host } = await start({
    copying: { on: 'event.recorded', if: 'event.location == "Oslo"', do: [{ 'events.record': copy }] },
  });
  await recordIn(host, 'Oslo');
  const search = { location: 'Rome', time_range: '2031-01-01T00:00:00Z/2031-01-02T00:00:00Z' };
  await expect
    .poll(() => must(host, 'GET', '/v1/search-events', search), until)
    .toMatchObject({ events: [{ description: 'Tea again' }] });
});

test('a clock is paused and moved forward by an automation', async () => {
  const { host } = await start({
    moving: { on: 'event.recorded', do: [{ 'clock.pause': {} }, { 'clock.fast-forward': { duration: '7d' } }] },
  });
  await must(host, 'POST', '/v1/travel', { destination_time: '2030-01-01T00:00:00Z', location: 'here' });
  await recordIn(host, 'Oslo');
  await expect.poll(() => countsOf(host, 'moving'), until).toMatchObject({ done: 1 });
  const { current_time, state } = await clockOf(host);
  expect(state).toBe('paused');
  expect(current_time).toMatch(/^2030-01-08T/);
});

test('any workflow is run by its name', async () => {
  const { host } = await start({
    running: {
      on: 'event.recorded',
      do: [{ 'workflows.run': { workflow: 'diary-write', input: { text: '=event.location' } } }],
    },
  });
  await recordIn(host, 'Oslo');
  await expect.poll(() => countsOf(host, 'running'), until).toMatchObject({ done: 1 });
  const Runs = z.object({ items: z.array(z.object({ id: z.string() })) });
  const [run] = Runs.parse(await must(host, 'GET', '/api/v1/runs?workflow=automation-running')).items;
  expect(await must(host, 'GET', `/api/v1/runs/${run?.id}`)).toMatchObject({
    steps: [{ name: 'workflows.run', kind: 'child', status: 'done', steps: [{ name: 'write', status: 'done' }] }],
  });
});
