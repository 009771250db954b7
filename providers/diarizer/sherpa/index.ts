import { availableParallelism } from 'node:os';
import { defineProvider, Models } from 'chronoscribe';
import { Diarizer } from 'chronoscribe/kinds/diarizer';
import { z } from 'zod';
import { localDiarizer } from './diarizer.ts';
import { voicePackages } from './voice-models.ts';

/** More threads make the models hardly faster. */
const mostThreads = 4;

/** Tells voices apart on this machine, in a child process, with the models that `whisper` uses too. */
export default defineProvider({
  kind: Diarizer,
  name: 'sherpa',
  config: z.strictObject({
    threads: z
      .int()
      .min(1)
      .max(64)
      .default(() => Math.min(mostThreads, availableParallelism()))
      .describe('how many processor cores a recording may take'),
  }),
  needs: { models: Models },
  models: voicePackages,
  create: ({ config, needs }) => localDiarizer(needs.models, config.threads),
  health: (diarizer) => diarizer.health(),
});
