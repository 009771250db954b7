import { endOfTime, startOfTime } from 'chronoscribe/kinds/clock';
import fc from 'fast-check';

/** An event as a caller writes it: times and delays are text. */
export interface WrittenEvent {
  readonly description: string;
  readonly time: string;
  readonly location: string;
  readonly event_id?: string;
  readonly end_time?: string;
  readonly causes?: readonly (
    | string
    | {
        readonly event_id: string;
        readonly min_delay?: string;
        readonly max_delay?: string;
        readonly from?: 'start' | 'end';
      }
  )[];
  readonly participants?: readonly string[];
  readonly requires?: Readonly<Record<string, unknown>>;
  readonly effects?: Readonly<Record<string, unknown>>;
  readonly geo?: { readonly lat: number; readonly lon: number };
  readonly fixed?: boolean;
}

const text = (maxLength: number) => fc.string({ unit: 'binary', maxLength });
/** Nothing that ends a cause or a participant in a list, and no space at its ends. */
const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((each) => `n${each.replace(/[;\s]/gu, '')}`);
const unit = fc.constantFrom('m', 'h', 'd');
const delay = (least: number, most: number) =>
  fc.tuple(fc.integer({ min: least, max: most }), unit).map(([count, each]) => `${count}${each}`);
const cause = fc.oneof(
  name,
  fc.record(
    {
      event_id: name,
      min_delay: delay(0, 9),
      max_delay: delay(10 * 24 * 60, 20 * 24 * 60),
      from: fc.constantFrom('start' as const, 'end' as const),
    },
    { requiredKeys: ['event_id', 'min_delay'] },
  ),
);
/** As JSON has them, which knows no -0. */
const facts = fc
  .dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
  .map((each): Record<string, unknown> => JSON.parse(JSON.stringify(each)));
const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true }).map((number) => number + 0);

/** Valid events, with all characters that there are in them. */
export const writtenEvents: fc.Arbitrary<readonly WrittenEvent[]> = fc.array(
  fc
    .record(
      {
        description: text(40),
        from: fc.integer({ min: startOfTime, max: endOfTime }),
        length: fc.nat(1e9),
        location: text(20).map((place) => `${place}!`),
        event_id: name,
        causes: fc.array(cause, { minLength: 1, maxLength: 3 }),
        participants: fc.array(name, { minLength: 1, maxLength: 3 }),
        requires: facts,
        effects: facts,
        geo: fc.record({ lat: degrees(90), lon: degrees(180) }),
        fixed: fc.boolean(),
      },
      { requiredKeys: ['description', 'from', 'location'] },
    )
    .map(({ from, length, ...event }) => ({
      ...event,
      time: new Date(from).toISOString(),
      ...(length !== undefined && { end_time: new Date(Math.min(from + length, endOfTime)).toISOString() }),
    })),
  { maxLength: 8 },
);
