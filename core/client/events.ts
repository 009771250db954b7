import type { CallOptions, Operations } from './operations.ts';
import type { Transport } from './transport.ts';
import type { EventQuery, Sighting, TimelineEvent, WatchQuery } from './types.ts';

/** Events as streams. */
export interface Events {
  /** All events that match, by time and then by order of recording. Pages of 1,000 are fetched as they are needed. */
  search(query: EventQuery, options?: CallOptions): AsyncIterable<TimelineEvent>;
  /**
   * Each event in the range when the account's clock passes it, or the one that `clock_id` names, ticking or moved forward. Events that the clock passed
   * before the watch began are not reported. Events that it passes again after it was moved back are reported again.
   *
   * @returns once the watch has begun, so that the clock can be moved next. The stream ends when the caller leaves it
   * or the service stops, and throws `UnreachableError` if the connection breaks. Events that the clock passes until
   * the next watch are not reported.
   */
  watch(query: WatchQuery, options?: CallOptions): Promise<AsyncIterable<Sighting>>;
}

const pageSize = 1000;

export function serviceEvents(transport: Transport, searchEvents: Operations['searchEvents']): Events {
  return {
    async *search(query, options) {
      let cursor: string | undefined;
      do {
        const page = await searchEvents(
          { ...query, limit: pageSize, ...(cursor !== undefined && { cursor }) },
          options,
        );
        yield* page.events;
        cursor = page.next_cursor;
      } while (cursor !== undefined);
    },
    async watch(query, options = {}) {
      return sightings(await transport.listen('monitorEvents', { ...query }, options));
    },
  };
}

async function* sightings(stream: AsyncIterable<string>): AsyncGenerator<Sighting> {
  // Not validated, like every answer of the service.
  for await (const text of stream) yield JSON.parse(text) as Sighting;
}
