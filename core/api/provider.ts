import { z } from 'zod';
import { callable, checkDefinition, kinds, name, objectSchema } from './definition.ts';
import { checkInstance, type Instances, type Kind, type Needs } from './kind.ts';
import type { Logger } from './logger.ts';

/** Seals what a host keeps, where its configuration has `encryption.key`. */
export interface Sealing {
  /** Seals JSON as other JSON. */
  sealJson(json: unknown): unknown;
  /** @returns what was sealed; JSON that is not sealed as it is. @throws Error if the key is not known */
  openJson(saved: unknown): unknown;
}

/**
 * The health of a provider or plugin.
 *
 * - `ok`: it works.
 * - `degraded`: the host can serve, but refuses requests that need this part (a recogniser that is not installed).
 * - `failed`: the host cannot serve (the store is unreachable); `/ready` answers 503.
 */
export interface Health {
  readonly status: 'ok' | 'degraded' | 'failed';
  /** One sentence for a person, for example `ffmpeg 7.1 at /usr/bin/ffmpeg`. */
  readonly detail: string;
  /** How to fix it, as an instruction; shown by `chronoscribe doctor`. */
  readonly hint?: string;
}

/** A model that a provider can use: what is downloaded, and which files it consists of. */
export interface ModelPackage {
  /** Unique among all models: `whisper-tiny.en`. Letters, digits, `.`, `-`, `_`; also the name of its folder. */
  readonly name: string;
  /** One line that says what it is for. */
  readonly description: string;
  /** The address of the archive or file; a mirror replaces its origin. */
  readonly url: string;
  /** The size of the download; null if unknown. */
  readonly bytes: number | null;
  /**
   * SHA-256 of the download, in lower-case hex; null if unknown: then that of the first download is stored and compared
   * later.
   */
  readonly sha256: string | null;
  readonly archive: 'tar.bz2' | 'none';
  /** The names of its files once it is unpacked, in its own folder. */
  readonly files: readonly string[];
  /** An SPDX name, or words. */
  readonly licence: string;
  /**
   * Tells what other files are good for in place of `files`, by what is in them: another size of the model, or weights
   * of another precision. For `chronoscribe models import`; without it only the same files are taken.
   *
   * @param paths files that may be a part of the model
   * @returns the path for each of `files`, in their order; null where none is fit
   */
  identify?(paths: readonly string[]): Promise<readonly (string | null)[]>;
}

/** What a provider receives when it is created. */
export interface ProviderContext<Config, N extends Needs> {
  /** The settings under `with:`, parsed by the provider's schema. */
  readonly config: Config;
  readonly needs: Instances<N>;
  /** Absolute path of the host's data folder; it exists and is writable. */
  readonly dataFolder: string;
  /**
   * True for a command that only reads, perhaps while a host runs: a provider for one process then takes no lock and
   * changes nothing.
   */
  readonly readOnly: boolean;
  /** Seals what is saved, if the installation encrypts what it keeps. Blobs are sealed by the host. */
  readonly sealing: Sealing | undefined;
  readonly log: Logger;
}

/** The argument of `defineProvider`. */
interface ProviderDefinition<
  T,
  Instance extends T & Instances<Provides>,
  Config extends z.ZodObject,
  N extends Needs,
  Provides extends Readonly<Record<string, Kind<unknown>>>,
> {
  /** The kind that it implements. */
  readonly kind: Kind<T>;
  /** The name that configuration uses, equal to the name of the provider's folder. */
  readonly name: string;
  /**
   * The settings under `with:`: a `z.strictObject` whose fields have `.describe(...)`, which is shown if a setting is
   * wrong. Default: no settings.
   */
  readonly config?: Config;
  readonly needs?: N;
  /**
   * Further kinds that the instance provides, as members of the same name: a store that has a journal provides it as
   * `journal`.
   */
  readonly provides?: Provides;
  /** Models that it can use; `chronoscribe models` lists and downloads them. Default none. */
  readonly models?: readonly ModelPackage[];
  /**
   * True if two hosts cannot share its data, so that it is refused with `cluster: true`. If that depends on its
   * settings: a function that returns what to change in them (`give it a folder that all hosts reach`), or undefined if
   * they are right. Default false.
   */
  readonly singleHost?: boolean | ((config: z.output<Config>) => string | undefined);
  /**
   * Creates the instance, once for a host. Throw an `Error` whose message says how to fix it if it cannot be created.
   */
  create(context: ProviderContext<z.output<Config>, N>): Instance | Promise<Instance>;
  /**
   * Called once, when the host serves: loads what the first request would else wait for, such as a child process. It
   * changes nothing, and asks no service of others. Not called where memory is short. What it throws is only logged.
   *
   * @param signal aborts when the host stops
   */
  warmUp?(instance: NoInfer<Instance>, signal: AbortSignal): Promise<void>;
  /** Called once, after everything that needs this provider has stopped. */
  stop?(instance: NoInfer<Instance>): void | Promise<void>;
  /** Called by `/ready` and `chronoscribe doctor`; has two seconds. Default: always `ok`. */
  health?(instance: NoInfer<Instance>): Health | Promise<Health>;
  /** Called by `chronoscribe doctor` instead, if there is more to try than two seconds are enough for. */
  diagnose?(instance: NoInfer<Instance>): Promise<Health>;
}

/** A provider as the host sees it, with its types erased. */
export interface Provider {
  readonly type: 'provider';
  readonly kind: Kind<unknown>;
  readonly name: string;
  readonly config: z.ZodObject;
  readonly needs: Needs;
  readonly provides: Readonly<Record<string, Kind<unknown>>>;
  readonly models: readonly ModelPackage[];
  readonly singleHost: boolean | ((config: unknown) => string | undefined);
  /** @throws Error for what is no instance of its kinds */
  create(context: ProviderContext<unknown, Needs>): Promise<unknown>;
  /** Undefined also if another copy of the package defined it, which has none. */
  warmUp?(instance: unknown, signal: AbortSignal): Promise<void>;
  stop(instance: unknown): void | Promise<void>;
  health(instance: unknown): Health | Promise<Health>;
  /** Undefined if another copy of the package defined it, which has none. */
  readonly diagnose?: ((instance: unknown) => Promise<Health>) | undefined;
}

const Definition = z.strictObject({
  ...{ kind: kinds.valueType, name, config: objectSchema.optional() },
  ...{ needs: kinds.optional(), provides: kinds.optional(), models: z.array(z.looseObject({ name })).optional() },
  singleHost: z.union([z.boolean(), callable], 'expected true, false or a function').optional(),
  ...{ create: callable, warmUp: callable.optional(), stop: callable.optional() },
  ...{ health: callable.optional(), diagnose: callable.optional() },
});

/**
 * One implementation of a kind. Its module exports it as default.
 *
 * @param definition the declaration; `create` returns an instance of `kind`, with a member for each of `provides`
 * @returns the provider, for configuration (`use: ./provider.ts`), `testHost` and `startProvider`
 * @throws Error that names everything that is wrong with it
 * @example
 * ```ts
 * export interface Thermometer {
 *   readCelsius(): Promise<number>;
 * }
 * const Thermometer = defineKind<Thermometer>('thermometer');
 *
 * export default defineProvider({
 *   kind: Thermometer,
 *   name: 'constant',
 *   config: z.strictObject({ celsius: z.number().default(20).describe('the temperature that it reads') }),
 *   create: ({ config }) => ({ readCelsius: async () => config.celsius }),
 * });
 * ```
 */
export function defineProvider<
  T,
  Instance extends T & Instances<Provides>,
  Config extends z.ZodObject = z.ZodObject<Record<never, never>>,
  N extends Needs = Record<never, never>,
  Provides extends Readonly<Record<string, Kind<unknown>>> = Record<never, never>,
>(definition: ProviderDefinition<T, Instance, Config, N, Provides>): Provider {
  checkDefinition(`provider "${definition?.name}"`, Definition, definition);
  const { diagnose } = definition;
  return {
    type: 'provider',
    kind: definition.kind,
    name: definition.name,
    config: definition.config ?? z.strictObject({}),
    needs: definition.needs ?? {},
    provides: definition.provides ?? {},
    models: definition.models ?? [],
    // The boundary where types are erased: the host passes what `config` parsed and what answers `needs`.
    singleHost: (definition.singleHost ?? false) as Provider['singleHost'],
    async create(context) {
      const instance = await definition.create(context as ProviderContext<z.output<Config>, N>);
      checkInstance(definition.kind, instance);
      for (const [name, kind] of Object.entries(definition.provides ?? {})) checkInstance(kind, instance, name);
      return instance;
    },
    warmUp: async (instance, signal) => definition.warmUp?.(instance as Instance, signal),
    stop: (instance) => definition.stop?.(instance as Instance),
    health: (instance) => definition.health?.(instance as Instance) ?? { status: 'ok', detail: 'running' },
    diagnose: diagnose && ((instance) => diagnose(instance as Instance)),
  };
}
