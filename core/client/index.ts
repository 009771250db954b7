/** **Stable**: the client of a time service: `chronoscribe/client`. */

export type { Events } from './client.ts';
export { type Client, createClient } from './client.ts';
export { type ClockReading, type FollowedClock, followClock, type MoveOptions, type ServiceClock } from './clock.ts';
export { ChronoscribeError, type Fault, type Refusal, UnreachableError } from './errors.ts';
export type { CallOptions, PostOptions } from './operations.ts';
export type { ServiceAccess } from './transport.ts';
export type {
  Anchor,
  Cause,
  Change,
  Consequence,
  Duration,
  EventDetails,
  EventFile,
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
  WatchQuery,
} from './types.ts';
