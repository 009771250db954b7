import { z } from 'zod';
import { type Ask, Broken, type Load, reading } from '../deed.ts';
import { type BookedAnchor, newName } from '../practice.ts';

const Anchor = z.object({ anchor_id: z.string(), timestamp: z.string(), description: z.string(), locked: z.boolean() });
const Made = Anchor.pick({ anchor_id: true });

/** The anchors that are shown, by id. */
export async function anchorsOf(ask: Ask): Promise<ReadonlyMap<string, BookedAnchor>> {
  const { json } = await ask({ method: 'GET', path: '/v1/list-anchors' });
  const { anchors } = z.object({ anchors: z.array(Anchor) }).parse(json);
  return new Map(anchors.map(({ anchor_id, ...anchor }) => [anchor_id, anchor]));
}

/** Fixed points in time. */
export const anchorLoad: Load = {
  'POST /v1/set-anchor': {
    weight: 4,
    act(practice, random) {
      const timestamp = `${random.whole(1000, 3000)}-06-01T12:00:00Z`;
      const anchor = { timestamp, description: newName(practice), locked: random.chance(0.2) };
      return {
        operation: 'POST /v1/set-anchor',
        call: { method: 'POST', path: '/v1/set-anchor', key: practice.key, json: anchor },
        book: ({ json }) => void practice.anchors.set(Made.parse(json).anchor_id, anchor),
        async lookFor(ask) {
          const made = [...(await anchorsOf(ask))].filter(([, { description }]) => description === anchor.description);
          if (made.length > 1)
            throw new Broken('twice', `the anchor ${anchor.description} is there ${made.length} times`);
          for (const [id] of made) practice.anchors.set(id, anchor);
        },
      };
    },
  },
  'GET /v1/list-anchors': {
    weight: 1,
    act: (practice) => reading('GET /v1/list-anchors', practice, '/v1/list-anchors'),
  },
  'DELETE /v1/delete-anchor': {
    weight: 1,
    act(practice, random) {
      if (practice.anchors.size === 0) return undefined;
      const anchor_id = random.one([...practice.anchors.keys()]);
      return {
        operation: 'DELETE /v1/delete-anchor',
        call: { method: 'DELETE', path: '/v1/delete-anchor', key: practice.key, json: { anchor_id, force: true } },
        book: () => void practice.anchors.delete(anchor_id),
        async lookFor(ask) {
          if (!(await anchorsOf(ask)).has(anchor_id)) practice.anchors.delete(anchor_id);
        },
      };
    },
  },
};
