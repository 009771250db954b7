import { defineProvider } from 'chronoscribe';
import { Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { draftingProcess } from './drafting-process.ts';

/**
 * Writes notes without a model, from sentences of the source. It invents nothing.
 *
 * A statement is a sentence of the source without hesitations, in the third person, or a question merged with its plain
 * answer, or tells facts by itself (`Denies fever and chills.`). If it is uncertain who is meant or which verb form is
 * right, the sentence is left out: the check lists what was said and is not in the note. Numbers, names, negations and
 * sides stay as they were said. A statement that fails the grounding check is left out.
 *
 * A sentence stands in the section of its facts; one without facts by what its speaker does with it: finds, concludes, orders.
 * Sentences are selected by the facts that they state, and by how many words they have that recur and are not told yet. A fact
 * that a note must state and no sentence does is stated by itself. A prompt ranks sentences higher that share its words. Text that was
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
