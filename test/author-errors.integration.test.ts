import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { defineCollection, defineKind, definePlugin, defineProvider, route, Store, workflow } from 'chronoscribe';
import { temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type CliHost, launch, startCli } from '../core/cli/testing.ts';

const notes = (name: string) =>
  defineCollection({ name, schema: z.object({ id: z.string(), account: z.string() }), indexes: [] });
const [prepared, unprepared] = [notes('faulty_notes'), notes('forgotten_notes')];

const noJson = (result: unknown) => result as string;

/** A plugin with a typical mistake behind each path. */
const faulty = (auth: 'time' | 'clinical') =>
  definePlugin({
    name: 'faulty',
    auth,
    config: z.strictObject({ greeting: z.string().default('Hello') }),
    needs: { store: Store },
    start: async ({ needs: { store } }) => {
      await store.prepare(prepared);
      return {};
    },
    workflows: () => ({
      dated: workflow('dated')
        .step('when', () => noJson({ at: [new Date(0)] }))
        .answer((body) => ({ body, location: '/' })),
      broken: workflow('broken')
        .step('count', () => {
          throw new Error('There are no sheep.');
        })
        .answer((body) => ({ body, location: '/' })),
    }),
    routes: ({ config, needs: { store }, workflows }) => {
      const get = (path: string, handle: () => Promise<unknown>) =>
        route({
          method: 'GET',
          path,
          summary: 'Fail',
          response: z.object({ text: z.string() }),
          handle: handle as () => Promise<{ text: string }>,
        });
      const post = (path: string, which: typeof workflows.dated) =>
        route({
          method: 'POST',
          path,
          summary: 'Fail',
          response: z.string(),
          byRun: true,
          handle: ({ run }) => run(which, null),
        });
      return [
        get('/faulty/greeting', async () => ({ text: config.greeting })),
        get('/faulty/error', async () => {
          throw new Error('The sheep are not counted.', { cause: new RangeError('too many') });
        }),
        get('/faulty/index', () => store.find(prepared, { equals: { account: 'a' } })),
        get('/faulty/collection', () => store.get(unprepared, '1')),
        get('/faulty/response', async () => ({ text: 7 })),
        post('/faulty/dated', workflows.dated),
        post('/faulty/broken', workflows.broken as never),
      ];
    },
  });

const faults: readonly (readonly [method: 'GET' | 'POST', path: string, ...messages: readonly string[]])[] = [
  [
    'GET',
    '/faulty/error',
    'Error: The sheep are not counted.',
    'author-errors.integration.test.ts:',
    'caused by RangeError: too many',
  ],
  ['GET', '/faulty/index', 'faulty_notes', 'index', 'author-errors.integration.test.ts:'],
  ['GET', '/faulty/collection', 'forgotten_notes', 'prepare', 'author-errors.integration.test.ts:'],
  [
    'GET',
    '/faulty/response',
    'GET /faulty/response: the answer does not match its schema',
    'expected string, received number',
    'at text',
  ],
  ['POST', '/faulty/dated', 'The step "when" of the workflow "dated" returned a Date at "at.0", which is not JSON'],
  ['POST', '/faulty/broken', 'Error: There are no sheep.', 'author-errors.integration.test.ts:'],
];

describe('in a test host, the answer to a faulty request', () => {
  let host: Awaited<ReturnType<typeof testHost>>;
  beforeAll(async () => {
    host = await testHost({ plugins: [faulty('clinical')] });
  });
  afterAll(() => host.stop());

  test.each(faults)('%s %s names the mistake and its place', async (method, path, ...messages) => {
    const { status, json } = await host.call(method, path, method === 'POST' ? { json: {} } : {});
    expect(status).toBe(500);
    for (const message of messages) expect(json).toMatchObject({ detail: expect.stringContaining(message) });
  });
});

describe('outside development, the answer to a faulty request', () => {
  test('contains nothing of the mistake', async () => {
    const host = await testHost({ plugins: [faulty('time')], development: false });
    for (const [method, path] of faults) {
      const { status, json } = await host.call(method, path, method === 'POST' ? { json: {} } : {});
      expect([status, json]).toMatchObject([500, { detail: 'Something went wrong on our side.' }]);
    }
    await host.stop();
  });
});

describe('a plugin or provider under test', () => {
  test('may come with its settings', async () => {
    const host = await testHost({ plugins: [{ plugin: faulty('time'), with: { greeting: 'Welcome' } }] });
    expect((await host.call('GET', '/faulty/greeting')).json).toEqual({ text: 'Welcome' });
    await host.stop();
  });

  test('is refused with wrong settings, and the settings are named', async () => {
    const starting = testHost({ plugins: [{ plugin: faulty('time'), with: { greting: 'Welcome' } }] });
    await expect(starting).rejects.toThrow(/The settings of "faulty" are wrong:\n.*greting/);
  });

  test('needs no schema for settings if it has none', async () => {
    const Lamp = defineKind<{ light(): string }>('lamp');
    const provider = defineProvider({ kind: Lamp, name: 'oil', create: () => ({ light: () => 'yellow' }) });
    const plugin = definePlugin({ name: 'lighthouse', auth: 'public', needs: { lamp: Lamp }, routes: () => [] });
    const host = await testHost({ plugins: [plugin], providers: [provider] });
    await host.stop();
    await expect(testHost({ plugins: [plugin], providers: [{ provider, with: { oil: 1 } }] })).rejects.toThrow('oil');
  });
});

describe('with plugins that fail,', () => {
  const file = join(import.meta.dirname, 'fixtures/failing-plugins/config.yaml');
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  /** The answers to all failing requests, and everything that was logged. */
  async function failAll(host: CliHost) {
    const answers: string[] = [];
    for (const [method, path] of [
      ['GET', '/sheep'],
      ['POST', '/sheep'],
      ['GET', '/patients'],
      ['POST', '/patients'],
    ] as const) {
      const body = method === 'POST' ? { body: '{}' } : {};
      const response = await fetch(new URL(path, host.url), { method, headers: { 'x-api-key': host.key }, ...body });
      expect(response.status).toBe(500);
      answers.push(await response.text());
    }
    const { code, stderr } = await host.stop();
    expect(code).toBe(0);
    return { answers: answers.join('\n'), log: stderr };
  }

  test('start logs the messages of those that are not clinical, and answers none', async () => {
    const { answers, log } = await failAll(await startCli(['--config', file, '--data', folder.path]));
    for (const place of ['handler', 'step', 'log']) {
      expect(log).toContain(`${place} of sheep`);
      expect(log).not.toContain(`${place} of patients`);
    }
    expect(answers).not.toMatch(/ of (sheep|patients)/);
  });

  test('dev logs and answers every message', async () => {
    const { answers, log } = await failAll(
      await startCli(['--no-watch', '--config', file, '--data', folder.path], { command: 'dev' }),
    );
    for (const name of ['sheep', 'patients']) {
      expect(answers).toContain(`Error: handler of ${name} [at `);
      expect(answers).toContain(`Error: step of ${name} [at `);
      expect(log).toContain(`log of ${name}`);
    }
  });
});

test('dev restarts when a file of a plugin or the configuration changes, and stops at SIGTERM', async () => {
  // In this folder, so that the plugin finds `chronoscribe`.
  const folder = await mkdtemp(join(import.meta.dirname, '.dev-'));
  const plugin = (text: string) => `import { definePlugin } from 'chronoscribe';
    export default definePlugin({ name: 'changing', auth: 'public', routes: () => [], health: () => ({ status: 'ok', detail: '${text}' }) });`;
  await writeFile(join(folder, 'plugin.ts'), plugin('first'));
  const configure = (use: string) =>
    writeFile(
      join(folder, 'my.yaml'),
      `http: { port: 0 }\nlog: { level: silent }\nplugins: { changing: { use: ${use} } }\n`,
    );
  await configure('./plugin.ts');
  const key = 'twenty-four-characters-or-more';
  const child = launch(['dev', '--config', join(folder, 'my.yaml'), '--data', join(folder, 'data')], {
    environment: { CHRONOSCRIBE_API_KEY: key },
  });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const health = async () => {
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      const [, url] = /^listening on (.*)$/.exec(line.value) ?? [];
      if (url === undefined) continue;
      // One write may be seen as two changes: the host of the first is gone then, and another one starts.
      const answer = await fetch(new URL('/ready', url), { headers: { 'x-api-key': key } }).then(
        (response) => response.text(),
        () => undefined,
      );
      if (answer !== undefined) return answer;
    }
    throw new Error('dev ended');
  };
  try {
    expect(await health()).toContain('first');
    await writeFile(join(folder, 'plugin.ts'), plugin('second'));
    expect(await health()).toContain('second');
    await writeFile(join(folder, 'other.ts'), plugin('third'));
    await configure('./other.ts');
    expect(await health()).toContain('third');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  } finally {
    child.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true });
  }
});
