import { z } from 'zod';
import { type Command, parse, table, UsageError } from './command.ts';
import { connect, connectionOptions, connectionUsage } from './connect.ts';
import { drawRun } from './runs/drawing.ts';
import { followRun } from './runs/follow.ts';
import { instantText, Run, RunSummary } from './runs/shape.ts';

/** Shows the runs of a running host and steers them, over HTTP like any client. */
export const command: Command = {
  usage: `Usage: chronoscribe runs list [--workflow NAME] [--status STATUS] [--limit N] [--cursor CURSOR]
       chronoscribe runs show ID [--follow]
       chronoscribe runs retry ID [--from STEP]
       chronoscribe runs cancel ID
       chronoscribe runs signal ID NAME [JSON]

Lists the runs of a running host, newest first, shows the steps of one, and steers it.

  --follow        show the steps as they go on, until the run has ended; fails if the run does
  --from STEP     the step from which a run is done anew; also for one that is done
  --status STATUS queued, running, done, failed or cancelled
  JSON            the payload of the signal; default {}
${connectionUsage('the scope that started the run')}`,
  async run([name = '', ...args]) {
    const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (run === undefined) throw new UsageError(`expected one of: ${Object.keys(commands).join(', ')}`);
    return (await run(args)) ?? 0;
  },
};

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<0 | 1 | undefined>>> = {
  list,
  show,
  retry,
  cancel,
  signal,
};

const Page = z.object({ items: z.array(RunSummary), next_cursor: z.string().nullable() });

async function list(args: readonly string[]): Promise<undefined> {
  const filters = ['workflow', 'status', 'limit', 'cursor'] as const;
  const { values } = parse(args, {
    ...connectionOptions,
    workflow: { type: 'string' },
    status: { type: 'string' },
    limit: { type: 'string' },
    cursor: { type: 'string' },
  });
  const query = new URLSearchParams(
    filters.flatMap((filter) => {
      const value = values[filter];
      return value === undefined ? [] : [[filter, value] as [string, string]];
    }),
  );
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

async function show(args: readonly string[]): Promise<0 | 1 | undefined> {
  const { values, positionals } = parse(args, { ...connectionOptions, follow: { type: 'boolean' } }, ['ID']);
  const client = await connect(values);
  const read = () => client.call('GET', runPath(positionals), Run);
  if (values.follow) return followRun(read, process.stdout);
  process.stdout.write(drawRun(await read()));
}

async function retry(args: readonly string[]): Promise<undefined> {
  const { values, positionals } = parse(args, { ...connectionOptions, from: { type: 'string' } }, ['ID']);
  const from = values.from === undefined ? {} : { from: values.from };
  const client = await connect(values);
  process.stdout.write(drawRun(await client.call('POST', `${runPath(positionals)}/retry`, Run, from)));
}

async function cancel(args: readonly string[]): Promise<undefined> {
  const { values, positionals } = parse(args, connectionOptions, ['ID']);
  const client = await connect(values);
  const { status } = await client.call('GET', runPath(positionals), Run);
  // An endpoint that deletes a run which has ended already.
  if (status !== 'queued' && status !== 'running') throw new Error(`The run is ${status} already.`);
  process.stdout.write(drawRun(await client.call('DELETE', runPath(positionals), Run)));
}

async function signal(args: readonly string[]): Promise<undefined> {
  const { values, positionals } = parse(args, connectionOptions, ['ID', 'NAME', '[JSON]']);
  const [, name = '', json = '{}'] = positionals;
  const payload = parsePayload(json);
  const client = await connect(values);
  const path = `${runPath(positionals)}/signals/${encodeURIComponent(name)}`;
  await client.call('POST', path, z.object({ id: z.string() }), payload);
  process.stdout.write(`sent ${name}\n`);
}

/** @throws UsageError for text that is not a JSON object */
function parsePayload(text: string): object {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch (cause) {
    throw new UsageError(`JSON: expected an object such as '{"by": "Ada"}', not ${text}`, { cause });
  }
}

function runPath([id = '']: readonly string[]): string {
  return `/api/v1/runs/${encodeURIComponent(id)}`;
}
