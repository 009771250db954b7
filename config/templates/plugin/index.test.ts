import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import plugin from './index.ts';

let host: TestHost;

beforeAll(async () => {
  host = await testHost({ plugins: [plugin] });
});
afterAll(() => host?.stop());

test('greets by name', async () => {
  const answer = await host.call('POST', '/__NAME__/greetings', { json: { name: 'Ada' } });
  expect(answer.status).toBe(201);
  expect(answer.json).toMatchObject({ text: 'Hello Ada' });
});

test('says which field is missing', async () => {
  const answer = await host.call('POST', '/__NAME__/greetings', { json: {} });
  expect(answer.status).toBe(422);
  expect(answer.json).toMatchObject({ errors: [{ pointer: '/name' }] });
});

test('shows an account its own greetings, and nobody else', async () => {
  const { key } = await host.newAccount();
  await host.call('POST', '/__NAME__/greetings', { json: { name: 'Grace' }, key });
  const theirs = await host.call('GET', '/__NAME__/greetings', { key });
  expect(theirs.json).toMatchObject({ greetings: [{ text: 'Hello Grace' }], next_cursor: null });
});

test('is for those with a key', async () => {
  const answer = await host.call('GET', '/__NAME__/greetings', { key: null });
  expect(answer.status).toBe(401);
});
