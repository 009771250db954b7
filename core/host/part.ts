import type { PluginAuth } from '../api/access.ts';
import type { Kind, Needs } from '../api/kind.ts';
import type { Logger } from '../api/logger.ts';
import type { Plugin, PluginContext } from '../api/plugin.ts';
import type { Health, Provider } from '../api/provider.ts';
import { activeTraceparent, isTracing, trace } from '../api/tracing.ts';
import type { Emit, Triggers } from '../api/trigger.ts';
import type { Use } from '../encryption/sealed-blobs.ts';
import { sealedInstance } from '../encryption/sealed-instance.ts';
import type { HostSealing } from '../encryption/sealing.ts';
import type { Extensions } from './extensions.ts';

/** Something the host is composed of: a provider, a plugin, or a service of its own. */
export interface Part {
  /** The name in messages: `plugin anchors`, `store sqlite`. */
  readonly name: string;
  /** The name with the file or package, where it is somebody's own: `plugin visits (./visits/index.ts)`. */
  readonly title?: string;
  readonly needs: Needs;
  /** The kinds that it answers for others, under names of its own choice. */
  readonly provides: Readonly<Record<string, Kind<unknown>>>;
  /** @returns an instance for each of `provides`, under the same names */
  create(needs: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
  /** Loads what its first use would else wait for. Undefined if there is nothing. */
  readonly warmUp?: (signal: AbortSignal) => Promise<void>;
  stop?(): Promise<void>;
  /** Undefined if it has nothing to report. */
  health?(): Promise<Health | undefined>;
  /** A health check that may take minutes. Undefined: there is no other than `health`. */
  readonly diagnose?: (() => Promise<Health>) | undefined;
}

/** A plugin as a part. Its routes and workflows are declared from what was started. */
export interface PluginPart {
  readonly plugin: Plugin;
  readonly part: Part;
  /** As that of the part. */
  readonly title: string;
  /** Whether it comes with this package. */
  readonly isBundled: boolean;
  /** Undefined until the part was created. */
  started(): { readonly context: PluginContext<unknown, Needs>; readonly parts: unknown } | undefined;
}

/** What the host gives to every provider and plugin. */
export interface PartContext {
  readonly dataFolder: string;
  readonly use: Use;
  readonly sealing: HostSealing | undefined;
  readonly log: Logger;
  /** The logger for a plugin with this scope. */
  readonly logOf: (auth: PluginAuth) => Logger;
  /** How a plugin tells automations of an event. */
  readonly emitOf: (plugin: Plugin) => Emit<Triggers>;
  readonly extensions: Extensions;
}

/** The key of the instance itself among everything that its provider provides; no member can have it. */
const itself = '';

/** @param from as the configuration names it; undefined if it is given as an object */
export function providerPart(provider: Provider, config: unknown, context: PartContext, from?: string): Part {
  const { dataFolder, use, sealing, log } = context;
  const { kind, provides, diagnose } = provider;
  const name = `${kind.name} ${provider.name}`;
  let instance: unknown;
  let close = async () => {};
  return {
    name,
    title: titleOf(name, from),
    needs: provider.needs,
    provides: { ...provides, [itself]: kind },
    async create(needs) {
      instance = await provider.create({
        config,
        needs,
        dataFolder,
        readOnly: use === 'reads',
        sealing,
        log: log.child({ part: name }),
      });
      const { instance: sealed, close: closeSealed } = await sealedInstance(kind, instance, context);
      close = closeSealed;
      // The boundary where types are erased: `defineProvider` saw that the instance holds what it provides.
      const holder = instance as Readonly<Record<string, unknown>>;
      const members = Object.entries(provides).map(async ([member, provided]) => {
        return [member, (await sealedInstance(provided, holder[member], context)).instance] as const;
      });
      return {
        ...Object.fromEntries(await Promise.all(members)),
        [itself]: tracedProvider(sealed, { kind: kind.name, name: provider.name }),
      };
    },
    warmUp: async (signal) => provider.warmUp?.(instance, signal),
    async stop() {
      await close();
      await provider.stop(instance);
    },
    health: async () => provider.health(instance),
    diagnose: diagnose && (() => diagnose(instance)),
  };
}

/** @param use as the configuration names it; undefined if it is given as an object */
export function pluginPart(
  { plugin, config, use }: { readonly plugin: Plugin; readonly config: unknown; readonly use?: string },
  { dataFolder, logOf, emitOf, extensions }: PartContext,
): PluginPart {
  const name = `plugin ${plugin.name}`;
  const title = titleOf(name, use);
  let started: ReturnType<PluginPart['started']>;
  const part: Part = {
    name,
    title,
    needs: plugin.needs,
    provides: plugin.provides,
    async create(needs) {
      const log = logOf(plugin.auth).child({ part: name });
      const context = { config, needs, dataFolder, log, emit: emitOf(plugin), extensions: extensions.read };
      const parts = await plugin.start(context);
      started = { context, parts };
      return parts;
    },
    warmUp: async (signal) => plugin.warmUp?.(started?.parts, signal),
    stop: async () => plugin.stop(started?.parts),
    health: async () => plugin.health(started?.parts),
  };
  return { plugin, part, title, isBundled: isBundled(use), started: () => started };
}

/** Whether a `use` of the configuration names what comes with this package. */
export const isBundled = (use: string | undefined): boolean => use !== undefined && /^[\w-]+$/.test(use);

const titleOf = (name: string, use: string | undefined): string =>
  use === undefined || isBundled(use) ? name : `${name} (${use})`;

/** The kinds of the host itself, which keep its data, and are called far too often for a span each. */
export const ownKinds: readonly string[] = ['store', 'blobs', 'workflow-engine'];

/**
 * A provider whose calls have spans, as parts of a step or a request; the provider itself if nothing is traced.
 *
 * @param name of the kind and the provider: `transcriber whisper`
 */
export function tracedProvider<T>(instance: T, { kind, name }: { readonly kind: string; readonly name: string }): T {
  if (!isTracing() || ownKinds.includes(kind) || typeof instance !== 'object' || instance === null) return instance;
  const attributes = { 'chronoscribe.kind': kind, 'chronoscribe.provider': name };
  return new Proxy(instance, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function' || typeof property !== 'string') return member;
      // Bound to the provider itself, which may have private members. Traced kinds only have async methods.
      return (...given: unknown[]) => {
        const call = () => Reflect.apply(member, target, given);
        if (activeTraceparent() === undefined) return call();
        return trace(`${kind}.${property}`, { kind: 'client', attributes }, async () => call());
      };
    },
  });
}
