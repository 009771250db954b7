import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from 'chronoscribe';

/** The models in a folder of the operator's own, as paths. */
export interface OwnModels {
  readonly encoder: string;
  readonly decoder: string;
  readonly tokens: string;
  /** Null where the folder has none. */
  readonly voiceActivity: string | null;
  readonly segmentation: string | null;
  readonly embedding: string | null;
}

const mend =
  'The setting `model` needs a folder with a Whisper model in sherpa-onnx’s format: ' +
  '…encoder….onnx, …decoder….onnx and …tokens.txt.';

/** @throws `provider-unavailable` when the folder cannot be read or holds no Whisper model. */
export async function modelsIn(folder: string): Promise<OwnModels> {
  const names = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    const detail = `The folder ${folder} cannot be read (${cause.code ?? 'unknown reason'}). ${mend}`;
    throw new Problem('provider-unavailable', { detail, cause });
  });
  const find = (pattern: RegExp) => {
    const found = names.filter((name) => pattern.test(name)).sort();
    // Of the same model in two precisions the one of 8 bits, which is as good and twice as fast.
    const name = found.find((each) => each.includes('int8')) ?? found[0];
    return name === undefined ? null : join(folder, name);
  };
  const require = (pattern: RegExp, what: string) => {
    const found = find(pattern);
    if (found !== null) return found;
    throw new Problem('provider-unavailable', { detail: `The folder ${folder} has no ${what}. ${mend}` });
  };
  return {
    encoder: require(/encoder.*\.onnx$/, 'encoder'),
    decoder: require(/decoder.*\.onnx$/, 'decoder'),
    tokens: require(/tokens\.txt$/, 'tokens'),
    voiceActivity: find(/vad.*\.onnx$/),
    segmentation: find(/segmentation.*\.onnx$/),
    embedding: find(/embedding.*\.onnx$/),
  };
}
