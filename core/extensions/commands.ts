import { z } from 'zod';
import { callable } from '../api/definition.ts';
import { defineExtensionPoint, type Extension } from '../api/extension.ts';

/** What a command of a plugin is called with. */
export interface CommandCall<Options extends z.ZodRawShape> {
  /** Parsed by the command's schemas. */
  readonly options: z.output<z.ZodObject<Options>>;
  readonly arguments: readonly string[];
  /** Writes to standard output. */
  print(text: string): void;
  /**
   * Calls the host that runs, with the key and at the address that the command line gives.
   *
   * @throws Error with the host's own words, or if no host answers
   */
  call<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, answer: z.ZodType<T>, body?: object): Promise<T>;
}

interface CommandDefinition<Options extends z.ZodRawShape> {
  /** What stands after `chronoscribe`: unique in the installation, and no command of the host. */
  readonly name: string;
  /** What the help says, in sentences; the first is in the list of all commands. */
  readonly about: string;
  /** The positional arguments: `FILE`, `[NAME]` for an optional one, and last `[NAME…]` for any number. */
  readonly arguments?: readonly string[];
  /** By name, each with a `description` in its `meta`, and a `value` that stands for it in the help unless it is a flag. */
  readonly options?: Options;
  /** @returns 1 for a failure that it has told of. @throws Error with a message for a person */
  run(call: CommandCall<Options>): unknown;
}

/** The commands of the command line that are the host's own. */
export const ownCommands = [
  ...['start', 'dev', 'check', 'doctor', 'keys', 'people', 'runs', 'audit', 'export', 'import', 'backup'],
  ...['models', 'automations', 'seed', 'openapi', 'new', 'try', 'help'],
] as const;

/** The commands that plugins add to the command line: made by `command`. */
export const commands = defineExtensionPoint({
  name: 'chronoscribe.commands',
  schema: z.strictObject({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,62}$/, 'expected lower-case letters, digits and "-"')
      .refine((name) => !ownCommands.some((own) => own === name), 'chronoscribe has a command of this name')
      .describe('what stands after `chronoscribe`'),
    about: z.string().min(1).describe('what the help says'),
    arguments: z.array(z.string()).readonly().optional().describe('the positional arguments'),
    options: z.record(z.string(), z.custom<z.ZodType>()).optional().describe('schemas by name'),
    run: z.custom<(call: CommandCall<z.ZodRawShape>) => unknown>((value) => callable.safeParse(value).success),
  }),
  nameOf: ({ name }) => name,
});

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
 *     const { visits } = await call('GET', '/visits', z.object({ visits: z.array(z.object({ patient: z.string() })) }));
 *     const counted = visits.filter(({ patient }) => patient === (options.patient ?? patient));
 *     print(`${counted.length} visits\n`);
 *   },
 * });
 * ```
 */
export function command<const Options extends z.ZodRawShape = Record<never, never>>(
  definition: CommandDefinition<Options>,
): Extension {
  // The boundary where types are erased: the command line parses the options by these schemas.
  return commands.add(definition as unknown as z.output<typeof commands.schema>);
}
