import { checkDefinition } from '../api/definition.ts';
import type { Extended, Extension, ExtensionPoint } from '../api/extension.ts';
import type { Plugin } from '../api/plugin.ts';
import { refuseDuplicates } from './duplicates.ts';

/** What the enabled plugins add to extension points. */
export interface Extensions {
  /** Called for each plugin once all have started. */
  add(plugin: Plugin, extensions: readonly Extension[]): void;
  /** From here on they are read. @throws Error that names the plugins which add two of one name to a point */
  complete(): void;
  /** In the order of the plugins. @throws Error before all plugins have started */
  of<T>(point: ExtensionPoint<T>): readonly Extended<T>[];
  /** By the name of each point that is filled, the plugins that do. */
  list(): Readonly<Record<string, readonly string[]>>;
}

export function createExtensions(): Extensions {
  const added: { readonly plugin: Plugin; readonly extension: Extension }[] = [];
  let isComplete = false;
  return {
    add: (plugin, extensions) => void added.push(...extensions.map((extension) => ({ plugin, extension }))),
    complete() {
      isComplete = true;
      refuseDuplicates(
        added.flatMap(({ plugin, extension: { point, value } }) => {
          const name = point.nameOf?.(value);
          return name === undefined ? [] : [{ claimant: `plugin ${plugin.name}`, name: `${point.name} "${name}"` }];
        }),
      );
    },
    of<T>(point: ExtensionPoint<T>) {
      if (!isComplete)
        throw new Error(
          `what extends ${point.name} is known once all plugins have started: call extensions(…) in routes, actions or ` +
            'schedules, or later',
        );
      return added.flatMap(({ plugin: { name, auth }, extension }) => {
        if (extension.point.id !== point.id) return [];
        // Another copy of the package may have made it, by another schema.
        if (extension.point !== point)
          checkDefinition(`plugin ${name}: extension of ${point.name}`, point.schema, extension.value);
        // The boundary where types are erased: the schema of the point has accepted the value.
        return [{ plugin: name, auth, value: extension.value as T }];
      });
    },
    list() {
      const byPoint = [...Map.groupBy(added, ({ extension }) => extension.point.name)];
      return Object.fromEntries(
        byPoint.map(([point, filling]) => [point, [...new Set(filling.map(({ plugin }) => plugin.name))]]),
      );
    },
  };
}
