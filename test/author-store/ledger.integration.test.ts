import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import shoebox from './store.ts';

test('a store of somebody else holds the ledger: events, a branch and its merge, after a restart too', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const start = () => testHost({ providers: [shoebox], dataFolder: folder.path });
  const post = async (host: TestHost, path: string, json: object) => {
    const answer = await host.call('POST', path, { json });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.json;
  };

  const first = await start();
  const visit = { description: 'Visit', time: '2030-01-01T09:00:00Z', location: 'Bern' };
  const { event_id } = (await post(first, '/v1/record-event', visit)) as { event_id: string };
  const what = { base_timeline_id: 'primary', description: 'What if it is later' };
  const { timeline_id } = (await post(first, '/v1/create-timeline', what)) as { timeline_id: string };
  await post(first, '/v1/reschedule', { event_id, time: '2030-01-02T09:00:00Z', timeline_id });
  const timesOn = async (host: TestHost, timeline: string) => {
    const { json } = await host.call('GET', `/v1/list-events?timeline_id=${timeline}`, { key: first.key });
    return (json as { events: readonly { time: string }[] }).events.map(({ time }) => time);
  };
  expect(await timesOn(first, 'primary')).toEqual(['2030-01-01T09:00:00Z']);
  expect(await timesOn(first, timeline_id)).toEqual(['2030-01-02T09:00:00Z']);
  await post(first, '/v1/merge-timeline', { timeline_id });
  await first.stop();

  const second = await start();
  onTestFinished(() => second.stop());
  expect(await timesOn(second, 'primary')).toEqual(['2030-01-02T09:00:00Z']);
});
