import { type ServiceClock, serviceClock } from './clock.ts';
import { type Events, serviceEvents } from './events.ts';
import { type Operations, operations, type PostOptions } from './operations.ts';
import { createTransport, type Fields, type ServiceAccess, type Transport } from './transport.ts';

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
