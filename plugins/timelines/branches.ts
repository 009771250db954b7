import type { Journal, JournalReads } from 'chronoscribe/kinds/journal';
import { primary } from './kind.ts';
import { timelineHasBranches, timelineIsPrimary, timelineNotFound } from './refusals.ts';

/** A timeline as its account sees it. */
export interface Timeline {
  readonly timeline_id: string;
  readonly description: string;
  /** Null for the primary one. */
  readonly base_timeline_id: string | null;
  /** Wall time, milliseconds since 1970; null for the primary one. */
  readonly created_at: number | null;
}

const primaryTimeline: Timeline = {
  timeline_id: primary,
  description: 'The main timeline',
  base_timeline_id: null,
  created_at: null,
};

/** All timelines of an account, in order of creation. */
export async function listTimelines(journal: JournalReads, account: string): Promise<readonly Timeline[]> {
  const timelines = await journal.timelines(account);
  const branches = timelines.flatMap(({ id, parent, description, createdAt }) =>
    parent === null ? [] : [{ timeline_id: id, description, base_timeline_id: parent, created_at: createdAt }],
  );
  return [primaryTimeline, ...branches];
}

/** Branches from a timeline as it is now. Costs one row, whatever it holds. @throws Problem `timeline-not-found`. */
export function createTimeline(
  journal: Journal,
  account: string,
  branch: { readonly base: string; readonly description: string },
  { requestId, operationId }: { readonly requestId: string; readonly operationId: string },
): Promise<Timeline> {
  const timeline_id = `tl_${operationId}`;
  return journal.transaction(account, async (writes) => {
    if ((await writes.view(account, branch.base)) === undefined) throw timelineNotFound(branch.base);
    if ((await writes.view(account, timeline_id)) !== undefined) {
      // The same operation for the second time.
      const made = (await listTimelines(writes, account)).find((timeline) => timeline.timeline_id === timeline_id);
      if (made !== undefined) return made;
    }
    const { createdAt } = await writes.addTimeline({
      id: timeline_id,
      parent: branch.base,
      description: branch.description,
      requestId,
    });
    return { timeline_id, description: branch.description, base_timeline_id: branch.base, created_at: createdAt };
  });
}

/**
 * Deletes a branch, and what was done on it. @throws Problem `timeline-is-primary`, `timeline-not-found`,
 * `timeline-has-branches`.
 */
export function deleteTimeline(journal: Journal, account: string, timelineId: string): Promise<void> {
  if (timelineId === primary) throw timelineIsPrimary('deleted');
  return journal.transaction(account, async (writes) => {
    const timelines = await writes.timelines(account);
    if (!timelines.some(({ id }) => id === timelineId)) throw timelineNotFound(timelineId);
    const branches = timelines.filter(({ parent }) => parent === timelineId).map(({ id }) => id);
    if (branches.length > 0) throw timelineHasBranches(timelineId, branches);
    await writes.deleteTimeline(timelineId);
  });
}
