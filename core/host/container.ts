import 'reflect-metadata';
import { Container } from 'inversify';
import type { Kind } from '../api/kind.ts';
import type { Part } from './part.ts';
import type { PartRunner } from './part-runner.ts';

/**
 * Creates every part once, after the parts that it needs.
 *
 * @param start waits for a part, see `PartRunner`
 * @param created called when a part is ready, so that the caller can stop the parts in reverse order, also if a later
 *   one fails
 * @returns the instance of a kind; undefined if no part provides it
 * @throws Error that names the part that could not be created
 */
export async function compose(
  parts: readonly Part[],
  start: PartRunner['start'],
  created: (part: Part) => void,
): Promise<<T>(kind: Kind<T>) => Promise<T | undefined>> {
  const container = new Container({ defaultScope: 'Singleton' });
  const identified = parts.map((part) => ({ part, self: Symbol(part.name) }));
  for (const { part, self } of identified) {
    const names = Object.keys(part.needs);
    container.bind(self).toResolvedValue(
      async (...instances: unknown[]) => {
        const provided = await create(
          part,
          start,
          Object.fromEntries(names.map((name, index) => [name, instances[index]])),
        );
        created(part);
        return provided;
      },
      Object.values(part.needs).map((kind) => kind.id),
    );
    for (const [name, kind] of Object.entries(part.provides)) {
      container.bind(kind.id).toResolvedValue((provided: Readonly<Record<string, unknown>>) => provided[name], [self]);
    }
  }
  for (const { self } of identified) await container.getAsync(self);
  return async <T>(kind: Kind<T>) => (container.isBound(kind.id) ? container.getAsync<T>(kind.id) : undefined);
}

async function create(
  part: Part,
  start: PartRunner['start'],
  needs: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await start(part.name, () => part.create(needs));
  } catch (cause) {
    throw new Error(`${part.name} could not start: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
