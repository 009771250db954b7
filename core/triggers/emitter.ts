import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { jsonFault } from '../api/json.ts';
import type { Plugin } from '../api/plugin.ts';
import { unknownName } from '../api/text.ts';
import type { Emit, EventDocuments, TriggerEvent, Triggers } from '../api/trigger.ts';
import type { Documents } from '../kinds/store.ts';

/** An event as it is stored with the change that it tells of: in the queue of each automation that listens. */
export interface EmittedEvent {
  readonly id: string;
  readonly trigger: string;
  readonly account: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Wall time, in milliseconds since 1970, with fractions. */
  readonly at: number;
  /** How many runs of automations led to it, one after the other. */
  readonly links: number;
  /** The automation that it is for, of a schedule or a folder; null: all that listen to the trigger. */
  readonly automation: string | null;
  /** Blobs that belong to the run of the automation which gets the event. */
  readonly files: readonly string[];
}

const current = new AsyncLocalStorage<number>();

/** Calls `work` as part of a chain of automations: events that it emits count `links` runs of automations before them. */
export const inChain = <T>(links: number, work: () => T): T => current.run(links, work);

/** How many runs of automations led here; 0 outside of them. */
export const linksSoFar = (): number => current.getStore() ?? 0;

export interface EmitterParts {
  /** The wall time of the cluster, in milliseconds since 1970. */
  now(): number;
  /** Whether automations listen to a trigger. Events of others are not stored. */
  isListened(trigger: string): boolean;
  /** How many runs of automations led to a run, and that run itself; 0 if it is none of an automation. */
  linksOf(documents: Documents, run: string): Promise<number>;
  /** Stores an event in its transaction. */
  queue(documents: Documents, event: EmittedEvent): Promise<void>;
}

/** The `emit` of a plugin. @throws Error for a trigger that the plugin does not declare, or a wrong payload */
export function createEmitter(parts: EmitterParts): (plugin: Plugin) => Emit<Triggers> {
  let latest = 0;
  /** The present, and later than for the event before: events of one millisecond stay in their order. */
  const next = (): number => {
    latest = Math.max(parts.now(), latest + 0.001);
    return latest;
  };
  return ({ name, triggers }) => {
    const emit = async (
      documents: EventDocuments,
      trigger: string,
      { account, payload, id = randomUUID(), run }: TriggerEvent<unknown>,
    ): Promise<void> => {
      const schema = triggers[trigger];
      if (schema === undefined) {
        throw new Error(`plugin ${name} emits an ${unknownName('trigger', trigger, Object.keys(triggers))}`);
      }
      const parsed = schema.safeParse(payload);
      if (!parsed.success)
        throw new Error(`plugin ${name} emits a wrong ${trigger}:\n${z.prettifyError(parsed.error)}`);
      const fault = jsonFault(parsed.data);
      if (fault !== undefined) throw new Error(`plugin ${name} emits a wrong ${trigger}: ${fault}, which is not JSON`);
      if (!parts.isListened(trigger)) return;
      // The boundary where types are given back: `EventDocuments` are the documents of a transaction.
      const transaction = documents as unknown as Documents;
      const links = run === undefined ? linksSoFar() : await parts.linksOf(transaction, run);
      const event = { id, trigger, account, payload: parsed.data, at: next(), links, automation: null, files: [] };
      await parts.queue(transaction, event);
    };
    return Object.assign(emit, {
      hasListeners: (...names: readonly string[]) => names.some((trigger) => parts.isListened(trigger)),
    });
  };
}
