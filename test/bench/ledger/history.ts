/**
 * A made-up history of any length, the same at each call: events a minute apart in towns of about 100 events each, with
 * two earlier causes each.
 */
export interface MadeUpHistory {
  readonly events: number;
  readonly towns: number;
  /** NDJSON, in pieces. */
  lines(): AsyncGenerator<Uint8Array>;
  /** From the cause to its effect, by the number of the event; as a list of pairs. */
  causes(): Generator<readonly [cause: number, effect: number]>;
}

const firstMs = Date.UTC(2000, 0, 1);
const linesAtOnce = 1_000;
/** Of so many events one has participants, needs and sets something. */
const everyRich = 20;

export function madeUpHistory(events: number): MadeUpHistory {
  const towns = Math.max(1, Math.floor(events / 100));
  return {
    events,
    towns,
    async *lines() {
      for (let from = 0; from < events; from += linesAtOnce) {
        const lines = Array.from({ length: Math.min(linesAtOnce, events - from) }, (_, at) =>
          JSON.stringify(event(from + at, towns)),
        );
        yield new TextEncoder().encode(`${lines.join('\n')}\n`);
      }
    },
    *causes() {
      for (let effect = 0; effect < events; effect += 1) for (const cause of causesOf(effect)) yield [cause, effect];
    },
  };
}

export const eventId = (number: number): string => `event-${number}`;

export const town = (number: number): string => `Town ${number}`;

function event(number: number, towns: number): object {
  return {
    event_id: eventId(number),
    description: `What happened as number ${number}`,
    time: new Date(firstMs + number * 60_000).toISOString(),
    location: town(number % towns),
    causes: causesOf(number).map(eventId),
    ...(number % everyRich === 0 && {
      participants: [`person ${number % 5_000}`],
      effects: { [`key ${number % 1_000}`]: number },
    }),
  };
}

/** The number before it, or nearly, and one that may be far away. */
function causesOf(number: number): readonly number[] {
  if (number < 2) return [];
  const near = number - 1 - (scattered(number) % Math.min(9, number - 1));
  const far = scattered(number + 1) % (number - 1);
  return near === far ? [near] : [near, far];
}

/** A whole number that looks like chance and is the same at each call (the finaliser of MurmurHash3). */
function scattered(number: number): number {
  let hash = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
