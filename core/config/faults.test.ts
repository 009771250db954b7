// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references look like this in YAML
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ConfigurationError } from './problems.ts';
import { emptyFolder, kinds, read, readIn, reportOn } from './testing.ts';

const known =
  'known: accounts, runs, console, time-flow, anchors, timelines, events, records, transcripts, live-recordings, audio-notes, chiropractic-grid, documents, images, pdfs, webhooks, ehr, mcp';

test('every fault of a file is reported at once, in the order of the lines', () => {
  const { problems, settings } = read(
    `htpp: {}
http: { port: 70000, host: 12 }
data: \${NOT_SET}/x
providers:
  transcriber:
    use: assemblyai
    with:
      pollMs: often
      langauge: en
  writter: { use: extractive }
  store: lowdb
plugins:
  audio-note: false
  anchors: { days: 3 }
log: { level: inof }
log: {}
`,
    { environment: { CHRONOSCRIBE_PORT: '' } },
  );
  settings(['providers', 'transcriber'], z.strictObject({ apiKey: z.string(), pollMs: z.int().optional() }));
  problems.add(['plugins', 'transcripts'], 'needs a store that the moon provides');
  expect(problems.report()).toBe(`config/clinic.yaml:1:1  htpp
    unknown setting "htpp"; known: http, data, providers, plugins, automations, cluster, log, start, stop, metrics, telemetry, models, encryption, limits, uploads, runs; did you mean "http"?
config/clinic.yaml:2:15  http.port
    expected at most 65535, got 70000 (the TCP port to listen on; 0 picks a free one)
config/clinic.yaml:2:28  http.host
    expected text, got 12 (the address to listen on; 0.0.0.0 for all addresses of this machine)
config/clinic.yaml:3:7  data
    the environment variable NOT_SET is not set
config/clinic.yaml:7:5  providers.transcriber.with.apiKey
    missing: expected text
config/clinic.yaml:8:15  providers.transcriber.with.pollMs
    expected a number, got "often"
config/clinic.yaml:9:7  providers.transcriber.with.langauge
    unknown setting "langauge"; known: apiKey, pollMs
config/clinic.yaml:10:3  providers.writter
    unknown kind "writter"; known: ${kinds.join(', ')}; did you mean "writer"? (a kind of your own is given with use: ./path or npm:package)
config/clinic.yaml:11:10  providers.store
    expected an entry such as { use: name, with: { … } }
config/clinic.yaml:12:1  plugins.transcripts
    needs a store that the moon provides
config/clinic.yaml:13:3  plugins.audio-note
    unknown plugin "audio-note"; ${known}; did you mean "audio-notes"? (one that is not bundled needs use: ./path or npm:package)
config/clinic.yaml:14:14  plugins.anchors.days
    unknown setting "days"; known: use, with
config/clinic.yaml:15:15  log.level
    expected one of debug, info, warn, error, silent, got "inof"; did you mean "info"? (the lowest level that is logged)
config/clinic.yaml:16:1  log
    "log" is set twice; the first is in line 15`);
});

test('the host can throw the report', () => {
  const { problems } = read('cluster: perhaps');
  expect(() => problems.throwIfAny()).toThrow(ConfigurationError);
  expect(() => problems.throwIfAny()).toThrow(problems.report());
  expect(() => read('cluster: true').problems.throwIfAny()).not.toThrow();
});

describe('a file that cannot be read', () => {
  test('because it is not there', () => {
    expect(readIn(emptyFolder(), { file: 'my.yaml' }).problems.report()).toBe('my.yaml\n    there is no such file');
    expect(readIn('/', { file: 'etc/hostname/my.yaml' }).problems.report()).toBe(
      'etc/hostname/my.yaml\n    there is no such file',
    );
  });

  test('is named by its full path outside the working directory', () => {
    const elsewhere = join(emptyFolder(), 'my.yaml');
    expect(readIn(emptyFolder(), { file: elsewhere }).problems.report()).toBe(
      `${elsewhere}\n    there is no such file`,
    );
  });

  test('because it is a folder', () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'etc'));
    expect(readIn(folder, { file: 'etc' }).problems.report()).toBe(
      'etc\n    this is a folder; name the YAML file in it',
    );
  });

  test.skipIf(process.getuid?.() === 0)('because of its permissions', () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'my.yaml'), '');
    chmodSync(join(folder, 'my.yaml'), 0o000);
    expect(readIn(folder, { file: 'my.yaml' }).problems.report()).toBe(
      'my.yaml\n    the file may not be read by the user that Chronoscribe runs as; change its permissions',
    );
  });

  test('because it is not UTF-8', () => {
    expect(reportOn(Buffer.from('# ok\ndata: caf\xe9\n', 'latin1'))).toBe(
      'config/clinic.yaml:2:10\n    the file is not UTF-8 text from here on; save it as UTF-8',
    );
    expect(reportOn(Buffer.from('\uFEFFdata: x', 'utf16le'))).toBe(
      'config/clinic.yaml:1:1\n    the file is not UTF-8 text from here on; save it as UTF-8',
    );
  });

  test('because it is far too large', () => {
    expect(reportOn('#'.repeat(1024 * 1024 + 1))).toBe(
      'config/clinic.yaml\n    the file is larger than 1 MiB; a configuration is not',
    );
  });
});

describe('invalid YAML', () => {
  test.each([
    ['a tab', 'http:\n\tport: 1\n', '2:1\n    a tab is used to indent; YAML wants spaces'],
    ['an open quote', 'data: "x\n', '2:1\n    this is not valid YAML: missing closing "quote'],
    [
      'a colon too many',
      'data: a: b\n',
      '1:7\n    this is not valid YAML: nested mappings are not allowed in compact mappings',
    ],
    [
      'a value that begins oddly',
      'data: @x\n',
      '1:7\n    plain value cannot start with reserved character @; put the value in quotes',
    ],
    ['a tag', 'data: !path x\n', '1:7\n    unresolved tag: !path; a setting needs no tag'],
    [
      'a second document',
      'cluster: true\n---\ncluster: false\n',
      '2:1\n    a second document begins here; a configuration is one document',
    ],
    ['a list', '- a\n', '1:1\n    expected settings, each with a name, got a list'],
    ['one word', 'a\n', '1:1\n    expected settings, each with a name, got "a"'],
    ['a name that is a list', '? [a]\n: 1\n', '1:3\n    the name of a setting is plain text'],
    ['a name that every object has', '__proto__: {}\n', '1:1  __proto__\n    no setting can have this name'],
    [
      'a setting that is there twice',
      'data: a\ndata: b\n',
      '2:1  data\n    "data" is set twice; the first is in line 1',
    ],
    ['an alias of nothing', 'data: *x\n', '1:7  data\n    no anchor &x comes before *x'],
  ])('%s', (_, content, expected) => {
    expect(reportOn(content)).toBe(`config/clinic.yaml:${expected}`);
  });

  test('is reported for every line with a fault', () => {
    expect(reportOn('http:\n\tport: 1\n\thost: x\ndata: @x\n').match(/clinic.yaml:\d+/g)).toEqual([
      'clinic.yaml:2',
      'clinic.yaml:3',
      'clinic.yaml:4',
    ]);
  });

  test('does not hide faults of the environment', () => {
    expect(reportOn('data: "x\n', { flags: { port: '-1' } })).toBe(`config/clinic.yaml:2:1
    this is not valid YAML: missing closing "quote
--port  http.port
    expected at least 0, got -1 (the TCP port to listen on; 0 picks a free one)`);
  });
});

describe('an entry', () => {
  const own = '(a kind of your own is given with use: ./path or npm:package)';
  test.each([
    [
      'of an unknown kind',
      'providers: { speech: { use: auto } }',
      `1:14  providers.speech\n    unknown kind "speech"; known: ${kinds.join(', ')} ${own}`,
    ],
    [
      'of an unknown kind, without use',
      'providers: { speech: }',
      `1:14  providers.speech\n    unknown kind "speech"; known: ${kinds.join(', ')} ${own}`,
    ],
    [
      'whose use has no known form',
      'plugins: { x: { use: "Foo Bar" } }',
      '1:22  plugins.x.use\n    expected a bundled name, ./path or npm:package, got "Foo Bar"',
    ],
    [
      'whose use is a web address',
      'providers: { store: { use: https://example.org/x.js } }',
      '1:28  providers.store.use\n    expected a bundled name, ./path or npm:package, got "https://example.org/x.js"',
    ],
    [
      'whose use is not text',
      'providers: { store: { use: 5 } }',
      '1:28  providers.store.use\n    expected text, got 5 (a bundled name, ./path or npm:package)',
    ],
    [
      'whose settings are not settings',
      'plugins: { anchors: { with: 5 } }',
      '1:29  plugins.anchors.with\n    expected settings, each with a name, got 5',
    ],
    [
      'that uses a bundled plugin under another name',
      'plugins: { mine: { use: anchors } }',
      '1:25  plugins.mine.use\n    the bundled plugin anchors is configured under its own name, plugins.anchors',
    ],
    [
      'that uses a plugin nobody knows',
      'plugins: { mine: { use: anchor } }',
      `1:25  plugins.mine.use\n    unknown plugin "anchor"; ${known}; did you mean "anchors"? (use a ./path or npm:package to add one)`,
    ],
    ['in a section that is no section', 'plugins: [anchors]', '1:1  plugins\n    expected settings, each with a name'],
    [
      'whose name has other than letters',
      'plugins: { "a b": {} }',
      `1:12  plugins["a b"]\n    unknown plugin "a b"; ${known} (one that is not bundled needs use: ./path or npm:package)`,
    ],
  ])('%s', (_, content, expected) => {
    expect(reportOn(content)).toBe(`config/clinic.yaml:${expected}`);
  });
});

describe('the settings of a provider or plugin', () => {
  const reportBy = (schema: z.ZodObject, written: string) => {
    const { problems, settings } = read(`plugins:\n  anchors:\n    with:\n${written}`);
    settings(['plugins', 'anchors'], schema);
    return problems.report().replaceAll('config/clinic.yaml:', '').replaceAll('plugins.anchors.with', '…');
  };
  const one = (schema: z.ZodType, written: string) =>
    reportBy(z.strictObject({ it: schema }), `      it: ${written}\n`);

  test.each([
    [z.string(), '5', 'expected text, got 5'],
    [z.string(), '', 'expected text, got nothing'],
    [z.string(), '{}', 'expected text, got settings'],
    [z.string().min(1), '""', 'expected some text, got nothing'],
    [z.string().min(24), 'short', 'expected at least 24 characters, got 5'],
    [z.number(), 'x', 'expected a number, got "x"'],
    [z.int(), '1.5', 'expected a whole number, got 1.5'],
    [z.int().min(1), '0', 'expected at least 1, got 0'],
    [z.number().positive(), '0', 'expected more than 0, got 0'],
    [z.number().max(9), '10', 'expected at most 9, got 10'],
    [z.number().lt(9), '9', 'expected less than 9, got 9'],
    [z.number().multipleOf(5), '7', 'expected a multiple of 5, got 7'],
    [z.boolean(), 'yes', 'expected true or false, got "yes"'],
    [z.enum(['vtt', 'srt']), 'str', 'expected one of vtt, srt, got "str"'],
    [z.literal('vtt'), '3', 'expected vtt, got 3'],
    [z.array(z.string()), 'x', 'expected a list, got "x"'],
    [z.array(z.string()).min(2), '[a]', 'expected at least 2 entries, got 1'],
    [z.url(), 'localhost', 'expected a URL such as https://example.org, got other text'],
    [z.string().startsWith('sk-'), 'x', 'expected text that starts with "sk-", got other text'],
    [z.string().regex(/^\d+$/), 'x', 'expected text like /^\\d+$/, got other text'],
    [z.union([z.string(), z.number()]), 'true', 'expected text, or a number, got true'],
    [z.string({ error: 'name a model, such as tiny.en' }), '5', 'name a model, such as tiny.en'],
    [z.string().refine(() => false, 'no such voice'), 'x', 'no such voice'],
    [z.string().describe('The model to use.'), '5', 'expected text, got 5 (The model to use)'],
    [z.string().optional().default('x').describe('Or not.'), '5', 'expected text, got 5 (Or not)'],
  ])('are refused in plain words (%#)', (schema, written, expected) => {
    expect(one(schema, written).split('\n    ')[1]).toBe(expected);
  });

  test('are located in lists and nested groups', () => {
    const schema = z.strictObject({
      command: z.array(z.string()),
      tls: z.strictObject({ port: z.int(), file: z.string() }),
    });
    expect(reportBy(schema, '      command: [a, 5, { b: c }]\n      tls:\n        prot: 5\n        file: x\n')).toBe(
      `4:20  ….command[1]
    expected text, got 5
4:23  ….command[2]
    expected text, got settings
5:7  ….tls.port
    missing: expected a number
6:9  ….tls.prot
    unknown setting "prot"; known: port, file`,
    );
  });

  test('are judged by the branch of a union that they fit', () => {
    const schema = z.union([z.string(), z.strictObject({ path: z.string() })]);
    expect(one(schema, '{ path: 5 }')).toBe('4:19  ….it.path\n    expected text, got 5');
    expect(one(schema, '{ path: x, pth: y }')).toBe('4:22  ….it.pth\n    unknown setting "pth"; known: path');
    const vendor = z.discriminatedUnion('vendor', [
      z.strictObject({ vendor: z.literal('openai') }),
      z.strictObject({ vendor: z.literal('anthropic'), model: z.string() }),
    ]);
    expect(one(vendor, '{ vendor: opnai }')).toContain(
      '….it.vendor\n    expected one of openai, anthropic, got "opnai"',
    );
    expect(one(vendor, '{ vendor: anthropic }')).toBe('4:7  ….it.model\n    missing: expected text');
  });

  test('that are missing are located at the entry if it has no with', () => {
    const { problems, settings } = read('providers:\n  transcriber: { use: assemblyai }\n');
    settings(['providers', 'transcriber'], z.strictObject({ apiKey: z.string().describe('The key of your account.') }));
    expect(problems.report()).toBe(`config/clinic.yaml:2:3  providers.transcriber.with.apiKey
    missing: expected text (The key of your account)`);
  });

  test('that are unknown are refused although the schema is not strict', () => {
    expect(reportBy(z.object({ days: z.int().optional() }), '      dyas: 3\n')).toBe(
      '4:7  ….dyas\n    unknown setting "dyas"; known: days',
    );
  });

  test('may be refused together, at a setting that is not written', () => {
    const schema = z
      .object({ preset: z.string().optional(), command: z.string().optional() })
      .refine(({ preset, command }) => preset !== command, { path: ['preset'], error: 'set `preset` or `command`' });
    expect(reportBy(schema, '      # none\n')).toBe('3:5  ….preset\n    set `preset` or `command`');
    expect(reportBy(schema, '      preset: x\n      comand: x\n')).toBe(
      '5:7  ….comand\n    unknown setting "comand"; known: preset, command',
    );
  });

  test('may be anything if the schema allows it', () => {
    expect(reportBy(z.looseObject({}), '      whatever: 3\n')).toBe('');
    expect(reportBy(z.object({}).catchall(z.number()), '      whatever: 3\n')).toBe('');
  });
});

test('a tilde is refused as the data folder', () => {
  expect(reportOn('data: ~/chronoscribe')).toBe(
    'config/clinic.yaml:1:7  data\n    "~" means nothing here; write ${HOME} or the whole path',
  );
});
