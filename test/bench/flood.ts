import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';

/** Whether to measure with the full figures, which takes long. */
const isWhole = process.env.WHOLE === '1';

/** What one account throws at the host: fewer than the contract's figures unless `WHOLE=1`. */
export const floodSizes = {
  runs: isWhole ? 500 : 150,
  streams: isWhole ? 5_000 : 500,
  uploadMegabytes: isWhole ? 10_000 : 500,
  /** Clients that each ask again as soon as they are answered, until they are stopped. */
  searches: 4,
  listings: 4,
  exports: 4,
  checks: 4,
  monitors: 4,
  imports: 2,
  /** The last one: what is left of it in the queue would hold up the next. */
  transcripts: isWhole ? 32 : 8,
};
export type Flood = keyof typeof floodSizes;

const Made = z.object({ account_id: z.string() });
const MadeKey = z.object({ key: z.string() });

/** Creates an account. @returns a key of it */
export async function newAccount(url: string, key: string, name: string): Promise<string> {
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const { account_id } = Made.parse(await post('/admin/accounts', { name }));
  return MadeKey.parse(await post('/admin/keys', { account_id })).key;
}

/** As many events at one place as a search finds without pages, one a minute from the beginning of the year. */
export const crowded = { place: 'Berlin', events: isWhole ? 60_000 : 30_000, longest: 9_000 };

/** @param prefix of the ids, so that they can be imported more than once */
export function crowdedEvents(prefix: string, count: number): string {
  const line = (at: number) =>
    JSON.stringify({
      event_id: `${prefix}${at}`,
      description: `What happens in minute ${at}`,
      time: timeOf(at),
      location: crowded.place,
      ...(at > 0 && { causes: [`${prefix}${at - 1}`] }),
    });
  return Array.from({ length: count }, (_, at) => line(at)).join('\n');
}

/** The time of one of the events. */
export function timeOf(at: number): string {
  return `${new Date(Date.UTC(2025, 0, 1) + at * 60_000).toISOString().slice(0, 19)}Z`;
}

/** Imports events, and waits until they are there. @returns the status of the answer */
export async function importEvents(url: string, key: string, events: string): Promise<number> {
  const headers = { 'x-api-key': key, 'content-type': 'application/x-ndjson' };
  const answer = await fetch(`${url}/v1/import-events`, { method: 'POST', headers, body: events });
  await answer.arrayBuffer();
  return answer.status;
}

/** A transcript of many short cues, about so many bytes long. */
export function shortCues(bytes: number): string {
  const said = ['I have pain in my back.', 'Since when?', 'Two weeks ago.', 'Take 400 mg ibuprofen.', 'Okay.'];
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23);
  let text = 'WEBVTT\n\n';
  for (let at = 0; text.length < bytes - 100; at += 1) {
    text += `${clock(at * 200)} --> ${clock(at * 200 + 200)}\n<v ${at % 2 === 0 ? 'Patient' : 'Doctor'}>${said[at % said.length]}\n\n`;
  }
  return text;
}

/**
 * Uploads a transcript, and waits for its note unless it is `async`.
 *
 * @returns the status of the answer; 0 if it was aborted, or the connection was lost
 */
export async function sendTranscript(
  url: string,
  key: string,
  transcript: string,
  { async = false, signal = null }: { readonly async?: boolean; readonly signal?: AbortSignal | null } = {},
): Promise<number> {
  const form = new FormData();
  form.append('file', new File([transcript], 'visit.vtt'));
  const headers = { 'x-api-key': key, ...(async && { prefer: 'respond-async' }) };
  try {
    const address = `${url}/api/v1/transcripts/upload_audio_file`;
    const answer = await fetch(address, { method: 'POST', headers, body: form, signal });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

/** Opens event streams, which are closed when the signal aborts. @returns the status of each */
export function openStreams(url: string, key: string, count: number, signal: AbortSignal): Promise<readonly number[]> {
  const open = () =>
    new Promise<number>((resolve) => {
      const headers = { 'x-api-key': key, accept: 'text/event-stream' };
      const outgoing = request(
        `${url}/v1/monitor-events?location=Berlin&time_range=0000-01-01T00:00:00Z/9999-12-31T23:59:59Z`,
        { headers, agent: false, signal },
      );
      outgoing.once('response', (incoming) => {
        incoming.on('error', () => undefined).resume();
        resolve(incoming.statusCode ?? 0);
      });
      outgoing.on('error', () => resolve(0));
      outgoing.end();
    });
  return Promise.all(Array.from({ length: count }, open));
}

/** Asks for `/health` every 20 ms, each time on its own. `stop` gives how late each answer was, in milliseconds. */
export function pingHealth(url: string): { stop(): Promise<readonly number[]> } {
  const late: Promise<number>[] = [];
  const ping = async (): Promise<number> => {
    const begun = performance.now();
    await (await fetch(`${url}/health`)).arrayBuffer();
    return performance.now() - begun;
  };
  const stopped = new AbortController();
  const pinging = (async () => {
    while (!stopped.signal.aborted) {
      late.push(ping());
      await wait(20);
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await pinging;
      return Promise.all(late);
    },
  };
}

/** @param share 0 to 1 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
