import type { ImportLine, Ledger, NewEvent } from 'chronoscribe/kinds/ledger';
import { table } from '../table.ts';

const account = 'default';
export const mostPlanned = 100_000;
const firstMs = Date.UTC(2000, 0, 1);
const minuteMs = 60_000;
const linesAtOnce = 1_000;
const request = () => ({ timelineId: 'primary', requestId: 'bench', operationId: crypto.randomUUID() });

/** A plan of 10^5 events in a hundred strands that meet again and again, in which all events move if the first does. */
export async function benchPlan(ledger: Pick<Ledger, 'import' | 'reschedule' | 'criticalPath'>): Promise<void> {
  await ledger.import(account, planLines(mostPlanned), { ...request(), skipErrors: false });
  const time = firstMs + 60 * minuteMs;
  const move = (dryRun: boolean) => ledger.reschedule(account, { eventId: eventId(0), time, dryRun }, request());
  const rows = [
    ['critical path', ...(await timed(() => ledger.criticalPath(account, 'primary')))],
    ['reschedule, dry run', ...(await timed(() => move(true)))],
    ['reschedule', ...(await timed(() => move(false)))],
  ];
  table(`A plan of ${mostPlanned.toLocaleString('en')} events`, ['what', 'seconds', 'events moved'], rows);
}

async function timed(work: () => Promise<object>): Promise<readonly string[]> {
  const begun = performance.now();
  const result = await work();
  const moved = 'moved' in result && Array.isArray(result.moved) ? String(result.moved.length) : '';
  return [((performance.now() - begun) / 1000).toFixed(2), moved];
}

const eventId = (number: number) => `step-${number}`;

async function* planLines(size: number): AsyncGenerator<readonly ImportLine[]> {
  for (let from = 0; from < size; from += linesAtOnce) {
    yield Array.from({ length: Math.min(linesAtOnce, size - from) }, (_, at) => planLine(from + at));
  }
}

/** The same plan as NDJSON. */
export async function* planLinesOverHttp(size: number): AsyncGenerator<Uint8Array> {
  for await (const lines of planLines(size)) {
    const texts = lines.flatMap((line) => ('event' in line ? [JSON.stringify(overHttp(line.event))] : []));
    yield new TextEncoder().encode(`${texts.join('\n')}\n`);
  }
}

function overHttp({ time, causes, ...event }: NewEvent): object {
  const delay = (ms: number) => `${ms / minuteMs}m`;
  return {
    ...event,
    time: new Date(time).toISOString(),
    causes: causes?.map(({ event_id, min_delay, max_delay }) => ({
      event_id,
      ...(min_delay !== null && { min_delay: delay(min_delay) }),
      ...(max_delay !== null && { max_delay: delay(max_delay) }),
    })),
  };
}

/** An event follows the one a hundred before it, and now and then the one beside that. */
function planLine(number: number): ImportLine {
  const before = number < 100 ? [0] : [number - 100, ...(number % 7 === 0 ? [number - 99] : [])];
  const causes = before.map((cause) => ({
    event_id: eventId(cause),
    min_delay: minuteMs,
    max_delay: number % 5 === 0 ? 10 * minuteMs : null,
  }));
  return {
    line: number + 1,
    event: {
      event_id: eventId(number),
      description: `Step ${number}`,
      time: firstMs + (1 + Math.floor(number / 100)) * minuteMs - (number === 0 ? minuteMs : 0),
      location: `Site ${number % 100}`,
      causes: number === 0 ? [] : causes,
    },
  };
}
