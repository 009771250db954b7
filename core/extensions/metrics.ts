import { z } from 'zod';
import { name as text } from '../api/definition.ts';
import { defineExtensionPoint } from '../api/extension.ts';

type Sink = (value: number, labels: Readonly<Record<string, string>>) => void;

const metricName = z.string().regex(/^[a-z][a-z0-9_]*$/, 'expected lower-case letters, digits and "_"');
const labelValues = z.array(text).min(1).readonly();

/** What plugins show at `/metrics`: made by `metric`. */
export const metrics = defineExtensionPoint({
  name: 'chronoscribe.metrics',
  schema: z.looseObject({
    type: z
      .enum(['counter', 'gauge', 'histogram'])
      .describe('a counter adds values, of a gauge the last one counts, a histogram counts them by size'),
    name: metricName.describe('behind `chronoscribe_`, the name of the plugin and `_`: `reminders_total`'),
    help: text.describe('what it counts, and in which unit'),
    labels: z.record(metricName, labelValues).describe('with all their values; any other is shown as `other`'),
    buckets: z.array(z.number()).min(1).readonly().optional().describe('the upper bounds of a histogram'),
    connect: z.custom<(sink: Sink) => void>((value) => typeof value === 'function', 'expected what metric(…) returns'),
  }),
});

type Defined = Pick<z.output<typeof metrics.schema>, 'type' | 'name' | 'help' | 'buckets'>;

/**
 * A metric of a plugin. Labels hold no ids and no clinical text, so all their values are listed.
 *
 * @example
 * ```ts
 * const plugin = definePlugin({
 *   name: 'recalls',
 *   auth: 'clinical',
 *   start() {
 *     const labels = { channel: ['sms', 'mail'] } as const;
 *     return { sent: metric({ type: 'counter', name: 'reminders_total', help: 'Reminders that were sent', labels }) };
 *   },
 *   // Where one is sent: parts.sent.record(1, { channel: 'sms' })
 *   extends: ({ parts }) => [metrics.add(parts.sent)],
 *   routes: () => [],
 * });
 * ```
 */
export function metric<const L extends Readonly<Record<string, readonly string[]>> = Record<never, never>>(
  definition: Defined & { readonly labels?: L },
) {
  const { type, name } = definition;
  const labels: Readonly<Record<string, readonly string[]>> = definition.labels ?? {};
  const early: Parameters<Sink>[] = [];
  let sink: Sink = (...recorded) => void early.push(recorded);
  return {
    ...{ ...definition, labels },
    /** @throws Error for a value that is no number, or for one below 0 of a counter */
    record(value: number, given: { readonly [Name in keyof L]?: L[Name][number] } = {}) {
      if (!Number.isFinite(value) || (type === 'counter' && value < 0)) {
        throw new Error(`the ${type} ${name} cannot have the value ${value}`);
      }
      const wanted = new Map<string, unknown>(Object.entries(given));
      const known = Object.entries(labels).map(([label, values]) => {
        return [label, values.find((each) => each === wanted.get(label)) ?? 'other'] as const;
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
