import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { defineProvider, type Health, Models, monotonicProgress, Problem } from 'chronoscribe';
import { awaitAnswer, notStarted, startScript } from 'chronoscribe/child-process';
import { Diarizer } from 'chronoscribe/kinds/diarizer';
import type { SpeakerTurn } from 'chronoscribe/kinds/transcriber';
import { z } from 'zod';
import type { Order, Report } from './diarizer-child.ts';
import { missingNativeLibrary, threadsSetting } from './native-library.ts';
import { missingModels, pullCommand, voicePackages } from './voice-models.ts';

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

interface LocalDiarizer extends Diarizer {
  health(): Promise<Health>;
}

/** A slow machine needs a minute for two minutes of sound, which are segmented at once. */
const inactivityMs = 300_000;

/** The process without models takes some 200 MB; the models, of 48 MB, are held several times. */
const memoryBytes = 1.5 * 1024 ** 3;

/** Tells voices apart in a child process, one for each recording. It downloads nothing. */
function localDiarizer(models: Models, threads: number): LocalDiarizer {
  return {
    async diarize(recording, { speakers = null, signal, ...options }) {
      signal.throwIfAborted();
      await stat(recording.path);
      const lack = await lackOf(models);
      if (lack !== null) throw new Problem('provider-unavailable', { detail: `${lack.detail} ${lack.hint}` });
      const ensured = voicePackages.map(async (model) =>
        join(await models.ensure(model, { download: false, signal, progress: () => {} }), model.files[0] ?? ''),
      );
      const files = await Promise.all(ensured);
      const [voiceActivity = '', segmentation = '', embedding = ''] = files;
      const order: Order = {
        ...{ recording: recording.path, voiceActivity, segmentation, embedding, speakers, threads },
      };
      await using child = startScript(
        {
          url: new URL('./diarizer-child.ts', import.meta.url),
          heapMegabytes: 256,
          reads: [recording.path, ...files],
          addons: true,
        },
        { memoryBytes },
      );
      const progress = monotonicProgress(options.progress);
      const outcome = await awaitAnswer(child, {
        request: order,
        limits: { inactivityMs },
        signal,
        onMessage(message): readonly SpeakerTurn[] | undefined {
          const said = message as Report; // From our own script.
          if ('turns' in said) return said.turns.map((turn) => ({ ...turn, speaker: `Speaker ${turn.speaker + 1}` }));
          progress(said.fraction);
          return undefined;
        },
      });
      if (outcome.status === 'answered') return outcome.answer;
      if (outcome.status === 'not-started') throw notStarted('tells voices apart', outcome.cause);
      const why = outcome.status === 'exceeded' ? `took too much ${outcome.limit}` : 'crashed';
      const mend = `If that happens again, \`chronoscribe models verify\` tells whether a model is damaged.`;
      throw new Problem('provider-failed', { detail: `The process that tells voices apart ${why}. ${mend}` });
    },
    async health() {
      const lack = await lackOf(models);
      if (lack === null) return { status: 'ok', detail: `The models are ${namesOf(voicePackages)}.` };
      return { status: 'ok', detail: `Transcribers that name no speakers get none. ${lack.detail}`, hint: lack.hint };
    },
  };
}

/** What is not on this machine, and how to get it; null: nothing. */
async function lackOf(models: Models): Promise<{ readonly detail: string; readonly hint: string } | null> {
  const missing = await missingModels(models, voicePackages);
  if (missing.length === 0) return missingNativeLibrary();
  return { detail: `Models are not on this machine: ${namesOf(missing)}.`, hint: `Run \`${pullCommand(missing)}\`.` };
}

function namesOf(models: typeof voicePackages): string {
  return models.map(({ name }) => name).join(', ');
}
