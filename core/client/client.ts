import { type Calls, openCalls } from './calls.ts';
import { openClock, type ServiceClock } from './clock.ts';
import { type Events, openEvents } from './events.ts';
import { openExchange, type ServiceAccess } from './exchange.ts';

/** Time navigation, from the outside: a function for each operation of the service, in the words of its document, and what is made of them. */
export interface Client extends Calls {
  readonly clock: ServiceClock;
  readonly events: Events;
}

/**
 * A client of one service and one account. It needs nothing but `fetch`, keeps no connection of its own and tries nothing twice.
 *
 * ```ts
 * const client = createClient({ url: 'http://127.0.0.1:8080', key });
 * await client.travel({ destination_time: '2030-01-01T09:00:00Z', location: 'Berlin' });
 * await client.clock.now();
 * ```
 *
 * @throws TypeError for a URL or a key that is none.
 */
export function createClient(access: ServiceAccess): Client {
  const exchange = openExchange(access);
  const calls = openCalls(exchange);
  return { ...calls, clock: openClock(calls), events: openEvents(exchange, calls.searchEvents) };
}
