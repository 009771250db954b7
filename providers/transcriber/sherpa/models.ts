import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type Models, Problem } from 'chronoscribe';
import type { ModelPackage } from 'chronoscribe/types';
import {
  embeddingPackage,
  filesByRole,
  type ModelRole,
  missingModels,
  pullCommand,
  segmentationPackage,
  voiceActivityPackage,
} from 'chronoscribe/voices';
import { isSpeechModelName, speechPackages, type WhisperSettings } from './model-packages.ts';
import type { ModelFiles } from './protocol.ts';

/** The models that a configuration selects. */
export interface ModelSelection {
  /** For the record: the name of the package or the folder. */
  readonly name: string;
  readonly englishOnly: boolean;
  /** It detects the language by itself and does not tell it; else it is Whisper. */
  readonly transducer: boolean;
  /** Recognition needs these. */
  readonly required: readonly ModelPackage[];
  /** Speaker diarization needs these. */
  readonly optional: readonly ModelPackage[];
  /** Models from the operator's folder; null if a package is selected. */
  readonly own: CustomModels | null;
}

/** Models that are on this machine. */
export interface PreparedModels {
  readonly files: ModelFiles;
  /** The size of all files. */
  readonly bytes: number;
  /** Optional models that are not installed. */
  readonly missing: readonly ModelPackage[];
}

interface Fetching {
  readonly download: boolean;
  /** The same for optional models. */
  readonly downloadOptional: boolean;
  readonly signal: AbortSignal;
  progress(fraction: number): void;
}

/**
 * @returns the models that the settings select.
 * @throws Problem `provider-unavailable` if the setting `model` names a folder without a model.
 */
export async function selectModels({ model, diarize }: WhisperSettings): Promise<ModelSelection> {
  const own = isSpeechModelName(model) ? null : await modelsInFolder(resolve(model));
  const speech = isSpeechModelName(model) ? [speechPackages[model]] : [];
  const bringsVoices = own !== null && own.embedding !== null;
  return {
    name: speech[0]?.name ?? basename(resolve(model)),
    englishOnly: /\.en\b/.test(own === null ? model : basename(own.encoder)),
    transducer: own === null ? model === 'parakeet' : own.joiner !== null,
    required: [...speech, ...(own?.voiceActivity ? [] : [voiceActivityPackage])],
    optional: diarize && !bringsVoices ? [segmentationPackage, embeddingPackage] : [],
    own,
  };
}

/**
 * The files of the selected models. Missing ones are downloaded.
 *
 * @throws Problem `provider-unavailable` that names the exact command, if a required model is missing and cannot or
 *   must not be downloaded.
 */
export async function prepareModels(
  models: Models,
  choice: ModelSelection,
  { diarize }: WhisperSettings,
  fetching: Fetching,
): Promise<PreparedModels> {
  const { download, downloadOptional, signal } = fetching;
  const wanted = [...choice.required, ...choice.optional];
  const lacking = await missingModels(models, wanted);
  if (!download && lacking.some((model) => choice.required.includes(model))) {
    throw new Problem('provider-unavailable', {
      detail: `The speech recogniser’s models are not on this machine. Run \`${pullCommand(lacking)}\`.`,
    });
  }
  const total = lacking.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  const folders = new Map<ModelPackage, string>();
  const missing: ModelPackage[] = [];
  let fetched = 0;
  for (const model of wanted) {
    const share = total > 0 && lacking.includes(model) ? (model.bytes ?? 0) / total : 0;
    const isRequired = choice.required.includes(model);
    const progress = (fraction: number) => fetching.progress(fetched + fraction * share);
    const folder = await models
      .ensure(model, { download: isRequired ? download : downloadOptional, signal, progress })
      .catch((thrown: unknown) => {
        signal.throwIfAborted();
        if (isRequired || !(thrown instanceof Problem)) throw thrown;
        return null;
      });
    if (folder === null) missing.push(model);
    else folders.set(model, folder);
    fetched += share;
  }
  const files = chosenFiles(choice, diarize, (model) => folders.get(model) ?? null);
  return { files, bytes: await sizeOf(files), missing };
}

function chosenFiles(
  { required, own }: ModelSelection,
  diarize: boolean,
  folderOf: (model: ModelPackage) => string | null,
): ModelFiles {
  const file = (model: ModelPackage | undefined, which = 0): string | null => {
    const folder = model === undefined ? null : folderOf(model);
    const name = model?.files[which];
    return folder === null || name === undefined ? null : join(folder, name);
  };
  const speech = required.find((model) => model !== voiceActivityPackage);
  const embedding = diarize ? (own?.embedding ?? file(embeddingPackage)) : null;
  const segmentation = own?.embedding ? own.segmentation : file(segmentationPackage);
  return {
    encoder: own?.encoder ?? file(speech) ?? '',
    decoder: own?.decoder ?? file(speech, 1) ?? '',
    tokens: own?.tokens ?? file(speech, 2) ?? '',
    joiner: own === null ? file(speech, 3) : own.joiner,
    voiceActivity: own?.voiceActivity ?? file(voiceActivityPackage) ?? '',
    segmentation: embedding === null ? null : segmentation,
    embedding,
  };
}

async function sizeOf(files: ModelFiles): Promise<number> {
  const paths = Object.values(files).filter((path) => path !== null);
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The models in the operator's folder, as paths. */
export interface CustomModels {
  readonly encoder: string;
  readonly decoder: string;
  readonly tokens: string;
  /** Of a transducer; null for Whisper. */
  readonly joiner: string | null;
  readonly voiceActivity: string | null;
  readonly segmentation: string | null;
  readonly embedding: string | null;
}

const mend =
  'The setting `model` needs a folder with a Whisper model in sherpa-onnx’s format: ' +
  '…encoder….onnx, …decoder….onnx and …tokens.txt; or with a transducer (NeMo, Zipformer): the same and …joiner….onnx.';

/**
 * @returns the models in a folder.
 * @throws Problem `provider-unavailable` if the folder cannot be read or holds no model.
 */
export async function modelsInFolder(folder: string): Promise<CustomModels> {
  const names = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    const detail = `The folder ${folder} cannot be read (${cause.code ?? 'unknown reason'}). ${mend}`;
    throw new Problem('provider-unavailable', { detail, cause });
  });
  const named = (pattern: RegExp) => {
    const found = names.filter((name) => pattern.test(name)).sort();
    // The 8-bit version of a model is as accurate and twice as fast.
    const name = found.find((each) => each.includes('int8')) ?? found[0];
    return name === undefined ? null : join(folder, name);
  };
  const areNamed = [/encoder.*\.onnx$/, /decoder.*\.onnx$/, /tokens\.txt$/].every((each) => named(each) !== null);
  const byContent = areNamed ? new Map() : await filesByRole(names.map((name) => join(folder, name)));
  const find = (pattern: RegExp, ...roles: readonly ModelRole[]): string | null =>
    named(pattern) ?? roles.map((role) => byContent.get(role)).find((path) => path !== undefined) ?? null;
  const require = (what: string, ...parameters: Parameters<typeof find>) => {
    const found = find(...parameters);
    if (found !== null) return found;
    throw new Problem('provider-unavailable', { detail: `The folder ${folder} has no ${what}. ${mend}` });
  };
  return {
    encoder: require('encoder', /encoder.*\.onnx$/, 'whisper-encoder', 'transducer-encoder'),
    decoder: require('decoder', /decoder.*\.onnx$/, 'whisper-decoder', 'transducer-decoder'),
    tokens: require('tokens', /tokens\.txt$/, 'tokens'),
    joiner: find(/joiner.*\.onnx$/, 'joiner'),
    voiceActivity: find(/vad.*\.onnx$/, 'voiceActivity'),
    segmentation: find(/segmentation.*\.onnx$/, 'segmentation'),
    embedding: find(/embedding.*\.onnx$/, 'embedding'),
  };
}
