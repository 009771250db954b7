import { open, stat } from 'node:fs/promises';
import { readOnnxHeader } from './onnx-header.ts';

/** What a file of a model is for. `transducer-` is one of NeMo or Zipformer. */
export type ModelRole =
  | 'whisper-encoder'
  | 'whisper-decoder'
  | 'transducer-encoder'
  | 'transducer-decoder'
  | 'joiner'
  | 'tokens'
  | 'voiceActivity'
  | 'segmentation'
  | 'embedding';

/** Tells by its content what a file is for, whatever its name, its size and the precision of its weights; null: none. */
export async function roleOf(path: string): Promise<ModelRole | null> {
  if (path.endsWith('.txt')) return (await isTokens(path)) ? 'tokens' : null;
  if (!path.endsWith('.onnx')) return null;
  const header = await readOnnxHeader(path);
  if (header === null) return null;
  const { inputs, metadata } = header;
  const has = (...names: readonly string[]) => names.every((name) => inputs.includes(name));
  // As the scripts of sherpa-onnx name them when they export a model.
  if (metadata.has('output_dim')) return 'embedding';
  if (/segmentation/.test(metadata.get('model_type') ?? '') || metadata.has('powerset_max_classes')) {
    return 'segmentation';
  }
  if (has('mel')) return 'whisper-encoder';
  if (has('tokens', 'in_n_layer_self_k_cache')) return 'whisper-decoder';
  if (inputs.some((name) => /^encoder_out/.test(name)) && inputs.some((name) => /^decoder_out/.test(name))) {
    return 'joiner';
  }
  if (has('targets') || has('y')) return 'transducer-decoder';
  if (has('audio_signal', 'length') || has('x', 'x_lens')) return 'transducer-encoder';
  if (has('state') || has('h', 'c')) return 'voiceActivity';
  return null;
}

/** Of each role the smallest file: 8-bit weights are as accurate and twice as fast. */
export async function filesByRole(paths: readonly string[]): Promise<ReadonlyMap<ModelRole, string>> {
  const found = new Map<ModelRole, { readonly path: string; readonly size: number }>();
  for (const path of paths) {
    const role = await roleOf(path);
    if (role === null) continue;
    const { size } = await stat(path);
    if (size < (found.get(role)?.size ?? Number.POSITIVE_INFINITY)) found.set(role, { path, size });
  }
  return new Map([...found].map(([role, { path }]) => [role, path]));
}

/** As `ModelPackage.identify`, for a model whose files have these roles. */
export function identifyRoles(...roles: readonly ModelRole[]) {
  return async (paths: readonly string[]): Promise<readonly (string | null)[]> => {
    const found = await filesByRole(paths);
    return roles.map((role) => found.get(role) ?? null);
  };
}

/** Whether it is a list of tokens, each with its number. */
async function isTokens(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(256), { position: 0 });
  return /^\S+[ \t]\d+\r?\n/.test(buffer.toString('utf8', 0, bytesRead));
}
