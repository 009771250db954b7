import { definePlugin, metric, metrics } from 'chronoscribe';
import { testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';

const channels = { channel: ['sms', 'mail'] };
const sending = () => ({
  sent: metric({ type: 'counter', name: 'sent_total', help: 'Reminders', labels: channels }),
  waiting: metric({ type: 'gauge', name: 'waiting', help: 'Waiting reminders' }),
  seconds: metric({ type: 'histogram', name: 'seconds', help: 'Duration', buckets: [1, 10] }),
});

const recalls = (parts: ReturnType<typeof sending>) =>
  definePlugin({
    name: 'night-recalls',
    auth: 'clinical',
    start() {
      // Before anybody reads them.
      parts.sent.record(2, { channel: 'sms' });
      return parts;
    },
    extends: ({ parts: started }) => Object.values(started).map((each) => metrics.add(each)),
    routes: () => [],
  });

test('what a plugin counts stands in /metrics under its name, without what somebody wrote', async () => {
  const parts = sending();
  const host = await testHost({ plugins: [recalls(parts)] });
  onTestFinished(host.stop);
  parts.sent.record(1, { channel: 'sms' });
  parts.sent.record(1, { channel: 'Ada Okafor' as 'sms' });
  parts.seconds.record(4);
  parts.waiting.record(9);
  parts.waiting.record(7);
  await expect
    .poll(async () =>
      (await host.call('GET', '/metrics')).text.split('\n').filter((line) => /^chron.*night/.test(line)),
    )
    .toEqual(
      expect.arrayContaining([
        'chronoscribe_night_recalls_sent_total{channel="sms"} 3',
        'chronoscribe_night_recalls_sent_total{channel="other"} 1',
        'chronoscribe_night_recalls_waiting 7',
        'chronoscribe_night_recalls_seconds_bucket{le="1"} 0',
        'chronoscribe_night_recalls_seconds_bucket{le="10"} 1',
        'chronoscribe_night_recalls_seconds_sum 4',
      ]),
    );
});

const counter = (name: string) => metrics.add(metric({ type: 'counter', name, help: 'Something' }));

test.each([
  [
    'a name that is the host’s own',
    'http',
    ['request_duration_seconds'],
    'the metric "chronoscribe_http_request_duration_seconds" is declared by the host and plugin http',
  ],
  [
    'a name twice',
    'visits',
    ['total', 'total'],
    '"chronoscribe_visits_total" is declared by plugin visits and plugin visits. Remove one',
  ],
  ['a name that is none', 'visits', ['a b'], 'name: expected lower-case letters'],
])('a metric with %s stops the start', async (_what, name, names, said) => {
  const plugin = definePlugin({ name, auth: 'time', extends: () => names.map(counter), routes: () => [] });
  await expect(testHost({ plugins: [plugin] })).rejects.toThrow(said);
});

test('a metric that is the counts of a histogram stops the start', async () => {
  const seconds = metric({ type: 'histogram', name: 'sent', help: 'Duration' });
  const plugin = definePlugin({
    name: 'visits',
    auth: 'time',
    extends: () => [metrics.add(seconds), counter('sent_count')],
    routes: () => [],
  });
  await expect(testHost({ plugins: [plugin] })).rejects.toThrow(
    'the metric "chronoscribe_visits_sent_count" is declared',
  );
});

/** What an author of JavaScript writes, whom no type stops. */
const wrong = (given: object) => given as never;

test.each<readonly [what: string, more: object, said: string]>([
  ['a misspelt member', { lables: { channel: ['sms'] } }, 'unknown member "lables"'],
  ['a type that is none', { type: 'count' }, 'type: expected one of counter, gauge, histogram, got "count"'],
  ['bounds, and is a counter', { buckets: [1, 2] }, 'buckets: only a histogram has them'],
  ['bounds that fall', { type: 'histogram', buckets: [2, 1] }, 'buckets: expected rising bounds'],
  ['a label of Prometheus’ own', { labels: { le: ['sms'] } }, 'labels: Prometheus keeps "le"'],
  ['the name that is put before it', { name: 'chronoscribe_sent' }, 'name: expected what comes behind'],
])('a metric that has %s is refused where it is made', (_what, more, said) => {
  expect(() => metric(wrong({ type: 'counter', name: 'sent_total', help: 'Reminders', ...more }))).toThrow(said);
});

test('a value with a label that the metric has not is refused', () => {
  expect(() => sending().sent.record(1, wrong({ chanel: 'sms' }))).toThrow('unknown label "chanel"; known: channel');
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('a counter refuses %d', (value) => {
  expect(() => sending().sent.record(value)).toThrow('the counter sent_total cannot have the value');
});
