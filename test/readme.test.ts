import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { testHost } from 'chronoscribe/testing';
import { expect, test } from 'vitest';

const house = resolve(import.meta.dirname, '..');
const readme = await readFile(join(house, 'README.md'), 'utf8');

function block(language: string, containing: string): string {
  const blocks = [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code]) => code ?? '');
  return blocks.find((code) => code.includes(containing)) ?? '';
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

test('every configuration in the README is one that the host takes', async () => {
  const lines = block('yaml', 'providers:')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const swaps = lines.slice(1).map((line) => line.replace(/^ {2}(# )?/, ''));
  expect(swaps).toHaveLength(4);
  const folder = await mkdtemp(join(house, 'test', '.readme-'));
  try {
    for (const swap of swaps) {
      const file = join(folder, 'my.yaml');
      await writeFile(file, `log: { level: silent }\nproviders:\n  ${swap}\n`);
      const host = await testHost({ file, environment: { ASSEMBLYAI_API_KEY: 'a-key' } });
      expect((await host.call('GET', '/health')).status).toBe(200);
      await host.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
