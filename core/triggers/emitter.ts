import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Plugin } from '../api/plugin.ts';
import { unknownName } from '../api/text.ts';
import type { Emit, EventDocuments, TriggerEvent, Triggers } from '../api/trigger.ts';
import type { Documents } from '../kinds/store.ts';
import { events, linksSoFar } from './event.ts';

export interface EmitterParts {
  /** The wall time of the cluster, in milliseconds since 1970. */
  now(): number;
  /** The triggers that automations listen to. Events of others are not stored. */
  readonly listened: ReadonlySet<string>;
  /** How many runs of automations led to a run, and that run itself; 0 if it is none of an automation. */
  linksOf(documents: Documents, run: string): Promise<number>;
  /** Called for each stored event, before its transaction has ended. */
  emitted(): void;
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
      if (!parts.listened.has(trigger)) return;
      // The boundary where types are given back: `EventDocuments` are the documents of a transaction.
      const transaction = documents as unknown as Documents;
      const links = run === undefined ? linksSoFar() : await parts.linksOf(transaction, run);
      const event = { id, trigger, account, payload: parsed.data, at: next(), links, automation: null, files: [] };
      await transaction.put(events, event);
      parts.emitted();
    };
    return Object.assign(emit, {
      hasListeners: (...names: readonly string[]) => names.some((trigger) => parts.listened.has(trigger)),
    });
  };
}
