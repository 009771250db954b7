import { defineProvider } from 'chronoscribe';
import { Grounding } from 'chronoscribe/kinds/grounding';
import { z } from 'zod';
import { groundingProcess } from './grounding-process.ts';

/**
 * Finds facts by rules and word lists of medicines, diseases and symptoms, and checks statements by comparing words,
 * amounts, negations and sides. English; asks no model.
 */
export default defineProvider({
  kind: Grounding,
  name: 'rules',
  config: z.strictObject({}),
  create: () => groundingProcess(),
  warmUp: (grounding, signal) => grounding.warmUp(signal),
  stop: (grounding) => grounding.close(),
});
