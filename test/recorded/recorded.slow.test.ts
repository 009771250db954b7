import { readFile, writeFile } from 'node:fs/promises';
import { type TestDatabase, type TestHost, testDatabase, testHost } from 'chronoscribe/testing';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { probe } from '../fixtures/probe.ts';
import { converse } from './conversation.ts';
import { digest } from './masking.ts';

/**
 * What the API is and what it answers, as digests by readable names, so that a change that should change nothing can be
 * told from one that does.
 *
 * `RECORD=1 npx vitest run --config test/vitest.config.ts --root . --project slow test/recorded` renews the file after
 * a wanted change. `RECORD_TO=FOLDER` writes the texts themselves there: those of two versions can be compared.
 */
const file = new URL('recorded.json', import.meta.url);
const { RECORD, RECORD_TO } = process.env;

type Texts = ReadonlyMap<string, string>;

const Recorded = z.record(z.string(), z.record(z.string(), z.string()));
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
});

let database: TestDatabase | undefined;
afterAll(() => database?.stop());

async function started(store: string): Promise<TestHost> {
  if (store === 'postgres') database = await testDatabase();
  const settings = database === undefined ? {} : { with: { url: database.url } };
  return testHost({
    plugins: probe().plugins,
    development: false,
    config: {
      plugins: {
        mcp: true,
        webhooks: { with: { allowPrivateAddresses: true } },
        documents: { with: { keepFiles: 'with-record' } },
      },
      providers: { store: { use: store, ...settings } },
    },
  });
}

/** The parts of the OpenAPI document by name. */
async function operations(host: TestHost): Promise<Texts> {
  const { paths, components, ...rest } = Document.parse((await host.call('GET', '/openapi.json')).json);
  const parts = [
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
    ...Object.entries(components).flatMap(([section, named]) =>
      Object.entries(named).map(([name, component]) => [`${section} ${name}`, component] as const),
    ),
    ['the rest', rest] as const,
  ];
  return new Map(parts.map(([name, part]) => [name, JSON.stringify(part, null, 2)]));
}

/** Compares texts with what was recorded of them, or records them. */
async function expectRecorded(what: string, texts: Texts, from: string): Promise<void> {
  const digests = Object.fromEntries([...texts].map(([name, text]) => [name, digest(text)]));
  if (RECORD_TO !== undefined) {
    const whole = [...texts].map(([name, text]) => `=== ${name}\n${text}\n`).join('\n');
    await writeFile(`${RECORD_TO}/${what}-${from}.txt`, whole);
  }
  const recorded = Recorded.parse(JSON.parse(await readFile(file, 'utf8').catch(() => '{}')));
  if (RECORD !== undefined && from === 'sqlite')
    await writeFile(file, `${JSON.stringify({ ...recorded, [what]: digests }, null, 2)}\n`);
  else expect(digests).toEqual(recorded[what]);
}

test.each(['sqlite', 'lowdb', 'postgres'])('a host on %s answers as recorded', async (store) => {
  const host = await started(store);
  try {
    await expectRecorded('operations', await operations(host), store);
    await expectRecorded('conversation', await converse(host), store);
  } finally {
    await host.stop();
  }
});
