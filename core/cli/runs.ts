import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters, styleText } from 'node:util';
import { z } from 'zod';
import { defineCommand, flag, form, table, text, UsageError } from './command.ts';
import { type ConnectionValues, connect, connectionOptions } from './connect.ts';

const Failure = z.object({ detail: z.array(z.object({ msg: z.string() })) });

/** A run in a list, as far as the command line shows it. */
const RunSummary = z.object({
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
function errorText(error: z.output<typeof Failure>): string {
  return error.detail.map(({ msg }) => msg).join('; ');
}

/** `2026-01-31 12:00:00Z` */
function instantText(milliseconds: number): string {
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

const everyMs = 500;

/** Where a run is drawn. */
interface Output {
  readonly isTTY?: boolean;
  /** How many characters a line of the terminal has. */
  readonly columns?: number;
  write(text: string): unknown;
}

/**
 * Shows a run until it has ended: in a terminal its drawing, again and again in the same place; elsewhere a line for
 * each change of a step.
 *
 * @param read reads the run from the host
 * @returns the exit code: 1 unless the run is done
 */
export async function followRun(read: () => Promise<Run>, output: Output): Promise<0 | 1> {
  const show = output.isTTY ? redrawing(output) : logging(output);
  for (;;) {
    const run = await read();
    show(run);
    switch (run.status) {
      case 'queued':
      case 'running':
        await wait(everyMs);
        break;
      case 'done':
        return 0;
      case 'failed':
      case 'cancelled':
        return 1;
    }
  }
}

/** A function that draws a run in place of its last drawing. */
function redrawing(output: Output): (run: Run) => void {
  let last = '';
  return (run) => {
    const drawing = drawRun(run);
    if (drawing === last) return;
    // How many lines of a terminal it took; it ends with a line feed.
    const lines = stripVTControlCharacters(last).split('\n').slice(0, -1);
    const height = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / (output.columns ?? 80))), 0);
    output.write(`${height === 0 ? '' : `\u001b[${height}F\u001b[0J`}${drawing}`);
    last = drawing;
  };
}

/** A function that writes what has changed in a run. */
function logging(output: Output): (run: Run) => void {
  const known = new Map<string, string>();
  const tell = (what: string, state: string): void => {
    if (known.get(what) === state) return;
    known.set(what, state);
    output.write(`${what}  ${state}\n`);
  };
  const tellSteps = (steps: readonly Step[]): void => {
    for (const { id, status, error, steps: inside } of steps) {
      // A step that has not begun is no news.
      if (status !== 'waiting' || known.has(id)) tell(id, error === null ? status : `${status}  ${errorText(error)}`);
      tellSteps(inside);
    }
  };
  return (run) => {
    tellSteps(run.steps);
    for (const { signal } of run.waitingFor) tell(signal, 'waits for this signal');
    tell('run', run.error === null ? run.status : `${run.status}  ${errorText(run.error)}`);
  };
}

const connection = connectionOptions('the scope that started the run');
const filters = {
  workflow: text('NAME', 'the name of the workflow'),
  status: text('STATUS', 'queued, running, done, failed or cancelled'),
  limit: text('N', 'how many at most'),
  cursor: text('CURSOR', 'where the list goes on, as the page before says'),
};
const follow = flag('show the steps as they go on, until the run has ended; fails if the run does');
const from = text('STEP', 'the step from which a failed run is done anew; also one that is done');

/** Shows the runs of a running host and steers them, over HTTP like any client. */
export const command = defineCommand({
  name: 'runs',
  about: `Lists the runs of a running host, newest first, shows the steps of one, and steers it.
The payload of a signal is a JSON object; default {}.`,
  forms: {
    list: form([], { ...filters, ...connection }, list),
    show: form(['ID'], { follow, ...connection }, async ({ follow, ...values }, id: string) => {
      const client = await connect(values);
      const read = () => client.call('GET', runPath(id), Run);
      if (follow) return followRun(read, process.stdout);
      return process.stdout.write(drawRun(await read()));
    }),
    retry: form(['ID'], { from, ...connection }, async ({ from, ...values }, id: string) => {
      const client = await connect(values);
      const body = from === undefined ? {} : { from };
      process.stdout.write(drawRun(await client.call('POST', `${runPath(id)}/retry`, Run, body)));
    }),
    cancel: form(['ID'], connection, async (values, id: string) => {
      const client = await connect(values);
      const { status } = await client.call('GET', runPath(id), Run);
      // An endpoint that deletes a run which has ended already.
      if (status !== 'queued' && status !== 'running') throw new Error(`The run is ${status} already.`);
      process.stdout.write(drawRun(await client.call('DELETE', runPath(id), Run)));
    }),
    signal: form(['ID', 'NAME', '[JSON]'], connection, async (values, id: string, name: string, json = '{}') => {
      const payload = parsePayload(json);
      const client = await connect(values);
      const path = `${runPath(id)}/signals/${encodeURIComponent(name)}`;
      await client.call('POST', path, z.object({ id: z.string() }), payload);
      process.stdout.write(`sent ${name}\n`);
    }),
  },
  shared: connection,
});

type Filters = { readonly [Name in keyof typeof filters]?: string | undefined };

const Page = z.object({ items: z.array(RunSummary), next_cursor: z.string().nullable() });

async function list({ workflow, status, limit, cursor, ...values }: Filters & ConnectionValues): Promise<void> {
  const given = Object.entries({ workflow, status, limit, cursor }).filter((pair) => pair[1] !== undefined);
  const query = new URLSearchParams(given as [string, string][]);
  const client = await connect(values);
  const { items, next_cursor: next } = await client.call('GET', `/api/v1/runs?${query}`, Page);
  const rows = items.map((run) => [
    run.id,
    run.workflow,
    run.status,
    run.step ?? '',
    instantText(run.createdAt),
    run.name,
  ]);
  process.stdout.write(table([['ID', 'WORKFLOW', 'STATUS', 'STEP', 'CREATED', 'NAME'], ...rows]));
  if (next !== null) process.stderr.write(`\nThere are more: --cursor ${next}\n`);
}

/** @throws UsageError for text that is not a JSON object */
function parsePayload(text: string): object {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch (cause) {
    throw new UsageError(`JSON: expected an object such as '{"by": "Ada"}', not ${text}`, { cause });
  }
}

function runPath(id: string): string {
  return `/api/v1/runs/${encodeURIComponent(id)}`;
}
