import { temporaryFolder } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { recordCollection } from '../records/stored-record.ts';
import { hostWithObserver, note, spineForm, visit } from './testing/observed-host.ts';
import { scriptedWriter } from './testing/scripted-writer.ts';

const rows = recordCollection('transcripts');

test('a deletion whose process died goes on at the next start, with the rewriting that was at work', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const writer = scriptedWriter();
  const begun = Promise.withResolvers<void>();
  writer.says = (_, { signal }) => {
    begun.resolve();
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const options = { dataFolder: folder.path, providers: [{ provider: writer.provider }] };
  const first = await hostWithObserver(options);
  await first.save(spineForm, visit, note, { id: 'visit', account: 'default', createdAt: 5000 });
  const path = '/api/v1/transcripts/visit';
  const headers = { prefer: 'respond-async' };
  const rewriting = await first.host.call('POST', `${path}/rewrite`, { json: {}, headers });
  await begun.promise;
  // As far as a deletion comes that dies at once.
  const row = await first.store.get(rows, 'visit');
  if (row === undefined) throw new Error('there is no row');
  await first.store.put(rows, { ...row, state: 'deleting' });
  await first.host.stop();

  const second = await hostWithObserver(options);
  onTestFinished(() => second.host.stop());
  await expect.poll(() => second.store.get(rows, 'visit')).toBeUndefined();
  expect((await second.host.call('GET', path)).status).toBe(404);
  expect((await second.host.call('GET', `/api/v1/runs/${rewriting.headers.get('x-run-id')}`)).status).toBe(404);
});
