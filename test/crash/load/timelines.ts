import { z } from 'zod';
import { type Ask, Broken, type Deed, type Load, reading } from '../deed.ts';
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

/** Of a scenario, what it was saved as, which stays; and what it was restored to, whose base is that. */
const isSaved = ({ description }: BookedTimeline) => description.startsWith('Scenario: ');
const isRestored = ({ description }: BookedTimeline) => description.startsWith('From the scenario: ');

function anyBranch(
  practice: Practice,
  random: Random,
  suits: (branch: BookedTimeline) => boolean = () => true,
): readonly [string, BookedTimeline] | undefined {
  const branches = [...practice.timelines].filter(([id, branch]) => id !== 'primary' && suits(branch));
  return branches.length === 0 ? undefined : random.one(branches);
}

const mostBranches = 4;

interface Branching {
  readonly operation: string;
  readonly path: string;
  readonly json: object;
  /** Told what was acknowledged. */
  made?(timelineId: string): void;
}

/** A deed that makes a branch with a description that no other has had at its time. */
function branching(
  practice: Practice,
  baseId: string,
  description: string,
  { operation, path, json, made = () => {} }: Branching,
): Deed | undefined {
  const base = practice.timelines.get(baseId);
  if (base === undefined || practice.timelines.size > mostBranches) return undefined;
  // Later events of the base are not shown on it.
  const branch: BookedTimeline = { description, shows: new Map(base.shows), changed: new Set() };
  const before = [...practice.timelines.values()].filter((each) => each.description === description).length;
  return {
    operation,
    call: { method: 'POST', path, key: practice.key, json },
    book(answer) {
      const { timeline_id } = Made.parse(answer.json);
      practice.timelines.set(timeline_id, branch);
      made(timeline_id);
    },
    async lookFor(ask) {
      const found = [...(await timelinesOf(ask))].filter(([, each]) => each === description);
      if (found.length > before + 1)
        throw new Broken('twice', `the timeline ${description} is there ${found.length} times`);
      for (const [id] of found) if (!practice.timelines.has(id)) practice.timelines.set(id, branch);
    },
  };
}

/** Timelines that branch off another. */
export const timelineLoad: Load = {
  'POST /v1/create-timeline': {
    weight: 2,
    act(practice) {
      const description = newName(practice);
      const call = { path: '/v1/create-timeline', json: { base_timeline_id: 'primary', description } };
      return branching(practice, 'primary', description, { operation: 'POST /v1/create-timeline', ...call });
    },
  },
  'POST /v1/clocks/{id}/save': {
    weight: 1,
    act(practice, random) {
      if (practice.clocks.size === 0 || practice.scenarios.size > 0) return undefined;
      const name = newName(practice);
      const path = `/v1/clocks/${random.one([...practice.clocks.keys()])}/save`;
      return branching(practice, 'primary', `Scenario: ${name}`, {
        ...{ operation: 'POST /v1/clocks/{id}/save', path, json: { name } },
        made: (timelineId) => void practice.scenarios.set(name, timelineId),
      });
    },
  },
  'GET /v1/list-scenarios': {
    weight: 1,
    act: (practice) => reading('GET /v1/list-scenarios', practice, '/v1/list-scenarios'),
  },
  'DELETE /v1/delete-scenario': {
    weight: 1,
    act(practice, random) {
      if (practice.scenarios.size === 0) return undefined;
      const name = random.one([...practice.scenarios.keys()]);
      return {
        operation: 'DELETE /v1/delete-scenario',
        call: { method: 'DELETE', path: '/v1/delete-scenario', key: practice.key, json: { name } },
        book: () => void practice.scenarios.delete(name),
        async lookFor(ask) {
          const { json } = await ask({ method: 'GET', path: '/v1/list-scenarios' });
          if (!JSON.stringify(json).includes(JSON.stringify(name))) practice.scenarios.delete(name);
        },
      };
    },
  },
  'POST /v1/clocks/{id}/restore': {
    weight: 1,
    act(practice, random) {
      const there = [...practice.scenarios].filter(([, timelineId]) => practice.timelines.has(timelineId));
      if (practice.clocks.size === 0 || there.length === 0) return undefined;
      const [name, timelineId] = random.one(there);
      const path = `/v1/clocks/${random.one([...practice.clocks.keys()])}/restore`;
      return branching(practice, timelineId, `From the scenario: ${name}`, {
        ...{ operation: 'POST /v1/clocks/{id}/restore', path, json: { name } },
      });
    },
  },
  'POST /v1/merge-timeline': {
    weight: 2,
    act(practice, random) {
      // What is restored would be merged into what was saved.
      const [timelineId, branch] = anyBranch(practice, random, (each) => !isRestored(each)) ?? [];
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
      const [timeline_id] = anyBranch(practice, random, (each) => !isSaved(each)) ?? [];
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
