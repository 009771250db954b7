import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kind } from '../api/kind.ts';
import { createLogger, type Logger } from '../api/logger.ts';
import type { Health, Provider, Sealing } from '../api/provider.ts';

/** A logger that writes nothing. */
export const silentLog: Logger = createLogger('silent');

/** Creates an empty folder, and returns its path and a function that deletes it. @param parent default: the system's */
export async function temporaryFolder(parent = tmpdir()): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(parent, 'chronoscribe-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

const requiredBytes = 1024 ** 3;

/**
 * The folder for what a test stores: in memory where Linux has room for it. There a write need not wait for the disk,
 * so a host fires its schedules ten times as fast. The variable `TMPDIR` names another one.
 */
export async function memoryFolder(): Promise<string> {
  const memory = '/dev/shm';
  if (process.env.TMPDIR) return tmpdir();
  const room = await statfs(memory).catch(() => undefined);
  return room !== undefined && room.bavail * room.bsize >= requiredBytes ? memory : tmpdir();
}

/** A provider that was created for a test. */
export interface StartedProvider<T> {
  readonly instance: T;
  /** The instance of another kind that the provider `provides`. */
  provided<Other>(kind: Kind<Other>): Other;
  readonly dataFolder: string;
  health(): Promise<Health>;
  /** Stops the provider, and deletes the data folder unless it was given in the options. */
  stop(): Promise<void>;
}

/**
 * Creates a provider as the host does, for contract suites and unit tests. Its settings are parsed by its schema.
 *
 * @param options `with`: its settings; `needs`: instances of its needs; `dataFolder`: default a temporary folder
 * @throws Error if the provider is of another kind, if its settings are wrong, or if it cannot be created
 * @example
 * ```ts
 * async function countBlobs(provider: Provider) {
 *   const { instance, stop } = await startProvider(Blobs, provider, { with: { folder: 'blobs' } });
 *   const blobs = await Array.fromAsync(instance.list(''));
 *   await stop();
 *   return blobs.length;
 * }
 * ```
 */
export async function startProvider<T>(
  kind: Kind<T>,
  provider: Provider,
  options: {
    readonly with?: object;
    readonly needs?: Readonly<Record<string, unknown>>;
    readonly dataFolder?: string;
    readonly readOnly?: boolean;
    readonly sealing?: Sealing | undefined;
  } = {},
): Promise<StartedProvider<T>> {
  if (provider.kind.id !== kind.id) throw new Error(`${provider.name} is a ${provider.kind.name}, not a ${kind.name}`);
  const folder = options.dataFolder === undefined ? await temporaryFolder() : undefined;
  const dataFolder = options.dataFolder ?? folder?.path ?? '';
  const config = provider.config.parse(options.with ?? {});
  // The boundary where types are given back: `defineProvider` saw that the instance is a `T` and holds what it
  // provides.
  const instance = (await provider.create({
    config,
    needs: options.needs ?? {},
    dataFolder,
    readOnly: options.readOnly ?? false,
    sealing: options.sealing,
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
