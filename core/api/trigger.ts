import { z } from 'zod';
import type { Workflow } from './workflow-draft.ts';
import type { AnyWorkflow } from './workflow-graph.ts';

/** What happens in a plugin and automations can listen to: the schema of each payload, by the name of the trigger. */
export type Triggers = Readonly<Record<string, z.ZodObject>>;

/**
 * The documents of a transaction, in which an event is stored together with the change that it tells of. The
 * `Documents` of a store are such.
 */
export interface EventDocuments {
  get(collection: never, id: string): Promise<unknown>;
  put(collection: never, document: never): Promise<void>;
}

/** Something that happened to an account. */
export interface TriggerEvent<Payload> {
  readonly account: string;
  /** Never clinical text: it is stored with the run of each automation. */
  readonly payload: Payload;
  /**
   * What identifies the event. A repeated event with the same id starts nothing twice, as long as its runs are kept.
   * Default: a random one.
   */
  readonly id?: string;
  /**
   * The run that led to it, if it is not emitted by a step of that run. A chain of automations that sets itself off is
   * found by it.
   */
  readonly run?: string;
}

/**
 * Tells automations of the events of a plugin.
 *
 * @example
 * ```ts
 * const Arrived = z.object({ order: z.string() });
 * async function take(store: Store, emit: Emit<{ readonly 'lab.arrived': typeof Arrived }>, order: string) {
 *   await store.transaction(async (documents) => {
 *     await emit(documents, 'lab.arrived', { account: 'default', payload: { order } });
 *   });
 * }
 * ```
 */
export interface Emit<T extends Triggers> {
  /**
   * Stores an event in a transaction: automations run for it if and only if the transaction commits, also after a
   * crash.
   *
   * @param documents of the transaction that makes the change which the event tells of
   * @throws Error for a payload that the trigger does not have
   */
  <Name extends keyof T & string>(
    documents: EventDocuments,
    trigger: Name,
    event: TriggerEvent<z.input<T[Name]>>,
  ): Promise<void>;
  /** Whether an automation listens to one of these triggers. Events of others are not stored. */
  hasListeners(...triggers: readonly (keyof T & string)[]): boolean;
}

/** What automations can do: the schema of an action's input, and the workflow that does it. */
export interface Action<Input extends z.ZodObject> {
  /**
   * The fields that an automation gives. What is parsed is plain JSON. A field that is a `FolderPath` is written in the
   * configuration, and never computed.
   */
  readonly input: Input;
  readonly run: Workflow<z.output<Input>, unknown>;
}

/** The actions of a plugin, by name. `Inputs` are the schemas of their inputs. */
export type Actions<Inputs extends Triggers> = { readonly [Name in keyof Inputs]: Action<Inputs[Name]> };

/** An action as the host sees it, with its types erased. */
export interface AnyAction {
  readonly input: z.ZodObject;
  readonly run: AnyWorkflow;
}

/**
 * A folder of this machine, as an absolute path. Only the configuration can name it: relative to its file, and never by
 * an expression, so that no text of a client becomes a path.
 */
export const FolderPath = z.string().min(1).meta({ folder: true, description: 'A folder of this machine' });
