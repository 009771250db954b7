import { Cluster, definePlugin, Erasure, route, Store } from 'chronoscribe';
import { Clock, ClockId, formatInstant, Instant, InstantText, Settled, waitFields } from 'chronoscribe/kinds/clock';
import { z } from 'zod';
import { AnchorId, AnchorList, answerOf, Locked, shownAnchor } from './anchor-list.ts';
import { anchorLocked, knownAnchors, openAnchorRepository } from './anchors.ts';
import { Anchors } from './kind.ts';

const Status = z.string().meta({ description: 'What was done, for a person' });

/** The page size if none is asked for. */
const defaultLimit = 1000;

/** Fixed points in time to which the clock can return. */
export default definePlugin({
  name: 'anchors',
  auth: 'time',
  needs: { store: Store, clock: Clock, cluster: Cluster, erasure: Erasure },
  provides: { anchors: Anchors },
  start: async ({ needs: { store, cluster, erasure } }) => {
    const known = cluster.isShared ? undefined : knownAnchors();
    erasure.onErase(async (account) => known?.forget(account));
    return { anchors: await openAnchorRepository(store, known) };
  },
  routes: ({ needs: { clock }, parts: { anchors } }) => [
    route({
      method: 'POST',
      path: '/v1/set-anchor',
      summary: 'Set an anchor',
      description:
        'Saves a moment to return to. With `locked`, altering events at that instant is an error, not just a warning.',
      request: z.object({
        timestamp: Instant,
        description: z.string().max(10_000).meta({ description: 'What the anchor is for' }),
        locked: Locked.default(false),
      }),
      response: z.object({ anchor_id: AnchorId, status: Status }),
      problems: ['invalid-timestamp', 'time-out-of-range'],
      handle: async ({ account, operationId, input }) => {
        const { anchor_id } = await anchors.set(account, operationId, input);
        return { anchor_id, status: 'Anchor set' };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/list-anchors',
      summary: 'List the anchors',
      description: 'In order of creation: all of them, or a page where `limit` or `cursor` is given.',
      request: z.object({
        limit: z.int().min(1).max(1000).optional().meta({ description: 'The most anchors that a page holds' }),
        cursor: z.string().optional().meta({ description: '`next_cursor` of the page before' }),
      }),
      response: AnchorList,
      problems: ['invalid-cursor'],
      handle: async ({ account, input: { limit, cursor } }) => {
        if (limit === undefined && cursor === undefined) return answerOf(await anchors.list(account));
        const { items, next } = await anchors.page(account, { limit: limit ?? defaultLimit, cursor });
        return { anchors: items.map(shownAnchor), ...(next !== null && { next_cursor: next }) };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/return',
      summary: 'Return to an anchor',
      description: "Sets the clock to the anchor's moment. A paused clock stays paused; the location stays.",
      request: z.object({ anchor_id: AnchorId, clock_id: ClockId.optional(), ...waitFields }),
      query: Object.keys(waitFields),
      response: z.object({ status: Status, current_time: InstantText, settled: Settled }),
      problems: ['anchor-not-found', 'clock-not-found'],
      handle: async ({ account, input, repeatable, operationId }) => {
        const { timestamp } = await anchors.get(account, input.anchor_id);
        const which = { account, clockId: input.clock_id };
        const by = { operationId: repeatable ? operationId : undefined };
        const { now, settled } = await clock.settle(which, input.wait, () => clock.moveTo(which, timestamp, by));
        return { status: 'Return successful', current_time: formatInstant(now), settled };
      },
    }),
    route({
      method: 'DELETE',
      path: '/v1/delete-anchor',
      summary: 'Delete an anchor',
      description: 'A locked anchor is deleted only with `force`.',
      request: z.object({
        anchor_id: AnchorId,
        force: z.boolean().default(false).meta({ description: 'Whether to delete it even if it is locked' }),
      }),
      response: z.object({ status: Status }),
      problems: ['anchor-not-found', 'anchor-locked'],
      handle: async ({ account, input }) => {
        const { locked } = await anchors.get(account, input.anchor_id);
        if (locked && !input.force) throw anchorLocked();
        await anchors.delete(account, input.anchor_id);
        return { status: 'Anchor deleted' };
      },
    }),
  ],
});
