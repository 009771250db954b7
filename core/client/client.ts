import { type ServiceClock, serviceClock } from './clock.ts';
import { type CallOptions, type Operations, operations, type PostOptions } from './operations.ts';
import { createTransport, type Fields, type ServiceAccess, type Transport } from './transport.ts';
import type { EventQuery, Sighting, TimelineEvent, WatchQuery } from './types.ts';

/** Time navigation: a function for each operation of the service, and clocks and event streams made from them. */
export interface Client extends Operations {
  readonly clock: ServiceClock;
  /**
   * A clock beside the account's own. Its methods throw `clock-not-found` when it does not exist.
   *
   * @param clockId the `clock_id` of `createClock`
   */
  namedClock(clockId: string): ServiceClock;
  readonly events: Events;
}

/**
 * A client of one service and one account. It keeps no connection of its own and retries nothing.
 *
 * ```ts
 * const client = createClient({ url: 'http://127.0.0.1:8080', key });
 * await client.travel({ destination_time: '2030-01-01T09:00:00Z', location: 'Berlin' });
 * await client.clock.now();
 * ```
 *
 * @throws TypeError for a URL or a key that is invalid.
 */
export function createClient(access: ServiceAccess): Client {
  const transport = createTransport(access);
  const calls = operationCalls(transport);
  return {
    ...calls,
    clock: serviceClock(calls),
    namedClock: (clockId) => serviceClock(calls, clockId),
    events: serviceEvents(transport, calls.searchEvents),
  };
}

function operationCalls(transport: Transport): Operations {
  const names = Object.keys(operations) as (keyof Operations)[];
  const calls = names.map((name) => [
    name,
    (fields: Fields = {}, options: PostOptions = {}) => transport.send(name, fields, options),
  ]);
  // The boundary where answers get their types. They are not validated: a test compares the types with the service's
  // document.
  return Object.fromEntries(calls) as Operations;
}

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

function serviceEvents(transport: Transport, searchEvents: Operations['searchEvents']): Events {
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
      const stream = await transport.listen('monitorEvents', { ...query }, options);
      return (async function* () {
        // Not validated, like every answer of the service.
        for await (const text of stream) yield JSON.parse(text) as Sighting;
      })();
    },
  };
}
