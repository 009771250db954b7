import type { TextWork } from 'chronoscribe/child-process';
import type { Assignment, Draft, Passage } from 'chronoscribe/kinds/writer';
import { type BegunDraft, completeDraft } from './completion.ts';
import { extractDraft } from './draft.ts';

/** One piece of a job: a slice of its passages, the first with all else. */
export interface DraftPart {
  readonly order:
    | (Pick<Assignment, 'outline' | 'prompt' | 'language' | 'facts'> & {
        /** To be completed; undefined: a draft is to be written. */
        readonly begun: BegunDraft | undefined;
      })
    | undefined;
  readonly passages: readonly Passage[];
}

/** What the process answers; the draft is last. */
export type DraftMessage =
  | { readonly type: 'progress'; readonly fraction: number }
  | { readonly type: 'text'; readonly piece: string }
  | { readonly type: 'draft'; readonly draft: Omit<Draft, 'engine'> };

const never = new AbortController().signal;

/** Drafts, or completes a draft. */
const work: TextWork = async (parts, send) => {
  const say = (message: DraftMessage) => send(message);
  const job = parts as DraftPart[]; // From our own provider.
  const [{ order } = {}] = job;
  if (order === undefined) throw new Error('A job came without its order.');
  const passages = job.flatMap((part) => part.passages);
  const assignment = { ...order, passages, instructions: '', images: [] };
  const options = {
    signal: never,
    progress: (fraction: number) => say({ type: 'progress', fraction }),
    text: (piece: string) => say({ type: 'text', piece }),
  };
  const draft =
    order.begun === undefined
      ? await extractDraft(assignment, options)
      : { sections: await completeDraft(assignment, order.begun, options), warnings: [] };
  say({ type: 'draft', draft });
};

export default work;
