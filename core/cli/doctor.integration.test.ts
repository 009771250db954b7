import { access, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { testFolder } from './testing/folder.ts';
import { cli, startCli } from './testing.ts';

const in_ = testFolder();

test('says how every part is, beside a running host that is not disturbed', async () => {
  const host = await startCli(['--data', in_('data')]);
  const { code, stdout, stderr } = await cli(['doctor', '--data', in_('data')]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Node\.js +ok +24\./m);
  expect(stdout).toMatch(/^data folder +ok +\S+, [\d.]+ GB free$/m);
  expect(stdout).toMatch(/^encryption +ok +off/m);
  expect(stdout).toMatch(/^store sqlite +ok /m);
  expect(stdout).toMatch(/^workflow-engine embedded +ok /m);
  expect(stdout).toMatch(/^extension points +ok +chronoscribe\.agent-tools: .*transcripts$/m);
  expect((await fetch(new URL('/ready', host.url))).status).toBe(200);
  await host.stop();
});

test('calls degraded what will be refused, says how to mend it, and does not count it as a failure', async () => {
  const { code, stdout } = await cli(['doctor', '--data', in_('data')], { environment: { PATH: in_('empty') } });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^transcriber auto +degraded .+\n +→ ./m);
});

test('says that a running host has the data, and still asks the parts that do not need it', async () => {
  await writeFile(in_('clinic.yaml'), 'providers: { store: { use: lowdb } }\n');
  const args = ['--config', in_('clinic.yaml'), '--data', in_('data')];
  const host = await startCli(args);
  const { code, stdout } = await cli(['doctor', ...args]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^store lowdb +failed +\S+ is in use by another process/m);
  expect(stdout).toMatch(/^plugin time-flow +failed +not tried, because it needs the store$/m);
  expect(stdout).toMatch(/^writer extractive +ok /m);
  await host.stop();
});

test('names the keys of encryption by their ids, as messages about a missing key do', async () => {
  const [key, former] = ['k', 'f'].map((letter) => Buffer.alloc(32, letter).toString('base64'));
  await writeFile(in_('clinic.yaml'), `encryption: { key: ${key}, previousKeys: [${former}] }\n`);
  const { stdout } = await cli(['doctor', '--config', in_('clinic.yaml'), '--data', in_('data')]);
  expect(stdout).toMatch(/^encryption +ok +seals with the key [0-9a-f]{16}, opens what [0-9a-f]{16} sealed$/m);
  expect(stdout).not.toContain(key);
});

test('says that the data folder cannot be written to', async () => {
  await writeFile(in_('file'), '');
  const { code, stdout } = await cli(['doctor', '--data', in_('file', 'data')]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^data folder +failed .+ cannot be written to .+\n +→ Choose another folder/m);
});

test('finds a mistake in the configuration first, and opens nothing', async () => {
  await writeFile(in_('clinic.yaml'), 'strore: {}\n');
  const { code, stdout, stderr } = await cli(['doctor', '--config', in_('clinic.yaml')], {
    workingDirectory: in_(),
  });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('unknown setting "strore"');
  await expect(access(in_('data'))).rejects.toThrow();
});

test('says in one line each what the machine lacks to confine child processes', async () => {
  const { code, stdout } = await cli(['doctor', '--data', in_('data')], {
    environment: { PATH: '/nowhere' },
  });
  expect(code).toBe(0);
  const said = stdout.split('\n').filter((line) => /^child processes|^ +→/.test(line));
  expect(said.join('\n')).toMatch(/have a network\n.*`unshare`/);
  expect(said.join('\n')).toMatch(/open only files of their own/);
  expect(said.join('\n')).toMatch(/can gain privileges.*\n.*`setpriv`/);
  expect(said.join('\n')).toMatch(
    process.getuid?.() === 0 ? /run as root\n.*another user/ : /run as the user of the host/,
  );
});
