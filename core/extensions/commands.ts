import { z } from 'zod';
import { anySchema } from '../api/definition.ts';
import { defineExtensionPoint, type Extension } from '../api/extension.ts';

/** What a command of a plugin is called with. */
export interface CommandCall<Options extends z.ZodRawShape> {
  readonly options: z.output<z.ZodObject<Options>>;
  readonly arguments: readonly string[];
  /** Writes to standard output. */
  print(text: string): void;
  /** Calls the host that runs. @throws Error with the host's own words, or if no host answers */
  call<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, answer: z.ZodType<T>, body?: object): Promise<T>;
}

/** The commands that are the host's own. */
export const ownCommands = [
  ...['start', 'dev', 'check', 'doctor', 'keys', 'people', 'runs', 'audit', 'export', 'import', 'backup'],
  ...['models', 'automations', 'seed', 'openapi', 'new', 'try', 'help'],
] as const;

const isFunction = (value: unknown) => typeof value === 'function';

/** The commands that plugins add to the command line: made by `command`. */
export const commands = defineExtensionPoint({
  name: 'chronoscribe.commands',
  schema: z.strictObject({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,62}$/, 'expected lower-case letters, digits and "-"')
      .refine((name) => !ownCommands.some((own) => own === name), 'chronoscribe has a command of this name')
      .describe('what stands after `chronoscribe`'),
    about: z.string().min(1).describe('what the help says; the list of all commands has its first sentence'),
    arguments: z
      .array(z.string())
      .readonly()
      .optional()
      .describe('`FILE`, `[NAME]` if optional, `[NAME…]` for several'),
    options: z
      .record(
        z.string(),
        z.custom<z.ZodType>((value) => anySchema.safeParse(value).success, 'expected a schema of zod 4'),
      )
      .optional()
      .describe(
        'a schema for each, with a `description` in its `meta`, and a `value` for the help unless it is a flag',
      ),
    run: z
      .custom<(call: CommandCall<z.ZodRawShape>) => unknown>(isFunction, 'expected a function')
      .describe('returns 1 for a failure that it has told of, throws an Error with a message for a person'),
  }),
  nameOf: ({ name }) => name,
});

type Erased = z.output<typeof commands.schema>;

/**
 * A command of the command line. While it runs, the plugin has started with what it needs, beside a host that may run
 * too: what changes the host goes through its API, by `call`.
 *
 * @example
 * ```ts
 * const count = command({
 *   name: 'visits',
 *   about: 'Says how many visits are open.',
 *   options: { patient: z.string().optional().meta({ value: 'NAME', description: 'only of this one' }) },
 *   async run({ options, print, call }) {
 *     const Visits = z.object({ visits: z.array(z.object({ patient: z.string() })) });
 *     const { visits } = await call('GET', '/visits', Visits);
 *     print(`${visits.filter(({ patient }) => patient === (options.patient ?? patient)).length} visits\n`);
 *   },
 * });
 * ```
 */
export function command<const Options extends z.ZodRawShape = Record<never, never>>(
  definition: Omit<Erased, 'options' | 'run'> & { options?: Options; run(call: CommandCall<Options>): unknown },
): Extension {
  // The boundary where types are erased: the command line parses the options by these schemas.
  return commands.add(definition as unknown as Erased);
}
