import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type CliHost, cli, startCli } from '../../core/cli/testing.ts';
import { startFhirServer } from '../../test/doubles/fhir-server.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: TestHost | undefined;
const ehr = await startFhirServer();
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  await host?.stop();
  host = undefined;
  await folder.remove();
  await ehr.reset();
});
afterAll(() => ehr.stop());

const settings = (more: object = {}) => ({ server: ehr.base, token: ehr.token, retryMs: 10, ...more });

async function start(more?: object): Promise<TestHost> {
  await host?.stop();
  host = await testHost({
    config: { plugins: { ehr: { with: settings(more) } } },
    dataFolder: join(folder.path, 'data'),
  });
  return host;
}

const visit =
  'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Patient>My left knee hurts when I climb stairs.\n\n' +
  '00:03.000 --> 00:04.000\n<v Doctor>Take ibuprofen 400 milligrams, and come back in two weeks.\n';
const clinicalWords = /knee|stairs|ibuprofen|milligrams/i;

function form(): FormData {
  const sent = new FormData();
  sent.set('file', new Blob([visit]), 'visit.vtt');
  return sent;
}

/** Uploads a visit; returns the id of its record. */
async function upload(to: TestHost): Promise<string> {
  const answer = await to.call('POST', '/api/v1/transcripts/upload_audio_file', { form: form() });
  expect(answer.status).toBe(200);
  return z.object({ id: z.string() }).parse(answer.json).id;
}

const Ready = z.object({ checks: z.record(z.string(), z.looseObject({ status: z.string(), detail: z.string() })) });
const health = async (of: TestHost) => Ready.parse((await of.call('GET', '/ready')).json).checks['plugin ehr'];

describe('a note', () => {
  test('is sent as exported once it is written', async () => {
    const clinic = await start();
    const id = await upload(clinic);
    await expect.poll(() => ehr.documents.length).toBe(1);
    const exported = await clinic.call('GET', `/api/v1/transcripts/${id}/export?format=fhir`);
    expect(ehr.documents[0]).toEqual(JSON.parse(exported.text));
    expect(JSON.stringify(ehr.documents[0])).toMatch(clinicalWords);
  });

  test('is sent again once it is signed', async () => {
    const clinic = await start();
    const id = await upload(clinic);
    await expect.poll(() => ehr.documents.length).toBe(1);
    const path = `/api/v1/transcripts/${id}`;
    const { warnings } = z.object({ warnings: z.array(z.string()) }).parse((await clinic.call('GET', path)).json);
    expect((await clinic.call('POST', `${path}/sign`, { json: { acknowledge: warnings } })).status).toBe(200);
    await expect.poll(() => ehr.documents.length).toBe(2);
    expect(JSON.stringify(ehr.documents[1])).toContain('"status":"final"');
  });

  test('is sent exactly once when the server is back', async () => {
    const clinic = await start();
    await ehr.refuse();
    await upload(clinic);
    await ehr.listen();
    ehr.fail({ fault: { fault: 'status', status: 500 }, times: 2 });
    ehr.fail({ fault: { fault: 'html' }, times: 1 });
    await expect.poll(() => ehr.documents.length).toBe(1);
    await upload(clinic);
    await expect.poll(() => ehr.documents.length).toBe(2);
  });

  test('is not sent if it was deleted meanwhile', async () => {
    const clinic = await start();
    await ehr.refuse();
    const id = await upload(clinic);
    expect((await clinic.call('DELETE', `/api/v1/transcripts/${id}`)).status).toBe(204);
    await ehr.listen();
    await upload(clinic);
    await expect.poll(() => ehr.documents.length).toBe(1);
    expect(JSON.stringify(ehr.documents)).not.toContain(id);
  });

  test('is not sent if its form is not configured', async () => {
    await upload(await start({ forms: ['chiropractic-grid'] }));
    // Had it been kept to be sent, it would be sent now.
    const id = await upload(await start({ forms: ['audio-note'] }));
    await expect.poll(() => ehr.documents.length).toBe(1);
    expect(JSON.stringify(ehr.documents)).toContain(id);
  });

  test('is sent after the settings are corrected and the host is restarted', async () => {
    const clinic = await start({ token: 'expired' });
    const id = await upload(clinic);
    await expect.poll(() => sendings(), { timeout: 20_000 }).toEqual([{ record: id, outcome: 'failed' }]);
    const told = {
      status: 'degraded',
      detail: expect.stringContaining('1 were abandoned. The FHIR server answered with 401'),
    };
    // What is said of a part is asked anew after ten seconds.
    await expect.poll(() => health(clinic), { timeout: 25_000 }).toMatchObject(told);
    expect(ehr.documents).toEqual([]);

    await start();
    await expect.poll(() => ehr.documents.length).toBe(1);
    await expect
      .poll(() => sendings(), { timeout: 20_000 })
      .toEqual([
        { record: id, outcome: 'failed' },
        { record: id, outcome: 'done' },
      ]);
  });
});

/** What the audit log says of notes that were sent. */
async function sendings(): Promise<{ readonly record: string; readonly outcome: string }[]> {
  const { stdout } = await cli(['audit', 'export', '--data', join(folder.path, 'data')]);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ action }) => action === 'sent to the electronic health record')
    .map(({ record, outcome }) => ({ record, outcome }));
}

describe('chronoscribe check', () => {
  test.each([
    [
      'an address with a password',
      { server: 'https://me:secret@ehr.example/fhir' },
      'plugins.ehr.with.server\n    expected an address without',
    ],
    ['an address of another kind', { server: 'ftp://ehr.example' }, 'plugins.ehr.with.server\n    expected a URL'],
    [
      'a token with a line break',
      { server: 'https://ehr.example', token: 'secret\n' },
      'plugins.ehr.with.token\n    must be ASCII',
    ],
    ['no form at all', { forms: [] }, 'plugins.ehr.with.forms\n    expected at least 1 entry'],
  ])('rejects %s and shows no secret', async (_, given, fault) => {
    await writeFile(join(folder.path, 'clinic.yaml'), JSON.stringify({ plugins: { ehr: { with: given } } }));
    const { code, stderr } = await cli(['check', '--config', 'clinic.yaml'], { workingDirectory: folder.path });
    expect(code).toBe(1);
    expect(stderr).toContain(fault);
    expect(stderr).not.toContain('secret');
  });
});

describe('without a server', () => {
  test('nothing is sent or reported', async () => {
    host = await testHost();
    await upload(host);
    expect(await health(host)).toBeUndefined();
    expect(ehr.requests).toEqual([]);
  });
});

describe('kill -9', () => {
  const key = 'a-key-for-crashes-that-is-long-enough';
  const launch = async (): Promise<CliHost> => {
    const config = {
      http: { rateLimit: { perMinute: 0 } },
      plugins: { ehr: { with: settings({ token: `$\{EHR_TOKEN}` }) } },
    };
    const file = join(folder.path, 'clinic.yaml');
    await writeFile(file, JSON.stringify(config));
    return startCli(['--data', join(folder.path, 'data'), '--config', file], {
      environment: { CHRONOSCRIBE_API_KEY: key, EHR_TOKEN: ehr.token },
    });
  };
  const post = (to: CliHost) =>
    fetch(`${to.url}/api/v1/transcripts/upload_audio_file`, {
      method: 'POST',
      body: form(),
      headers: { 'x-api-key': key },
    });

  test('while a note is sent loses nothing, sends it once and logs no clinical text', async () => {
    ehr.fail({ fault: { fault: 'hang' }, times: 1 });
    const first = await launch();
    expect((await post(first)).status).toBe(200);
    await expect.poll(() => ehr.requests.length).toBe(1);
    first.process.kill('SIGKILL');
    const { stderr: before } = await first.finished;

    ehr.fail({ fault: { fault: 'status', status: 422, body: visit }, times: 1 });
    const second = await launch();
    await expect.poll(() => ehr.requests.length).toBe(2);
    const { stderr: refused } = await second.stop();
    expect(refused).toContain('The FHIR server answered with 422.');

    const third = await launch();
    await expect.poll(() => ehr.documents.length).toBe(1);
    const { stderr: after } = await third.stop();
    expect(before + refused + after).not.toMatch(clinicalWords);
    expect(before + refused + after).not.toContain(ehr.token);
  });

  test('at random moments loses nothing', async () => {
    let running = await launch();
    for (const [index, delayMs] of [0, 5, 40].entries()) {
      expect((await post(running)).status).toBe(200);
      await wait(delayMs);
      running.process.kill('SIGKILL');
      await running.finished;
      running = await launch();
      await expect.poll(() => ehr.documents.length).toBe(index + 1);
    }
    await running.stop();
  });
});
