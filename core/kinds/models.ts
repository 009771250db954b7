import { defineKind } from '../api/kind.ts';
import type { ModelPackage } from '../api/provider.ts';

/** The state of a model on this machine. */
export type ModelState =
  /** Complete, in `folder`. */
  | { readonly status: 'ready'; readonly folder: string }
  | { readonly status: 'absent' }
  /** Files are missing, or differ from what was installed. */
  | { readonly status: 'damaged'; readonly detail: string };

/**
 * The models on this machine, in the data folder. Provided by the host.
 *
 * @example
 * async function encoderOf(models: Models, model: ModelPackage): Promise<string> {
 *   const folder = await models.ensure(model, { download: true, signal, progress: () => undefined });
 *   return `${folder}/encoder.onnx`;
 * }
 */
export interface Models {
  /** The state of a model. It checks the names and sizes of the files, not their contents. */
  state(model: ModelPackage): Promise<ModelState>;
  /**
   * The folder of a model, which is downloaded first if it is absent. An interrupted download is resumed; the file is
   * verified, unpacked and moved into place atomically. Concurrent calls download once.
   *
   * @param options.download whether the model may be downloaded
   * @param options.progress is called with the completed fraction, from 0 to 1
   * @throws Problem `provider-unavailable` with the command to run, if the model is absent and may not or cannot be
   *   downloaded (`transient` if another attempt may succeed); `insufficient-storage` if the disk is full; the reason
   *   of the signal
   */
  ensure(
    model: ModelPackage,
    options: { readonly download: boolean; readonly signal: AbortSignal; progress(fraction: number): void },
  ): Promise<string>;
}

export const Models = defineKind<Models>('models');
