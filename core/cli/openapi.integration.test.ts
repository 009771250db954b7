import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/provider.ts';
import { cli } from './testing.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

test('prints the description of the API, of the configured plugins', async () => {
  await writeFile(join(folder.path, 'clinic.yaml'), 'plugins: { events: false }\n');
  const { code, stdout, stderr } = await cli(['openapi', '--config', 'clinic.yaml'], { workingDirectory: folder.path });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const document = JSON.parse(stdout) as { readonly paths: object };
  expect(document).toMatchObject({ openapi: '3.1.0' });
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/health', '/v1/travel']));
  expect(Object.keys(document.paths)).not.toContain('/v1/record-event');
});

test('opens nothing of the user, not even the configured database, and leaves nothing behind', async () => {
  const database = join(folder.path, 'precious.db');
  await writeFile(join(folder.path, 'clinic.yaml'), `providers: { store: { with: { file: "${database}" } } }\n`);
  const before = await readdir(folder.path);
  const environment = { TMPDIR: folder.path };
  const { code } = await cli(['openapi', '--config', 'clinic.yaml'], { workingDirectory: folder.path, environment });
  expect(code).toBe(0);
  expect(await readdir(folder.path)).toEqual(before);
});
