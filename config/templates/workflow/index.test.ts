import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import plugin, { letter } from './index.ts';

let host: TestHost;

beforeAll(async () => {
  host = await testHost({ plugins: [plugin] });
});
afterAll(() => host?.stop());

const results = ['sodium', 'potassium'];

test('a letter is signed once it has rested for two days and was approved', async () => {
  const run = await host.run(letter, { to: 'Ada', results });
  await host.clock.advance('2d');
  expect((await run.state()).waitingFor).toMatchObject([{ signal: 'approved' }]);
  await run.signal('approved', { by: 'Grace' });
  expect(await run.result()).toEqual({
    text: 'Dear Ada,\nwe have 2 results: sodium, potassium.',
    approvedBy: 'Grace',
  });
});

test('an approval that comes early is kept', async () => {
  const run = await host.run(letter, { to: 'Ada', results });
  await run.signal('approved', { by: 'Grace' });
  await host.clock.advance('2d');
  expect(await run.result()).toMatchObject({ approvedBy: 'Grace' });
});

test('an approval names who approves', async () => {
  const run = await host.run(letter, { to: 'Ada', results });
  await expect(run.signal('approved', { by: '' })).rejects.toMatchObject({ code: 'invalid-request' });
});

test('the endpoint starts a run that its client can follow', async () => {
  const answer = await host.call('POST', '/__NAME__/letters', {
    json: { to: 'Ada', results },
    headers: { prefer: 'respond-async' },
  });
  expect(answer.status).toBe(202);
  const run = await host.call('GET', answer.headers.get('location') ?? '');
  expect(run.json).toMatchObject({ workflow: '__NAME__-letter', name: 'Ada' });
});
