import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kind } from '../api/kind.ts';
import { createLogger, type Logger } from '../api/logger.ts';
import type { Health, Provider } from '../api/provider.ts';

export const silentLog: Logger = createLogger('silent');

/** Makes an empty folder and returns its path and what deletes it. */
export async function temporaryFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'chronoscribe-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export interface StartedProvider<T> {
  readonly instance: T;
  /** What the instance answers another kind with, one of those that the provider `provides`. */
  provided<Other>(kind: Kind<Other>): Other;
  readonly dataFolder: string;
  health(): Promise<Health>;
  /** Stops the provider, and deletes the data folder unless the caller gave it. */
  stop(): Promise<void>;
}

/** Makes a provider as the host would: its settings go through its schema. For contract suites and for unit tests of a provider. */
export async function startProvider<T>(
  kind: Kind<T>,
  provider: Provider,
  options: {
    readonly with?: object;
    readonly needs?: Readonly<Record<string, unknown>>;
    readonly dataFolder?: string;
    readonly onlyReading?: boolean;
  } = {},
): Promise<StartedProvider<T>> {
  if (provider.kind.id !== kind.id) throw new Error(`${provider.name} is a ${provider.kind.name}, not a ${kind.name}`);
  const folder = options.dataFolder === undefined ? await temporaryFolder() : undefined;
  const dataFolder = options.dataFolder ?? folder?.path ?? '';
  const config = provider.config.parse(options.with ?? {});
  // The boundary where types are given back: `defineProvider` saw that the instance is a `T` and holds what it provides.
  const instance = (await provider.create({
    config,
    needs: options.needs ?? {},
    dataFolder,
    onlyReading: options.onlyReading ?? false,
    log: silentLog,
  })) as T;
  return {
    instance,
    dataFolder,
    provided<Other>(other: Kind<Other>) {
      const name = Object.keys(provider.provides).find((each) => provider.provides[each]?.id === other.id);
      if (name === undefined) throw new Error(`${provider.name} provides no ${other.name}`);
      return (instance as Readonly<Record<string, unknown>>)[name] as Other;
    },
    health: async () => provider.health(instance),
    async stop() {
      await provider.stop(instance);
      await folder?.remove();
    },
  };
}
