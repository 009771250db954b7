import { basename, join } from 'node:path';
import type { ModelPackage } from '../api/provider.ts';

/** Where a model and what becomes one lie on the disk. */
export interface ModelPlaces {
  /** Holds the model's files and its receipt, once it is whole. */
  readonly folder: string;
  /** Holds what is not whole yet, of all models; on the same disk, so that a folder moves into place in one step. */
  readonly unfinished: string;
  /** What was fetched so far. */
  readonly partial: string;
  /** What `partial` is the beginning of. */
  readonly partialNotes: string;
  /** Folders that become `folder`, or were it, begin so. */
  readonly staging: string;
  /** Held by the one that fetches. */
  readonly lock: string;
}

export const receiptName = 'model.json';

const nameForm = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * @param models the folder of all models.
 * @throws Error for a model whose provider gave it, or one of its files, a name that cannot be one here.
 */
export function placesOf(models: string, model: ModelPackage): ModelPlaces {
  if (!nameForm.test(model.name)) throw new Error(`A model cannot be called "${model.name}": letters, digits, ".", "-", "_".`);
  for (const file of model.files) {
    if (basename(file) !== file || file === receiptName || !/[^.]/.test(file)) {
      throw new Error(`A file of the model ${model.name} cannot be called "${file}".`);
    }
  }
  if (model.archive === 'none' && model.files.length !== 1) {
    throw new Error(`The model ${model.name} is no archive, so it has exactly one file.`);
  }
  const unfinished = join(models, '.partial');
  return {
    folder: join(models, model.name),
    unfinished,
    partial: join(unfinished, `${model.name}.download`),
    partialNotes: join(unfinished, `${model.name}.download.json`),
    staging: join(unfinished, `${model.name}.staging-`),
    lock: join(unfinished, `${model.name}.lock`),
  };
}
