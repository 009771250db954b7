import type { z } from 'zod';
import type { PluginAuth } from './access.ts';
import { checkDefinition, name as text } from './definition.ts';

/** Something that plugins can add to: the tools for agents, the formats of an export, the pages of the console. */
export interface ExtensionPoint<T> {
  readonly name: string;
  /** Registered globally, so that two copies of this package in one process agree on it. */
  readonly id: symbol;
  readonly schema: z.ZodType<T>;
  /** What one value alone may be called; undefined: nothing of it needs to be unique. */
  nameOf?(value: T): string;
  /** For `extends` of a plugin. @throws Error that names everything that is wrong with `value`, and where it is written */
  add(value: T): Extension;
}

/** What a plugin adds to an extension point. */
export interface Extension {
  readonly point: ExtensionPoint<unknown>;
  readonly value: unknown;
}

/** What an enabled plugin has added, as whoever reads the point receives it. */
export interface Extended<T> {
  /** The name of the plugin that added it. */
  readonly plugin: string;
  /** The scope of that plugin. */
  readonly auth: PluginAuth;
  readonly value: T;
}

/**
 * A point at which plugins extend another one, or the host. Whoever defines it exports it; others fill it by `extends`;
 * `extensions(point)` of a plugin's context reads it.
 *
 * @param name unique in the installation, such as `appointments.reminders`; two points of the same name are the same
 * @param schema of what is added, checked by `add`; functions with `z.function()` or `z.custom()`
 * @param nameOf the name of a value, where two of one name cannot stand side by side: the start is refused
 * @example
 * ```ts
 * export const reminders = defineExtensionPoint({
 *   name: 'appointments.reminders',
 *   schema: z.strictObject({ days: z.int().min(1), text: z.string() }),
 * });
 *
 * // Another plugin:
 * export default definePlugin({
 *   name: 'fasting',
 *   auth: 'clinical',
 *   extends: [reminders.add({ days: 1, text: 'Please eat nothing after midnight.' })],
 *   routes: () => [],
 * });
 * ```
 */
export function defineExtensionPoint<T>(
  definition: Pick<ExtensionPoint<T>, 'name' | 'schema' | 'nameOf'>,
): ExtensionPoint<T> {
  const { name, schema } = definition;
  checkDefinition('the name of an extension point', text, name);
  const point: ExtensionPoint<T> = {
    ...{ ...definition, id: Symbol.for(`chronoscribe.extension.${name}`) },
    add(value) {
      checkDefinition(`extension of ${name}`, schema, value);
      return { point, value };
    },
  };
  return point;
}
