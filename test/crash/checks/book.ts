import type { Answer } from '../client.ts';
import { type Ask, Broken } from '../deed.ts';
import { accountsOf, keysOf } from '../load/admin.ts';
import { anchorsOf } from '../load/anchors.ts';
import { readClock, sameClock } from '../load/clock.ts';
import { clocksOf } from '../load/clocks.ts';
import { bookedEvents, eventsAt } from '../load/events.ts';
import { runsOf } from '../load/making-runs.ts';
import { calendarsOf } from '../load/plans.ts';
import { timelinesOf } from '../load/timelines.ts';
import { webhooksOf } from '../load/webhooks.ts';
import type { Practice } from '../practice.ts';

/** What is shown of a practice must be what its book says, neither less nor more. Throws a `Broken`. */
export async function checkBook(practice: Practice, ask: Ask): Promise<void> {
  const clock = await readClock(ask);
  if (!sameClock(clock, practice.clock)) {
    throw new Broken('lost', `the clock shows ${JSON.stringify(clock)} and not ${JSON.stringify(practice.clock)}`);
  }
  practice.clock = clock;

  same('anchors', await anchorsOf(ask), practice.anchors);
  same('calendars', await calendarsOf(ask), practice.calendars);
  same('webhooks', await webhooksOf(ask), practice.webhooks);
  same('clocks', await clocksOf(ask), practice.clocks);
  same(
    'accounts',
    new Map((await accountsOf(practice, ask)).map(({ account_id, name }) => [account_id, name])),
    practice.accounts,
  );
  const booked = new Map([...practice.keys].map(([id, { name }]) => [id, name]));
  same('keys', new Map((await keysOf(practice, ask)).map(({ id, name }) => [id, name ?? ''])), booked);
  for (const { key, name } of practice.keys.values()) {
    if (key !== '' && (await ask({ method: 'GET', path: '/v1/current-time', key })).status !== 200) {
      throw new Broken('lost', `the key ${name} opens nothing`);
    }
  }
  await checkEvents(practice, ask);
  await checkRuns(practice, ask);
}

async function checkEvents(practice: Practice, ask: Ask): Promise<void> {
  const timelines = new Map(await timelinesOf(ask));
  timelines.delete('primary');
  const descriptions = [...practice.timelines]
    .filter(([id]) => id !== 'primary')
    .map(([id, { description }]) => [id, description] as const);
  same('timelines', timelines, new Map(descriptions));
  for (const [id, timeline] of practice.timelines) {
    same(`events of ${id}`, await eventsAt(ask, practice.name, id), bookedEvents(timeline));
  }
  for (const [mark, { place, count }] of practice.imports) {
    const run = [...practice.runs.values()].find((each) => each.mark === mark);
    const there = (await eventsAt(ask, place, 'primary')).size;
    if (there !== count && there !== 0)
      throw new Broken('half', `${there} of ${count} events of the import ${mark} are there`);
    if (there === 0 && run?.settled) throw new Broken('lost', `the import ${mark} is not there`);
  }
}

async function checkRuns(practice: Practice, ask: Ask): Promise<void> {
  const shown = await runsOf(ask);
  for (const [id, { end, settled }] of practice.runs) {
    const status = shown.get(id);
    if (status === undefined) throw new Broken('lost', `the run ${id} is not there`);
    if (settled && status !== (end === 'gone' ? 'cancelled' : end))
      throw new Broken('fault', `the run ${id} is ${status} and not ${end}`);
  }
  const more = [...shown.keys()].filter((id) => !practice.runs.has(id) && !practice.going.has(id));
  if (more.length > 0) throw new Broken('twice', `nobody asked for the runs ${more.join(', ')}`);
}

/** Throws a `Broken` that names the first difference. */
export function same<T>(what: string, shown: ReadonlyMap<string, T>, booked: ReadonlyMap<string, T>): void {
  for (const [id, value] of booked) {
    if (!shown.has(id)) throw new Broken('lost', `of the ${what}, ${id} is not there`);
    const [is, should] = [JSON.stringify(shown.get(id)), JSON.stringify(value)];
    if (is !== should) throw new Broken('half', `of the ${what}, ${id} is ${is} and not ${should}`);
  }
  for (const id of shown.keys()) if (!booked.has(id)) throw new Broken('twice', `of the ${what}, nobody made ${id}`);
}

/** An answer that must be there. */
export function whole(answer: Answer, what: string): Answer {
  if (answer.status === 200) return answer;
  throw new Broken(
    answer.status === 404 ? 'lost' : 'half',
    `${what} is answered with ${answer.status}: ${answer.text}`,
  );
}
