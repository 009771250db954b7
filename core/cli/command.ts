import { type ParseArgsOptionsConfig, parseArgs, stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { expectation } from '../config/validate.ts';
import type { HostRequest } from '../host/plan.ts';
import { createWatchdog } from './process/watchdog.ts';

/** One command of the command line. */
export interface Command {
  /** What `chronoscribe NAME --help` prints. */
  readonly usage: string;
  /**
   * @returns the exit code
   * @throws UsageError for arguments that it does not accept; Error with a message for a person for any other expected
   *   failure
   */
  run(args: readonly string[]): Promise<0 | 1>;
}

/** Wrong arguments. The message is printed together with the usage of the command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** One way of calling a command. */
export interface Form {
  readonly names: readonly string[];
  readonly options: z.ZodRawShape;
  call(args: readonly string[]): Promise<unknown>;
}

/**
 * A way of calling a command.
 *
 * @param names the positional arguments: `FILE`, `[NAME]` for an optional one, and last `[NAME…]` for any number
 * @param options by name, each with a description; without the name of a value in its `meta` it is a flag
 * @param run gets the options and the positional arguments, and gives 1 for a failure that it has told of
 */
export function form<const Shape extends z.ZodRawShape>(
  names: readonly string[],
  options: Shape,
  run: (options: z.output<z.ZodObject<Shape>>, ...names: string[]) => Promise<unknown>,
): Form {
  const call = async (args: readonly string[]) => {
    const { values, positionals } = parse(args, names, options);
    return run(values, ...positionals);
  };
  return { names, options, call };
}

/** An option with text. @param value what stands for it in the help */
export const text = (value: string, description: string) => z.string().optional().meta({ value, description });

/** An option without a value. */
export const flag = (description: string) => z.boolean().default(false).meta({ description });

/** The options of every command that reads the configuration. */
export const configurationOptions = {
  config: text('FILE', 'your configuration (YAML); also CHRONOSCRIBE_CONFIG'),
  data: text('FOLDER', 'the data folder; also CHRONOSCRIBE_DATA'),
};

/** A command of several forms, or of one. */
export interface CommandDefinition {
  readonly name: string;
  /** What the help says before the options. */
  readonly about: string;
  /** By the word that names them; the one without a word is called where no word fits. */
  readonly forms: Readonly<Record<string, Form>>;
  /** Options that many commands have: the help has them at the end. */
  readonly shared?: z.ZodRawShape;
  /** What the help says after the options. */
  readonly notes?: string;
}

/** Makes a command and its help. */
export function defineCommand(definition: CommandDefinition): Command {
  const { forms } = definition;
  return {
    usage: usageOf(definition),
    async run([word = '', ...args]) {
      const named = word !== '' && Object.hasOwn(forms, word) ? forms[word] : undefined;
      const given = named === undefined && word !== '' ? [word, ...args] : args;
      const chosen = named ?? forms[''];
      if (chosen === undefined) throw new UsageError(`expected one of: ${Object.keys(forms).join(', ')}`);
      return (await chosen.call(given)) === 1 ? 1 : 0;
    },
  };
}

function usageOf({ name, about, forms, shared = configurationOptions, notes }: CommandDefinition): string {
  const ownOf = ({ options }: Form) => Object.entries(options).filter(([option]) => !(option in shared));
  const rest = Object.keys(forms).length === 1 && Object.keys(shared).length > 0 ? ['[OPTIONS]'] : [];
  const calls = Object.entries(forms).map(([word, form]) => {
    const shown = ownOf(form).map(([option, schema]) => {
      const call = `--${option}${written(schema)}`;
      return z.safeParse(schema, undefined).success ? `[${call}]` : call;
    });
    return [`chronoscribe ${name}`, ...(word === '' ? [] : [word]), ...form.names, ...shown, ...rest].join(' ');
  });
  const own = Object.fromEntries(Object.values(forms).flatMap(ownOf));
  const rows = Object.entries({ ...own, ...shared }).map(([option, schema]) => [
    `  --${option}${written(schema)}`,
    String(z.globalRegistry.get(schema)?.description),
  ]);
  const after = notes === undefined ? '' : `\n${notes}\n`;
  return `Usage: ${calls.join('\n       ')}\n\n${about}\n\n${table(rows)}${after}`;
}

/** ` FILE`, or nothing for a flag. */
const written = (schema: z.core.$ZodType): string => {
  const value = z.globalRegistry.get(schema)?.value;
  return value === undefined ? '' : ` ${value}`;
};

/**
 * Parses the options of a form and its positional arguments.
 *
 * @throws UsageError that says what was not understood
 */
export function parse<const Shape extends z.ZodRawShape>(
  args: readonly string[],
  names: readonly string[],
  options: Shape,
) {
  const types = Object.entries(options).map(([name, schema]) => {
    return [name, { type: written(schema) === '' ? 'boolean' : 'string' }] as const;
  });
  const { values, positionals } = parseStrictly(args, Object.fromEntries(types));
  const missing = names.slice(positionals.length).filter((name) => !name.startsWith('['));
  if (missing.length > 0) throw new UsageError(`missing: ${missing.join(' ')}`);
  const surplus = names.at(-1)?.endsWith('…]') ? [] : positionals.slice(names.length);
  if (surplus.length > 0) throw new UsageError(`not understood: ${surplus.join(' ')}`);
  const parsed = z.object(options).safeParse(values);
  if (parsed.success) return { values: parsed.data, positionals };
  const faults = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    const schema = options[name];
    if (schema === undefined || name in values) return `--${name}: ${expectation(issue) ?? issue.message}`;
    return `missing: --${name}${written(schema)}, ${z.globalRegistry.get(schema)?.description}`;
  });
  throw new UsageError(faults.join('\n'));
}

function parseStrictly(args: readonly string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    // Node adds how a positional argument may start with "-", which none of ours does.
    const [message = ''] = cause instanceof Error ? cause.message.split('. To specify', 1) : [];
    throw new UsageError(message, { cause });
  }
}

/** The values of the options that the host takes. */
export type ConfigurationValues = { readonly [Name in 'config' | 'data' | 'port' | 'host']?: string | undefined };

/** The configuration that the arguments name; undefined where they name none, so that there are no plugins to ask. */
export function configurationIn(args: readonly string[]): ConfigurationValues | undefined {
  const types = { config: { type: 'string' }, data: { type: 'string' } } as const;
  const { config, data } = parseArgs({ args: [...args], options: types, strict: false }).values;
  const isGiven = typeof config === 'string' || Boolean(process.env.CHRONOSCRIBE_CONFIG);
  return isGiven ? { config: textOf(config), data: textOf(data) } : undefined;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The request for a host with a command's options, in this process's environment and folder. */
export function hostRequest({ config, data, port, host }: ConfigurationValues): HostRequest {
  const workingDirectory = process.cwd();
  const flags = { data, port, host };
  return { file: config, environment: process.env, flags, workingDirectory, watch: createWatchdog() };
}

/** Rows as text in aligned columns, two spaces apart. A cell of several lines stays in its column. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.flatMap((row) => lines(row[column])).map((line) => width(line))),
  );
  return rows.flatMap((row) => aligned(row, widths)).join('');
}

function aligned(row: readonly string[], widths: readonly number[]): readonly string[] {
  const height = Math.max(...row.map((cell) => lines(cell).length));
  return Array.from({ length: height }, (_, line) => {
    const cells = row.map((cell, column) => {
      const text = lines(cell)[line] ?? '';
      return text + ' '.repeat((widths[column] ?? 0) - width(text));
    });
    return `${cells.join('  ').trimEnd()}\n`;
  });
}

function lines(cell = ''): readonly string[] {
  return cell.split('\n');
}

/** Escape sequences for colours have a length, but no width. */
function width(text: string): number {
  return stripVTControlCharacters(text).length;
}
