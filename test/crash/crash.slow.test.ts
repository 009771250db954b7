import { temporaryFolder, testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { houses } from './houses/index.ts';
import { everyLoad } from './load/index.ts';
import { runCampaign } from './run.ts';
import { callsCanBeMet } from './system-calls.ts';

/** A short form of `npm run test:crash`, with the same choices each time. */
const seed = 1;
const longestMs = 90_000;

test.concurrent.for(houses)(
  '$name: a host that is killed at work, while it starts and as it writes has all that it acknowledged, nothing twice and nothing by halves',
  { timeout: 3 * longestMs },
  // Of several tests at once, only the context knows which one is finished.
  async (house, { onTestFinished: onThisFinished }) => {
    const folder = await temporaryFolder();
    onThisFinished(folder.remove);
    const result = await runCampaign({
      house,
      folder: folder.path,
      seed,
      kills: { work: 2, start: 1, call: house.inFiles && callsCanBeMet() ? 3 : 0, database: house.hasDatabase ? 2 : 0 },
      until: Date.now() + longestMs,
      say: () => undefined,
    });
    expect(result.broken.map(({ message }) => message)).toEqual([]);
    expect(result.kills.work).toBeGreaterThan(0);
  },
);

test.skipIf(callsCanBeMet())(
  'kills at system calls need strace, and the right to watch processes: neither is here',
  () => undefined,
);

const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

test('the campaign asks for every operation that a host serves, and for no other', async () => {
  const host = await testHost();
  onTestFinished(() => host.stop());
  const { paths } = Document.parse((await host.call('GET', '/openapi.json')).json);
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(Object.keys(everyLoad('')).toSorted()).toEqual(served.toSorted());
});
