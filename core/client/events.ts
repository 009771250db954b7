import type { Exchange } from './exchange.ts';
import type { Call, CallOptions } from './operation.ts';
import { type Operations, operations } from './operations.ts';
import type { EventQuery, Sighting, TimelineEvent } from './resources.ts';

/** Events one after the other, however many there are. */
export interface Events {
  /** All that match, by time and then by order of recording. A page of 1,000 is fetched whenever the one before is used up. */
  search(query: EventQuery, options?: CallOptions): AsyncIterable<TimelineEvent>;
  /**
   * Each event in the range when the service's clock passes it, ticking or moved forward. What is past when the watch begins is not told;
   * what the clock passes again after it was moved back is told again.
   *
   * @returns once the watch has begun, so that the clock can be moved next. It ends when it is left, and when the service says that it stops.
   * Where the connection breaks, it throws `UnreachableError`. Either way, what the clock passes until the next watch is not told.
   */
  watch(query: EventQuery, options?: CallOptions): Promise<AsyncIterable<Sighting>>;
}

const pageSize = 1000;

export function openEvents(exchange: Exchange, searchEvents: Call<Operations['searchEvents']>): Events {
  return {
    async *search(query, options) {
      let cursor: string | undefined;
      do {
        const page = await searchEvents({ ...query, limit: pageSize, ...(cursor !== undefined && { cursor }) }, options);
        yield* page.events;
        cursor = page.next_cursor;
      } while (cursor !== undefined);
    },
    async watch(query, options = {}) {
      return sightings(await exchange.listen(operations.monitorEvents, { ...query }, options));
    },
  };
}

async function* sightings(stream: AsyncIterable<string>): AsyncGenerator<Sighting> {
  // The service's own word, like every answer.
  for await (const text of stream) yield JSON.parse(text) as Sighting;
}
