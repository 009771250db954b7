import { temporaryFolder } from 'chronoscribe/testing';
import { recordThroughFailures } from '../live/campaign.ts';
import { table } from './table.ts';

const seconds = 3_600;
const times = 10;

/** A visit of an hour, through what may happen to it: is every second of it in the record? */
export async function benchLive(): Promise<void> {
  const folder = await temporaryFolder();
  const { missing, segments, sendingMs, finishingMs } = await recordThroughFailures({
    folder: folder.path,
    providers: {},
    seconds,
    times,
    seed: Number(process.env.SEED ?? 1),
    say: console.log,
  });
  await folder.remove();
  table(
    `A recording of ${seconds / 60} minutes; pages died, the network was cut and hosts were killed ${times} times each`,
    ['seconds missing', 'segments heard meanwhile', 'sent in, s', 'pieces per second', 'finished in, s'],
    [
      [
        missing.length === 0 ? 'none' : missing.join(', '),
        String(segments),
        (sendingMs / 1000).toFixed(1),
        (seconds / (sendingMs / 1000)).toFixed(0),
        (finishingMs / 1000).toFixed(1),
      ],
    ],
  );
  if (missing.length > 0) process.exitCode = 1;
}
