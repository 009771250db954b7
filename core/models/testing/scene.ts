import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { Problem } from '../../api/problem.ts';
import type { ModelPackage } from '../../api/provider.ts';
import type { Models } from '../../kinds/operations.ts';
import { silentLog, temporaryFolder } from '../../testing/provider.ts';
import { createModels, type ModelsOptions } from '../models.ts';
import { type FileServer, startFileServer } from './file-server.ts';
import { parrot, parrotFile } from './parrot.ts';

export interface Wish extends Partial<ModelsOptions> {
  readonly download?: boolean;
  readonly signal?: AbortSignal;
  readonly progress?: (fraction: number) => void;
}

export interface Scene {
  /** Has the parrot. */
  readonly server: FileServer;
  /** A path in the folder of models. */
  at(...names: readonly string[]): string;
  models(options?: Partial<ModelsOptions>): Models;
  /** Fetches a model, the parrot unless another is given. */
  ensure(model?: ModelPackage, wish?: Wish): Promise<string>;
  /** What is left beside the models, but for the locks. */
  unfinished(): Promise<readonly string[]>;
}

/** Sets up an empty folder and a server before each test of a file. What is returned holds what is set up last. */
export function modelScene(): Scene {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let server: FileServer;
  beforeEach(async () => {
    folder = await temporaryFolder();
    server = await startFileServer(parrotFile);
  });
  afterEach(async () => {
    await server.stop();
    await folder.remove();
  });
  const at = (...names: readonly string[]) => join(folder.path, 'models', ...names);
  const models = (options: Partial<ModelsOptions> = {}) =>
    createModels({ folder: at(), mirror: null, log: silentLog, ...options });
  return {
    get server() {
      return server;
    },
    at,
    models,
    ensure(model = parrot(server.url), { download = true, signal, progress = () => {}, ...options } = {}) {
      return models(options).ensure(model, { download, signal: signal ?? new AbortController().signal, progress });
    },
    unfinished: async () => (await readdir(at('.partial'))).filter((name) => !name.endsWith('.lock')),
  };
}

export async function problemOf(outcome: Promise<unknown>): Promise<Problem> {
  const thrown = await outcome.catch((reason: unknown) => reason);
  if (thrown instanceof Problem) return thrown;
  throw new Error(`not a problem: ${String(thrown)}`);
}
