import { defineProvider, Problem } from 'chronoscribe';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { z } from 'zod';
import type { CheckedTranscriber } from '../checked.ts';
import { type Candidate, candidates } from './candidates.ts';

const install =
  'Install a recogniser with `apt-get install pocketsphinx pocketsphinx-en-us`, or choose a transcriber in the configuration, for example ' +
  '`transcriber: { use: assemblyai, with: { apiKey: … } }`.';

const noneReady = 'No speech recogniser is ready on this machine.';

/** The first recogniser that is ready. It is looked for anew with each recording: one installed later is used without a restart. */
export default defineProvider({
  kind: Transcriber,
  name: 'auto',
  config: z.strictObject({}),
  create: (): CheckedTranscriber => ({
    async transcribe(recording, options) {
      options.signal.throwIfAborted();
      const candidate = await firstReady();
      if (candidate === null) throw new Problem('provider-unavailable', { detail: `${noneReady} ${install}` });
      return candidate.transcribe(recording, options);
    },
    async health() {
      const candidate = await firstReady();
      if (candidate === null) return { status: 'degraded', detail: noneReady, mend: install };
      return { status: 'ok', detail: `The recogniser is ${candidate.name}.` };
    },
  }),
  health: (transcriber) => transcriber.health(),
});

async function firstReady(): Promise<Candidate | null> {
  for (const candidate of candidates) {
    if (await candidate.isReady()) return candidate;
  }
  return null;
}
