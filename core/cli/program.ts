import { authorsFrame } from '../api/logger.ts';
import { version } from '../api/package.ts';
import { unknownName } from '../api/text.ts';
import type { ownCommands } from '../extensions/commands.ts';
import { type Command, configurationIn, UsageError } from './command.ts';

/** Each module is loaded when its command is called, so that `--version` loads no host. */
const commands: Readonly<
  Record<Exclude<(typeof ownCommands)[number], 'help'>, () => Promise<{ readonly command: Command }>>
> = {
  start: () => import('./start.ts'),
  dev: () => import('./dev.ts'),
  check: () => import('./check.ts'),
  doctor: () => import('./doctor.ts'),
  keys: () => import('./keys.ts'),
  people: () => import('./people.ts'),
  runs: () => import('./runs.ts'),
  audit: () => import('./audit.ts'),
  export: async () => ({ command: (await import('./archive.ts')).exportCommand }),
  import: async () => ({ command: (await import('./archive.ts')).importCommand }),
  backup: async () => ({ command: (await import('./archive.ts')).backupCommand }),
  models: () => import('./models.ts'),
  automations: () => import('./automations.ts'),
  seed: () => import('./seed.ts'),
  openapi: async () => ({ command: (await import('./check.ts')).openApiCommand }),
  new: () => import('./new.ts'),
  try: () => import('./try.ts'),
};

const usage = `Chronoscribe ${version}: self-hosted clinical documentation and time navigation

Usage: chronoscribe COMMAND [OPTIONS]

  try          take a short tour: a note from a consultation, and a clock that travels
  start        serve
  dev          serve while you write a plugin: restart at changes, show the messages of errors
  check        find every mistake in the configuration, without serving
  doctor       check the health of every part, and say how to fix what fails
  keys         create, list, rotate and revoke API keys
  people       invite, list and disable the people who use the console
  runs         list, show, retry, cancel and signal the runs of a running host
  audit        export the audit log, or verify that nothing in it was changed
  export       write everything that is stored into one file, also while a host runs
  import       load such a file into an empty store of any kind
  backup       export under a name with the time, and delete old backups
  models       list, download, import and verify models
  automations  show what automations did, and what one would do
  seed         load sample events into a running host
  openapi      print the API's description (OpenAPI 3.1)
  new          create a plugin or a provider from a template

  --help       also of one command: chronoscribe start --help
  --version
`;

/**
 * Runs the command that `args` name.
 *
 * @returns the exit code
 * @throws Error for an expected failure, with a message for a person
 */
async function runCommand([name, ...args]: readonly string[]): Promise<0 | 1> {
  const configuration = configurationIn(args);
  const addedUsage = async (): Promise<string> =>
    configuration === undefined ? '' : (await import('./plugin-commands.ts')).pluginCommandsUsage(configuration);
  if (name === '--version' || name === '-v') return print(`${version}\n`);
  if (name === '--help' || name === '-h' || name === 'help') return print(usage + (await addedUsage()));
  const own = Object.entries(commands).find(([each]) => each === name);
  if (own === undefined) {
    if (name !== undefined && configuration !== undefined) {
      const { runPluginCommand } = await import('./plugin-commands.ts');
      return runPluginCommand(name, configuration, (command) => run(command, args));
    }
    if (name !== undefined) process.stderr.write(`${unknownName('command', name, Object.keys(commands))}\n\n`);
    process.stderr.write(usage);
    return 1;
  }
  return run((await own[1]()).command, args);
}

async function run(command: Command, args: readonly string[]): Promise<0 | 1> {
  if (args.includes('--help') || args.includes('-h')) return print(command.usage);
  try {
    return await command.run(args);
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    process.stderr.write(`${thrown.message}\n\n${command.usage}`);
    return 1;
  }
}

function print(text: string): 0 {
  process.stdout.write(text);
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
// A part that left a timer or a socket behind does not keep the process.
process.exit();

async function main(args: readonly string[]): Promise<0 | 1> {
  // The reader of a pipe may close it early (`chronoscribe openapi | head`); the command still finishes and cleans up.
  process.stdout.on('error', () => undefined);
  try {
    return await runCommand(args);
  } catch (thrown) {
    process.stderr.write(`${explain(thrown)}\n`);
    return 1;
  }
}

/**
 * The text for standard error. The message of a plain `Error`, or of a class of ours, is written for a person. Any
 * other error, such as a `TypeError`, is a bug: it is shown with its stack, or with the line it was thrown at where
 * another error wraps it.
 */
function explain(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `Unexpected: ${String(thrown)}`;
  if (isBug(thrown)) return `Unexpected: ${thrown.stack ?? thrown.message}`;
  const place = placeOfBug(thrown.cause);
  return place === undefined ? thrown.message : `${thrown.message}\n    ${place}`;
}

function isBug(thrown: Error): boolean {
  const bugs = [TypeError, RangeError, ReferenceError, SyntaxError, EvalError, URIError];
  return bugs.some((kind) => thrown instanceof kind);
}

/**
 * `at file:///…/index.ts:12:9`, of the bug among the causes of an error: where the author's code fails, or our own if
 * no other error says more.
 */
function placeOfBug(cause: unknown, isSaid = false): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  if (!isBug(cause)) return placeOfBug(cause.cause, true);
  const frames = cause.stack?.split('\n').map((line) => line.trim()) ?? [];
  return authorsFrame(cause) ?? (isSaid ? undefined : frames.find((line) => /^at (?!.*node:)/.test(line)));
}
