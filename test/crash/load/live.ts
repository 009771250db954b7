import { z } from 'zod';
import { type Act, type Ask, Broken, type Load, reading, refused } from '../deed.ts';
import type { BookedUpload, Practice } from '../practice.ts';
import type { Random } from '../random.ts';
import { hasTooMuchUnderWay, hearingOf, makingRun } from './making-runs.ts';
import { offsetOf, strike } from './uploads.ts';
import { openVisit } from './visits.ts';

const path = '/api/v1/transcripts/live';
const Opened = z.object({ id: z.string() });
const Listed = z.object({ items: z.array(Opened) });
const mostRecordings = 2;

/** The ids of the recordings that are listed. */
export async function recordingsOf(ask: Ask): Promise<readonly string[]> {
  return Listed.parse((await ask({ method: 'GET', path })).json).items.map(({ id }) => id);
}

/** An act on a recording that is open, and of which no record is being made. */
const on =
  (act: (practice: Practice, id: string, recording: BookedUpload, random: Random) => ReturnType<Act>): Act =>
  (practice, random) => {
    const finishing = new Set([...practice.runs.values()].flatMap((run) => (run.settled ? [] : (run.recording ?? []))));
    const all = [...practice.uploads].filter(([id, { of }]) => of === 'recording' && !finishing.has(id));
    return all.length === 0 ? undefined : act(practice, ...random.one(all), random);
  };

/** Recordings that are open. Their sound is sent as that of other uploads is. */
export const liveLoad: Load = {
  [`POST ${path}`]: {
    weight: 2,
    act(practice) {
      if ([...practice.uploads.values()].filter(({ of }) => of === 'recording').length >= mostRecordings)
        return undefined;
      const book = (id: string) => void practice.uploads.set(id, { of: 'recording', visit: openVisit(), bytes: 0 });
      return {
        operation: `POST ${path}`,
        call: { method: 'POST', path, key: practice.key, json: { language: 'en' } },
        book: ({ json }) => book(Opened.parse(json).id),
        async lookFor(ask) {
          const unknown = (await recordingsOf(ask)).filter((id) => !practice.uploads.has(id));
          if (unknown.length > 1)
            throw new Broken('twice', `one recording was opened, and ${unknown.length} are there`);
          for (const id of unknown) {
            // One that has no place for its sound yet cannot be used.
            if ((await offsetOf(ask, id)) === undefined) await ask({ method: 'DELETE', path: `${path}/${id}` });
            else book(id);
          }
        },
      };
    },
  },
  [`GET ${path}`]: { weight: 1, act: (practice) => reading(`GET ${path}`, practice, path) },
  [`GET ${path}/{id}`]: {
    weight: 1,
    act: on((practice, id) => reading(`GET ${path}/{id}`, practice, `${path}/${id}`)),
  },
  [`GET ${path}/{id}/events`]: {
    weight: 1,
    act: on((practice, id) => reading(`GET ${path}/{id}/events`, practice, `${path}/${id}/events`)),
  },
  [`POST ${path}/{id}/marks`]: {
    weight: 1,
    act: on((practice, id, _, random) => {
      const call = { method: 'POST', json: { at: random.chance(0.5) ? 1000 : 2000 } };
      return reading(`POST ${path}/{id}/marks`, practice, `${path}/${id}/marks`, call);
    }),
  },
  [`PUT ${path}/{id}/settings`]: {
    weight: 1,
    act: on((practice, id, _, random) => {
      const call = { method: 'PUT', json: { text: random.chance(0.5) ? 'Shorter' : 'Longer' } };
      return reading(`PUT ${path}/{id}/settings`, practice, `${path}/${id}/settings`, call);
    }),
  },
  [`POST ${path}/{id}/finish`]: {
    weight: 3,
    act: on((practice, id, { visit, bytes }, random) => {
      const operation = `POST ${path}/{id}/finish`;
      const call = { method: 'POST', path: `${path}/${id}/finish`, key: practice.key };
      // Nothing was recorded.
      if (bytes === 0) return refused({ operation, call }, [422]);
      if (bytes < visit.content.length || hasTooMuchUnderWay(practice)) return undefined;
      return makingRun(practice, random, {
        operation,
        call,
        run: { end: 'done', makes: 'transcript', mark: visit.mark, recording: id },
        ...hearingOf(visit),
      });
    }),
  },
  [`DELETE ${path}/{id}`]: {
    weight: 0.5,
    act: on((practice, id) => ({
      operation: `DELETE ${path}/{id}`,
      call: { method: 'DELETE', path: `${path}/${id}`, key: practice.key },
      book: () => strike(practice, id, false),
      async lookFor(ask) {
        if ((await ask({ method: 'GET', path: `${path}/${id}` })).status === 404) strike(practice, id, true);
      },
    })),
  },
};
