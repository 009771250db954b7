import { defineProvider } from 'chronoscribe';
import { Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { quote } from './draft.ts';

/**
 * Needs no model and invents nothing: every statement is a sentence of the source, word for word without hesitations, or a question with
 * its short answer. Sentences are sorted into the outline by English cues, speaker and phase of the visit, and chosen by their
 * centrality (LexRank), their cues and how little they repeat each other (MMR). A prompt raises sentences that share its words.
 */
export default defineProvider({
  kind: Writer,
  name: 'extractive',
  config: z.strictObject({}),
  create: () => ({
    async draft(assignment, options) {
      return { ...(await quote(assignment, options)), engine: { provider: 'extractive', model: null, version: null } };
    },
  }),
});
