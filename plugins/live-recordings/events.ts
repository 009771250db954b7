import { type Cluster, createAutoResetEvent, type EventLabel } from 'chronoscribe';
import { z } from 'zod';
import { type HeardSegments, LiveSegment } from './heard.ts';
import { liveTopic } from './listener.ts';
import type { OpenRecordings } from './recordings.ts';

const Level = z.object({ level: z.number().describe('How loud the newest sound is, in dBFS: 0 is full scale') });

/** The data of an event of a recording. */
export const LiveEvent = z.union([LiveSegment, Level]);
export type LiveEvent = z.output<typeof LiveEvent>;

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
