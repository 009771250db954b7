import { messageOf } from '../api/text.ts';
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
    throw new Error(`${part.title ?? part.name} could not start: ${messageOf(cause)}`, {
      cause,
    });
  }
}

/** Creates parts for the time of `use`, and stops them in reverse order. @throws as `compose` and `PartRunner.stop` */
export async function withComposed<T>(
  parts: readonly Part[],
  { start, stop }: PartRunner,
  use: (instanceOf: Awaited<ReturnType<typeof compose>>) => Promise<T>,
): Promise<T> {
  const created: Part[] = [];
  try {
    return await use(await compose(parts, start, (part) => created.push(part)));
  } finally {
    await stop(created.toReversed());
  }
}

/** Why a part does not fit with the others, in the user's words. */
interface DependencyFault {
  readonly part: Part;
  readonly message: string;
  /** The name of the kind that is missing, if that is the fault. */
  readonly missing?: string;
}

/** The faults in the dependencies of parts: needs that no part provides, kinds that two provide, and circles. */
export function validateDependencies(parts: readonly Part[]): readonly DependencyFault[] {
  const providers = Map.groupBy(
    parts.flatMap((part) => Object.values(part.provides).map((kind) => ({ part, kind }))),
    ({ kind }) => kind.id,
  );
  const missing = parts.flatMap((part) =>
    Object.values(part.needs)
      .filter((kind) => !providers.has(kind.id))
      .map((kind) => ({ part, message: `${part.name} needs a ${kind.name}`, missing: kind.name })),
  );
  const doubled = [...providers.values()].flatMap(([first, ...others]) =>
    others.map(({ part, kind }) => ({
      part,
      message: `${part.name} provides a ${kind.name}, and so does ${first?.part.name}; disable one of them`,
    })),
  );
  return [...missing, ...doubled, ...circles(parts, (kind) => providers.get(kind.id)?.[0]?.part)];
}

/** Each circle once, from the part where it was entered: `a → b → a`. */
function circles(
  parts: readonly Part[],
  providerOf: (kind: Kind<unknown>) => Part | undefined,
): readonly DependencyFault[] {
  const done = new Set<Part>();
  const found: DependencyFault[] = [];
  const visit = (part: Part, path: readonly Part[]): void => {
    const start = path.indexOf(part);
    if (start >= 0) {
      const names = [...path.slice(start), part].map(({ name }) => name);
      found.push({ part, message: `these need each other in a circle: ${names.join(' → ')}` });
      return;
    }
    if (done.has(part)) return;
    for (const kind of Object.values(part.needs)) {
      const provider = providerOf(kind);
      if (provider !== undefined) visit(provider, [...path, part]);
    }
    done.add(part);
  };
  for (const part of parts) visit(part, []);
  return found;
}
