import { styleText } from 'node:util';
import { z } from 'zod';

const Failure = z.object({ detail: z.array(z.object({ msg: z.string() })) });

/** A run in a list, as far as the command line shows it. */
export const RunSummary = z.object({
  id: z.string(),
  workflow: z.string(),
  name: z.string(),
  status: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  step: z.string().nullable(),
  createdAt: z.number(),
});

/** The state of a node of a run. */
export const Step = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  status: z.enum(['waiting', 'running', 'done', 'failed', 'skipped', 'cancelled']),
  attempt: z.number(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  error: Failure.nullable(),
  get steps() {
    return z.array(Step).default([]);
  },
});

export type Step = z.output<typeof Step>;

/** A run with its steps. */
export const Run = RunSummary.extend({
  error: Failure.nullable(),
  steps: z.array(Step),
  waitingFor: z.array(z.object({ signal: z.string(), until: z.number().nullable() })),
});

export type Run = z.output<typeof Run>;

/** The messages of an error, in one line. */
export function errorText(error: z.output<typeof Failure>): string {
  return error.detail.map(({ msg }) => msg).join('; ');
}

/** `2026-01-31 12:00:00Z` */
export function instantText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('T', ' ').replace(/\.\d+/, '');
}

/** The run as text: what it is, the tree of its steps, and what it waits for or failed with. */
export function drawRun(run: Run): string {
  const waits = run.waitingFor.map(
    ({ signal, until }) => `waits for the signal ${signal}${until === null ? '' : ` until ${instantText(until)}`}`,
  );
  return [
    `${styleText('bold', run.workflow)}  ${run.status}  ${run.name}`,
    styleText('dim', `${run.id}  created ${instantText(run.createdAt)}`),
    ...drawSteps(run.steps, ''),
    ...waits,
    ...(run.error === null ? [] : [styleText('red', errorText(run.error))]),
    '',
  ].join('\n');
}

/** @param margin what stands before each line */
function drawSteps(steps: readonly Step[], margin: string): readonly string[] {
  return steps.flatMap((step, index) => {
    const isLast = index === steps.length - 1;
    return [
      `${margin}${isLast ? '└─' : '├─'} ${drawStep(step)}`,
      ...drawSteps(shownInside(step), `${margin}${isLast ? '   ' : '│  '}`),
    ];
  });
}

/** Of more items than this, only those are drawn that are being worked on or failed. */
const mostItems = 8;

function shownInside({ kind, steps }: Step): readonly Step[] {
  if (kind !== 'each' || steps.length <= mostItems) return steps;
  return steps.filter(({ status, startedAt }) => status !== 'done' && startedAt !== null);
}

const marks = {
  waiting: ['·', 'dim'],
  running: ['▸', 'cyan'],
  done: ['✓', 'green'],
  failed: ['✗', 'red'],
  skipped: ['–', 'dim'],
  cancelled: ['–', 'yellow'],
} as const satisfies Readonly<Record<Step['status'], unknown>>;

function drawStep({ name, kind, status, attempt, startedAt, endedAt, error, steps }: Step): string {
  const [mark, colour] = marks[status];
  const done = steps.filter((item) => item.status === 'done').length;
  const notes = [
    ...(kind === 'step' || kind === 'branch' || kind === 'item' ? [] : [kind]),
    ...(kind === 'each' ? [`${done} of ${steps.length} done`] : []),
    ...(status === 'done' ? [] : [status]),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(startedAt !== null && endedAt !== null ? [durationText(endedAt - startedAt)] : []),
    ...(error === null ? [] : [errorText(error)]),
  ];
  return `${styleText(colour, mark)} ${name}${notes.length === 0 ? '' : styleText('dim', `  ${notes.join(', ')}`)}`;
}

/** `12 ms`, `1.3 s`, `5 min`, `3.2 h`, `30 d` */
function durationText(milliseconds: number): string {
  const units = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1000, 's'],
  ] as const;
  const unit = units.find(([length]) => milliseconds >= length);
  return unit === undefined ? `${milliseconds} ms` : `${Number((milliseconds / unit[0]).toFixed(1))} ${unit[1]}`;
}
