import { Cluster, definePlugin, route } from 'chronoscribe';
import { Anchors } from 'chronoscribe/kinds/anchors';
import { InstantText, writeInstant } from 'chronoscribe/kinds/clock';
import { Journal } from 'chronoscribe/kinds/journal';
import { z } from 'zod';
import { Ledger, primary } from './kind.ts';
import type { Timeline } from './ledger/branches.ts';
import { openLedger } from './ledger/ledger.ts';
import {
  FindingKind,
  ShownEvent,
  ShownFinding,
  shownEvent,
  shownEvents,
  shownFinding,
  shownVerdict,
  verdictFields,
} from './ledger/responses.ts';
import { safetyChecks } from './paradox/check/incremental-check.ts';
import { timelineChecks } from './paradox/check/timeline-checks.ts';

const Status = z.string().meta({ description: 'What was done, for a person' });

const TimelineId = z.string().min(1).max(200).meta({ description: 'Names the timeline; `primary` is the main one' });

const Purpose = z.string().meta({ description: 'What the timeline is for' });

const ShownTimeline = z.object({
  timeline_id: TimelineId,
  description: Purpose,
  base_timeline_id: TimelineId.optional().meta({ description: 'What it branched from; absent for `primary`' }),
  created_at: InstantText.optional().meta({ description: 'The real time' }),
});

/** Alternate timelines and the check for paradoxes. Its ledger is what `events` reads and writes. */
export default definePlugin({
  name: 'timelines',
  auth: 'time',
  config: z.strictObject({
    maxSpeedKmh: z
      .number()
      .positive()
      .default(1000)
      .describe('How fast a participant can travel between two events, in km/h. Faster is a bilocation.'),
  }),
  needs: { journal: Journal, anchors: Anchors, cluster: Cluster },
  provides: { ledger: Ledger },
  start: ({ config, needs: { journal, anchors, cluster } }) => {
    const checks = timelineChecks(journal, anchors, config);
    return { ledger: openLedger(journal, cluster, safetyChecks(anchors, config)), checks };
  },
  stop: ({ checks }) => checks.stop(),
  routes: ({ parts: { ledger, checks } }) => [
    route({
      method: 'POST',
      path: '/v1/create-timeline',
      summary: 'Branch off an alternate timeline',
      description:
        'The branch shows all that its base shows at this moment, and nothing that the base gets later. What is done on the branch never reaches the base, unless it is merged. No event is copied.',
      request: z.object({
        base_timeline_id: TimelineId,
        description: Purpose.max(10_000),
      }),
      response: z.object({ timeline_id: TimelineId, status: Status, description: Purpose }),
      problems: ['timeline-not-found'],
      handle: async ({ account, input, requestId, operationId }) => {
        const { timeline_id, description } = await ledger.createTimeline(
          account,
          { base: input.base_timeline_id, description: input.description },
          { requestId, operationId },
        );
        return { timeline_id, status: 'Timeline created', description };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/list-timelines',
      summary: 'List the timelines',
      description: 'All of them, in order of creation, `primary` first.',
      response: z.object({ timelines: z.array(ShownTimeline).meta({ description: 'In order of creation' }) }),
      handle: async ({ account }) => ({ timelines: (await ledger.listTimelines(account)).map(shownTimeline) }),
    }),
    route({
      method: 'GET',
      path: '/v1/compare-timelines',
      summary: 'Compare two timelines',
      description:
        'What `other_timeline_id` shows and `timeline_id` does not, what is missing from it, and what is one event in two versions.',
      request: z.object({ timeline_id: TimelineId, other_timeline_id: TimelineId }),
      response: z.object({
        status: Status,
        added: shownEvents('Shown by the other alone'),
        removed: shownEvents('Not shown by the other'),
        changed: z
          .array(
            z.object({
              from: ShownEvent.meta({ description: 'As `timeline_id` shows it' }),
              to: ShownEvent.meta({ description: 'As `other_timeline_id` shows it' }),
            }),
          )
          .meta({ description: 'Manipulated on one of them, or on both' }),
      }),
      problems: ['timeline-not-found', 'result-too-large'],
      handle: async ({ account, input }) => {
        const { added, removed, changed } = await ledger.compare(account, input.timeline_id, input.other_timeline_id);
        const count = added.length + removed.length + changed.length;
        return {
          status: count === 0 ? 'The timelines show the same' : `The timelines differ in ${count} event${count === 1 ? '' : 's'}`,
          added: added.map(shownEvent),
          removed: removed.map(shownEvent),
          changed: changed.map(({ from, to }) => ({ from: shownEvent(from), to: shownEvent(to) })),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/merge-timeline',
      summary: 'Merge a timeline into its base',
      description:
        'A three-way merge: what was done on the branch since it branched off or was last merged is taken over by its base. Where both changed one event, nothing is merged. With `safety_check`, neither is it where it would bring a new paradox.',
      request: z.object({
        timeline_id: TimelineId,
        safety_check: z.boolean().default(true).meta({ description: 'Whether new paradoxes refuse the merge' }),
      }),
      response: z.object({
        status: Status,
        timeline_id: TimelineId.meta({ description: 'The base, which shows the changes now' }),
        merged: z.array(z.string()).meta({ description: 'The events that it shows now and did not show before' }),
        ...shownVerdict,
      }),
      problems: ['timeline-not-found', 'timeline-is-primary', 'merge-conflict', 'paradox-detected', 'result-too-large'],
      handle: async ({ account, input, requestId }) => {
        const { timeline_id: timelineId, safety_check: safetyCheck } = input;
        const { base, merged, ...verdict } = await ledger.merge(account, { timelineId, safetyCheck }, requestId);
        return {
          status: merged.length === 0 ? 'There was nothing to merge' : 'Timeline merged',
          timeline_id: base,
          merged: [...merged],
          ...verdictFields(verdict, safetyCheck),
        };
      },
    }),
    route({
      method: 'DELETE',
      path: '/v1/delete-timeline',
      summary: 'Delete a timeline',
      description: 'Deletes the branch and all that was done on it. What was merged into its base stays there.',
      request: z.object({ timeline_id: TimelineId }),
      response: z.object({ status: Status }),
      problems: ['timeline-not-found', 'timeline-is-primary', 'timeline-has-branches'],
      handle: async ({ account, input }) => {
        await ledger.deleteTimeline(account, input.timeline_id);
        return { status: 'Timeline deleted' };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/check-paradox',
      summary: 'Check a timeline for paradoxes',
      description:
        '`Stable`: nothing above info. `Strained`: warnings. `Unstable`: errors. `Paradoxical`: a causal loop or a grandfather paradox. `Unknown`: the check stopped at its budget. At most 1,000 findings are listed, the gravest first; `counts` counts all.',
      request: z.object({ timeline_id: TimelineId.default(primary) }),
      response: z.object({
        status: Status,
        timeline_stability: z
          .enum(['Stable', 'Strained', 'Unstable', 'Paradoxical', 'Unknown'])
          .meta({ description: 'As the gravest finding has it' }),
        findings: z.array(ShownFinding).meta({ description: 'At most 1,000, the gravest first' }),
        counts: z.partialRecord(FindingKind, z.int()).meta({ description: 'How many findings there are of each kind' }),
      }),
      problems: ['timeline-not-found'],
      handle: async ({ account, input, signal }) => {
        const { status, stability, findings, counts } = await checks.check(account, input.timeline_id, signal);
        return { status, timeline_stability: stability, findings: findings.map(shownFinding), counts };
      },
    }),
  ],
});

function shownTimeline({ timeline_id, description, base_timeline_id, created_at }: Timeline): z.input<typeof ShownTimeline> {
  return {
    timeline_id,
    description,
    ...(base_timeline_id !== null && { base_timeline_id }),
    ...(created_at !== null && { created_at: writeInstant(created_at) }),
  };
}
