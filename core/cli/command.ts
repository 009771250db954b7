import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** One command of the command line. */
export interface Command {
  /** What `chronoscribe NAME --help` prints. */
  readonly usage: string;
  /** @returns the exit code. An expected failure is thrown as an `Error` whose message says how to mend it. */
  run(args: readonly string[]): Promise<0 | 1>;
}

/** The command line was not understood: said together with how it is used. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Reads the options of a command and exactly the positional arguments that `names` names: `FILE`, `[NAME]` that may be left out,
 * and last `[NAME…]` for any number.
 *
 * @throws UsageError that says what was not understood.
 */
export function parse<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  names: readonly string[] = [],
) {
  const { values, positionals } = parsed(args, options);
  const missing = names.slice(positionals.length).filter((name) => !name.startsWith('['));
  if (missing.length > 0) throw new UsageError(`missing: ${missing.join(' ')}`);
  const surplus = names.at(-1)?.endsWith('…]') ? [] : positionals.slice(names.length);
  if (surplus.length > 0) throw new UsageError(`not understood: ${surplus.join(' ')}`);
  return { values, positionals };
}

function parsed<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    // Node goes on with how a positional argument may begin with "-", which none of ours does.
    const [said = ''] = cause instanceof Error ? cause.message.split('. To specify', 1) : [];
    throw new UsageError(said, { cause });
  }
}
