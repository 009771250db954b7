import { z } from 'zod';
import { type Ask, Broken, type Load, reading } from '../deed.ts';
import { type BookedTimeline, newName, type Practice } from '../practice.ts';
import type { Random } from '../random.ts';
import { eventsAt } from './events.ts';

const Timelines = z.object({ timelines: z.array(z.object({ timeline_id: z.string(), description: z.string() })) });
const Made = z.object({ timeline_id: z.string() });

/** The descriptions of the timelines that are shown, by id. */
export async function timelinesOf(ask: Ask): Promise<ReadonlyMap<string, string>> {
  const { timelines } = Timelines.parse((await ask({ method: 'GET', path: '/v1/list-timelines' })).json);
  return new Map(timelines.map(({ timeline_id, description }) => [timeline_id, description]));
}

function anyBranch(practice: Practice, random: Random): readonly [string, BookedTimeline] | undefined {
  const branches = [...practice.timelines].filter(([id]) => id !== 'primary');
  return branches.length === 0 ? undefined : random.one(branches);
}

const mostBranches = 4;

/** Timelines that branch off `primary`. */
export const timelineLoad: Load = {
  'POST /v1/create-timeline': {
    weight: 2,
    act(practice) {
      const base = practice.timelines.get('primary');
      if (base === undefined || practice.timelines.size > mostBranches) return undefined;
      const description = newName(practice);
      const json = { base_timeline_id: 'primary', description };
      // Later events of the base are not shown on it.
      const branch: BookedTimeline = { description, shows: new Map(base.shows), changed: new Set() };
      return {
        operation: 'POST /v1/create-timeline',
        call: { method: 'POST', path: '/v1/create-timeline', key: practice.key, json },
        book: (answer) => void practice.timelines.set(Made.parse(answer.json).timeline_id, branch),
        async lookFor(ask) {
          const made = [...(await timelinesOf(ask))].filter(([, each]) => each === description);
          if (made.length > 1) throw new Broken('twice', `the timeline ${description} is there ${made.length} times`);
          for (const [id] of made) practice.timelines.set(id, branch);
        },
      };
    },
  },
  'POST /v1/merge-timeline': {
    weight: 2,
    act(practice, random) {
      const [timelineId, branch] = anyBranch(practice, random) ?? [];
      const base = practice.timelines.get('primary');
      if (timelineId === undefined || branch === undefined || base === undefined) return undefined;
      // What was taken over was not manipulated on the base, so nothing can be brought back there.
      const taken = [...branch.shows].flatMap(([number, { id, description }]) =>
        branch.changed.has(number) ? [[number, { id, description }] as const] : [],
      );
      const book = () => {
        practice.timelines.set('primary', {
          ...base,
          shows: new Map([...base.shows, ...taken]),
          changed: new Set([...base.changed, ...branch.changed]),
        });
        practice.timelines.set(timelineId, { ...branch, changed: new Set() });
      };
      return {
        operation: 'POST /v1/merge-timeline',
        call: { method: 'POST', path: '/v1/merge-timeline', key: practice.key, json: { timeline_id: timelineId } },
        // What was changed on both is not merged.
        refusals: [409],
        book,
        async lookFor(ask) {
          const shown = await eventsAt(ask, practice.name, 'primary');
          const there = taken.filter(([, { id }]) => shown.has(id)).length;
          if (there !== 0 && there !== taken.length) {
            throw new Broken('half', `${there} of ${taken.length} events were merged from ${timelineId}`);
          }
          if (there > 0) book();
        },
      };
    },
  },
  'DELETE /v1/delete-timeline': {
    weight: 1,
    act(practice, random) {
      const [timeline_id] = anyBranch(practice, random) ?? [];
      if (timeline_id === undefined) return undefined;
      return {
        operation: 'DELETE /v1/delete-timeline',
        call: { method: 'DELETE', path: '/v1/delete-timeline', key: practice.key, json: { timeline_id } },
        book: () => void practice.timelines.delete(timeline_id),
        async lookFor(ask) {
          if (!(await timelinesOf(ask)).has(timeline_id)) practice.timelines.delete(timeline_id);
        },
      };
    },
  },
  'GET /v1/list-timelines': {
    weight: 1,
    act: (practice) => reading('GET /v1/list-timelines', practice, '/v1/list-timelines'),
  },
  'GET /v1/compare-timelines': {
    weight: 1,
    act(practice, random) {
      const [timeline_id] = anyBranch(practice, random) ?? [];
      if (timeline_id === undefined) return undefined;
      const query = new URLSearchParams({ timeline_id, other_timeline_id: 'primary' });
      return reading('GET /v1/compare-timelines', practice, `/v1/compare-timelines?${query}`);
    },
  },
  'GET /v1/check-paradox': {
    weight: 1,
    act: (practice) => reading('GET /v1/check-paradox', practice, '/v1/check-paradox'),
  },
};
