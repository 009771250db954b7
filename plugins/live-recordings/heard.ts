import type { Blobs, Cluster } from 'chronoscribe';
import { createAutoResetEvent } from 'chronoscribe/concurrency';
import type { EventLabel } from 'chronoscribe/types';
import { z } from 'zod';
import { filesOf, liveTopic, type OpenRecordings } from './recordings.ts';

/** What was heard in a recording that is still open, before its record is made from the whole sound. */
const LiveSegment = z.object({
  id: z.string().describe('Also the id of the event: send the last one as `Last-Event-ID` to go on after it'),
  speaker: z.string().nullable().describe('Label of the voice in this stretch alone; null if it is not known'),
  startMs: z.number().describe('From the start of the recording, in milliseconds'),
  endMs: z.number().describe('From the start of the recording, in milliseconds'),
  text: z.string().describe('What was said; the record may say it better'),
});
type LiveSegment = z.output<typeof LiveSegment>;

const stretchName = /(\d{9})-(\d{9})\.json$/;

/** The segments of open recordings: a file for each stretch, because they are clinical and go with their recording. */
export function heardSegments(blobs: Blobs) {
  const stretches = async (id: string) => {
    const names = (await Array.fromAsync(blobs.list(`${filesOf(id)}heard/`))).map(({ name }) => name).toSorted();
    return names.flatMap((name) => {
      const [, start = '', end = ''] = stretchName.exec(name) ?? [];
      return start === '' ? [] : [{ name, startMs: Number(start), endMs: Number(end) }];
    });
  };

  return {
    /** Up to where a recording was heard, in milliseconds. */
    async throughMs(id: string): Promise<number> {
      return (await stretches(id)).reduce((latest, { endMs }) => Math.max(latest, endMs), 0);
    },

    /** Saves the segments of a stretch; one without words too, so that it is not heard again. */
    async save(id: string, stretch: { readonly startMs: number; readonly endMs: number }, said: readonly Said[]) {
      const [start, end] = [stretch.startMs, stretch.endMs].map((ms) => String(ms).padStart(9, '0'));
      const segments = said.map((each, index): LiveSegment => ({ id: `${stretch.startMs}.${index}`, ...each }));
      const content = new Blob([JSON.stringify(segments)]).stream();
      await blobs.write(`${filesOf(id)}heard/${start}-${end}.json`, content);
    },

    /** The segments after one. @param last its id; undefined: all */
    async *after(id: string, last: string | undefined): AsyncGenerator<LiveSegment> {
      const [startMs = -1, index = -1] = (last ?? '').split('.').filter(Boolean).map(Number);
      for (const stretch of await stretches(id)) {
        if (stretch.startMs < startMs) continue;
        const text = Buffer.concat(await Array.fromAsync(blobs.read(stretch.name))).toString();
        const segments = z.array(LiveSegment).parse(JSON.parse(text));
        yield* stretch.startMs === startMs ? segments.slice(index + 1) : segments;
      }
    },
  };
}

type Said = Omit<LiveSegment, 'id'>;
export type HeardSegments = ReturnType<typeof heardSegments>;

const Level = z.object({ level: z.number().describe('How loud the newest sound is, in dBFS: 0 is full scale') });

/** The data of an event of a recording. */
export const LiveEvent = z.union([LiveSegment, Level]);
type LiveEvent = z.output<typeof LiveEvent>;

/** `segment`, with its id, or `level`. */
export function labelOf(event: LiveEvent): EventLabel {
  return 'text' in event ? { event: 'segment', id: event.id } : { event: 'level' };
}

interface Tools {
  readonly recordings: OpenRecordings;
  readonly heard: HeardSegments;
  readonly cluster: Cluster;
}

/** A message between hosts may be lost, and a recording may be finished on another host. */
const pollMs = 3_000;

/**
 * What is heard in a recording, as it is heard, and its level in between. Ends when the recording is finished or
 * discarded.
 *
 * @param last the id of the last segment that the client has; undefined: it has none
 */
export async function* liveEvents(
  { recordings, heard, cluster }: Tools,
  id: string,
  last: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<LiveEvent> {
  const news = createAutoResetEvent();
  let level: number | undefined;
  const unlisten = cluster.listen(liveTopic, (message) => {
    const [about, value] = message.split(' ');
    if (about !== id) return;
    if (value !== undefined) level = Number(value);
    news.set();
  });
  const wake = () => news.set();
  signal.addEventListener('abort', wake);
  try {
    let newest = last;
    while (!signal.aborted) {
      const recording = await recordings.find(id);
      for await (const segment of heard.after(id, newest)) {
        newest = segment.id;
        yield segment;
      }
      if (recording === undefined || recording.runId !== null) return;
      if (level !== undefined) yield { level };
      level = undefined;
      await news.wait(pollMs);
    }
  } finally {
    unlisten();
    signal.removeEventListener('abort', wake);
  }
}
