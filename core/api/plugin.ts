import { z } from 'zod';
import type { PluginAuth } from './access.ts';
import { auth, callable, checkDefinition, extension, kinds, name, objectSchema } from './definition.ts';
import type { Extended, Extension, ExtensionPoint } from './extension.ts';
import { checkInstance, type Instances, type Kind, type Needs } from './kind.ts';
import type { Logger } from './logger.ts';
import type { Health } from './provider.ts';
import type { Route } from './route.ts';
import type { ScheduleDefinition, ScheduleDefinitions } from './schedule.ts';
import type { Actions, AnyAction, Emit, Triggers } from './trigger.ts';
import type { AnyWorkflow } from './workflow-graph.ts';

/** What every function of a plugin receives. */
export interface PluginContext<Config, N extends Needs, T extends Triggers = Triggers> {
  /** The settings under `with:`, parsed by the plugin's schema. */
  readonly config: Config;
  readonly needs: Instances<N>;
  /** Absolute path of the host's data folder. */
  readonly dataFolder: string;
  readonly log: Logger;
  /** Tells automations of an event, see `triggers`. */
  readonly emit: Emit<T>;
  /** What the enabled plugins add to an extension point. @throws Error in `start`, before all plugins have started */
  extensions<E>(point: ExtensionPoint<E>): readonly Extended<E>[];
}

/** What declares extensions, actions, schedules and routes receives besides. */
type DeclaringContext<Config, N extends Needs, T extends Triggers, Parts, Workflows> = PluginContext<Config, N, T> & {
  readonly parts: Parts;
  readonly workflows: Workflows;
};

/** The argument of `definePlugin`. */
export interface PluginDefinition<
  Config extends z.ZodObject,
  N extends Needs,
  Provides extends Readonly<Record<string, Kind<unknown>>>,
  Parts extends Instances<Provides>,
  Workflows extends Readonly<Record<string, AnyWorkflow>>,
  Scheduled extends Readonly<Record<string, unknown>>,
  T extends Triggers,
  Inputs extends Triggers,
> {
  /** The name that configuration uses, equal to the name of a bundled plugin's folder. */
  readonly name: string;
  /** The scope that a key needs to call its routes. */
  readonly auth: PluginAuth;
  /** The settings under `with:`: a `z.strictObject` whose fields have `.describe(...)`. Default: no settings. */
  readonly config?: Config;
  readonly needs?: N;
  /** Kinds that other plugins can then need. `start` returns an instance of each, under the same name. */
  readonly provides?: Provides;
  /**
   * What automations can listen to: the schema of the payload, by a name such as `lab.arrived`. `emit` of the context
   * tells of it. A payload holds no clinical text.
   */
  readonly triggers?: T;
  /**
   * Creates what the plugin holds while it runs, its parts; prepares collections. Called once, before anything is
   * served.
   */
  start?(context: PluginContext<z.output<Config>, N, NoInfer<T>>): Parts | Promise<Parts>;
  /** The workflows that its routes start. */
  workflows?(context: PluginContext<z.output<Config>, N, NoInfer<T>> & { readonly parts: NoInfer<Parts> }): Workflows;
  /**
   * What it adds to extension points, each made by `add` of a point; or a function that returns it. TypeScript infers from
   * top to bottom: a function stands below `start` and `workflows`, whose types it is given.
   */
  readonly extends?:
    | readonly Extension[]
    | ((
        context: DeclaringContext<z.output<Config>, N, NoInfer<T>, NoInfer<Parts>, NoInfer<Workflows>>,
      ) => readonly Extension[]);
  /** What automations can do, by a name such as `lab.file`; or a function that returns it. */
  readonly actions?:
    | Actions<Inputs>
    | ((
        context: DeclaringContext<z.output<Config>, N, NoInfer<T>, NoInfer<Parts>, NoInfer<Workflows>>,
      ) => Actions<Inputs>);
  /**
   * The workflows that start by themselves, and when. A name is unique in the installation; it consists of letters,
   * digits and `-`, `_`, `.`.
   */
  schedules?:
    | ScheduleDefinitions<Scheduled>
    | ((
        context: DeclaringContext<z.output<Config>, N, NoInfer<T>, NoInfer<Parts>, NoInfer<Workflows>>,
      ) => ScheduleDefinitions<Scheduled>);
  /** The endpoints, built with `route`. */
  routes(
    context: DeclaringContext<z.output<Config>, N, NoInfer<T>, NoInfer<Parts>, NoInfer<Workflows>>,
  ): readonly Route[];
  /** As that of a provider: loads what the first request would else wait for. */
  warmUp?(parts: NoInfer<Parts>, signal: AbortSignal): Promise<void>;
  /** Called once, before anything it needs stops. */
  stop?(parts: NoInfer<Parts>): void | Promise<void>;
  /** Called by `/ready` and `chronoscribe doctor`; has two seconds. Undefined if there is nothing to report. */
  health?(parts: NoInfer<Parts>): Health | undefined | Promise<Health | undefined>;
}

/** A plugin as the host sees it, with its types erased. */
export interface Plugin {
  readonly type: 'plugin';
  readonly name: string;
  readonly auth: PluginAuth;
  readonly config: z.ZodObject;
  readonly needs: Needs;
  readonly provides: Readonly<Record<string, Kind<unknown>>>;
  readonly triggers: Triggers;
  /** @throws Error for what is no instance of a kind that it provides */
  start(context: PluginContext<unknown, Needs>): Promise<Readonly<Record<string, unknown>>>;
  workflows(
    context: PluginContext<unknown, Needs> & { readonly parts: unknown },
  ): Readonly<Record<string, AnyWorkflow>>;
  /** Undefined also if another copy of the package defined it, which has none. */
  extends?(context: DeclaringContext<unknown, Needs, Triggers, unknown, unknown>): readonly Extension[];
  actions(context: DeclaringContext<unknown, Needs, Triggers, unknown, unknown>): Readonly<Record<string, AnyAction>>;
  schedules(
    context: DeclaringContext<unknown, Needs, Triggers, unknown, unknown>,
  ): Readonly<Record<string, ScheduleDefinition<unknown>>>;
  routes(context: DeclaringContext<unknown, Needs, Triggers, unknown, unknown>): readonly Route[];
  /** Undefined also if another copy of the package defined it, which has none. */
  warmUp?(parts: unknown, signal: AbortSignal): Promise<void>;
  stop(parts: unknown): void | Promise<void>;
  health(parts: unknown): Health | undefined | Promise<Health | undefined>;
}

const members = z.record(z.string(), z.unknown());

const Definition = z.strictObject({
  ...{ name, auth, config: objectSchema.optional(), needs: kinds.optional(), provides: kinds.optional() },
  triggers: z.record(z.string(), objectSchema).optional(),
  ...{ start: callable.optional(), workflows: callable.optional() },
  extends: z
    .union([callable, z.array(extension)], 'expected an array of point.add(…), or a function that returns it')
    .optional(),
  actions: z.union([callable, members], 'expected an object, or a function that returns it').optional(),
  schedules: z.union([callable, members], 'expected an object, or a function that returns it').optional(),
  routes: z.custom((value) => typeof value === 'function', 'expected a function; `() => []` if there are none'),
  ...{ warmUp: callable.optional(), stop: callable.optional(), health: callable.optional() },
});

/**
 * A plugin: endpoints, workflows, and perhaps kinds for other plugins. Its module exports it as default.
 *
 * @param definition the declaration; the types of `config`, `needs`, `start` and `workflows` flow into `routes`
 * @returns the plugin, for configuration (`use: ./plugin.ts`) and for `testHost`
 * @throws Error that names everything that is wrong with it: unknown members, a scope that does not exist
 * @example
 * ```ts
 * const Note = z.object({ id: z.string(), account: z.string(), text: z.string() });
 * const notes = defineCollection({ name: 'notes', schema: Note, indexes: [['account']] });
 *
 * export default definePlugin({
 *   name: 'notes',
 *   auth: 'clinical',
 *   config: z.strictObject({ prefix: z.string().default('').describe('the beginning of every note') }),
 *   needs: { store: Store },
 *   start: async ({ needs: { store } }) => {
 *     await store.prepare(notes);
 *     return {};
 *   },
 *   routes: ({ config, needs: { store } }) => [
 *     route({
 *       method: 'POST',
 *       path: '/notes',
 *       summary: 'Write a note',
 *       request: z.object({ text: z.string().min(1) }),
 *       response: z.object({ id: z.string() }),
 *       status: 201,
 *       handle: async ({ account, input, operationId: id }) => {
 *         await store.put(notes, { id, account, text: config.prefix + input.text });
 *         return { id };
 *       },
 *     }),
 *   ],
 * });
 * ```
 */
export function definePlugin<
  Config extends z.ZodObject = z.ZodObject<Record<never, never>>,
  N extends Needs = Record<never, never>,
  Provides extends Readonly<Record<string, Kind<unknown>>> = Record<never, never>,
  Parts extends Instances<Provides> = Instances<Provides>,
  Workflows extends Readonly<Record<string, AnyWorkflow>> = Record<never, never>,
  Scheduled extends Readonly<Record<string, unknown>> = Record<never, never>,
  T extends Triggers = Record<never, never>,
  Inputs extends Triggers = Record<never, never>,
>(definition: PluginDefinition<Config, N, Provides, Parts, Workflows, Scheduled, T, Inputs>): Plugin {
  checkDefinition(`plugin "${definition?.name}"`, Definition, definition);
  // The boundary where types are erased: the host passes what `config` parsed, what answers `needs`, and what `start`
  // returned.
  const erased = definition as unknown as PluginDefinition<
    z.ZodObject,
    Needs,
    Record<string, Kind<unknown>>,
    Record<string, unknown>,
    Record<string, AnyWorkflow>,
    Record<string, unknown>,
    Triggers,
    Triggers
  >;
  const { actions } = erased;
  type Context = Parameters<NonNullable<(typeof erased)['start']>>[0];
  type Declared = Context & { parts: Record<string, unknown>; workflows: Record<string, AnyWorkflow> };
  const { schedules = {}, extends: extensions = [] } = erased;
  return {
    type: 'plugin',
    name: definition.name,
    auth: definition.auth,
    config: definition.config ?? z.strictObject({}),
    needs: definition.needs ?? {},
    provides: definition.provides ?? {},
    triggers: definition.triggers ?? {},
    async start(context) {
      const parts = (await erased.start?.(context as Context)) ?? {};
      for (const [name, kind] of Object.entries(definition.provides ?? {})) checkInstance(kind, parts, name);
      return parts;
    },
    workflows: (context) => erased.workflows?.(context as Context & { parts: Record<string, unknown> }) ?? {},
    extends: (context) => (typeof extensions === 'function' ? extensions(context as Declared) : extensions),
    actions: (context) => (typeof actions === 'function' ? actions(context as Declared) : (actions ?? {})),
    schedules: (context) => (typeof schedules === 'function' ? schedules(context as Declared) : schedules),
    routes: (context) => erased.routes(context as Declared),
    warmUp: async (parts, signal) => erased.warmUp?.(parts as Record<string, unknown>, signal),
    stop: (parts) => erased.stop?.(parts as Record<string, unknown>),
    health: (parts) => erased.health?.(parts as Record<string, unknown>),
  };
}
