import { createHash, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { answerForgetter } from '../../test/fixtures/answer-forgetter.ts';
import { recordCollection } from '../records/stored-record.ts';
import { hostWithObserver, note, spineForm, visit } from './testing/observed-host.ts';
import { scriptedWriter } from './testing/scripted-writer.ts';
import { Signed, signingClient } from './testing/signing-client.ts';

const writer = scriptedWriter();
const { plugin, forget } = answerForgetter();
const quote = writer.says;
const { host, saved, post, get, keyNamed } = await signingClient({
  providers: [{ provider: writer.provider }],
  plugins: [plugin],
});
afterAll(() => host.stop());

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

describe('signing a note', () => {
  test('says who signed which version, and when', async () => {
    const id = await saved();
    const begun = Date.now();
    const { status, json } = await post(id, 'sign');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      version: 2,
      status: 'signed',
      signature: { version: 2, acknowledged: [], valid: true, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(Signed.parse(json).signature.at).toBeGreaterThanOrEqual(begun);
    expect((await get(id)).json).toEqual(json);
    expect((await get(`${id}/versions`)).json).toMatchObject({
      items: [{ change: 'made' }, { change: 'signed', by: Signed.parse(json).signature.by }],
    });
    expect((await get(`${id}/versions/1`)).json).toMatchObject({ status: 'draft', signature: null });
  });

  test('is refused while a warning is open, which it names', async () => {
    const id = await saved({ warned: true });
    const warnings = ['The recording is very quiet.', 'Written by a model.'];
    expect(await post(id, 'sign')).toMatchObject({
      status: 409,
      json: { detail: [{ type: 'unresolved_warnings' }], warnings },
    });
    const some = { acknowledge: warnings.slice(0, 1) };
    expect(await post(id, 'sign', some)).toMatchObject({ status: 409, json: { warnings: warnings.slice(1) } });
    expect(await post(id, 'sign', { acknowledge: [...warnings, 'All is well.'] })).toMatchObject({
      status: 422,
      json: { detail: [{ loc: ['body', 'acknowledge', 2] }] },
    });
    expect((await get(id)).json).toMatchObject({ version: 1, status: 'draft' });
    expect((await post(id, 'sign', { acknowledge: warnings })).json).toMatchObject({
      status: 'signed',
      signature: { acknowledged: warnings },
    });
  });

  test('is refused where the signer saw another version', async () => {
    const id = await saved();
    await host.call('PATCH', `/api/v1/transcripts/${id}`, { json: { patient: { name: 'Ann' } } });
    expect(await post(id, 'sign', { version: 1 })).toMatchObject({
      status: 409,
      json: { detail: [{ type: 'version_conflict' }], version: 2, changes: [{ part: 'patient', version: 2 }] },
    });
    expect((await post(id, 'sign', { version: 2 })).status).toBe(200);
  });

  test('is of the canonical JSON that the documentation describes', async () => {
    const id = await saved();
    const { json } = await post(id, 'sign');
    const record = z.record(z.string(), z.unknown()).parse(json);
    const pick = (names: string) => (item: unknown) =>
      Object.fromEntries(names.split(' ').map((name) => [name, z.record(z.string(), z.unknown()).parse(item)[name]]));
    const list = (value: unknown) => z.array(z.unknown()).parse(value);
    const { sha256, valid: _, ...signature } = z.record(z.string(), z.unknown()).parse(record.signature);
    const signed = [
      {
        ...pick('id form template language patient visit')(record),
        signature,
        codes: list(record.codes).map(pick('system code evidence')),
        speakers: list(record.speakers).map(pick('speaker name role')),
        sections: list(record.sections).map((section) => {
          const { name, statements } = z.object({ name: z.string(), statements: z.unknown() }).parse(section);
          return { name, statements: list(statements).map(pick('id text evidence')) };
        }),
      },
      list(record.segments).map(pick('id speaker startMs endMs text')),
    ];
    expect(createHash('sha256').update(sorted(signed)).digest('hex')).toBe(sha256);
  });

  test('happens once, and is for the own account', async () => {
    const id = await saved();
    const { key } = await host.newAccount();
    expect((await post(id, 'sign', {}, key)).status).toBe(404);
    const answers = await Promise.all([post(id, 'sign'), post(id, 'sign')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await get(id)).json).toMatchObject({ version: 2 });
  });
});

test.each([
  ['sign', {}],
  ['addendum', { text: 'The left knee was meant.' }],
  ['reopen', { reason: 'Wrong side' }],
])('a request whose host died before it could answer is done once when it is sent again: %s', async (path, json) => {
  const id = await saved();
  if (path !== 'sign') await post(id, 'sign');
  const send = () =>
    host.call('POST', `/api/v1/transcripts/${id}/${path}`, { json, headers: { 'idempotency-key': id } });
  const first = await send();
  await forget();
  const second = await send();
  expect(first.status).toBe(200);
  expect(second.headers.has('idempotency-replayed')).toBe(false);
  expect({ status: second.status, json: second.json }).toEqual({ status: 200, json: first.json });
});

describe('a signed note', () => {
  test('cannot be changed by any route', async () => {
    const id = await saved();
    const signed = (await post(id, 'sign')).json;
    const refused = { status: 409, json: { detail: [{ type: 'signed', msg: expect.stringContaining('addendum') }] } };
    const edits = [{ segments: [{ id: 's1', text: 'x' }] }, { patient: { name: 'x' } }, { template: 'short' }];
    for (const json of edits)
      expect(await host.call('PATCH', `/api/v1/transcripts/${id}`, { json })).toMatchObject(refused);
    expect(await post(id, 'rewrite')).toMatchObject(refused);
    expect(await post(id, 'sign')).toMatchObject(refused);
    expect((await get(id)).json).toEqual(signed);
  });

  test('is not changed by a rewriting that began before, nor by its retry', async () => {
    const id = await saved();
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    writer.says = async (...given) => {
      begun.resolve();
      await go.promise;
      return quote(...given);
    };
    onTestFinished(() => {
      writer.says = quote;
    });
    const rewriting = post(id, 'rewrite');
    await begun.promise;
    const signed = (await post(id, 'sign')).json;
    go.resolve();
    const answer = await rewriting;
    expect(answer).toMatchObject({ status: 409, json: { detail: [{ type: 'signed' }] } });
    const run = `/api/v1/runs/${answer.headers.get('x-run-id')}`;
    expect((await host.call('POST', `${run}/retry`, { json: {} })).status).toBe(202);
    const state = async () => z.looseObject({ status: z.string() }).parse((await host.call('GET', run)).json).status;
    await expect.poll(state).toBe('failed');
    expect((await get(id)).json).toEqual(signed);
  });

  test('takes addenda, which leave it as it was signed', async () => {
    const id = await saved();
    expect(await post(id, 'addendum', { text: 'Late.' })).toMatchObject({
      status: 409,
      json: { detail: [{ type: 'not_signed' }] },
    });
    const { signature } = Signed.parse((await post(id, 'sign')).json);
    await post(id, 'addendum', { text: ' The left\nside. ' });
    const { json } = await post(id, 'addendum', { text: 'And the right.' });
    expect(json).toMatchObject({
      version: 4,
      status: 'amended',
      note: 'Plan:\nRest for a week.',
      signature,
      addenda: [
        { id: 'a1', text: 'The left side.', by: signature.by },
        { id: 'a2', text: 'And the right.' },
      ],
    });
    expect(await post(id, 'addendum', { text: ' ' })).toMatchObject({ status: 422 });
  });

  test('is opened again by an admin with a reason, and is amended once it is signed anew', async () => {
    const id = await saved();
    const clinician = await keyNamed('Dr. Adler');
    const { signature } = Signed.parse((await post(id, 'sign', {}, clinician)).json);
    expect(signature).toMatchObject({ by: 'Dr. Adler', version: 2 });
    await post(id, 'addendum', { text: 'Late.' }, clinician);
    expect(await post(id, 'reopen', { reason: 'Wrong side' }, clinician)).toMatchObject({ status: 403 });
    const { valid: _, ...former } = signature;
    expect((await post(id, 'reopen', { reason: 'Wrong side' })).json).toMatchObject({
      version: 4,
      status: 'draft',
      signature: null,
      addenda: [{ text: 'Late.' }],
      reopenings: [{ by: 'environment', reason: 'Wrong side', signature: former }],
    });
    expect(await post(id, 'reopen', { reason: 'Again' })).toMatchObject({ status: 409 });
    expect((await host.call('PATCH', `/api/v1/transcripts/${id}`, { json: { patient: { name: 'Ann' } } })).status).toBe(
      200,
    );
    expect((await post(id, 'sign', {}, clinician)).json).toMatchObject({
      status: 'amended',
      signature: { version: 6, valid: true },
    });
    expect((await post(id, 'addendum', { text: 'Later.' })).json).toMatchObject({ signature: { valid: true } });
    expect((await get(`${id}/versions/2`)).json).toMatchObject({ status: 'signed', signature });
  });

  test('can be deleted with all that it is made of', async () => {
    const id = await saved();
    await post(id, 'sign');
    await post(id, 'addendum', { text: 'Late.' });
    expect((await host.call('DELETE', `/api/v1/transcripts/${id}`)).status).toBe(204);
    expect((await get(id)).status).toBe(404);
  });

  test.each(['signed', 'amended', 'opened again'])('that is %s can be deleted by an admin alone', async (state) => {
    const id = await saved();
    const clinician = await keyNamed('Dr. Okafor');
    await post(id, 'sign', {}, clinician);
    if (state === 'amended') await post(id, 'addendum', { text: 'Late.' }, clinician);
    if (state === 'opened again') await post(id, 'reopen', { reason: 'The side is wrong.' });
    const path = `/api/v1/transcripts/${id}`;
    expect(await host.call('DELETE', path, { key: clinician })).toMatchObject({
      status: 409,
      json: { detail: [{ type: 'signed', msg: expect.stringContaining('"admin"') }] },
    });
    expect((await get(id)).status).toBe(200);
    expect((await host.call('DELETE', path)).status).toBe(204);
  });

  test('that is a draft can be deleted by its owner', async () => {
    const id = await saved();
    const key = await keyNamed('Dr. Okafor');
    expect((await host.call('DELETE', `/api/v1/transcripts/${id}`, { key })).status).toBe(204);
  });

  test('is found by its status', async () => {
    const { account, key } = await host.newAccount();
    const [draft, signed] = [await saved({ account }), await saved({ account })];
    await post(signed, 'sign', {}, key);
    const found = async (path: string) =>
      z
        .object({ items: z.array(z.looseObject({ id: z.string(), status: z.string() })) })
        .parse((await host.call('GET', path, { key })).json)
        .items.map(({ id, status }) => [id, status]);
    expect(await found('/api/v1/transcripts?status=signed')).toEqual([[signed, 'signed']]);
    expect(await found('/api/v1/records?status=draft')).toEqual([[draft, 'draft']]);
  });
});

describe('a signed record whose file was changed by other means', () => {
  /** A host whose record is signed, has an addendum, and was changed in its file. */
  async function tampered(change: (text: string) => string, trusted: boolean) {
    const folder = await temporaryFolder();
    const { host: first, save: keep, store } = await hostWithObserver({ dataFolder: folder.path });
    onTestFinished(async () => {
      await first.stop();
      await folder.remove();
    });
    const id = randomUUID();
    await keep(
      spineForm,
      { ...visit, warnings: [] },
      { ...note, warnings: [] },
      { id, account: 'default', createdAt: 1 },
    );
    for (const [path, json] of [
      ['sign', {}],
      ['addendum', { text: 'Late.' }],
    ] as const)
      await first.call('POST', `/api/v1/transcripts/${id}/${path}`, { json });
    const row = await store.get(recordCollection('transcripts'), id);
    const newest = row?.versions.at(-1);
    if (row === undefined || newest === undefined) throw new Error('the record has no version');
    const file = join(folder.path, 'blobs', newest.file);
    await writeFile(file, change(await readFile(file, 'utf8')));
    const sha256 = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    // Somebody who can write to the database as well corrects the hash of the file.
    if (trusted)
      await store.put(recordCollection('transcripts'), {
        ...row,
        versions: [...row.versions.slice(0, -1), { ...newest, sha256 }],
      });
    return first.call('GET', `/api/v1/transcripts/${id}`);
  }

  test('is not shown, and named', async () => {
    expect(await tampered((text) => text.replace('Rest for a week', 'Rest for a year'), false)).toMatchObject({
      status: 500,
      json: { detail: [{ msg: expect.stringContaining('version 3, is missing or damaged') }] },
    });
  });

  test.each([
    ['a statement', 'Rest for a week', 'Rest for a year'],
    ['what was said', 'I adjusted L5', 'I adjusted L4'],
    ['who signed', '"by":"environment"', '"by":"Dr. Who"'],
    ['an addendum', 'Late.', 'Never.'],
  ])('says so where %s was changed and all else made to fit', async (_, from, to) => {
    expect(await tampered((text) => text.replaceAll(from, to), true)).toMatchObject({
      status: 200,
      json: { signature: { valid: false }, warnings: [expect.stringContaining('not as it was signed')] },
    });
  });
});
