import { type ParseArgsOptionsConfig, parseArgs, stripVTControlCharacters } from 'node:util';
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

/**
 * Parses the options of a command and its positional arguments.
 *
 * @param names the positional arguments: `FILE`, `[NAME]` for an optional one, and last `[NAME…]` for any number
 * @throws UsageError that says what was not understood
 */
export function parse<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  names: readonly string[] = [],
) {
  const { values, positionals } = parseStrictly(args, options);
  const missing = names.slice(positionals.length).filter((name) => !name.startsWith('['));
  if (missing.length > 0) throw new UsageError(`missing: ${missing.join(' ')}`);
  const surplus = names.at(-1)?.endsWith('…]') ? [] : positionals.slice(names.length);
  if (surplus.length > 0) throw new UsageError(`not understood: ${surplus.join(' ')}`);
  return { values, positionals };
}

function parseStrictly<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    // Node adds how a positional argument may start with "-", which none of ours does.
    const [message = ''] = cause instanceof Error ? cause.message.split('. To specify', 1) : [];
    throw new UsageError(message, { cause });
  }
}

/** @returns the subcommand that an argument names @throws UsageError that lists all, if it names none */
export function subcommand<T>(subcommands: Readonly<Record<string, T>>, name = ''): T {
  const found = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (found === undefined) throw new UsageError(`expected one of: ${Object.keys(subcommands).join(', ')}`);
  return found;
}

/** The options of every command that reads the configuration. */
export const configurationOptions = {
  config: { type: 'string' },
  data: { type: 'string' },
} as const;

/** Their lines in a usage text. */
export const configurationUsage = `  --config FILE   your configuration (YAML); also CHRONOSCRIBE_CONFIG
  --data FOLDER   the data folder; also CHRONOSCRIBE_DATA
`;

/** The values of the options that the host takes. */
export type ConfigurationValues = { readonly [Name in 'config' | 'data' | 'port' | 'host']?: string | undefined };

/** The request for a host with a command's options, in this process's environment and folder. */
export function hostRequest({ config, ...flags }: ConfigurationValues): HostRequest {
  const workingDirectory = process.cwd();
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
    const cells = row.map((cell, column) => padded(lines(cell)[line] ?? '', widths[column] ?? 0));
    return `${cells.join('  ').trimEnd()}\n`;
  });
}

function lines(cell = ''): readonly string[] {
  return cell.split('\n');
}

function padded(text: string, to: number): string {
  return text + ' '.repeat(to - width(text));
}

/** Escape sequences for colours have a length, but no width. */
function width(text: string): number {
  return stripVTControlCharacters(text).length;
}
