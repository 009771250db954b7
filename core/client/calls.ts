import type { Exchange } from './exchange.ts';
import type { Call, PostOptions } from './operation.ts';
import { type Operations, operations } from './operations.ts';

/** A function for each operation. */
export type Calls = { readonly [Name in keyof Operations]: Call<Operations[Name]> };

export function openCalls(exchange: Exchange): Calls {
  const calls = Object.entries(operations).map(([name, operation]) => [
    name,
    (fields = {}, options: PostOptions = {}) => exchange.ask(operation, fields, options),
  ]);
  // The boundary where answers get their types: they are taken at the service's word, with which a test compares the types.
  return Object.fromEntries(calls) as Calls;
}
