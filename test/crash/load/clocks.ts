import { z } from 'zod';
import { type Ask, Broken, type Load, reading } from '../deed.ts';
import { newName } from '../practice.ts';

const Clock = z.object({ clock_id: z.string(), name: z.string().nullable() });
const path = '/v1/clocks';
const most = 4;

/** The names of the clocks that are shown beside the account's own, by id. */
export async function clocksOf(ask: Ask): Promise<ReadonlyMap<string, string>> {
  const { clocks } = z.object({ clocks: z.array(Clock) }).parse((await ask({ method: 'GET', path })).json);
  return new Map(clocks.map(({ clock_id, name }) => [clock_id, name ?? '']));
}

/** Clocks beside the account's own. */
export const clocksLoad: Load = {
  'POST /v1/clocks': {
    weight: 1,
    act(practice) {
      if (practice.clocks.size >= most) return undefined;
      const name = newName(practice);
      return {
        operation: 'POST /v1/clocks',
        call: { method: 'POST', path, key: practice.key, json: { name } },
        book: (answer) => void practice.clocks.set(Clock.parse(answer.json).clock_id, name),
        async lookFor(ask) {
          const made = [...(await clocksOf(ask))].filter(([, each]) => each === name);
          if (made.length > 1) throw new Broken('twice', `the clock ${name} is there ${made.length} times`);
          for (const [id] of made) practice.clocks.set(id, name);
        },
      };
    },
  },
  'GET /v1/clocks': { weight: 1, act: (practice) => reading('GET /v1/clocks', practice, path) },
  'DELETE /v1/clocks/{id}': {
    weight: 1,
    act(practice, random) {
      if (practice.clocks.size === 0) return undefined;
      const id = random.one([...practice.clocks.keys()]);
      return {
        operation: 'DELETE /v1/clocks/{id}',
        call: { method: 'DELETE', path: `${path}/${id}`, key: practice.key },
        book: () => void practice.clocks.delete(id),
        async lookFor(ask) {
          if (!(await clocksOf(ask)).has(id)) practice.clocks.delete(id);
        },
      };
    },
  },
};
