import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { adminKey, type HostProcess, startProcess } from '../crash/host-process.ts';
import { randomFrom } from '../crash/random.ts';
import { type Host, missingSeconds, Page } from './page.ts';

export interface Campaign {
  readonly folder: string;
  /** Where the hosts keep it: their part of the configuration. */
  readonly providers: object;
  /** How much is said. It is sent as fast as it is answered for. */
  readonly seconds: number;
  /** How often each: the page dies, the network is cut, the host is killed. */
  readonly times: number;
  readonly seed: number;
  say(line: string): void;
}

export interface Outcome {
  /** Seconds of sound that the record lacks. */
  readonly missing: readonly number[];
  readonly segments: number;
  readonly sendingMs: number;
  readonly finishingMs: number;
}

type Blow = 'page' | 'network' | 'host';

const Opened = z.object({ id: z.string(), upload: z.string() });

/** Says the same whatever it hears. */
const recogniser = "process.stdout.write('WEBVTT\\n\\n00:00.000 --> 00:00.500\\nMy knee hurts on the stairs.\\n')";

/** A recording through pages that die, a network that is cut and hosts that are killed, up to its record. */
export async function recordThroughFailures({
  folder,
  providers,
  seconds,
  times,
  seed,
  say,
}: Campaign): Promise<Outcome> {
  const configuration = {
    http: { rateLimit: { perMinute: 0 } },
    log: { level: 'error' },
    providers: {
      ...providers,
      transcriber: {
        use: 'command',
        with: { command: [process.execPath, '-e', recogniser, '{input}'], format: 'vtt' },
      },
    },
    plugins: { transcripts: { with: { keepAudio: 1 } } },
  };
  await writeFile(join(folder, 'config.yaml'), JSON.stringify(configuration));
  let host = await started(folder);
  const where: Host = { url: () => host.url, key: adminKey };
  const call = async (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${host.url}${path}`, {
      method,
      headers: { 'x-api-key': adminKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

  const { id, upload } = Opened.parse(await (await call('POST', '/api/v1/transcripts/live', {})).json());
  const blows = plannedBlows(seconds, times, seed);
  let page = new Page(where, upload);
  const begun = performance.now();
  for (let index = 0; index < seconds; index += 1) {
    const blow = blows.get(index);
    if (blow === 'page') {
      page.die(index);
      page = new Page(where, upload);
    }
    const saying = page.say(index, blow === 'network');
    if (blow === 'host') {
      await host.kill();
      host = await started(folder);
    }
    await saying;
    if (blow !== undefined) say(`second ${index}: ${blow}`);
  }
  const sendingMs = performance.now() - begun;

  const heard = z.object({ segments: z.array(z.unknown()) });
  const { segments } = heard.parse(await (await call('GET', `/api/v1/transcripts/live/${id}/events`)).json());
  const finishing = performance.now();
  const finished = await call('POST', `/api/v1/transcripts/live/${id}/finish`, {});
  if (finished.status !== 200) throw new Error(`the recording could not be finished: ${await finished.text()}`);
  await finished.arrayBuffer();
  const finishingMs = performance.now() - finishing;
  const sound = Buffer.from(await (await call('GET', `/api/v1/transcripts/${id}/audio`)).arrayBuffer());
  await host.kill();
  const samples = new Int16Array(
    sound.buffer.slice(sound.byteOffset + 44, sound.byteOffset + sound.length - (sound.length % 2)),
  );
  return { missing: missingSeconds(samples, seconds), segments: segments.length, sendingMs, finishingMs };
}

/** What happens at which second; no two at one. */
function plannedBlows(seconds: number, times: number, seed: number): ReadonlyMap<number, Blow> {
  const random = randomFrom(seed);
  const blows = new Map<number, Blow>();
  for (const blow of ['page', 'network', 'host'] as const) {
    for (let count = 0; count < times; ) {
      const at = random.whole(1, seconds - 1);
      if (blows.has(at)) continue;
      blows.set(at, blow);
      count += 1;
    }
  }
  return blows;
}

async function started(folder: string): Promise<HostProcess> {
  let reason = '';
  const host = await startProcess({ folder }, (said) => {
    reason = said;
  });
  if (host === undefined) throw new Error(`the host did not start: ${reason}`);
  return host;
}
