import { defineProvider } from 'chronoscribe';
import { Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { draftingProcess } from './drafting-process.ts';

/**
 * Writes notes without a model, from sentences of the source. It invents nothing.
 *
 * A statement is a sentence of the source without hesitations, in the third person, or a question merged with its plain
 * answer. If it is uncertain who is meant or which verb form is right, the sentence is quoted in quotation marks.
 * Numbers, names, negations and sides stay as they were said. A statement that fails the grounding check is left out.
 *
 * Sentences are assigned to sections by English cue phrases, speaker and phase of the visit, and selected by the facts
 * that they state, centrality (LexRank), cue phrases and novelty (maximal marginal relevance). A fact that a note must
 * state and no sentence does has a line of its own. A prompt ranks sentences higher that share its words. Text that was
 * not spoken and other languages than English are quoted verbatim. Images are ignored.
 */
export default defineProvider({
  kind: Writer,
  name: 'extractive',
  config: z.strictObject({}),
  create: () => draftingProcess(),
  warmUp: (writer, signal) => writer.warmUp(signal),
  stop: (writer) => writer.close(),
});
