import { checkDefinition } from '../api/definition.ts';
import type { Extended, Extension, ExtensionPoint } from '../api/extension.ts';
import type { Plugin } from '../api/plugin.ts';
import { automations } from '../extensions/automations.ts';
import { commands } from '../extensions/commands.ts';
import { metrics, unshownMetrics } from '../extensions/metrics.ts';
import { pluginRoles, pluginScopes } from '../extensions/scopes.ts';

/** A plugin, what messages call it, and whether it comes with this package. */
export interface Extending {
  readonly plugin: Plugin;
  readonly title: string;
  readonly isBundled: boolean;
}

/** The points that the host reads itself. */
const ownPoints = [automations, commands, metrics, pluginRoles, pluginScopes].map(({ id }) => id);

export type Extensions = ReturnType<typeof createExtensions>;

/** What the enabled plugins add to extension points. */
export function createExtensions() {
  const added: (Extending & { readonly extension: Extension })[] = [];
  const readPoints = new Set(ownPoints);
  let isComplete = false;
  const extensions = {
    /** Called for each plugin once all have started. */
    add: (part: Extending, given: readonly Extension[]) =>
      void added.push(...given.map((extension) => ({ ...part, extension }))),
    /** From here on they are read. @throws Error that names the plugins which add two of one name to a point */
    complete() {
      isComplete = true;
      refuseDuplicates(
        added.flatMap(({ title, extension: { point, value } }) => {
          const name = point.nameOf?.(value);
          return name === undefined ? [] : [{ claimant: title, name: `${point.name} "${name}"` }];
        }),
      );
    },
    /** In the order of the plugins. @throws Error before all plugins have started */
    of<T>(point: ExtensionPoint<T>): readonly Extended<T>[] {
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
    /** As `of`, for a plugin. */
    read<T>(point: ExtensionPoint<T>): readonly Extended<T>[] {
      readPoints.add(point.id);
      return extensions.of(point);
    },
    /** By the name of each point that is filled, the plugins that do. */
    list(): Readonly<Record<string, readonly string[]>> {
      const byPoint = [...Map.groupBy(added, ({ extension }) => extension.point.name)];
      return Object.fromEntries(
        byPoint.map(([point, filling]) => [point, [...new Set(filling.map(({ plugin }) => plugin.name))]]),
      );
    },
    /**
     * What a plugin of somebody else adds to a point that none has read while the routes were declared, and metrics that
     * none adds.
     */
    unread(): readonly string[] {
      const strange = added.filter(({ isBundled, extension }) => !isBundled && !readPoints.has(extension.point.id));
      const said = strange.map(
        ({ plugin, extension }) =>
          `plugin ${plugin.name} extends ${extension.point.name}, which no enabled plugin reads in its routes. Enable the ` +
          'plugin that offers it, or remove what extends it.',
      );
      return [...new Set(said), ...unshownMetrics()];
    },
  };
  return extensions;
}

/** @throws Error that names both claimants of one route, or of one name of a workflow or an extension */
export function refuseDuplicates(claims: readonly { readonly claimant: string; readonly name: string }[]): void {
  const clashes = [...Map.groupBy(claims, ({ name }) => name)].filter(([, claimed]) => claimed.length > 1);
  if (clashes.length === 0) return;
  const messages = clashes.map(([name, claimed]) => {
    const claimants = claimed.map(({ claimant }) => claimant);
    const change = name.includes('"') ? 'rename it' : 'change its path';
    const remove = new Set(claimants).size === 1 ? 'Remove' : 'Disable';
    return `${name} is declared by ${claimants.join(' and ')}. ${remove} one of them, or ${change}.`;
  });
  throw new Error(messages.join('\n'));
}
