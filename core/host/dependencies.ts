import type { Kind } from '../api/kind.ts';
import type { Part } from './part.ts';

/** Why a part does not fit with the others, in the user's words. */
export interface DependencyFault {
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
