import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { collectGarbage } from '../testing/collect-garbage.ts';
import { requestFile } from './request.ts';
import { startFileServer } from './testing/file-server.ts';
import { parrot, parrotFile } from './testing/parrot.ts';

test('an answer that is not read at once is whole all the same', async () => {
  const server = await startFileServer(parrotFile);
  onTestFinished(() => server.stop());
  const { body } = await requestFile(parrot(server.url), server.url, null, new AbortController().signal);
  // Node ends the body of a response that nothing leads to, unless somebody has begun to read it.
  await collectGarbage();
  expect((await buffer(body)).equals(parrotFile)).toBe(true);
});
