/** The client of a time service: `chronoscribe/client`. */

export { type Client, createClient } from './client.ts';
export type { ClockReading, ServiceClock } from './clock.ts';
export { ChronoscribeError, type Fault, type Refusal, UnreachableError } from './error.ts';
export type { Events } from './events.ts';
export type { ServiceAccess } from './exchange.ts';
export { type FollowedClock, followClock } from './followed-clock.ts';
export type { CallOptions, EventFile, PostOptions } from './operation.ts';
export type {
  Anchor,
  Cause,
  Change,
  Consequence,
  Duration,
  EventDetails,
  EventQuery,
  EventVersion,
  Finding,
  Instant,
  JsonValue,
  NewEvent,
  NewOutcome,
  Sighting,
  Stability,
  Timeline,
  TimelineEvent,
  TimeRange,
} from './resources.ts';
