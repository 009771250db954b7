import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shipped } from 'chronoscribe/host';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startReceiver } from '../plugins/webhooks/testing/receiver.ts';
import { startFhirServer } from './doubles/fhir-server.ts';

/** Starts a host with one of the examples, in a folder of its own. */
async function start(
  name: string,
  environment: Readonly<Record<string, string>> = {},
  changed: (yaml: string) => string = (yaml) => yaml,
): Promise<{ readonly host: TestHost; readonly folder: string }> {
  const folder = await temporaryFolder();
  const file = join(folder.path, name);
  const yaml = changed(await readFile(shipped('examples', name), 'utf8'));
  await writeFile(file, `${yaml}\nlog: { level: silent }\n`);
  const host = await testHost({ file, environment });
  onTestFinished(async () => {
    await host.stop();
    await folder.remove();
  });
  return { host, folder: folder.path };
}

const consultation = `WEBVTT

1
00:00:00.000 --> 00:00:04.000
<v Doctor>What brings you here today?

2
00:00:04.000 --> 00:00:09.000
<v Patient>I have had a headache for three days.
`;

const failures = async (host: TestHost) => {
  const { json } = await host.call('GET', '/api/v1/automations');
  const Automations = z.object({ items: z.array(z.object({ counts: z.object({ failed: z.int() }) })) });
  return Automations.parse(json).items.map(({ counts }) => counts.failed);
};

describe('recordings-to-notes.yaml', () => {
  const soon = (yaml: string) => yaml.replace('settle: 10s', 'settle: 1s');

  test('makes a note of each file that is put into the folder', async () => {
    const { host, folder } = await start('recordings-to-notes.yaml', {}, soon);
    await writeFile(join(folder, 'recordings', 'visit.vtt'), consultation);
    await expect.poll(() => readdir(join(folder, 'recordings', 'done'))).toEqual(['visit.vtt']);
    await expect
      .poll(() => readdir(join(folder, 'notes')).catch(() => []))
      .toEqual([expect.stringMatching(/^transcript-[\da-f-]{36}\.md$/)]);
    const [note = ''] = await readdir(join(folder, 'notes'));
    expect(await readFile(join(folder, 'notes', note), 'utf8')).toContain('headache for three days');
    const { json } = await host.call('GET', '/api/v1/transcripts');
    expect(json).toMatchObject({ items: [{ id: note.slice('transcript-'.length, -'.md'.length), template: 'soap' }] });
    expect(await failures(host)).toEqual([0, 0]);
  });

  test('puts a file that is no recording aside, and says why', async () => {
    const { folder } = await start('recordings-to-notes.yaml', {}, soon);
    await writeFile(join(folder, 'recordings', 'letter.html'), '<!doctype html><title>Dear doctor</title>');
    const failed = join(folder, 'recordings', 'failed');
    await expect.poll(() => readdir(failed)).toEqual(['letter.html', 'letter.html.txt']);
    expect(await readFile(join(failed, 'letter.html.txt'), 'utf8')).toMatch(/Not a recording or a transcript/);
    expect(await readdir(join(folder, 'recordings', 'done'))).toEqual([]);
  });

  test('leaves hidden files and folders alone', async () => {
    const { folder } = await start('recordings-to-notes.yaml', {}, soon);
    await writeFile(join(folder, 'recordings', '.visit.vtt'), consultation);
    await mkdir(join(folder, 'recordings', 'old'));
    await writeFile(join(folder, 'recordings', 'visit.vtt'), consultation);
    await expect.poll(() => readdir(join(folder, 'recordings', 'done'))).toEqual(['visit.vtt']);
    expect(await readdir(join(folder, 'recordings'))).toEqual(['.visit.vtt', 'done', 'failed', 'old']);
  });
});

describe('signed-notes-to-the-ehr.yaml', () => {
  test('sends a note once it is signed, not before, and again with its addendum', async () => {
    const ehr = await startFhirServer();
    onTestFinished(() => ehr.stop());
    const environment = { EHR_SERVER: ehr.base, EHR_TOKEN: ehr.token };
    const { host } = await start('signed-notes-to-the-ehr.yaml', environment);
    const form = new FormData();
    form.set('file', new File([consultation], 'visit.vtt'));
    const { json } = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
    const path = `/api/v1/transcripts/${z.object({ id: z.string() }).parse(json).id}`;
    const { warnings } = z.object({ warnings: z.array(z.string()) }).parse((await host.call('GET', path)).json);
    const signed = await host.call('POST', `${path}/sign`, { json: { acknowledge: warnings } });
    expect(signed.status).toBe(200);
    const states = () =>
      z
        .array(z.object({ entry: z.tuple([z.object({ resource: z.object({ status: z.string() }) })], z.unknown()) }))
        .parse(ehr.documents)
        .map(({ entry }) => entry[0].resource.status);
    await expect.poll(states).toEqual(['final']);
    expect((await host.call('POST', `${path}/addendum`, { json: { text: 'Left side.' } })).status).toBe(200);
    await expect.poll(states).toEqual(['final', 'amended']);
    expect(await failures(host)).toEqual([0]);
  });
});

describe('weekly-summary-of-failures.yaml', () => {
  test('tells of the runs that have failed', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.stop());
    const environment = { TEAM_WEBHOOK: receiver.url };
    const allowed = '\nplugins: { webhooks: { with: { allowPrivateAddresses: true } } }\n';
    const { host } = await start('weekly-summary-of-failures.yaml', environment, (yaml) => yaml + allowed);

    const form = new FormData();
    form.set('file', new File(['WEBVTT\n\nnothing is said'], 'silence.vtt'));
    expect((await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form })).status).toBe(422);
    const run = await host.call('POST', '/api/v1/schedules/count-the-runs-of-the-week/run');
    expect(run.status).toBeLessThan(300);
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      type: 'message',
      data: { text: expect.stringMatching(/^1 runs have failed since \S+: audio-note$/) },
    });
  });
});
