import { z } from 'zod';
import { type Act, Broken, type Load, reading } from '../deed.ts';
import type { Practice } from '../practice.ts';

const path = '/api/v1/transcripts/live';
const Opened = z.object({ id: z.string() });
const Listed = z.object({ items: z.array(Opened) });

/** The recordings of a practice that were opened and not discarded. Sound is sent to them in `test/live`. */
const booked = new WeakMap<Practice, Set<string>>();

function recordingsOf(practice: Practice): Set<string> {
  const recordings = booked.get(practice) ?? new Set<string>();
  booked.set(practice, recordings);
  return recordings;
}

const on =
  (act: (practice: Practice, id: string) => ReturnType<Act>): Act =>
  (practice, random) => {
    const ids = [...recordingsOf(practice)];
    return ids.length === 0 ? undefined : act(practice, random.one(ids));
  };

/** Recordings that are open. */
export const liveLoad: Load = {
  [`POST ${path}`]: {
    weight: 1,
    act: (practice) => ({
      operation: `POST ${path}`,
      call: { method: 'POST', path, key: practice.key, json: { language: 'en' } },
      book: ({ json }) => void recordingsOf(practice).add(Opened.parse(json).id),
      // One that nobody knows of is listed, and deleted after some hours.
      lookFor: async () => undefined,
    }),
  },
  [`GET ${path}`]: {
    weight: 1,
    act: (practice) => ({
      ...reading(`GET ${path}`, practice, path),
      book({ json }) {
        const listed = new Set(Listed.parse(json).items.map(({ id }) => id));
        for (const id of recordingsOf(practice)) {
          if (!listed.has(id)) throw new Broken('lost', `the recording ${id} is not listed any more`);
        }
      },
    }),
  },
  [`GET ${path}/{id}`]: {
    weight: 1,
    act: on((practice, id) => reading(`GET ${path}/{id}`, practice, `${path}/${id}`)),
  },
  [`GET ${path}/{id}/events`]: {
    weight: 1,
    act: on((practice, id) => reading(`GET ${path}/{id}/events`, practice, `${path}/${id}/events`)),
  },
  [`POST ${path}/{id}/finish`]: {
    weight: 1,
    act: on((practice, id) => ({
      // Nothing was recorded.
      ...reading(`POST ${path}/{id}/finish`, practice, `${path}/${id}/finish`, { method: 'POST' }),
      refusals: [422],
    })),
  },
  [`DELETE ${path}/{id}`]: {
    weight: 1,
    act: on((practice, id) => ({
      operation: `DELETE ${path}/{id}`,
      call: { method: 'DELETE', path: `${path}/${id}`, key: practice.key },
      book: () => void recordingsOf(practice).delete(id),
      async lookFor(ask) {
        const { status } = await ask({ method: 'GET', path: `${path}/${id}` });
        if (status === 404) recordingsOf(practice).delete(id);
      },
    })),
  },
};
