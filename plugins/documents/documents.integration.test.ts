import { randomUUID } from 'node:crypto';
import { definePlugin } from 'chronoscribe';
import { proofOf } from 'chronoscribe/kinds/writer';
import { testHost } from 'chronoscribe/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DocumentContent, DocumentRecords } from './kind.ts';

let documents: DocumentRecords;

/** What another plugin of the host sees of the records. */
const onlooker = definePlugin({
  name: 'onlooker',
  auth: 'public',
  needs: { documents: DocumentRecords },
  start({ needs }) {
    documents = needs.documents;
    return {};
  },
  routes: () => [],
});

const host = await testHost({
  plugins: [onlooker],
});
afterAll(() => host.stop());

const evidence = {
  form: 'pdf',
  passages: [{ id: 'p1', file: 0, page: 2, text: 'Rest for two weeks.' }],
  statements: [{ text: 'Rest for two weeks.', evidence: ['p1'], grounded: true, doubts: [], ...proofOf({}) }],
  language: 'en',
  findings: [],
  facts: [],
  coverage: { language: 'en', facts: 0, in_note: 0, omitted: [], unmentioned: [] },
  warnings: ['Page 3 is blank.'],
  providers: { reader: null, writer: { provider: 'extractive', model: null, version: null } },
} satisfies Partial<DocumentContent>;

const about = { version: 1, changedAt: 5000, by: null, title: '', patient: null, visit: null };

/** A record of the account, kept as another plugin would. */
async function kept(account: string): Promise<string> {
  const id = randomUUID();
  const answer = { id, summary: 'Rest for two weeks.', pages: 3, warnings: evidence.warnings, createdAt: 5000 };
  await documents.save({ id, account, createdAt: 5000, content: { ...evidence, answer } });
  return id;
}

describe('the record of a document', () => {
  test('contains the answer and the evidence for it', async () => {
    const { account, key } = await host.newAccount();
    const id = await kept(account);
    const { status, json } = await host.call('GET', `/api/v1/documents/${id}`, { key });
    expect(status).toBe(200);
    expect(json).toEqual({
      id,
      kept_files: [],
      summary: 'Rest for two weeks.',
      pages: 3,
      createdAt: 5000,
      ...evidence,
      ...about,
    });
  });

  test('can be read and deleted by its own account only', async () => {
    const { account, key } = await host.newAccount();
    const path = `/api/v1/documents/${await kept(account)}`;
    for (const method of ['GET', 'DELETE']) {
      expect(await host.call(method, path)).toMatchObject({ status: 404, json: { detail: [{ type: 'not_found' }] } });
    }
    expect((await host.call('DELETE', path, { key })).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await host.call(method, path, { key })).status).toBe(404);
  });

  test('is not changed when a repeated step saves it again', async () => {
    const { account } = await host.newAccount();
    const id = await kept(account);
    await documents.save({
      id,
      account,
      createdAt: 9000,
      content: { ...evidence, form: 'image', answer: { id, createdAt: 9000 } },
    });
    expect(await documents.get(account, id)).toMatchObject({ form: 'pdf', answer: { createdAt: 5000 } });
  });
});

describe('the list of documents', () => {
  test('has those of the account without their text, and finds them by patient, form and name', async () => {
    const { account, key } = await host.newAccount();
    const first = await kept(account);
    const second = await kept(account);
    const patient = { name: 'Zoë Adler', identifier: 'MRN-12' };
    const json = { patient, visit: { reason: 'Back' }, title: 'Discharge letter' };
    const changed = await host.call('PATCH', `/api/v1/documents/${second}`, { key, json });
    expect(changed).toMatchObject({
      status: 200,
      json: { id: second, version: 2, ...json, summary: 'Rest for two weeks.' },
    });
    expect((await host.call('GET', `/api/v1/documents/${second}`, { key })).json).toEqual(changed.json);
    const found = async (query: string) => {
      const { json: page } = await host.call('GET', `/api/v1/documents${query}`, { key });
      return z.object({ items: z.array(z.looseObject({ id: z.string() })) }).parse(page).items;
    };
    expect((await found('')).map(({ id }) => id).toSorted()).toEqual([first, second].toSorted());
    const listed = {
      id: second,
      createdAt: 5000,
      location: `/api/v1/documents/${second}`,
      readable: true,
      match: null,
      version: 2,
      changedAt: expect.any(Number),
      by: expect.stringMatching(/^key_/),
      form: 'pdf',
      template: '',
      status: 'draft',
      warnings: evidence.warnings,
      excerpt: 'Rest for two weeks.',
    };
    expect(await found('?patient=mrn12&form=pdf')).toEqual([{ ...listed, ...json }]);
    expect((await found('?q=dis')).map(({ id }) => id)).toEqual([second]);
    const resting = await found('?q=rest');
    expect(resting.map(({ id, match }) => [id, match]).toSorted()).toEqual(
      [first, second].toSorted().map((id) => [id, 'Rest for two weeks.']),
    );
    expect(await found('?q=est')).toEqual([]);
  });

  test('refuses a change of what there is not', async () => {
    const { account, key } = await host.newAccount();
    const path = `/api/v1/documents/${await kept(account)}`;
    for (const json of [{}, { patient: { sex: 'x' } }, { summary: 'x' }, { visit: {} }])
      expect((await host.call('PATCH', path, { key, json })).status).toBe(422);
    expect((await host.call('PATCH', path, { json: { title: 'x' } })).status).toBe(404);
  });
});
