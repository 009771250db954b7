import { defineProvider, Models } from 'chronoscribe';
import { Diarizer } from 'chronoscribe/kinds/diarizer';
import { z } from 'zod';
import { localDiarizer } from './diarizer.ts';
import { threadsSetting } from './native-library.ts';
import { voicePackages } from './voice-models.ts';

/** Tells voices apart on this machine, in a child process, with the models that `whisper` uses too. */
export default defineProvider({
  kind: Diarizer,
  name: 'sherpa',
  config: z.strictObject({
    threads: threadsSetting,
  }),
  needs: { models: Models },
  models: voicePackages,
  create: ({ config, needs }) => localDiarizer(needs.models, config.threads),
  health: (diarizer) => diarizer.health(),
});
