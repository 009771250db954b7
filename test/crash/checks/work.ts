import { setTimeout as wait } from 'node:timers/promises';
import { type Ask, Broken } from '../deed.ts';
import { bookRun } from '../load/making-runs.ts';
import { isToBeRetried, Run } from '../load/runs.ts';
import type { Practice } from '../practice.ts';
import type { Services } from '../services.ts';

const patienceMs = 60_000;
const betweenLooksMs = 25;

/** Waits until all that is under way has come to its end, which must be the one that is booked. Throws a `Broken`. */
export async function awaitRuns(practice: Practice, ask: Ask): Promise<void> {
  const until = Date.now() + patienceMs;
  for (const [id, run] of practice.runs) {
    if (run.settled) continue;
    for (;;) {
      const answer = await ask({ method: 'GET', path: `/api/v1/runs/${id}` });
      if (answer.status === 404) throw new Broken('lost', `the run ${id} is not there`);
      const found = Run.parse(answer.json);
      const { status } = found;
      const mustBeRetried = isToBeRetried(found) && run.end !== 'failed';
      if (mustBeRetried) await ask({ method: 'POST', path: `/api/v1/runs/${id}/retry` });
      if (status === 'queued' || status === 'running' || mustBeRetried) {
        if (Date.now() > until) throw new Broken('lost', `the run ${id} does not come to its end`);
        await wait(betweenLooksMs);
        continue;
      }
      const end = run.end === 'done or cancelled' ? (status === 'done' ? 'done' : 'gone') : run.end;
      if (status !== (end === 'gone' ? 'cancelled' : end))
        throw new Broken('fault', `the run ${id} is ${status}: ${answer.text}`);
      bookRun(practice, id, { ...run, end }, true);
      break;
    }
  }
}

/** How often each recording was heard by now of which was told that this is done. */
export function rememberHeard({ heard }: Practice, { timesHeard }: Services, counts: Map<number, number>): void {
  for (const size of heard) if (!counts.has(size)) counts.set(size, timesHeard(size));
}

/** What was heard, and said to be, must not be heard again. Throws a `Broken`. */
export function checkHeard({ timesHeard }: Services, counts: ReadonlyMap<number, number>): void {
  for (const [size, before] of counts) {
    const times = timesHeard(size);
    if (times !== before)
      throw new Broken('redone', `a recording of ${size} bytes was heard ${times - before} times more`);
  }
}

/** Waits until the main webhook was told of the end of each run, of none by two messages. Throws a `Broken`. */
export async function awaitTold(practice: Practice, services: Services): Promise<void> {
  const until = Date.now() + patienceMs;
  const missing = () => {
    const told = services.told(`/${practice.name}`);
    return [...practice.toTell].filter((run) => !told.has(run));
  };
  while (missing().length > 0 && Date.now() < until) await wait(betweenLooksMs);
  const [run] = missing();
  if (run !== undefined) throw new Broken('lost', `the webhook was never told of the run ${run}`);
}
