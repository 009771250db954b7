import { z } from 'zod';
import { type Load, reading } from '../deed.ts';
import type { Practice } from '../practice.ts';
import type { Random } from '../random.ts';

const path = '/api/v1/runs';
export const Run = z.object({
  id: z.string(),
  status: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  error: z.object({ status: z.int(), detail: z.array(z.object({ msg: z.string() })) }).nullish(),
});

/**
 * Whether it is no fault that a run failed which should be done: what it needed was away, or its host was killed
 * during one of its steps too often. Whoever asked for it is told to try it again.
 */
export function isToBeRetried({ status, error }: z.infer<typeof Run>): boolean {
  const isCrashLoop = error?.detail.some(({ msg }) => /^The server died \d+ times during the step/.test(msg));
  return status === 'failed' && (error?.status === 503 || isCrashLoop === true);
}

const anyRun = (practice: Practice, random: Random, suits: (id: string) => boolean): string | undefined => {
  const ids = [...practice.runs.keys()].filter(suits);
  return ids.length === 0 ? undefined : random.one(ids);
};

/** Following, cancelling, retrying and deleting work. */
export const runLoad: Load = {
  'GET /api/v1/sleeps': {
    weight: 1,
    act: (practice) => reading('GET /api/v1/sleeps', practice, '/api/v1/sleeps'),
  },
  'GET /api/v1/runs': { weight: 1, act: (practice) => reading('GET /api/v1/runs', practice, path) },
  'GET /api/v1/runs/{id}': {
    weight: 2,
    act(practice, random) {
      const id = anyRun(practice, random, () => true);
      return id === undefined ? undefined : reading('GET /api/v1/runs/{id}', practice, `${path}/${id}`);
    },
  },
  'POST /api/v1/runs/{id}/retry': {
    weight: 2,
    act(practice, random) {
      const id = anyRun(practice, random, (each) => {
        const run = practice.runs.get(each);
        return run?.end === 'failed' && run.settled;
      });
      const run = id === undefined ? undefined : practice.runs.get(id);
      if (id === undefined || run === undefined) return undefined;
      return {
        operation: 'POST /api/v1/runs/{id}/retry',
        call: { method: 'POST', path: `${path}/${id}/retry`, key: practice.key },
        book: () => void practice.runs.set(id, { ...run, settled: false }),
        // Whether it was tried again or not, it is failed or will be.
        lookFor: async () => void practice.runs.set(id, { ...run, settled: false }),
      };
    },
  },
  'DELETE /api/v1/runs/{id}': {
    weight: 1,
    act(practice, random) {
      const id = anyRun(practice, random, (each) => {
        const run = practice.runs.get(each);
        if (run?.end === 'failed') return run.settled;
        // One that was cancelled would be erased by being deleted once more.
        return run?.end === 'done' && run.makes === 'transcript' && !run.settled;
      });
      const run = id === undefined ? undefined : practice.runs.get(id);
      if (id === undefined || run === undefined) return undefined;
      const settledAs = { done: { ...run, end: 'done' }, cancelled: { ...run, end: 'gone' } } as const;
      return {
        operation: 'DELETE /api/v1/runs/{id}',
        call: { method: 'DELETE', path: `${path}/${id}`, key: practice.key },
        book(answer) {
          const { status } = Run.parse(answer.json);
          // One that failed since what it needed was away is erased, too.
          if (status === 'failed') practice.runs.delete(id);
          else practice.runs.set(id, { ...(status === 'done' ? settledAs.done : settledAs.cancelled), settled: false });
        },
        async lookFor(ask) {
          const answer = await ask({ method: 'GET', path: `${path}/${id}` });
          if (run.end !== 'failed' && answer.status !== 404)
            practice.runs.set(id, { ...run, end: 'done or cancelled' });
          else {
            practice.runs.delete(id);
            // Its engine may have forgotten it already: it can be deleted again, and not retried.
            if (answer.status !== 404) practice.going.add(id);
          }
        },
      };
    },
  },
};
