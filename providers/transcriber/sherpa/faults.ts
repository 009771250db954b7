import { basename, dirname } from 'node:path';
import { Problem } from 'chronoscribe';
import { notStarted, type ProcessExit } from 'chronoscribe/child-process';
import type { ModelPackage } from 'chronoscribe/types';
import { embeddingPackage, pullCommand, segmentationPackage, voiceActivityPackage } from 'chronoscribe/voices';
import type { ModelSelection } from './models.ts';
import type { ModelFiles, Part } from './protocol.ts';

/** How a recognition failed. */
type Failure =
  /** A report was malformed, or the model failed on the sound. */
  | { readonly status: 'nonsense'; readonly cause: Error }
  | (ProcessExit & {
      readonly memoryBytes: number;
      /** The model that was being loaded; null: recognition had started. */
      readonly loading: Part | null;
      /** The end of what the process printed. */
      readonly complaint: string;
    });

/** The models' names for a person, with how to repair each. */
export type PartNames = Readonly<Record<Part, { readonly name: string; readonly mend: string }>>;

const smaller = 'Choose a smaller model (`model: tiny.en`), or give the machine more memory.';

export function partNames({ own, required }: ModelSelection, files: ModelFiles): PartNames {
  const named = (model: ModelPackage | undefined, path: string | null) => {
    const folder = dirname(path ?? '');
    const isOwn = model === undefined || Object.values(own ?? {}).includes(path);
    if (isOwn) return { name: `in ${folder}`, mend: 'Put a whole one there, or choose another `model`.' };
    return { name: model.name, mend: `Delete the folder ${folder} and run \`${pullCommand([model])}\`.` };
  };
  return {
    recogniser: named(
      required.find((model) => model !== voiceActivityPackage),
      files.encoder,
    ),
    voiceActivity: named(voiceActivityPackage, files.voiceActivity),
    segmentation: named(segmentationPackage, files.segmentation),
    embedding: named(embeddingPackage, files.embedding),
  };
}

/** The problem of a failed recognition: `transient` if a retry may help. */
export function problemOf(failure: Failure, names: PartNames): Problem {
  switch (failure.status) {
    case 'not-started':
      return notStarted('recognises speech', failure.cause);
    case 'exceeded':
      return failure.limit === 'memory'
        ? new Problem('provider-unavailable', {
            detail: `The speech recogniser took more than ${Math.round(failure.memoryBytes / 1024 ** 2)} MB of memory and was ended. ${smaller}`,
          })
        : new Problem('provider-unavailable', {
            detail:
              'The speech recogniser gave no sign of life for a long time and was ended. ' +
              'Choose a smaller model (`model: tiny.en`), or give it more `threads`.',
            transient: true,
          });
    case 'nonsense':
      return new Problem('provider-failed', {
        detail:
          `The speech recogniser failed on the recording. The model ${names.recogniser.name} may be in another format. ` +
          names.recogniser.mend,
        cause: failure.cause,
      });
    case 'ended':
      return deathOf(failure, names);
    default:
      return failure satisfies never;
  }
}

function deathOf(
  { code, signal, loading, complaint }: Extract<Failure, { readonly status: 'ended' }>,
  names: PartNames,
): Problem {
  const cause = new Error(`the recogniser ended with ${signal ?? code}: ${complaint}`);
  // Linux kills processes with SIGKILL when memory runs out.
  if (signal === 'SIGKILL') {
    return new Problem('provider-unavailable', {
      detail: `The speech recogniser was ended by SIGKILL, which often means that memory ran out. ${smaller}`,
      transient: true,
      cause,
    });
  }
  if (loading !== null) {
    const { name, mend } = names[loading];
    // sherpa-onnx prints which one it could not read.
    const file = /[^\s"'(]+\.(?:onnx|txt)/.exec(cause.message)?.[0];
    const what = file === undefined ? 'it' : `its file ${basename(file)}`;
    return new Problem('provider-unavailable', {
      detail: `The model ${name} could not be loaded: ${what} is damaged, or not in sherpa-onnx’s format. ${mend}`,
      cause,
    });
  }
  return new Problem('provider-failed', {
    detail:
      `The speech recogniser crashed on the recording${signal === null ? '' : ` (${signal})`}. ` +
      'Choose another `model`, or try it with `diarize: false`.',
    cause,
  });
}
