import { defineProvider, Models, Problem } from 'chronoscribe';
import { type Recording, type TranscribeOptions, Transcriber, type Transcription } from 'chronoscribe/kinds/transcriber';
import { z } from 'zod';
import type { CheckedTranscriber } from '../checked.ts';
import { packages } from '../sherpa/packages.ts';
import { type Candidate, type Candidates, candidatesWith } from './candidates.ts';

const install =
  'Or install a recogniser with `apt-get install pocketsphinx pocketsphinx-en-us`, or choose a transcriber in the ' +
  'configuration, for example `transcriber: { use: assemblyai, with: { apiKey: … } }`.';

/**
 * The first recogniser that is ready, else Whisper, with its models fetched. It is looked for anew with each recording: one
 * installed later is used without a restart.
 */
export default defineProvider({
  kind: Transcriber,
  name: 'auto',
  config: z.strictObject({}),
  needs: { models: Models },
  models: packages,
  create({ needs }): CheckedTranscriber {
    const candidates = candidatesWith(needs.models);
    return {
      async transcribe(recording, options) {
        options.signal.throwIfAborted();
        const candidate = await firstReady(candidates);
        return candidate === null ? fetchAndTranscribe(candidates, recording, options) : candidate.transcribe(recording, options);
      },
      async health() {
        const candidate = await firstReady(candidates);
        if (candidate !== null) return { status: 'ok', detail: `The recogniser is ${candidate.name}.` };
        const { detail, hint } = await candidates.fetching.health();
        return {
          status: 'degraded',
          detail: `No speech recogniser is ready. ${detail}`,
          hint: `${hint ?? ''} ${install}`.trim(),
        };
      },
    };
  },
  health: (transcriber) => transcriber.health(),
});

async function firstReady({ all }: Candidates): Promise<Candidate | null> {
  for (const candidate of all) {
    if (await candidate.isReady()) return candidate;
  }
  return null;
}

/** @throws `provider-unavailable` that also says what else would do, where the models cannot be fetched. */
async function fetchAndTranscribe(
  { fetching }: Candidates,
  recording: Recording,
  options: TranscribeOptions,
): Promise<Transcription> {
  try {
    return await fetching.transcribe(recording, options);
  } catch (thrown) {
    options.signal.throwIfAborted();
    if (!(thrown instanceof Problem) || (await fetching.isReady())) throw thrown;
    const { detail, transient, retryAfter } = thrown;
    throw new Problem('provider-unavailable', {
      detail: `No speech recogniser is ready on this machine. ${detail.replace(/\.?$/, '.')} ${install}`,
      transient,
      ...(retryAfter !== undefined && { retryAfter }),
      cause: thrown,
    });
  }
}
