import { defineExtensionPoint, definePlugin, route } from 'chronoscribe';
import { testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

const point = () =>
  defineExtensionPoint({ name: 'a.reminders', schema: z.strictObject({ text: z.string().min(1), days: z.int() }) });
const reminders = point();

const offering = definePlugin({
  name: 'offering',
  auth: 'time',
  routes: ({ extensions }) => {
    const listed = extensions(reminders).map(({ plugin, value }) => `${plugin}: ${value.text}`);
    const response = z.array(z.string()).readonly();
    return [route({ method: 'GET', path: '/reminders', summary: 'List', response, handle: () => listed })];
  },
});

/** What an author of JavaScript writes, whom no type stops. */
const wrong = (given: unknown) => given as never;
const filling = (name: string, more: object) =>
  definePlugin(wrong({ name, auth: 'clinical', routes: () => [], ...more }));

test('a plugin that offers a point reads what others add to it, whatever order they stand in and whoever made the point', async () => {
  const first = filling('first', { extends: [reminders.add({ text: 'early', days: 1 })] });
  const last = filling('last', { extends: () => [point().add({ text: 'late', days: 2 })] });
  const host = await testHost({ plugins: [first, offering, last] });
  onTestFinished(host.stop);
  const { json } = await host.call('GET', '/reminders');
  expect(json).toEqual(['first: early', 'last: late']);
  const document = (await host.call('GET', '/openapi.json')).json;
  expect(document).toMatchObject({ 'x-extension-points': { 'a.reminders': ['first', 'last'] } });
  expect((await host.call('GET', '/docs')).text).toMatch(/<code>a\.reminders<\/code>.*first, last/);
});

test.each<readonly [what: string, make: () => ReturnType<typeof filling>, said: string]>([
  [
    'what the point does not take',
    () => filling('p', { extends: [reminders.add(wrong({ texts: 'a', days: 1 }))] }),
    'unknown member "texts"; known: text, days',
  ],
  [
    'what another copy of the point takes, and this one does not',
    () => {
      const older = defineExtensionPoint({ name: 'a.reminders', schema: z.strictObject({ text: z.string() }) });
      return filling('p', { extends: [older.add({ text: 'a' })] });
    },
    'plugin p: extension of a.reminders: days: expected a number, got nothing',
  ],
  [
    'a value without its point',
    () => filling('p', { extends: [{ text: 'a' }] }),
    'extends: expected an array of point.add(…)',
  ],
  ['a value later', () => filling('p', { extends: async () => [] }), 'extends: expected a list, got a promise'],
  [
    'something by reading a point too early',
    () => filling('p', { start: ({ extensions }: Early) => extensions(reminders) }),
    'call extensions(…) in routes',
  ],
])('a plugin that adds %s stops the start', async (_what, make, said) => {
  await expect((async () => testHost({ plugins: [offering, make()] }))()).rejects.toThrow(said);
});

interface Early {
  extensions(of: typeof reminders): unknown;
}
