import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { archive } from '../models/testing/archives.ts';
import { type FileServer, startFileServer } from '../models/testing/file-server.ts';
import { parrotFile } from '../models/testing/parrot.ts';
import { temporaryFolder } from '../testing/provider.ts';
import { showProgress } from './models.ts';
import { cli, launch } from './testing.ts';

const provider = new URL('../models/testing/parrot-provider.ts', import.meta.url).pathname;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: FileServer;
beforeEach(async () => {
  folder = await temporaryFolder();
  server = await startFileServer(parrotFile);
  await writeFile(at('my.yaml'), `providers: { transcriber: { use: ${provider} } }\n`);
});
afterEach(async () => {
  await server.stop();
  await folder.remove();
});

const at = (...names: readonly string[]) => join(folder.path, ...names);
const model = (...names: readonly string[]) => at('data', 'models', ...names);
const asked = (args: readonly string[]) => ['models', ...args, '--config', at('my.yaml'), '--data', at('data')];
const models = (...args: readonly string[]) => cli(asked(args), { environment: { PARROT_URL: server.url } });

describe('models list', () => {
  test('names what the bundled and the configured providers can work with, and what is here', async () => {
    await models('pull', 'parrot-small');
    const { code, stdout } = await models('list');
    expect(code).toBe(0);
    const lines = stdout.split('\n').filter((line) => /^(NAME|parrot)/.test(line));
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['NAME', 'SIZE', 'LICENCE', 'STATE', 'WHAT IT IS FOR'],
      ['parrot-packed', '?', 'MIT', 'absent', 'repeats what it hears'],
      ['parrot-small', '1.0 MB', 'MIT', 'ready', 'repeats what it hears'],
    ]);
  });
});

describe('models pull', () => {
  test('fetches what is named, and says how far it is in plain lines where nobody watches', async () => {
    const { code, stdout, stderr } = await models('pull', 'parrot-small');
    expect({ code, stdout }).toEqual({ code: 0, stdout: `parrot-small is ready in ${model('parrot-small')}\n` });
    expect(stderr).toMatch(new RegExp(`^parrot-small: 1.0 MB from ${server.url}\n(parrot-small: \\d+ %\n)+$`));
    expect(stderr).toContain('parrot-small: 100 %\n');
    expect(await readFile(model('parrot-small', 'parrot.onnx'))).toEqual(parrotFile);
  });

  test('says no more than that where all is here', async () => {
    await models('pull', 'parrot-small');
    expect(await models('pull', 'parrot-small')).toMatchObject({ code: 0, stderr: '' });
    expect(server.ranges).toHaveLength(1);
  });

  test('uses the mirror that configuration names', async () => {
    const mirrored = `models: { mirror: "${server.origin}/moved" }\n`;
    await writeFile(at('my.yaml'), `${await readFile(at('my.yaml'), 'utf8')}${mirrored}`);
    const { code } = await cli(asked(['pull', 'parrot-small']), {
      environment: { PARROT_URL: 'https://github.com/parrot' },
    });
    expect({ code, paths: server.paths }).toEqual({ code: 0, paths: ['/moved/parrot', '/storage/file'] });
  });

  test('without a name says which there are', async () => {
    const { code, stderr } = await models('pull');
    expect(code).toBe(1);
    expect(stderr).toMatch(/Which\? There are: .*parrot-packed, parrot-small/);
  });

  test('finds a slip in any name before it fetches anything', async () => {
    const { code, stderr } = await models('pull', 'parrot-small', 'parot-packed');
    expect(code).toBe(1);
    expect(stderr).toContain('unknown model "parot-packed"');
    expect(server.paths).toEqual([]);
  });

  test('that fails says what broke and how to go on, without a stack', async () => {
    server.answer({ as: 'cut', bytes: 300_000 });
    const { code, stderr } = await models('pull', 'parrot-small');
    expect(code).toBe(1);
    expect(stderr).toContain('broke off after');
    expect(stderr).toContain('chronoscribe models pull parrot-small');
    expect(stderr).not.toContain(' at ');
    expect(await models('pull', 'parrot-small')).toMatchObject({ code: 0 });
    expect(server.ranges[1]).toMatch(/^bytes=/);
  });

  test('that is killed while it fetches leaves what the next one goes on from', async () => {
    server.answer({ as: 'stall', bytes: 300_000 });
    const child = launch(asked(['pull', 'parrot-small']), { environment: { PARROT_URL: server.url } });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await expect
      .poll(() =>
        readFile(model('.partial', 'parrot-small.download')).then(
          ({ length }) => length,
          () => 0,
        ),
      )
      .toBe(300_000);
    child.kill('SIGKILL');
    await ended;
    expect(await models('pull', 'parrot-small')).toMatchObject({ code: 0 });
    expect(server.ranges).toEqual([undefined, 'bytes=300000-']);
  });
});

describe('models import', () => {
  test('takes the file that the address leads to, compares it and needs no network', async () => {
    await writeFile(at('parrot.onnx'), parrotFile);
    const { code, stdout, stderr } = await models('import', 'parrot-small', at('parrot.onnx'));
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `parrot-small is ready in ${model('parrot-small')}\n`,
      stderr: '',
    });
    expect(server.paths).toEqual([]);
    expect(await models('verify', 'parrot-small')).toMatchObject({ code: 0 });
  });

  test('takes an archive, and says where there is nothing to compare it with', async () => {
    await writeFile(at('parrot.tar.bz2'), archive('parrot'));
    const { code, stderr } = await models('import', 'parrot-packed', at('parrot.tar.bz2'));
    expect(code).toBe(0);
    expect(stderr).toContain('There is no known checksum to compare its files with');
    expect(await models('verify', 'parrot-packed')).toMatchObject({ code: 0 });
  });

  test('takes the folder of another host, and compares it with its receipt', async () => {
    server.replace(archive('parrot'));
    await models('pull', 'parrot-packed');
    await carry('parrot-packed', 'encoder.onnx', 'tokens.txt', 'model.json');
    const good = await cli([
      'models',
      'import',
      'parrot-packed',
      at('usb'),
      '--config',
      at('my.yaml'),
      '--data',
      at('other'),
    ]);
    expect(good).toMatchObject({ code: 0, stderr: '' });
    await writeFile(at('usb', 'tokens.txt'), 'the tokens of a carrot\n');
    const bad = await cli([
      'models',
      'import',
      'parrot-packed',
      at('usb'),
      '--config',
      at('my.yaml'),
      '--data',
      at('third'),
    ]);
    expect(bad.code).toBe(1);
    expect(bad.stderr).toContain('is not the model parrot-packed: its receipt (model.json) says otherwise');
  });

  test.each([
    ['another file', 'parrot-small', Buffer.from(parrotFile).fill(7, 0, 10), 'its SHA-256 is'],
    ['a cut file', 'parrot-small', parrotFile.subarray(5), 'instead of 1000000'],
    ['an archive that lacks a file', 'parrot-packed', archive('lacking'), 'it does not hold tokens.txt'],
  ])('refuses %s and leaves nothing behind', async (_, name, bytes, said) => {
    await writeFile(at('carried'), bytes);
    const { code, stderr } = await models('import', name, at('carried'));
    expect(code).toBe(1);
    expect(stderr).toContain(`${at('carried')} is not the model ${name}`);
    expect(stderr).toContain(said);
    expect(await readdir(model())).toEqual(['.partial']);
    expect(await readdir(model('.partial'))).toEqual([`${name}.lock`]);
  });

  test.each([
    [
      'a file that is not there',
      ['import', 'parrot-small', '/nowhere/parrot.onnx'],
      '/nowhere/parrot.onnx cannot be read',
    ],
    [
      'a folder without its files',
      ['import', 'parrot-packed', '/proc'],
      'encoder.onnx is not the model parrot-packed: there is no such file',
    ],
    ['no file at all', ['import', 'parrot-small'], 'missing: FILE'],
  ])('says what is wrong with %s', async (_, args, said) => {
    const { code, stderr } = await models(...args);
    expect(code).toBe(1);
    expect(stderr).toContain(said);
  });

  async function carry(name: string, ...files: readonly string[]): Promise<void> {
    await mkdir(at('usb'));
    for (const file of files) await copyFile(model(name, file), at('usb', file));
  }
});

describe('models verify', () => {
  test('finds a file that has changed without changing its length, says how to mend it, and exits with 1', async () => {
    await models('pull', 'parrot-small');
    expect(await models('verify')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^parrot-small {2}ready/) });
    await writeFile(model('parrot-small', 'parrot.onnx'), Buffer.from(parrotFile).fill(7, 500_000, 500_001));
    const { code, stdout } = await models('verify');
    expect(code).toBe(1);
    expect(stdout).toContain('parrot.onnx has changed since it was installed');
    expect(stdout).toContain('→ Run: chronoscribe models pull parrot-small');
  });

  test('of a model that is absent exits with 1 and names the command that fetches it', async () => {
    const { code, stdout } = await models('verify', 'parrot-small');
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringContaining('chronoscribe models pull parrot-small'),
    });
  });
});

describe('its progress', () => {
  const shown = (isTTY: boolean, fractions: readonly number[]) => {
    const written: string[] = [];
    const progress = showProgress({ isTTY, write: (piece) => written.push(piece) }, 'parrot');
    for (const fraction of fractions) progress(fraction);
    progress.end();
    return written;
  };

  test('is a bar that grows in one line where somebody watches', () => {
    expect(shown(true, [0.5, 0.501, 1])).toEqual([
      `\r\x1b[Kparrot ${'█'.repeat(15)}${'░'.repeat(15)} 50 %`,
      `\r\x1b[Kparrot ${'█'.repeat(30)} 100 %`,
      '\r\x1b[K',
    ]);
  });

  test('is a line for each tenth where nobody does', () => {
    expect(shown(false, [0.05, 0.12, 0.19, 0.5, 1])).toEqual([
      'parrot: 0 %\n',
      'parrot: 10 %\n',
      'parrot: 50 %\n',
      'parrot: 100 %\n',
    ]);
  });
});
