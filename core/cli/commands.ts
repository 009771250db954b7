import { version } from '../api/package.ts';
import { unknownName } from '../api/text.ts';
import { type Command, UsageError } from './command.ts';

/** Each is loaded when it is called, so that `--version` loads no host. */
const commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  start: () => import('./start.ts'),
  check: () => import('./check.ts'),
  doctor: () => import('./doctor.ts'),
  keys: () => import('./keys.ts'),
  audit: () => import('./audit.ts'),
  export: () => import('./export.ts'),
  import: () => import('./import.ts'),
  backup: () => import('./backup.ts'),
  models: () => import('./models.ts'),
  seed: () => import('./seed.ts'),
  openapi: () => import('./openapi.ts'),
  new: () => import('./new.ts'),
  try: () => import('./try.ts'),
};

const usage = `Chronoscribe ${version}: clinical documentation and time navigation, on a machine of your own

Usage: chronoscribe COMMAND [OPTIONS]

  try        a short tour: a note from a consultation, and a clock that travels
  start      serve
  check      find every mistake in the configuration, without starting
  doctor     ask every part how it is, and say how to mend what fails
  keys       create, list and revoke API keys
  audit      export the audit log, or check that nothing in it was changed
  export     write everything into one file, beside a running host too
  import     bring such a file into an empty store, whatever database it is
  backup     the same as export, under a name with the time
  models     list, fetch, import and verify models
  seed       give a running host events to play with
  openapi    print the API's description (OpenAPI 3.1)
  new        begin a plugin or a provider of your own

  --help     of a command too: chronoscribe start --help
  --version
`;

/** Runs what `args` say. Expected failures are thrown. */
export async function runCommand([name, ...args]: readonly string[]): Promise<0 | 1> {
  if (name === '--version' || name === '-v') return print(`${version}\n`);
  if (name === '--help' || name === '-h' || name === 'help') return print(usage);
  const load = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) {
    if (name !== undefined) process.stderr.write(`${unknownName('command', name, Object.keys(commands))}\n\n`);
    process.stderr.write(usage);
    return 1;
  }
  const { command } = await load();
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
