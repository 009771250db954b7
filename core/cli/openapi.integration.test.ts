import { readdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { testFolder } from './testing/folder.ts';
import { cli } from './testing.ts';

const in_ = testFolder();

test('prints the description of the API, of the configured plugins', async () => {
  await writeFile(in_('clinic.yaml'), 'plugins: { events: false }\n');
  const { code, stdout, stderr } = await cli(['openapi', '--config', 'clinic.yaml'], { workingDirectory: in_() });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const document = JSON.parse(stdout) as { readonly paths: object };
  expect(document).toMatchObject({ openapi: '3.1.0' });
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/health', '/v1/travel']));
  expect(Object.keys(document.paths)).not.toContain('/v1/record-event');
});

test('opens nothing of the user, not even the configured database, and leaves nothing behind', async () => {
  const database = in_('precious.db');
  await writeFile(in_('clinic.yaml'), `providers: { store: { with: { file: "${database}" } } }\n`);
  const before = await readdir(in_());
  const environment = { TMPDIR: in_() };
  const { code } = await cli(['openapi', '--config', 'clinic.yaml'], { workingDirectory: in_(), environment });
  expect(code).toBe(0);
  expect(await readdir(in_())).toEqual(before);
});
