import { defineProvider, Models } from 'chronoscribe';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { packages, whisperSettings } from '../sherpa/model-packages.ts';
import { localWhisper } from '../sherpa/transcriber.ts';

/** Whisper on this machine, in a child process: nothing that is said leaves it. */
export default defineProvider({
  kind: Transcriber,
  name: 'whisper',
  config: whisperSettings,
  needs: { models: Models },
  models: packages,
  create: ({ config, needs }) => localWhisper({ provider: 'whisper', settings: config, models: needs.models }),
  health: (transcriber) => transcriber.health(),
  diagnose: (transcriber) => transcriber.diagnose(),
});
