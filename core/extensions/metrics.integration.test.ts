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
  ['a name that is the host’s own', 'http', ['request_duration_seconds'], 'two metrics chronoscribe_http_request'],
  ['a name twice', 'visits', ['total', 'total'], 'there are two metrics chronoscribe_visits_total'],
  ['a name that is none', 'visits', ['a b'], 'name: expected lower-case letters'],
])('a metric with %s stops the start', async (_what, name, names, said) => {
  const plugin = definePlugin({ name, auth: 'time', extends: () => names.map(counter), routes: () => [] });
  await expect(testHost({ plugins: [plugin] })).rejects.toThrow(said);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('a counter refuses %d', (value) => {
  expect(() => sending().sent.record(value)).toThrow('the counter sent_total cannot have the value');
});
