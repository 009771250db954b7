import { z } from 'zod';
import { defineCommand, flag, form, table, text, UsageError } from './command.ts';
import { type ConnectionValues, connect, connectionOptions } from './connect.ts';
import { drawRun, instantText, Run, RunSummary } from './runs/drawing.ts';
import { followRun } from './runs/follow.ts';

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
