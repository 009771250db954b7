// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references look like this in YAML
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { read, reportOn } from './testing.ts';

const environment = {
  KEY: 'k3y',
  USER: 'ann',
  PORT: '5432',
  YES: 'true',
  EMPTY: '',
  YAML: 'a: {b',
  DOLLAR: '$&${KEY}',
};

function settingsOf(yaml: string, wanted: z.ZodType) {
  const result = read(`providers: { lab: { use: ./lab.ts, with: ${yaml} } }`, { environment });
  const settings = result.settings(['providers', 'lab'], z.strictObject({ value: wanted }));
  return { settings, report: result.problems.report() };
}

describe('a reference to the environment is replaced', () => {
  test.each([
    ['alone', '{ value: ${KEY} }', 'k3y'],
    ['in double quotes', '{ value: "${KEY}" }', 'k3y'],
    ['in single quotes', "{ value: '${KEY}' }", 'k3y'],
    ['among other text', '{ value: "x-${KEY}-y" }', 'x-k3y-y'],
    ['several times', '{ value: postgres://${USER}:${KEY}@db/${USER} }', 'postgres://ann:k3y@db/ann'],
    ['with a default that is needed', '{ value: ${NOBODY:-fall back} }', 'fall back'],
    ['with an empty default', '{ value: "${NOBODY:-}" }', ''],
    ['with a default that is not needed', '{ value: ${KEY:-other} }', 'k3y'],
    ['when it is empty, by its default', '{ value: ${EMPTY:-other} }', 'other'],
    ['when it is empty and has no default', '{ value: ${EMPTY} }', ''],
    ['but not when it is escaped', '{ value: "$${KEY}" }', '${KEY}'],
    ['beside one that is escaped', '{ value: $${KEY} ${KEY} }', '${KEY} k3y'],
    ['and never read as YAML', '{ value: ${YAML} }', 'a: {b'],
    ['and never read as another reference', '{ value: ${DOLLAR} }', '$&${KEY}'],
    ['and a lone dollar sign stays', '{ value: $KEY costs $5 }', '$KEY costs $5'],
  ])('%s', (_, yaml, expected) => {
    expect(settingsOf(yaml, z.string())).toEqual({ settings: { value: expected }, report: '' });
  });

  test('in a block of text and in a list', () => {
    const { settings } = read(
      'providers:\n  lab:\n    use: ./lab.ts\n    with:\n      text: |\n        ${KEY}\n        x\n      list:\n        - ${USER}\n',
      {
        environment,
      },
    );
    expect(settings(['providers', 'lab'], z.looseObject({}))).toEqual({ text: 'k3y\nx\n', list: ['ann'] });
  });

  test('as text, a number or a boolean, whichever the setting wants', () => {
    expect(settingsOf('{ value: ${PORT} }', z.string()).settings).toEqual({ value: '5432' });
    expect(settingsOf('{ value: ${PORT} }', z.int()).settings).toEqual({ value: 5432 });
    expect(settingsOf('{ value: ${NOBODY:-0.5} }', z.number()).settings).toEqual({ value: 0.5 });
    expect(settingsOf('{ value: ${YES} }', z.boolean()).settings).toEqual({ value: true });
    expect(settingsOf('{ value: ${PORT} }', z.union([z.literal('auto'), z.number()])).settings).toEqual({
      value: 5432,
    });
  });

  test('as text only, if it is quoted or a part of a text', () => {
    for (const yaml of ['{ value: "${PORT}" }', '{ value: 1${PORT} }']) {
      expect(settingsOf(yaml, z.number())).toEqual({
        settings: undefined,
        report: 'config/clinic.yaml:1:51  providers.lab.with.value\n    expected a number',
      });
    }
  });
});

test('all unset variables are reported at once, each with its place', () => {
  expect(reportOn('data: /srv/${ONE}/${TWO:-x}/${THREE}\nhttp: { host: "${ONE}", port: ${FOUR} }\n')).toBe(
    `config/clinic.yaml:1:12  data
    the environment variable ONE is not set
config/clinic.yaml:1:29  data
    the environment variable THREE is not set
config/clinic.yaml:2:16  http.host
    the environment variable ONE is not set
config/clinic.yaml:2:31  http.port
    the environment variable FOUR is not set`,
  );
});

test('inherited properties of objects do not count as set variables', () => {
  expect(reportOn('data: ${constructor}')).toContain('the environment variable constructor is not set');
});

test.each(['${}', '${1A}', '${A B}', '${A', '${A:x}', '${A:-${B}}'])('%j is refused as a reference', (text) => {
  expect(reportOn(`data: '${text}'`)).toContain(
    'config/clinic.yaml:1:8  data\n    a reference is ${NAME} or ${NAME:-default}; a literal "${" is written "$${"',
  );
});

describe('values from the environment are never shown', () => {
  const secret = { TOKEN: 'sk-live-"0815"-secret', SHORT: 'abc' };

  test('in our own messages', () => {
    const report = reportOn(
      'http: { host: x, rateLimit: { perMinute: ${TOKEN} } }\nlog: { level: ${SHORT} }\ncluster: ${SHORT}\n',
      {
        environment: { ...secret, CHRONOSCRIBE_PORT: 'port-secret' },
      },
    );
    expect(report).toBe(`config/clinic.yaml:1:42  http.rateLimit.perMinute
    expected a number (requests per minute of one API key; 0 for no limit)
config/clinic.yaml:2:15  log.level
    expected one of debug, info, warn, error, silent (the lowest level that is logged)
config/clinic.yaml:3:10  cluster
    expected true or false (whether several hosts share the work)
CHRONOSCRIBE_PORT  http.port
    expected a number (the TCP port to listen on; 0 picks a free one)`);
  });

  test('in messages of a schema or a module', () => {
    const { problems, settings } = read(
      'providers: { lab: { use: ./lab.ts, with: { key: "x${TOKEN}", mode: slow } } }',
      {
        environment: secret,
      },
    );
    const schema = z.strictObject({
      key: z
        .string()
        .refine(() => false, { error: ({ input }) => `${input} and ${JSON.stringify(input)} are no keys` }),
      mode: z.string(),
    });
    expect(settings(['providers', 'lab'], schema)).toBeUndefined();
    problems.add(['providers', 'lab', 'with'], `refused by the server: ${secret.TOKEN}`);
    expect(problems.report()).toBe(`config/clinic.yaml:1:36  providers.lab.with
    refused by the server: \${TOKEN}
config/clinic.yaml:1:49  providers.lab.with.key
    x\${TOKEN} and "x\${TOKEN}" are no keys`);
  });
});
