import { z } from 'zod';
import { name as text } from '../api/definition.ts';
import { defineExtensionPoint } from '../api/extension.ts';

/** The labels of a metric, each with all values that it can have. */
type Labels = Readonly<Record<string, readonly string[]>>;

export interface MetricDefinition<L extends Labels> {
  /** `counter`: values are added. `gauge`: the last one counts. `histogram`: values are counted by size. */
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Behind `chronoscribe_`, the name of the plugin and `_`: `reminders_total`, `reminder_duration_seconds`. */
  readonly name: string;
  readonly help: string;
  /** With all their values, so that no id and no clinical text becomes one. Any other value is shown as `other`. */
  readonly labels?: L;
  /** Of a histogram: the upper bounds, in the unit of the values. */
  readonly buckets?: readonly number[];
  /** Of a gauge without labels: called for each reading of `/metrics`. If it throws, the value is NaN. */
  read?(): number | Promise<number>;
}

type Sink = (value: number, labels: Readonly<Record<string, string>>) => void;

const labelName = z.string().regex(/^[a-z][a-z0-9_]*$/, 'expected lower-case letters, digits and "_"');

/** What plugins show at `/metrics`: made by `metric`. */
export const metrics = defineExtensionPoint({
  name: 'chronoscribe.metrics',
  schema: z.looseObject({
    type: z.enum(['counter', 'gauge', 'histogram']).describe('how its values are counted'),
    name: labelName.describe('its name behind that of the plugin'),
    help: text.describe('what it counts, and in which unit'),
    labels: z.record(labelName, z.array(text).min(1).readonly()).describe('the labels with all their values'),
    buckets: z.array(z.number()).min(1).readonly().optional().describe('the upper bounds of a histogram'),
    read: z.custom<() => number | Promise<number>>().optional(),
    connect: z.custom<(sink: Sink) => void>((value) => typeof value === 'function', 'expected what metric(…) returns'),
  }),
});

/**
 * A metric of a plugin. Labels hold no ids and no clinical text: Prometheus keeps each value for months.
 *
 * @example
 * ```ts
 * const plugin = definePlugin({
 *   name: 'recalls',
 *   auth: 'clinical',
 *   start: () => ({
 *     sent: metric({
 *       type: 'counter',
 *       name: 'reminders_total',
 *       help: 'Reminders that were sent',
 *       labels: { channel: ['sms', 'mail'] },
 *     }),
 *   }),
 *   // Where one is sent: parts.sent.record(1, { channel: 'sms' })
 *   extends: ({ parts }) => [metrics.add(parts.sent)],
 *   routes: () => [],
 * });
 * ```
 */
export function metric<const L extends Labels = Record<never, never>>(definition: MetricDefinition<L>) {
  const { type, name } = definition;
  const labels: Labels = definition.labels ?? {};
  const early: Parameters<Sink>[] = [];
  let sink: Sink = (...recorded) => void early.push(recorded);
  return {
    ...definition,
    labels,
    /** @throws Error for a value that is no number, or for one below 0 of a counter */
    record(value: number, given: { readonly [Name in keyof L]?: L[Name][number] } = {}) {
      if (!Number.isFinite(value) || (type === 'counter' && value < 0)) {
        throw new Error(`the ${type} ${name} cannot have the value ${value}`);
      }
      const known = Object.entries(labels).map(([label, values]) => {
        const wanted = Object.entries(given).find(([each]) => each === label)?.[1];
        return [label, values.find((each) => each === wanted) ?? 'other'] as const;
      });
      sink(value, Object.fromEntries(known));
    },
    /** Called by the host. What was recorded before is handed over. */
    connect(to: Sink) {
      sink = to;
      for (const recorded of early.splice(0)) to(...recorded);
    },
  };
}
