import { randomUUID } from 'node:crypto';
import { Problem, type Provider, type Store } from 'chronoscribe';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import sqlite from '../../providers/store/sqlite/index.ts';
import { writtenBeforeEdit } from './record/record.ts';
import { hostWithObserver, note, spineForm, visit } from './testing/observed-host.ts';
import { scriptedWriter } from './testing/scripted-writer.ts';

const writer = scriptedWriter();
const quote = writer.says;

/** The store, in which nothing can be changed while it is jammed. */
let isJammed = false;
const jammed: Provider = {
  ...sqlite,
  async create(context) {
    // The boundary where types are given back: it is what `defineProvider` saw that it is.
    const store = (await sqlite.create(context)) as Store;
    const transaction: Store['transaction'] = async (work) => {
      if (isJammed) throw new Problem('provider-unavailable', { detail: 'The store is away.' });
      return store.transaction(work);
    };
    return { ...store, transaction };
  },
};

const { host, save } = await hostWithObserver({ providers: [{ provider: writer.provider }, { provider: jammed }] });
afterAll(() => host.stop());
beforeEach(() => {
  writer.asked.length = 0;
  writer.says = quote;
});

async function saved(form = spineForm): Promise<string> {
  const id = randomUUID();
  await save(form, visit, note, { id, account: 'default', createdAt: 5000 });
  return id;
}
const rewrite = (
  id: string,
  json: unknown = {},
  options: { readonly headers?: Record<string, string>; readonly key?: string } = {},
) => host.call('POST', `/api/v1/transcripts/${id}/rewrite`, { json, ...options });
const edit = (id: string, text: string) =>
  host.call('PATCH', `/api/v1/transcripts/${id}`, { json: { segments: [{ id: 's1', text }] } });
const read = async (path: string) => (await host.call('GET', `/api/v1/transcripts/${path}`)).json;
const run = (id: string | null) => host.call('GET', `/api/v1/runs/${id}`);

/** Holds the writer up until the test lets go. */
function holdWriter() {
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  writer.says = async (...given) => {
    begun.resolve();
    await Promise.race([go.promise, new Promise((_, reject) => given[1].signal.addEventListener('abort', reject))]);
    return quote(...given);
  };
  return { begun: begun.promise, go: () => go.resolve() };
}

describe('having a note rewritten', () => {
  test('does not replace what a person writes into the note meanwhile', async () => {
    const id = await saved();
    const held = holdWriter();
    const rewriting = rewrite(id);
    await held.begun;
    const sections = [{ name: 'Plan', statements: [{ text: 'Ice.' }] }];
    await host.call('PATCH', `/api/v1/transcripts/${id}`, { json: { sections } });
    held.go();
    expect(await rewriting).toMatchObject({
      status: 409,
      json: { detail: [{ type: 'version_conflict' }], changes: [{ part: 'section', id: 'Plan', version: 2 }] },
    });
    expect(await read(id)).toMatchObject({ version: 2, note: 'Plan:\nIce.' });
    expect((await rewrite(id)).json).toMatchObject({ version: 3, sections: [{ statements: [{ id: 'n3' }] }] });
  });

  test('writes it from the corrected words by the wishes of the first time, and keeps the former note', async () => {
    const id = await saved();
    await edit(id, 'I adjusted L4.');
    const answer = await rewrite(id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-location')).toBe(`/api/v1/transcripts/${id}`);
    expect(writer.asked).toMatchObject([
      {
        instructions: 'Write a grid note.',
        prompt: 'Dwell on the spine.',
        language: 'en',
        images: [],
        passages: [{ id: 's1', speaker: { label: 'Speaker 1', role: 'clinician' }, text: 'I adjusted L4.' }, {}, {}],
      },
    ]);
    expect(answer.json).toMatchObject({
      version: 3,
      template: 'grid',
      note: 'Plan:\nSaid: I adjusted L4.',
      sections: [{ name: 'Plan', statements: [{ text: 'Said: I adjusted L4.', evidence: ['s1'] }] }],
      completeness: { findings: [] },
      warnings: ['The recording is very quiet.', 'Written 1 times.'],
      providers: { transcriber: { provider: 'vtt' }, writer: { provider: 'scripted' } },
    });
    expect(await read(id)).toEqual(answer.json);
    expect(await read(`${id}/versions/2`)).toMatchObject({ note: 'Plan:\nRest for a week.' });
    expect(await read(`${id}/versions`)).toMatchObject({
      items: [{}, { change: 'edited' }, { version: 3, change: 'rewritten' }],
    });
  });

  test('may wish for another text and template, which the next time begins from', async () => {
    const id = await saved();
    await rewrite(id, { text: 'Be brief.', template: 'short' });
    expect(await read(id)).toMatchObject({ version: 2, template: 'short' });
    await rewrite(id);
    expect(writer.asked.map(({ instructions, prompt }) => [instructions, prompt])).toEqual([
      ['Write a short note.', 'Be brief.'],
      ['Write a short note.', 'Be brief.'],
    ]);
  });

  test('never tells the writer a name', async () => {
    const id = await saved();
    const speakers = [{ speaker: 'Speaker 1', name: 'Dr. Adler' }];
    await host.call('PATCH', `/api/v1/transcripts/${id}`, { json: { speakers } });
    await rewrite(id);
    expect(JSON.stringify(writer.asked)).not.toContain('Adler');
    expect(await read(id)).toMatchObject({ version: 3, segments: [{ name: 'Dr. Adler' }, {}, {}] });
  });

  test('refuses a template that the form does not know, and names those it knows', async () => {
    const id = await saved();
    const { status, json } = await rewrite(id, { template: 'sonnet' });
    expect(status).toBe(422);
    expect(json).toMatchObject({
      detail: [{ loc: ['body', 'template'], msg: expect.stringContaining('"grid", "short"') }],
    });
    expect(writer.asked).toEqual([]);
  });

  test('is refused for a record whose form no plugin offers, and says what to enable', async () => {
    const id = await saved({ ...spineForm, name: 'dental' });
    expect(await rewrite(id)).toMatchObject({
      status: 503,
      json: { detail: [{ type: 'provider_unavailable', msg: expect.stringContaining('"dental"') }] },
    });
  });

  test('is for its own account', async () => {
    const { key } = await host.newAccount();
    expect((await rewrite(await saved(), {}, { key })).status).toBe(404);
  });

  test('can be followed, or asked for and left', async () => {
    const id = await saved();
    const stream = await rewrite(id, {}, { headers: { accept: 'text/event-stream' } });
    expect(stream.text).toMatch(/^event: run\n[\s\S]*event: progress\ndata: \{"step":"note"[\s\S]*event: result\n/);
    const accepted = await rewrite(id, {}, { headers: { prefer: 'respond-async' } });
    expect(accepted.status).toBe(202);
    const runId = accepted.headers.get('x-run-id');
    await expect
      .poll(async () => (await run(runId)).json)
      .toMatchObject({ status: 'done', result: { id, version: 3 } });
  });

  test('asked for twice with one key happens once', async () => {
    const id = await saved();
    const headers = { 'idempotency-key': randomUUID() };
    await rewrite(id, {}, { headers });
    await rewrite(id, {}, { headers });
    expect(await read(id)).toMatchObject({ version: 2 });
  });

  test('keeps a correction that comes meanwhile, and says that the note is older', async () => {
    const id = await saved();
    const { begun, go } = holdWriter();
    const rewriting = rewrite(id);
    await begun;
    await edit(id, 'I adjusted L4.');
    go();
    expect((await rewriting).json).toMatchObject({
      version: 3,
      note: 'Plan:\nSaid: I adjusted L5.',
      segments: [{ text: 'I adjusted L4.' }, {}, {}],
      warnings: ['The recording is very quiet.', 'Written 1 times.', writtenBeforeEdit],
    });
    expect((await rewrite(id)).json).toMatchObject({
      note: 'Plan:\nSaid: I adjusted L4.',
      warnings: ['The recording is very quiet.', 'Written 2 times.'],
    });
  });

  test('that fails leaves the note as it was, and can be retried', async () => {
    const id = await saved();
    writer.says = async () => Promise.reject(new Problem('provider-unavailable', { detail: 'Start the model.' }));
    const failed = await rewrite(id);
    expect(failed).toMatchObject({ status: 503, json: { detail: [{ msg: 'Start the model.' }] } });
    expect(await read(id)).toMatchObject({ version: 1, note: 'Plan:\nRest for a week.' });
    writer.says = quote;
    const runId = failed.headers.get('x-run-id');
    expect((await host.call('POST', `/api/v1/runs/${runId}/retry`)).status).toBe(202);
    await expect.poll(async () => (await run(runId)).json).toMatchObject({ status: 'done', result: { version: 2 } });
  });
});

describe('deleting a record', () => {
  test('forgets its rewritings, also one that failed and one that is at work', async () => {
    const id = await saved();
    writer.says = async () => Promise.reject(new Problem('provider-unavailable', { detail: 'Start the model.' }));
    const failed = await rewrite(id);
    const { begun } = holdWriter();
    const working = await rewrite(id, {}, { headers: { prefer: 'respond-async' } });
    await begun;
    expect((await host.call('DELETE', `/api/v1/transcripts/${id}`)).status).toBe(204);
    for (const { headers } of [failed, working]) expect((await run(headers.get('x-run-id'))).status).toBe(404);
    expect((await host.call('GET', `/api/v1/transcripts/${id}`)).status).toBe(404);
  });

  test('leaves no rewriting that its record does not know of', async () => {
    const id = await saved();
    const begunAt = Date.now();
    isJammed = true;
    const refused = await rewrite(id).finally(() => {
      isJammed = false;
    });
    expect(refused.status).toBe(503);
    expect((await host.call('DELETE', `/api/v1/transcripts/${id}`)).status).toBe(204);
    const { items } = z
      .object({ items: z.array(z.object({ createdAt: z.number() })) })
      .parse((await host.call('GET', '/api/v1/runs')).json);
    expect(items.filter(({ createdAt }) => createdAt >= begunAt)).toEqual([]);
  });
});
