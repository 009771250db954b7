import { Problem } from '../api/problem.ts';
import { unknownName } from '../api/text.ts';
import { requireSeen, type SeenVersion } from '../api/version.ts';
import { createCoalescingRunner } from '../concurrency/periodic.ts';
import type { AutomationDefinition } from '../kinds/automations.ts';
import type { Cluster } from '../kinds/cluster.ts';
import { findAll, type Store } from '../kinds/store.ts';
import type { Automation } from './automation.ts';
import { type CompileWritten, type WrittenAutomation, writtenAutomations, wrongAutomation } from './written.ts';

/** One that was written, and what it was found to be. */
interface Compiled {
  readonly row: WrittenAutomation;
  readonly automation?: Automation;
  readonly fault: string | null;
}

interface WrittenListParts {
  readonly store: Store;
  readonly cluster: Cluster;
  readonly compile: CompileWritten;
  /** Called with those that work, whenever they may have changed. */
  changed(automations: readonly Automation[]): Promise<void>;
  onError(cause: unknown): void;
}

const topic = 'written-automations';

/** The automations that are written while hosts run, as all of them know them: from the store, again at each change. */
export function createWrittenList({ store, cluster, compile, changed, onError }: WrittenListParts) {
  let known = new Map<string, Compiled>();

  const read = async (row: WrittenAutomation): Promise<Compiled> => {
    const before = known.get(row.id);
    if (before !== undefined && before.row.version === row.version) return before;
    const found = await compile(row.id, row.definition);
    return 'automation' in found
      ? { row, automation: found.automation, fault: null }
      : { row, fault: found.faults.map(({ message }) => message).join('; ') };
  };
  const refresh = async (): Promise<void> => {
    const rows = await Array.fromAsync(findAll(store, writtenAutomations, {}));
    known = new Map(await Promise.all(rows.map(async (row) => [row.id, await read(row)] as const)));
    await changed([...known.values()].flatMap(({ automation }) => automation ?? []));
  };
  const runner = createCoalescingRunner(refresh, onError);
  const unlisten = cluster.listen(topic, () => void runner.request());
  /** Awaited by who has changed something; other hosts follow by the message, or when they look next. */
  const tell = async (): Promise<void> => {
    await runner.request();
    cluster.send(topic, '');
  };
  return {
    refresh,
    look: () => runner.request(),
    get: (name: string) => known.get(name),
    names: () => [...known.keys()].toSorted(),

    /** @returns its version @throws Problem `invalid-request`, `version-conflict` */
    async write(name: string, definition: AutomationDefinition, { seen, by }: { seen: SeenVersion; by: string }) {
      const found = await compile(name, definition);
      if ('faults' in found) throw wrongAutomation(name, found.faults);
      const changedAt = cluster.now();
      const version = await store.transaction(async (documents) => {
        requireSeen(name, seen, await documents.get(writtenAutomations, name));
        const next = await documents.next('written-automations');
        await documents.put(writtenAutomations, { id: name, definition, version: next, changedAt, by });
        return next;
      });
      await tell();
      return version;
    },

    /** @throws Problem `not-found`, `version-conflict` */
    async remove(name: string, seen: SeenVersion) {
      const isGone = await store.transaction(async (documents) => {
        const present = await documents.get(writtenAutomations, name);
        if (present !== undefined) requireSeen(name, seen, present);
        return documents.delete(writtenAutomations, name);
      });
      if (!isGone)
        throw new Problem('not-found', { detail: `${unknownName('written automation', name, [...known.keys()])}.` });
      await tell();
    },

    async stop() {
      unlisten();
      await runner.stop();
    },
  };
}

export type WrittenList = ReturnType<typeof createWrittenList>;
