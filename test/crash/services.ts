import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startReceiver } from '../../plugins/webhooks/testing/receiver.ts';

/** What hosts of the campaign ask others for, and what those others counted. It outlives the hosts. */
export interface Services {
  /** The configuration of the recogniser: it says how long a recording is, and that it was asked for it. */
  readonly transcriber: object;
  /** How often the recogniser heard the recording of this size. */
  timesHeard(size: number): number;
  /** Where webhooks lead to. */
  readonly receiver: string;
  /** What came to a webhook: for each run the ids of its messages. */
  told(path: string): ReadonlyMap<string, ReadonlySet<string>>;
  stop(): Promise<void>;
}

const recogniser = `size=$(stat -c %s "$1")
echo "$size" >> "$2"
printf 'WEBVTT\\n\\n00:00.000 --> 00:00.400\\nThe patient reports size%s in the back.\\n' "$size"
`;

export async function startServices(folder: string): Promise<Services> {
  const log = join(folder, 'heard');
  const receiver = await startReceiver();
  return {
    transcriber: {
      use: 'command',
      with: { command: ['/bin/sh', '-c', recogniser, 'recogniser', '{input}', log], format: 'vtt' },
    },
    timesHeard: (size) =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('\n')
            .filter((line) => line === String(size)).length
        : 0,
    receiver: receiver.url,
    told(path) {
      const runs = new Map<string, Set<string>>();
      for (const { body, headers, path: to } of receiver.received) {
        if (!to.endsWith(path)) continue;
        // What our own receiver was sent by the host.
        const { data } = JSON.parse(body) as { data: { run: string } };
        runs.set(data.run, (runs.get(data.run) ?? new Set()).add(String(headers['webhook-id'])));
      }
      return runs;
    },
    stop: () => receiver.stop(),
  };
}
