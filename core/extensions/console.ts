import { existsSync } from 'node:fs';
import { z } from 'zod';
import { auth } from '../api/definition.ts';
import { defineExtensionPoint } from '../api/extension.ts';

/** The icons that the console has for what plugins add to it. */
export const consoleIcons = [
  ...(['bell', 'calendar', 'chart', 'chat', 'checklist', 'clock'] as const),
  ...(['file', 'flask', 'heart', 'mail', 'phone', 'users'] as const),
];

const isModule = (value: unknown) =>
  value instanceof URL && value.protocol === 'file:' && /\.m?js$/.test(value.pathname) && existsSync(value);

const part = {
  /** What it is called, by language; `en` is shown for a language that is missing. */
  label: z.object({ en: z.string().min(1) }).catchall(z.string().min(1)),
  icon: z.enum(consoleIcons),
  /**
   * The JavaScript that draws it, a file of the plugin: `new URL('./page.js', import.meta.url)`. An ES module without
   * imports, whose default export is a `ConsoleModule` of `chronoscribe/console`. It is loaded when it is shown. Whoever
   * reaches the host can read it, as the console's own.
   */
  module: z.custom<URL>(isModule, {
    error: ({ input }) => `expected the URL of a .js or .mjs file of the plugin that exists, got ${String(input)}`,
  }),
  /** The scope of the sessions that it is offered to; default: that of the plugin. */
  auth: auth.optional(),
};

/**
 * Pages in the menu of the console, each at `/console/pages/{path}` and below.
 *
 * @example
 * ```ts
 * const page = consolePages.add({
 *   path: 'appointments',
 *   label: { en: 'Appointments', de: 'Termine' },
 *   icon: 'calendar',
 *   module: new URL('./page.js', import.meta.url),
 * });
 * ```
 */
export const consolePages = defineExtensionPoint({
  name: 'console.pages',
  schema: z.strictObject({
    ...part,
    path: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected lower-case letters and digits, in words joined by "-"'),
  }),
});

/** Panels beside the note of a visit, each in a tab of its own. The component receives `NotePanelProps`. */
export const notePanels = defineExtensionPoint({ name: 'console.note-panels', schema: z.strictObject(part) });

/** Cards on the screens of runs of these `workflows`. The component receives `RunCardProps`. */
export const runCards = defineExtensionPoint({
  name: 'console.run-cards',
  schema: z.strictObject({ ...part, workflows: z.array(z.string()).min(1) }),
});
