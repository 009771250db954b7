import { defineKind } from '../api/kind.ts';
import type { ModelPackage } from '../api/provider.ts';

export type ModelState =
  | { readonly status: 'ready'; readonly folder: string }
  | { readonly status: 'absent' }
  /** Files are missing or differ from what was fetched. */
  | { readonly status: 'damaged'; readonly detail: string };

/** The models on this machine, in the data folder. Provided by the host itself. */
export interface Models {
  /** What is there; reads names and sizes only. */
  state(model: ModelPackage): Promise<ModelState>;
  /**
   * The folder of a model, fetched first where it is absent and `download` allows it: resumed where it broke off, under a
   * temporary name, compared, unpacked, put in place whole. Two that ask at once fetch once.
   *
   * @throws `provider-unavailable` that names the exact command, where it is absent and must not or cannot be fetched (`transient` where trying again
   *   may help); `insufficient-storage` where the disk is full; the reason of the signal.
   */
  ensure(
    model: ModelPackage,
    options: { readonly download: boolean; readonly signal: AbortSignal; progress(fraction: number): void },
  ): Promise<string>;
}

export const Models = defineKind<Models>('models');
