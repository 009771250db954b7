import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Health, type ModelPackage, type Models, monotonicProgress, Problem } from 'chronoscribe';
import { awaitAnswer, notStarted, startScript } from 'chronoscribe/child-process';
import type { Diarizer } from 'chronoscribe/kinds/diarizer';
import type { SpeakerTurn } from 'chronoscribe/kinds/transcriber';
import { missingNativeLibrary } from './native-library.ts';
import { type Part, report } from './protocol.ts';
import {
  embeddingPackage,
  missingModels,
  pullCommand,
  segmentationPackage,
  voiceActivityPackage,
  voicePackages,
} from './voice-models.ts';

interface DiarizerOptions {
  readonly models: Models;
  readonly threads: number;
}

interface LocalDiarizer extends Diarizer {
  health(): Promise<Health>;
}

const packageOf: Readonly<Record<Part, ModelPackage>> = {
  voiceActivity: voiceActivityPackage,
  segmentation: segmentationPackage,
  embedding: embeddingPackage,
};

/** A slow machine needs a minute for two minutes of sound, which are segmented at once. */
const inactivityMs = 300_000;

/** The memory of the process without models, and the copies of the models that it holds while loading. */
const memoryBeside = 1024 ** 3;
const memoryPerModelByte = 3;

/** Tells voices apart in a child process, one for each recording. It downloads nothing. */
export function localDiarizer({ models, threads }: DiarizerOptions): LocalDiarizer {
  return {
    async diarize(recording, { speakers, signal, ...options }) {
      signal.throwIfAborted();
      await stat(recording.path);
      const lack = await lackOf(models);
      if (lack !== null) throw new Problem('provider-unavailable', { detail: `${lack.detail} ${lack.hint}` });
      const files = {
        voiceActivity: await fileOf(models, voiceActivityPackage, signal),
        segmentation: await fileOf(models, segmentationPackage, signal),
        embedding: await fileOf(models, embeddingPackage, signal),
      };
      const sizes = await Promise.all(Object.values(files).map(async (path) => (await stat(path)).size));
      const bytes = sizes.reduce((sum, size) => sum + size, 0);

      await using child = startScript(
        {
          url: new URL('./diarizer-child.ts', import.meta.url),
          heapMegabytes: 256,
          reads: [recording.path, ...Object.values(files)],
          addons: true,
        },
        { memoryBytes: memoryBeside + bytes * memoryPerModelByte },
      );
      const progress = monotonicProgress(options.progress);
      let loading: Part | null = null;
      const outcome = await awaitAnswer(child, {
        request: { recording: recording.path, files, speakers: speakers ?? null, threads },
        limits: { inactivityMs },
        signal,
        onMessage(message): readonly SpeakerTurn[] | undefined {
          const said = report.parse(message);
          loading = said.type === 'loading' ? said.part : null;
          if (said.type === 'progress') progress(said.fraction);
          if (said.type !== 'done') return undefined;
          return said.turns.map((turn) => ({ ...turn, speaker: `Speaker ${turn.speaker + 1}` }));
        },
      });
      switch (outcome.status) {
        case 'answered':
          return outcome.answer;
        case 'not-started':
          throw notStarted('tells voices apart', outcome.cause);
        case 'exceeded':
          throw failed(`The process took too much ${outcome.limit === 'memory' ? 'memory' : 'time'} and was ended.`);
        case 'ended':
          throw failed(loading === null ? 'The process crashed on the recording.' : damaged(packageOf[loading]));
        default:
          return outcome satisfies never;
      }
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

async function fileOf(models: Models, model: ModelPackage, signal: AbortSignal): Promise<string> {
  const folder = await models.ensure(model, { download: false, signal, progress: () => {} });
  return join(folder, model.files[0] ?? '');
}

function namesOf(models: readonly ModelPackage[]): string {
  return models.map(({ name }) => name).join(', ');
}

function damaged(model: ModelPackage): string {
  return `The model ${model.name} is damaged. Delete its folder in \`models\` and run \`${pullCommand([model])}\`.`;
}

function failed(detail: string): Problem {
  return new Problem('provider-failed', { detail });
}
