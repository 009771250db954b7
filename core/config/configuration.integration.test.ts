import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hostSettings } from './host-settings.ts';
import { bundledPlugins, emptyFolder, read, readIn } from './testing.ts';

const anySettings = z.looseObject({});

describe('without a user’s file', () => {
  test('the shipped defaults have no problem and are what the schema says', () => {
    const folder = emptyFolder();
    const { configuration, problems } = readIn(folder);
    expect(problems.report()).toBe('');
    expect(configuration).toMatchObject({ ...hostSettings.parse({}), file: null, data: join(folder, 'data') });
  });

  test('every bundled kind has a provider, and every bundled plugin but mcp runs', () => {
    const { configuration } = readIn(emptyFolder());
    expect(configuration.providers.map(({ kind, use }) => `${kind}: ${use}`)).toEqual([
      'transcriber: auto',
      'diarizer: sherpa',
      'punctuator: sherpa',
      'writer: extractive',
      'grounding: rules',
      'ocr: tesseract',
      'store: sqlite',
      'blobs: disk',
      'workflow-engine: embedded',
    ]);
    expect(configuration.plugins.map(({ name }) => name)).toEqual(bundledPlugins);
  });

  test('a plugin that is not configured has settings from its schema', () => {
    const { settings, problems } = readIn(emptyFolder());
    expect(settings(['plugins', 'audio-notes'], z.strictObject({ template: z.string().default('soap') }))).toEqual({
      template: 'soap',
    });
    expect(problems.count).toBe(0);
  });
});

describe('an example in the shipped file', () => {
  const shipped = readFileSync(join(import.meta.dirname, '../../config/default.yaml'), 'utf8');
  const swaps = [...shipped.matchAll(/^ {2}# [a-z-]+:\n(?: {2}# {3}.*\n)+/gm)].map(([block]) =>
    block.replaceAll(/^ {2}# /gm, '  '),
  );
  const plugins = [...shipped.matchAll(/^# plugins:\n(?:# {3}.*\n)+/gm)].map(([block]) =>
    block.replaceAll(/^# /gm, ''),
  );

  const environment = {
    ASSEMBLYAI_API_KEY: 'a-key',
    ANTHROPIC_API_KEY: 'a-key',
    EHR_TOKEN: 'a-token',
    OIDC_SECRET: 'a-secret',
    POSTGRES_URL: 'postgres://localhost/clinic',
    S3_ACCESS_KEY_ID: 'a-key',
    S3_SECRET_ACCESS_KEY: 'a-key',
    TEMPORAL_API_KEY: 'a-key',
  };

  test.each(swaps)('swaps a provider without changes: %s', (swap) => {
    const { configuration, problems } = read(`providers:\n${swap}`, { environment });
    expect(problems.report()).toBe('');
    const [, kind, use] = /^ *([a-z-]+):\n *use: (.*)/.exec(swap) ?? [];
    expect(configuration.providers).toContainEqual(expect.objectContaining({ kind, use }));
  });

  test.each(plugins)('chooses plugins without changes: %s', (example) => {
    const { configuration, problems } = read(example, { environment });
    expect(problems.report()).toBe('');
    const expected = [...bundledPlugins.filter((name) => name !== 'chiropractic-grid'), 'mcp', 'lab-import', 'sms'];
    expect(configuration.plugins.map(({ name }) => name)).toEqual(expected);
  });

  test('exists for every swap in the documentation', () => {
    const uses = [
      ...['whisper', 'assemblyai', 'openai-compatible', 'command', 'command', 'command', 'command'],
      ...['none', 'sherpa'],
      ...['ollama', 'hosted', 'tesseract', 'lowdb', 'postgres', 'disk', 's3', 'postgres', 'temporal'],
    ];
    expect(swaps.map((swap) => /use: (.*)/.exec(swap)?.[1])).toEqual(uses);
    expect(plugins).toHaveLength(1);
  });
});

describe('a file', () => {
  test.each(['', '# nothing yet\n', '---\n', 'plugins:\n', 'http:\n  rateLimit:\n', '\uFEFFcluster: false\r\n'])(
    'may hold next to nothing: %j',
    (content) => {
      const { configuration, problems } = read(content);
      expect(problems.report()).toBe('');
      expect(configuration.http).toEqual({
        host: '127.0.0.1',
        port: 8080,
        allowedHosts: null,
        rateLimit: { perMinute: 600, failedPerMinute: 30 },
        trustedProxies: [],
        tls: null,
      });
      expect(configuration.providers).toHaveLength(9);
    },
  );

  test('changes what it names and leaves the rest', () => {
    const { configuration } = read('http: { rateLimit: { perMinute: 0 } }\nruns: { keepDays: 7 }\n');
    expect(configuration.http).toEqual({
      host: '127.0.0.1',
      port: 8080,
      allowedHosts: null,
      rateLimit: { perMinute: 0, failedPerMinute: 30 },
      trustedProxies: [],
      tls: null,
    });
    expect(configuration.runs).toEqual({ keepDays: 7, keepFailedUploadsHours: 24, waitForProvidersMinutes: 5 });
  });

  test('is named by --config, else by CHRONOSCRIBE_CONFIG', () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'flag.yaml'), 'cluster: true');
    writeFileSync(join(folder, 'variable.yaml'), 'log: { level: warn }');
    const environment = { CHRONOSCRIBE_CONFIG: 'variable.yaml' };
    expect(readIn(folder, { environment }).configuration).toMatchObject({ cluster: false, log: { level: 'warn' } });
    expect(readIn(folder, { environment, file: 'flag.yaml' }).configuration).toMatchObject({
      cluster: true,
      log: { level: 'info' },
    });
    expect(readIn(folder, { environment: { CHRONOSCRIBE_CONFIG: '' } }).configuration.file).toBeNull();
  });

  test('is overridden by the environment, and that by flags', () => {
    const content = 'http: { port: 1111, host: 10.0.0.1 }\ndata: ./from-file';
    const environment = { CHRONOSCRIBE_PORT: '2222', CHRONOSCRIBE_HOST: '0.0.0.0', CHRONOSCRIBE_DATA: '/srv/variable' };
    expect(read(content, { environment }).configuration).toMatchObject({
      http: { port: 2222, host: '0.0.0.0' },
      data: '/srv/variable',
    });
    const flags = { port: '0', host: '::1', data: '/srv/flag' };
    expect(read(content, { environment, flags }).configuration).toMatchObject({
      http: { port: 0, host: '::1' },
      data: '/srv/flag',
    });
  });

  test('is not overridden by an empty variable', () => {
    expect(read('http: { port: 1111 }', { environment: { CHRONOSCRIBE_PORT: '' } }).configuration.http.port).toBe(1111);
  });

  test('names the data folder relative to itself, the environment and flags relative to the working directory', () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'etc'));
    writeFileSync(join(folder, 'etc/my.yaml'), 'data: ../kept');
    writeFileSync(join(folder, 'etc/other.yaml'), 'cluster: false');
    const dataOf = (request: Parameters<typeof readIn>[1]) => readIn(folder, request).configuration.data;
    expect(dataOf({ file: 'etc/my.yaml' })).toBe(join(folder, 'kept'));
    expect(dataOf({ file: 'etc/other.yaml' })).toBe(join(folder, 'data'));
    expect(dataOf({ file: 'etc/my.yaml', environment: { CHRONOSCRIBE_DATA: 'here' } })).toBe(join(folder, 'here'));
    expect(dataOf({ file: 'etc/my.yaml', flags: { data: './there' } })).toBe(join(folder, 'there'));
  });
});

describe('a provider', () => {
  const settingsOf = (content: string) => read(content).settings(['providers', 'store'], anySettings);

  test('is swapped by naming another', () => {
    const { configuration, problems } = read('providers: { store: { use: lowdb } }');
    expect(problems.report()).toBe('');
    expect(configuration.providers.find(({ kind }) => kind === 'store')?.use).toBe('lowdb');
  });

  test('keeps its default if only its settings are given, or the same name', () => {
    expect(settingsOf('providers: { store: { with: { file: x.db } } }')).toEqual({ file: 'x.db' });
    expect(settingsOf('providers: { store: { use: sqlite, with: { file: x.db } } }')).toEqual({ file: 'x.db' });
    expect(settingsOf('providers: { store: { use: sqlite, with: } }')).toEqual({});
    expect(settingsOf('providers: { store: }')).toEqual({});
  });

  test('from a path is relative to the file that names it', () => {
    const { configuration } = read('providers: { writer: { use: ./writer.ts } }');
    const bases = configuration.providers.map(({ kind, base }) => [kind, base.endsWith('/config')]);
    expect(Object.fromEntries(bases)).toMatchObject({ writer: true, store: false });
  });

  test('may have a kind of a third-party plugin', () => {
    const { configuration, problems } = read('providers: { lab: { use: ./lab.ts }, fax: { use: "npm:@clinic/fax" } }');
    expect(problems.report()).toBe('');
    expect(configuration.providers.slice(-2)).toMatchObject([
      { kind: 'lab', use: './lab.ts', path: ['providers', 'lab'] },
      { kind: 'fax', use: 'npm:@clinic/fax', path: ['providers', 'fax'] },
    ]);
  });
});

describe('a plugin', () => {
  const namesIn = (content: string) => read(content).configuration.plugins.map(({ name }) => name);

  test('is switched off by false', () => {
    expect(namesIn('plugins: { audio-notes: false }')).toEqual(bundledPlugins.filter((name) => name !== 'audio-notes'));
  });

  test.each(['true', '', '{}', '{ use: anchors }', '{ with: }', '{ with: { days: 3 } }'])(
    'stays on with %j',
    (entry) => {
      const { configuration, problems } = read(`plugins:\n  anchors: ${entry}\n`);
      expect(problems.report()).toBe('');
      expect(configuration.plugins.map(({ name }) => name)).toEqual(bundledPlugins);
    },
  );

  test('that is off in the shipped file is switched on by true', () => {
    expect(namesIn('plugins: { mcp: true }')).toEqual([...bundledPlugins, 'mcp']);
  });

  test('takes its settings from with', () => {
    const { settings } = read('plugins: { audio-notes: { with: { template: soap } } }');
    expect(settings(['plugins', 'audio-notes'], anySettings)).toEqual({ template: 'soap' });
  });

  test('that is not bundled is added by its path or package', () => {
    const { configuration, problems } = read(
      'plugins: { lab: { use: ../lab.ts }, fax: { use: "npm:fax", with: { a: 1 } } }',
    );
    expect(problems.report()).toBe('');
    expect(configuration.plugins.slice(-2)).toMatchObject([
      { name: 'lab', use: '../lab.ts' },
      { name: 'fax', use: 'npm:fax' },
    ]);
  });

  test('that is bundled can be replaced by one of the same name', () => {
    const { configuration, problems } = read('plugins: { anchors: { use: ./mine.ts } }');
    expect(problems.report()).toBe('');
    expect(configuration.plugins.find(({ name }) => name === 'anchors')?.use).toBe('./mine.ts');
  });
});

test('an alias repeats the settings of its anchor', () => {
  const { configuration, problems, settings } = read(
    'providers:\n  writer: { use: ollama, with: &llm { model: m } }\n  lab: { use: ./lab.ts, with: *llm }\n',
  );
  expect(problems.report()).toBe('');
  expect(configuration.providers.map(({ kind }) => kind)).toContain('lab');
  expect(settings(['providers', 'lab'], anySettings)).toEqual({ model: 'm' });
});
