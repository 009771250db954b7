import { join } from 'node:path';
import { temporaryFolder, testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { cli } from '../../../core/cli/testing.ts';
import { testBrowser } from '../testing/browser.ts';
import { joined, password } from '../testing/people.ts';

test('people go along with an archive into another host, and sign in there', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const here = join(folder.path, 'here');
  const file = join(folder.path, 'people.tar');

  const host = await testHost({ dataFolder: here });
  const { email, person } = await joined(host, ['clinician']);
  await host.stop();
  expect(await cli(['export', file, '--data', here])).toMatchObject({ code: 0 });
  const fresh = join(folder.path, 'fresh');
  expect(await cli(['import', file, '--data', fresh])).toMatchObject({ code: 0 });

  const moved = await testHost({ dataFolder: fresh });
  onTestFinished(() => moved.stop());
  const answer = await testBrowser(moved).call('POST', '/api/v1/session', { json: { email, password } });
  expect([answer.status, answer.json]).toMatchObject([200, { person: { id: person.id, roles: ['clinician'] } }]);
});
