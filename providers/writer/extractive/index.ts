import { defineProvider } from 'chronoscribe';
import { Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { extractDraft } from './draft.ts';

/**
 * Needs no model and invents nothing: every statement is a sentence of the source without hesitations, told of the patient in the third
 * person, or a question and its plain answer as one statement; where it is not sure who is meant or which form is right it quotes them, in
 * quotation marks. Numbers, names, negations and sides stay as they were said, and what the check of grounding doubts is left out.
 *
 * Sentences are sorted into the outline by English cues, speaker and phase of the visit, and chosen by their centrality (LexRank), their
 * cues and how little they repeat each other (MMR). A prompt raises sentences that share its words. Text that nobody spoke, and other
 * languages than English, are quoted as they are. Images are passed over.
 */
export default defineProvider({
  kind: Writer,
  name: 'extractive',
  config: z.strictObject({}),
  create: () => ({
    supportsImages: () => Promise.resolve(false),
    async draft(assignment, options) {
      return { ...(await extractDraft(assignment, options)), engine: { provider: 'extractive', model: null, version: null } };
    },
  }),
});
