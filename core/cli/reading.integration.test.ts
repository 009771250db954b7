import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../postgres/testing/database.ts';
import { temporaryFolder } from '../testing/provider.ts';
import { cli, startCli } from './testing.ts';

const { path, remove } = await temporaryFolder();
afterAll(remove);
const archive = join(path, 'clinic.tar');
const host = await startCli(['--data', join(path, 'source')]);
await host.stop();
expect(await cli(['export', archive, '--data', join(path, 'source')])).toMatchObject({ code: 0 });

test.each(['sqlite', 'lowdb', 'postgres'])(
  'commands that only read create nothing with %s, so that an import may follow',
  async (use) => {
    const data = join(path, use);
    await mkdir(data);
    const database = use === 'postgres' ? await testDatabase() : undefined;
    const store = database === undefined ? { use } : { use, with: { url: database.url } };
    const config = join(path, `${use}.yaml`);
    await writeFile(config, JSON.stringify({ providers: { store } }));
    const options = ['--data', data, '--config', config];
    for (const command of [
      'keys list',
      'keys accounts',
      'audit verify',
      'audit export',
      `export ${join(path, 'none.tar')}`,
    ]) {
      await cli([...command.split(' '), ...options]);
      expect([command, (await readdir(data)).filter((name) => name !== 'blobs')]).toEqual([command, []]);
    }
    expect(await cli(['import', archive, ...options])).toMatchObject({ code: 0 });
    const listed = await cli(['keys', 'list', ...options]);
    expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining('first key')]);
    await database?.stop();
  },
);
