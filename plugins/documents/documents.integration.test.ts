import { randomUUID } from 'node:crypto';
import { definePlugin } from 'chronoscribe';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DocumentContent, DocumentRecords } from './kind.ts';

let host: TestHost;
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

beforeAll(async () => {
  host = await testHost({
    plugins: [onlooker],
  });
});
afterAll(() => host.stop());

const evidence = {
  form: 'pdf',
  passages: [{ id: 'p1', file: 0, page: 2, text: 'Rest for two weeks.' }],
  statements: [{ text: 'Rest for two weeks.', evidence: ['p1'], grounded: true }],
  warnings: ['Page 3 is blank.'],
  providers: { reader: null, writer: { provider: 'extractive', model: null, version: null } },
} satisfies Partial<DocumentContent>;

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
    expect(json).toEqual({ id, summary: 'Rest for two weeks.', pages: 3, createdAt: 5000, ...evidence });
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
