import { temporaryFolder } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { recordThroughFailures } from './campaign.ts';

/** A short form of `npm run bench -- live`. */
test('no second of a recording is missing after pages have died, the network was cut and hosts were killed', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const { missing, segments } = await recordThroughFailures({
    folder: folder.path,
    seconds: 90,
    times: 2,
    seed: 7,
    say: () => undefined,
  });
  expect(missing).toEqual([]);
  expect(segments).toBeGreaterThan(0);
}, 240_000);
