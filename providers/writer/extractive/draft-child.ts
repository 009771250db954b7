import { serveJobs } from 'chronoscribe/child-process';
import type { Assignment, Draft, Passage } from 'chronoscribe/kinds/writer';
import { extractDraft } from './draft.ts';

/** What comes before the passages of a job. */
export type DraftOrder = Pick<Assignment, 'outline' | 'prompt' | 'language' | 'facts'>;

/** What the process answers; the draft is last. */
export type DraftMessage =
  | { readonly type: 'progress'; readonly fraction: number }
  | { readonly type: 'text'; readonly piece: string }
  | { readonly type: 'draft'; readonly draft: Omit<Draft, 'engine'> };

const never = new AbortController().signal;

/** The process that drafts: a job is a `DraftOrder` and slices of its passages. */
serveJobs(async ([order, ...slices], send) => {
  const say = (message: DraftMessage) => send(message);
  const assignment = {
    ...(order as DraftOrder),
    passages: (slices as Passage[][]).flat(),
    instructions: '',
    images: [],
  };
  const draft = await extractDraft(assignment, {
    signal: never,
    progress: (fraction) => say({ type: 'progress', fraction }),
    text: (piece) => say({ type: 'text', piece }),
  });
  say({ type: 'draft', draft });
});
