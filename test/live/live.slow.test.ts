import { temporaryFolder } from 'chronoscribe/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { recordThroughFailures } from './campaign.ts';
import { places } from './places.ts';

/** A short form of `npm run bench -- live`. */
describe.each(places)('a recording that is kept in $name', ({ open }) => {
  test('lacks no second after pages have died, the network was cut and hosts were killed', async () => {
    const folder = await temporaryFolder();
    onTestFinished(folder.remove);
    const { providers, close } = await open();
    onTestFinished(close);
    const { missing, segments } = await recordThroughFailures({
      ...{ folder: folder.path, providers, seconds: 90, times: 2, seed: 7 },
      say: () => undefined,
    });
    expect(missing).toEqual([]);
    expect(segments).toBeGreaterThan(0);
  }, 240_000);
});
