import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { recorded } from './testing/visits.ts';

const visit =
  'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Doctor>What brings you in?\n\n00:03.000 --> 00:04.000\n<v Patient>My knee hurts.\n';
const Record = z.object({ id: z.string(), version: z.number(), warnings: z.array(z.string()) });

describe('POST /api/v1/transcripts/{id}/preview', () => {
  let host: TestHost;
  let path: string;
  beforeAll(async () => {
    host = await testHost();
    path = `/api/v1/transcripts/${await recorded(host, visit)}`;
  });
  afterAll(() => host.stop());
  const read = async () => (await host.call('GET', path)).json;
  const versions = async () => (await host.call('GET', `${path}/versions`)).json;
  const runs = async () => (await host.call('GET', '/api/v1/runs')).json;

  test('shows the note in another template, and leaves the record, its versions and its runs as they are', async () => {
    const before = [await read(), await versions(), await runs()];
    const { status, json } = await host.call('POST', `${path}/preview`, { json: { template: 'dap' } });
    expect(status).toBe(200);
    expect(json).toMatchObject({ template: 'dap', coverage: { facts: expect.any(Number) } });
    const { sections } = z
      .object({ sections: z.array(z.object({ name: z.string(), statements: z.array(z.looseObject({})) })) })
      .parse(json);
    expect(sections.map(({ name }) => name)).toEqual(['Data', 'Assessment', 'Plan']);
    expect(sections[0]?.statements).toContainEqual(expect.objectContaining({ grounded: true, evidence: ['s2'] }));
    expect([await read(), await versions(), await runs()]).toEqual(before);
  });

  test('shows what a rewriting then writes', async () => {
    const shown = z
      .looseObject({})
      .parse((await host.call('POST', `${path}/preview`, { json: { template: 'birp' } })).json);
    const rewritten = await host.call('POST', `${path}/rewrite`, { json: { template: 'birp' } });
    expect(rewritten.json).toMatchObject({ template: 'birp', note: shown.note });
  });

  test('refuses a template that there is not', async () => {
    const { status, json } = await host.call('POST', `${path}/preview`, { json: { template: 'nothing' } });
    expect(status).toBe(422);
    expect(JSON.stringify(json)).toContain('Not a template of this note');
  });

  test('shows a signed note too, and not as one that was tampered with', async () => {
    const { warnings } = Record.parse(await read());
    expect((await host.call('POST', `${path}/sign`, { json: { acknowledge: warnings } })).status).toBe(200);
    const { status, json } = await host.call('POST', `${path}/preview`, { json: { template: 'dap' } });
    expect(status).toBe(200);
    expect(JSON.stringify(json)).not.toContain('not as it was signed');
  });

  test('does not tell of records of other accounts', async () => {
    const stranger = await host.newAccount();
    const options = { key: stranger.key, json: { template: 'dap' } };
    expect((await host.call('POST', `${path}/preview`, options)).status).toBe(404);
  });
});
