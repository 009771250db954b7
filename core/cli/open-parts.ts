import type { Instances, Needs } from '../api/kind.ts';
import { compose } from '../host/container.ts';
import type { Part } from '../host/part.ts';

/**
 * Opens what answers `needs`, with what that needs itself, and lends it to `use`. The plugins of the host are not started, so this may be done beside a
 * running host.
 *
 * @throws Error that names the part, where it cannot be opened.
 */
export async function withParts<N extends Needs, T>(
  parts: readonly Part[],
  needs: N,
  use: (instances: Instances<N>) => Promise<T>,
): Promise<T> {
  let instances: Instances<N> | undefined;
  const borrower: Part = {
    name: 'command line',
    needs,
    provides: {},
    async create(given) {
      // The boundary where types are erased: the container hands over what answers `needs`.
      instances = given as Instances<N>;
      return {};
    },
    stop: async () => undefined,
    health: async () => undefined,
  };
  const created: Part[] = [];
  try {
    await compose([...new Set(answering(parts, needs)), borrower], (part) => created.push(part));
    if (instances === undefined) throw new Error('nothing was opened');
    return await use(instances);
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
