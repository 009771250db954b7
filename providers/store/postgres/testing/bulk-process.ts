import { Store } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
import { entry } from '../../contract/journal/fixture.ts';
import { Journal } from '../../journal/kind.ts';
import postgres from '../index.ts';

/**
 * Runs as a process, with the settings of the store: writes half of a bulk for the account `ann`, prints `half`, and
 * then hangs.
 */
if (import.meta.main) {
  const { provided } = await startProvider(Store, postgres, { with: JSON.parse(process.argv[2] ?? '') });
  await provided(Journal).bulk('ann', async (writes) => {
    await writes.append([entry('x1'), entry('x2')]);
    process.stdout.write('half\n');
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  });
}
