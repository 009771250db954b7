import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { testDatabase, testHost } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';

const house = resolve(import.meta.dirname, '..');
const readme = await readFile(join(house, 'README.md'), 'utf8');

/** What stands between fences, without the line of the first one. */
function blocks(language: string): readonly string[] {
  const begins = `${language}\n`;
  const fenced = readme.split('```').filter((_, at) => at % 2 === 1);
  return fenced.filter((code) => code.startsWith(begins)).map((code) => code.slice(begins.length));
}

function block(language: string, containing: string): string {
  return blocks(language).find((code) => code.includes(containing)) ?? '';
}

test('the plugin in the README works as it stands, switched on by the YAML in the README', async () => {
  // Inside the house, so that `chronoscribe` is found as it is beside an installed package.
  const folder = await mkdtemp(join(house, 'test', '.readme-'));
  try {
    await mkdir(join(folder, 'hello'));
    await writeFile(join(folder, 'hello', 'index.ts'), block('ts', 'definePlugin'));
    const file = join(folder, 'my.yaml');
    await writeFile(file, `log: { level: silent }\n${block('yaml', 'plugins:')}`);
    const host = await testHost({ file });
    try {
      const answer = await host.call('POST', '/hello/greetings', { json: { name: 'Ada' } });
      expect([answer.status, answer.json]).toEqual([201, { id: expect.any(String), text: 'Welcome Ada' }]);
      expect((await host.call('POST', '/hello/greetings', { json: {} })).status).toBe(422);
      expect((await host.call('GET', '/docs')).text).toContain('POST /hello/greetings');
    } finally {
      await host.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('every configuration in the guide to clinical documentation is one that the host takes', async () => {
  const guide = await readFile(join(house, 'docs', 'clinical.md'), 'utf8');
  const examples = [...guide.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml]) => yaml);
  expect(examples).toHaveLength(2);
  const folder = await mkdtemp(join(house, 'test', '.readme-'));
  try {
    for (const example of examples) {
      const file = join(folder, 'my.yaml');
      await writeFile(file, `log: { level: silent }\n${example}`);
      const host = await testHost({ file, environment: { EHR_TOKEN: 'a-token' } });
      expect((await host.call('GET', '/health')).status).toBe(200);
      await host.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('every configuration in the README is one that the host takes', async () => {
  const swaps = blocks('yaml')
    .filter((code) => code.startsWith('providers:'))
    .flatMap((code) => code.split('\n').slice(1))
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/^ {2}(# )?/, ''));
  expect(swaps).toHaveLength(7);
  const database = await testDatabase();
  const folder = await mkdtemp(join(house, 'test', '.readme-'));
  try {
    for (const swap of swaps) {
      const file = join(folder, 'my.yaml');
      await writeFile(file, `log: { level: silent }\nproviders:\n  ${swap}\n`);
      const environment = { ASSEMBLYAI_API_KEY: 'a-key', ANTHROPIC_API_KEY: 'a-key', POSTGRES_URL: database.url };
      const host = await testHost({ file, environment });
      expect((await host.call('GET', '/health')).status).toBe(200);
      await host.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
    await database.stop();
  }
});

const Answer = z.looseObject({ status: z.unknown().optional(), detail: z.string().optional() });

test('the tour of what might have been goes as the README shows it', async ({ skip }) => {
  skip(spawnSync('curl', ['--version']).error !== undefined, 'curl is not installed');
  const host = await testHost({ config: { plugins: { events: { with: { seed: 'history' } } } } });
  try {
    const shown = [block('', 'seed history'), block('', 'TIMELINE=')].join('\n');
    // Commands, with the answers that the README shows cut out: those begin with a brace or a blank and end with the paragraph.
    const commands = shown.split('\n\n').flatMap((paragraph) => {
      const lines = paragraph.split('\n');
      const answer = lines.findIndex((line) => line.startsWith('{"'));
      return paragraph.startsWith('npm ') ? [] : [lines.slice(0, answer < 0 ? undefined : answer).join('\n')];
    });
    expect(commands).toHaveLength(5);
    const script = commands.join('\necho\n').replaceAll('http://127.0.0.1:8080', host.url);
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      env: { ...process.env, KEY: host.key },
      maxBuffer: 1e7,
    });
    const [refused, , manipulated, compared, checked] = stdout.split('\n').map((line) => Answer.parse(JSON.parse(line || '{}')));
    expect(refused).toMatchObject({
      status: 409,
      findings: [{ kind: 'grandfather' }, ...Array.from({ length: 14 }, () => ({}))],
    });
    const explanation = refused?.detail?.split(' There are ')[0]?.replace(/evt_[0-9a-f-]+/, 'evt_…');
    expect(readme.replace(/\s+/g, ' ')).toContain(explanation);
    expect(manipulated).toMatchObject({ status: 'Event manipulated' });
    expect(compared).toMatchObject({ changed: [{ from: { event_id: 'assassination-of-franz-ferdinand' } }] });
    expect(checked).toMatchObject({ timeline_stability: 'Paradoxical' });
    for (const answer of [manipulated, compared, checked]) expect(readme).toContain(`"status":"${answer?.status}"`);
  } finally {
    await host.stop();
  }
});
