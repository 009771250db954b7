import { z } from 'zod';
import { checkDefinition, definitionError, name as text } from '../api/definition.ts';
import { defineExtensionPoint } from '../api/extension.ts';
import { authorsFrame } from '../api/logger.ts';
import { unknownName } from '../api/text.ts';

type Sink = (value: number, labels: Readonly<Record<string, string>>) => void;

const metricName = z.string().regex(/^[a-z][a-z0-9_]*$/, 'expected lower-case letters, digits and "_"');
const labelValues = z.array(text).min(1, 'expected at least one value').readonly();
const members = {
  type: z
    .enum(['counter', 'gauge', 'histogram'])
    .describe('a counter adds values, of a gauge the last one counts, a histogram counts them by size'),
  name: metricName
    .refine((name) => !name.startsWith('chronoscribe_'), 'expected what comes behind `chronoscribe_` and the plugin')
    .describe('behind `chronoscribe_`, the name of the plugin and `_`: `reminders_total`'),
  help: text.describe('what it counts, and in which unit'),
  labels: z
    .record(metricName, labelValues)
    .refine((labels) => !('le' in labels), 'Prometheus keeps "le" for histograms: name it otherwise')
    .describe('with all their values; any other is shown as `other`'),
  buckets: z
    .array(z.number())
    .min(1, 'expected at least one bound')
    .refine((bounds) => bounds.every((each, at) => at === 0 || each > Number(bounds[at - 1])), 'expected rising bounds')
    .readonly()
    .optional()
    .describe('the upper bounds of a histogram'),
};
const Definition = z
  .strictObject({ ...members, labels: members.labels.optional() })
  .refine(({ type, buckets }) => type === 'histogram' || buckets === undefined, 'buckets: only a histogram has them');

/** What plugins show at `/metrics`: made by `metric`. */
export const metrics = defineExtensionPoint({
  name: 'chronoscribe.metrics',
  schema: z.looseObject({
    ...members,
    connect: z.custom<(sink: Sink) => void>((value) => typeof value === 'function', 'expected what metric(…) returns'),
  }),
});

type Defined = Pick<z.output<typeof metrics.schema>, 'type' | 'name' | 'help' | 'buckets'>;

/** The metrics that no host shows, with where they were made. Bounded, since somebody may make one for each request. */
const unshown = new Set<{ readonly name: string; readonly place: string }>();
const mostUnshown = 100;
/** What is recorded of a metric before it is added. */
const mostEarly = 10_000;

/** What was made by `metric`, and is added by no plugin: nobody sees it. */
export const unshownMetrics = (): readonly string[] =>
  [...unshown].map(
    ({ name, place }) =>
      `the metric ${name} [${place}] is not shown: no plugin adds it. Write into its definePlugin: ` +
      'extends: ({ parts }) => [metrics.add(…)], with the metric that "start" has returned.',
  );

/**
 * A metric of a plugin. Labels hold no ids and no clinical text, so all their values are listed.
 *
 * @throws Error that names everything that is wrong with the definition, and where it is written
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
  checkDefinition(`metric "${definition?.name}"`, Definition, definition);
  const { type, name } = definition;
  const labels: Readonly<Record<string, readonly string[]>> = definition.labels ?? {};
  const made = { name, place: authorsFrame(new Error(name)) ?? 'somewhere' };
  if (unshown.size < mostUnshown) unshown.add(made);
  const early: Parameters<Sink>[] = [];
  let sink: Sink = (...recorded) => void (early.length < mostEarly && early.push(recorded));
  return {
    ...{ ...definition, labels },
    /** @throws Error for a value that is no number, for one below 0 of a counter, or for a label that it has not */
    record(value: number, given: { readonly [Name in keyof L]?: L[Name][number] } = {}) {
      if (!Number.isFinite(value) || (type === 'counter' && value < 0)) {
        throw definitionError(`the ${type} ${name} cannot have the value ${value}`);
      }
      const wanted = new Map<string, unknown>(Object.entries(given));
      const stray = [...wanted.keys()].find((label) => labels[label] === undefined);
      if (stray !== undefined)
        throw definitionError(`the ${type} ${name}: ${unknownName('label', stray, Object.keys(labels))}`);
      const known = Object.entries(labels).map(([label, values]) => {
        return [label, values.find((each) => each === wanted.get(label)) ?? 'other'] as const;
      });
      sink(value, Object.fromEntries(known));
    },
    /** Called by the host. What was recorded before is handed over. */
    connect(to: Sink) {
      unshown.delete(made);
      sink = to;
      for (const recorded of early.splice(0)) to(...recorded);
    },
  };
}
