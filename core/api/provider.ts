import { z } from 'zod';
import type { Instances, Kind, Needs } from './kind.ts';
import type { Logger } from './logger.ts';

/**
 * What a part says of itself when it is asked.
 *
 * - `ok`: works.
 * - `degraded`: the host can serve, but something that needs this part will be refused (a recogniser that is not installed).
 * - `failed`: the host cannot serve (the store is gone); `/ready` answers 503.
 */
export interface Health {
  readonly status: 'ok' | 'degraded' | 'failed';
  /** One sentence for a person: what was found, for example `ffmpeg 7.1 at /usr/bin/ffmpeg`. */
  readonly detail: string;
  /** How to mend it, as an instruction; shown by `chronoscribe doctor`. */
  readonly hint?: string;
}

/** A model that a provider can work with: what is fetched, and what must be there then. */
export interface ModelPackage {
  /** Unique among all: `whisper-tiny.en`. Letters, digits, `.`, `-`, `_`; also the name of its folder. */
  readonly name: string;
  /** What it is for, in a line. */
  readonly description: string;
  /** Of the archive or file; a mirror replaces its beginning. */
  readonly url: string;
  /** Of what is fetched; null where it is not known. */
  readonly bytes: number | null;
  /**
   * Of what is fetched, in lower-case hex; null where it is not known: then the one that was seen at the first download is kept
   * and compared.
   */
  readonly sha256: string | null;
  readonly archive: 'tar.bz2' | 'none';
  /** Names of the files that it consists of once it is unpacked, in its own folder. */
  readonly files: readonly string[];
  /** SPDX name, or words. */
  readonly licence: string;
}

/** What a provider is made from. */
export interface ProviderContext<Config, N extends Needs> {
  /** The settings under `with:`, parsed by the provider's schema. */
  readonly config: Config;
  readonly needs: Instances<N>;
  /** Absolute path of the folder that the host keeps its data in; it exists and is writable. */
  readonly dataFolder: string;
  /** True for a command that reads what is kept, perhaps beside a host that is running: a provider that is for one process takes no lock then, and changes nothing. */
  readonly onlyReading: boolean;
  readonly log: Logger;
}

export interface ProviderDefinition<
  T,
  Instance extends T & Instances<Provides>,
  Config extends z.ZodObject,
  N extends Needs,
  Provides extends Readonly<Record<string, Kind<unknown>>>,
> {
  readonly kind: Kind<T>;
  /** The name that configuration uses, equal to the name of the provider's folder. */
  readonly name: string;
  /** A `z.strictObject`; give every field `.describe(...)`, it is shown where a setting is wrong. */
  readonly config?: Config;
  readonly needs?: N;
  /** More kinds that the instance answers. It must hold an instance of each under the same name: a store that keeps a journal has `journal`. */
  readonly provides?: Provides;
  /** Models that it can work with; `chronoscribe models` lists and fetches them. Default none. */
  readonly models?: readonly ModelPackage[];
  /**
   * True where two hosts cannot share what it keeps. Where that depends on its settings: what to change in them (`give it a folder that all hosts reach`), or undefined where they are right. It is refused
   * where configuration says `cluster: true`. Default false.
   */
  readonly singleHost?: boolean | ((config: z.output<Config>) => string | undefined);
  /** Makes the one instance. A problem that configuration can mend is thrown as an `Error` whose message says how. */
  create(context: ProviderContext<z.output<Config>, N>): Instance | Promise<Instance>;
  /** Called once, after all that needs this provider has stopped. */
  stop?(instance: NoInfer<Instance>): void | Promise<void>;
  /** Answers within two seconds; asked by `/ready` and `chronoscribe doctor`. */
  health?(instance: NoInfer<Instance>): Health | Promise<Health>;
}

/** A provider as the host sees it: the types have done their work. */
export interface Provider {
  readonly type: 'provider';
  readonly kind: Kind<unknown>;
  readonly name: string;
  readonly config: z.ZodObject;
  readonly needs: Needs;
  readonly provides: Readonly<Record<string, Kind<unknown>>>;
  readonly models: readonly ModelPackage[];
  readonly singleHost: boolean | ((config: unknown) => string | undefined);
  create(context: ProviderContext<unknown, Needs>): unknown;
  stop(instance: unknown): void | Promise<void>;
  health(instance: unknown): Health | Promise<Health>;
}

/**
 * Declares one implementation of a kind. A provider's module exports it as default:
 *
 * ```ts
 * export default defineProvider({
 *   kind: Writer,
 *   name: 'parrot',
 *   config: z.strictObject({ volume: z.number().default(3) }),
 *   create: ({ config }) => new Parrot(config.volume),
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
    create: (context) => definition.create(context as ProviderContext<z.output<Config>, N>),
    stop: (instance) => definition.stop?.(instance as Instance),
    health: (instance) => definition.health?.(instance as Instance) ?? { status: 'ok', detail: 'running' },
  };
}
