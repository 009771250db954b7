import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../api/logger.ts';
import type { ModelPackage } from '../api/provider.ts';
import { makeFolder } from '../files/durable-write.ts';
import { lockFile } from '../files/file-lock.ts';
import type { Models } from '../kinds/operations.ts';
import { fetchModel } from './install.ts';
import { diskProblem, type ModelPaths, modelPaths, modelState, modelUnavailable } from './model-folder.ts';

export interface ModelsOptions {
  /** The folder of all models; created when the first one is downloaded. */
  readonly folder: string;
  /** See `downloadUrl`. */
  readonly mirror: string | null;
  readonly log: Logger;
  /** Milliseconds without data after which a download is aborted. Default 60,000. */
  readonly idleTimeoutMs?: number;
}

/** The models in a folder, see `Models`. Any number of processes may share it. */
export function createModels({ folder, mirror, log, idleTimeoutMs = 60_000 }: ModelsOptions): Models {
  return {
    state: async (model) => modelState(model, modelPaths(folder, model).folder),
    async ensure(model, { download, signal, progress }) {
      signal.throwIfAborted();
      const paths = modelPaths(folder, model);
      const found = await modelState(model, paths.folder);
      if (found.status === 'ready') return found.folder;
      if (!download) throw modelUnavailable(model, found);
      return withModelLock(model, paths, signal, async () => {
        // The previous holder of the lock may have installed it.
        if ((await modelState(model, paths.folder)).status === 'ready') return paths.folder;
        const url = downloadUrl(model.url, mirror);
        log.info({ model: model.name, url }, 'downloading a model');
        await fetchModel({ model, url, paths, idleTimeoutMs, signal, progress });
        log.info({ model: model.name, folder: paths.folder }, 'installed a model');
        return paths.folder;
      });
    },
  };
}

/**
 * The URL that a model is downloaded from. A mirror replaces the server and nothing else: with
 * `https://mirror.example/models`, `https://github.com/a/b.onnx` becomes `https://mirror.example/models/a/b.onnx`.
 */
export function downloadUrl(url: string, mirror: string | null): string {
  if (mirror === null) return url;
  const { pathname, search } = new URL(url);
  return `${mirror.replace(/\/+$/, '')}${pathname}${search}`;
}

const retryLockMs = 200;

/**
 * Runs `change` while nobody else, in this process or another, changes the model's folder.
 *
 * @throws Problem for errors of the file system; the reason of the signal
 */
export async function withModelLock<T>(
  model: ModelPackage,
  paths: ModelPaths,
  signal: AbortSignal,
  change: () => Promise<T>,
): Promise<T> {
  try {
    signal.throwIfAborted();
    await makeFolder(paths.unfinished);
    let release = await lockFile(paths.lock);
    while (release === undefined) {
      await wait(retryLockMs, undefined, { signal });
      release = await lockFile(paths.lock);
    }
    try {
      return await change();
    } finally {
      release();
    }
  } catch (thrown) {
    signal.throwIfAborted();
    throw diskProblem(model, paths.unfinished, thrown) ?? thrown;
  }
}
