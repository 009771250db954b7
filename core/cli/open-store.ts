import { compose } from '../container.ts';
import type { Instances, Needs } from '../kind.ts';
import { Store } from '../kinds/store.ts';
import type { Part } from '../part.ts';

const needs = { store: Store };

/**
 * Opens the store alone, with what it needs itself, and lends it to `use`. The plugins of the host are not started, so this may be done beside a
 * running host.
 *
 * @throws Error that names the store, where it cannot be opened.
 */
export async function withStore<T>(parts: readonly Part[], use: (store: Store) => Promise<T>): Promise<T> {
  let store: Store | undefined;
  const borrower: Part = {
    name: 'command line',
    needs,
    provides: {},
    async create(given) {
      // The boundary where types are erased: the container hands over what answers `needs`.
      store = (given as Instances<typeof needs>).store;
      return {};
    },
    stop: async () => undefined,
    health: async () => undefined,
  };
  const created: Part[] = [];
  try {
    await compose([...new Set(answering(parts, needs)), borrower], (part) => created.push(part));
    if (store === undefined) throw new Error('no store was opened');
    return await use(store);
  } finally {
    for (const part of created.toReversed()) await part.stop();
  }
}

/** The parts that answer `needs`, and what those need in turn. */
function answering(parts: readonly Part[], wanted: Needs): readonly Part[] {
  const kinds = new Set(Object.values(wanted).map(({ id }) => id));
  return parts
    .filter(({ provides }) => Object.values(provides).some(({ id }) => kinds.has(id)))
    .flatMap((part) => [...answering(parts, part.needs), part]);
}
