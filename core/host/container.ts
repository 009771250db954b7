import type { Kind } from '../api/kind.ts';
import { messageOf } from '../api/text.ts';
import type { Part } from './part.ts';
import type { PartRunner } from './part-runner.ts';

type Provided = Readonly<Record<string, unknown>>;

/**
 * Creates every part once, after the parts that it needs: what does not need each other at the same time.
 *
 * @param parts without faults, see `validateDependencies`
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
  const begun = new Map<Part, Promise<Provided>>();
  const make = async (part: Part): Promise<Provided> => {
    const needs = Object.entries(part.needs).map(async ([name, kind]) => [name, await instanceOf(kind)] as const);
    const given = Object.fromEntries(await Promise.all(needs));
    const provided = await start(part.name, () => part.create(given)).catch((cause: unknown) => {
      throw new Error(`${part.title ?? part.name} could not start: ${messageOf(cause)}`, { cause });
    });
    created(part);
    return provided;
  };
  const ready = (part: Part): Promise<Provided> => {
    const known = begun.get(part) ?? make(part);
    begun.set(part, known);
    return known;
  };
  const instanceOf = async <T>({ id }: Kind<T>): Promise<T | undefined> => {
    for (const part of parts) {
      const [name] = Object.entries(part.provides).find(([, kind]) => kind.id === id) ?? [];
      // The boundary where types are given back: what a part provides is of its kind.
      if (name !== undefined) return (await ready(part))[name] as T;
    }
    return undefined;
  };
  for (const part of parts) await ready(part);
  return instanceOf;
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
