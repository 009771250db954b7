import { defineProvider, type Health, Models, Problem } from 'chronoscribe';
import {
  type Recording,
  type TranscribeOptions,
  Transcriber,
  type Transcription,
} from 'chronoscribe/kinds/transcriber';
import { z } from 'zod';
import { pocketsphinx } from '../programs/pocketsphinx.ts';
import { recognise } from '../programs/recognise.ts';
import { missingFor, type Recogniser } from '../programs/recogniser.ts';
import { whisperCpp } from '../programs/whisper-cpp.ts';
import { packages, whisperSettings } from '../sherpa/model-packages.ts';
import { type LocalWhisper, localWhisper } from '../sherpa/transcriber.ts';

/**
 * The first recogniser that is ready, else Whisper with its models downloaded. It is looked for with each recording:
 * one that is installed later is used without a restart. A recogniser so poor that a note made with it would mislead is
 * never picked.
 */
export default defineProvider({
  kind: Transcriber,
  name: 'auto',
  config: z.strictObject({}),
  needs: { models: Models },
  models: packages,
  create({ needs }) {
    const candidates = candidatesWith(needs.models);
    const health = async (): Promise<Health> => {
      const candidate = await firstReady(candidates);
      if (candidate !== null) return { status: 'ok', detail: `The recogniser is ${candidate.name}.` };
      const { detail, hint = '' } = await candidates.downloadable.health();
      return {
        status: 'degraded',
        detail: `No speech recogniser is ready. ${detail}`,
        hint: `${hint} ${await otherWays()}`.trim(),
      };
    };
    return {
      async transcribe(recording: Recording, options: TranscribeOptions) {
        options.signal.throwIfAborted();
        const candidate = await firstReady(candidates);
        return candidate === null
          ? downloadAndTranscribe(candidates, recording, options)
          : candidate.transcribe(recording, options);
      },
      health,
      async diagnose(): Promise<Health> {
        const { downloadable } = candidates;
        return (await downloadable.isReady()) ? downloadable.diagnose() : health();
      },
    };
  },
  health: (transcriber) => transcriber.health(),
  diagnose: (transcriber) => transcriber.diagnose(),
});

/** One way to transcribe without any setting. */
interface Candidate extends Transcriber {
  /** For a person. */
  readonly name: string;
  isReady(): Promise<boolean>;
}

interface Candidates {
  /** The most accurate one first. */
  readonly all: readonly Candidate[];
  /** The one that can make itself ready by downloading its models. */
  readonly downloadable: LocalWhisper;
}

function candidatesWith(models: Models): Candidates {
  const settings = whisperSettings.parse({});
  const whisper = { name: `whisper (${settings.model})`, ...localWhisper({ provider: 'auto', settings, models }) };
  return { all: [whisper, installed(whisperCpp())], downloadable: whisper };
}

function installed(recogniser: Recogniser): Candidate {
  const found = `Nobody chose the recogniser ${recogniser.program}: it was found on this machine.`;
  return {
    name: recogniser.program,
    isReady: async () => (await missingFor(recogniser)) === null,
    async transcribe(recording, options) {
      const transcription = await recognise(recogniser, 'auto', recording, options);
      return {
        ...transcription,
        warnings: [...transcription.warnings, `${found} Check its text against the recording.`],
      };
    },
  };
}

async function firstReady({ all }: Candidates): Promise<Candidate | null> {
  for (const candidate of all) {
    if (await candidate.isReady()) return candidate;
  }
  return null;
}

/** @throws Problem `provider-unavailable` that also names the other ways, if the models cannot be downloaded. */
async function downloadAndTranscribe(
  { downloadable }: Candidates,
  recording: Recording,
  options: TranscribeOptions,
): Promise<Transcription> {
  try {
    return await downloadable.transcribe(recording, options);
  } catch (thrown) {
    options.signal.throwIfAborted();
    if (!(thrown instanceof Problem) || (await downloadable.isReady())) throw thrown;
    const { detail, transient, retryAfter } = thrown;
    throw new Problem('provider-unavailable', {
      detail: `No speech recogniser is ready on this machine. ${detail.replace(/\.?$/, '.')} ${await otherWays()}`,
      transient,
      ...(retryAfter !== undefined && { retryAfter }),
      cause: thrown,
    });
  }
}

/** What else the operator can do, with what is installed but never picked. */
async function otherWays(): Promise<string> {
  const configure =
    'Or choose a transcriber in the configuration, for example `transcriber: { use: assemblyai, with: { apiKey: … } }`.';
  if ((await missingFor(pocketsphinx)) !== null) return configure;
  return (
    `${configure} pocketsphinx is installed, but errs in about every second word: it is used only if the configuration names ` +
    'it, `transcriber: { use: command, with: { preset: pocketsphinx } }`.'
  );
}
