import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { Problem, type ProblemOptions } from '../api/problem.ts';
import type { ModelPackage } from '../api/provider.ts';
import { messageOf } from '../api/text.ts';
import { hasCode, readJsonFile } from '../files/durable-write.ts';
import { hashed } from '../files/hashed.ts';
import type { ModelState } from '../kinds/operations.ts';

const receiptName = 'model.json';

/**
 * The paths of a model on the disk.
 *
 * @param models the folder of all models
 * @throws Error if the provider gave the model, or one of its files, an invalid name
 */
export function modelPaths(models: string, model: ModelPackage) {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(model.name)) {
    throw new Error(`A model cannot be called "${model.name}": letters, digits, ".", "-", "_".`);
  }
  for (const file of model.files) {
    if (basename(file) !== file || file === receiptName || !/[^.]/.test(file)) {
      throw new Error(`A file of the model ${model.name} cannot be called "${file}".`);
    }
  }
  if (model.archive === 'none' && model.files.length !== 1) {
    throw new Error(`The model ${model.name} is not an archive, so it must have exactly one file.`);
  }
  const unfinished = join(models, '.partial');
  return {
    /** Holds the model's files and its receipt, once it is complete. */
    folder: join(models, model.name),
    /** Holds the incomplete files of all models. It is on the same disk, so that a rename moves a folder into place. */
    unfinished,
    /** The bytes downloaded so far. */
    partial: join(unfinished, `${model.name}.download`),
    /** Describes what `partial` is the beginning of. */
    partialNotes: join(unfinished, `${model.name}.download.json`),
    /** The prefix of folders that become `folder`, or were it. */
    staging: join(unfinished, `${model.name}.staging-`),
    /** The lock file of whoever changes the model. */
    lock: join(unfinished, `${model.name}.lock`),
  };
}

export type ModelPaths = ReturnType<typeof modelPaths>;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const receipt = z.object({
  /** The model's name. */
  name: z.string(),
  /** The URL that it was downloaded from, or the name of the file or folder that it was imported from. */
  from: z.string(),
  at: z.iso.datetime(),
  /** Of the downloaded or imported file, before it was unpacked; null for a folder of files. */
  fetched: z.object({ bytes: z.number(), sha256 }).nullable(),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256 })),
});

/** The record in a model's folder of its files and their origin. */
export type Receipt = z.output<typeof receipt>;

/** A file of a model as it was when it was installed. */
export type InstalledFile = Receipt['files'][number];

/** The receipt in a folder; null if there is none, or none that can be read. */
export const readReceipt = (folder: string): Promise<Receipt | null> =>
  readJsonFile(join(folder, receiptName), receipt);

export async function writeReceipt(folder: string, written: Receipt): Promise<void> {
  await using file = await open(join(folder, receiptName), 'wx', 0o600);
  await file.writeFile(`${JSON.stringify(written, null, 2)}\n`);
  await file.sync();
}

/** The state of a model's folder, judged by the names and sizes of its files. */
export async function modelState(model: ModelPackage, folder: string): Promise<ModelState> {
  if ((await sizeOf(folder)) === undefined) return { status: 'absent' };
  const known = await readReceipt(folder);
  if (known === null) return damaged(`${folder} has no readable receipt (model.json)`);
  if (known.fetched !== null && model.sha256 !== null && known.fetched.sha256 !== model.sha256) {
    return damaged('another edition of it is installed');
  }
  for (const name of model.files) {
    const expected = known.files.find((file) => file.name === name)?.bytes;
    const bytes = await sizeOf(join(folder, name));
    if (bytes === undefined || expected === undefined) return damaged(`${name} is missing`);
    if (bytes !== expected) return damaged(`${name} has ${bytes} bytes instead of ${expected}`);
  }
  return { status: 'ready', folder };
}

/** The state of a model's folder, judged by the contents of its files. */
export async function verifyModel(model: ModelPackage, folder: string, signal: AbortSignal): Promise<ModelState> {
  const state = await modelState(model, folder);
  if (state.status !== 'ready') return state;
  for (const file of (await readReceipt(folder))?.files ?? []) {
    const digest = await digestFile(join(folder, file.name), signal);
    if (digest.sha256 !== file.sha256) return damaged(`${file.name} has changed since it was installed`);
  }
  return state;
}

/** The length of a file in bytes, and its SHA-256 in lower-case hex. */
export async function digestFile(
  path: string,
  signal: AbortSignal,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const content = hashed(createReadStream(path, { signal, highWaterMark: 1024 ** 2 }));
  for await (const _chunk of content);
  return content.digest();
}

const damaged = (detail: string): ModelState => ({ status: 'damaged', detail });

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return undefined;
    throw thrown;
  }
}

/** The command that downloads a model. */
export const pullHint = ({ name }: ModelPackage): string => `Run: chronoscribe models pull ${name}`;

/** The model is not installed, and must not be downloaded now. */
export function modelUnavailable(model: ModelPackage, state: ModelState): Problem {
  const fault = state.status === 'damaged' ? `is damaged: ${state.detail}` : 'is not on this machine';
  return new Problem('provider-unavailable', { detail: `The model ${model.name} ${fault}. ${pullHint(model)}` });
}

/** The download failed. @param what completes "The model NAME could not be fetched: ". @param options.retryAfter seconds */
export function downloadFailed(
  model: ModelPackage,
  what: string,
  {
    url,
    retryAfter,
    ...options
  }: Pick<ProblemOptions, 'cause'> & { url: string; transient: boolean; retryAfter?: number | undefined },
): Problem {
  const manual = `or load ${url} elsewhere and run: chronoscribe models import ${model.name} FILE`;
  return new Problem('provider-unavailable', {
    detail: `The model ${model.name} could not be fetched: ${what}. Try again (chronoscribe models pull ${model.name}), ${manual}`,
    ...options,
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** The file is not the model. Nothing of it is kept. */
export function wrongModel(model: ModelPackage, source: string, what: string): Problem {
  return new Problem('provider-unavailable', {
    detail: `${source} is not the model ${model.name}: ${what}. Nothing of it was kept.`,
  });
}

/** The disk has no room for the model. */
export function insufficientStorage(model: ModelPackage, folder: string, cause?: unknown): Problem {
  return new Problem('insufficient-storage', {
    detail: `The disk that holds ${folder} has no room for the model ${model.name}. Free some space and try again.`,
    cause,
  });
}

/** The problem for an error of the file system in the folder of models; undefined for any other error. */
export function diskProblem(model: ModelPackage, folder: string, thrown: unknown): Problem | undefined {
  if (hasCode(thrown, 'ENOSPC', 'EDQUOT')) return insufficientStorage(model, folder, thrown);
  if (!hasCode(thrown, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EIO')) return undefined;
  const detail = `The model ${model.name} could not be written to ${folder} (${messageOf(thrown)}).`;
  return new Problem('provider-unavailable', {
    detail: `${detail} Change the folder's owner, or choose another with --data.`,
    cause: thrown,
  });
}
