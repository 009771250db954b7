import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { defineCommand, flag, form, hostRequest } from './command.ts';
import { serve, serveOptions } from './start.ts';

/** Serves while somebody writes a plugin: restarts at changes, and shows the messages of unexpected errors. */
export const command = defineCommand({
  name: 'dev',
  about: `Serves as "chronoscribe start" does, for writing a plugin or a provider: restarts when one of its files changes, and the answer to
a request that fails unexpectedly says why, and where. Not for patients' data: messages of errors may quote it.`,
  forms: {
    '': form([], { ...serveOptions, 'no-watch': flag('do not restart at changes') }, (values) =>
      values['no-watch'] ? serve({ ...hostRequest(values), development: true }) : watch(process.argv.slice(3)),
    ),
  },
  shared: serveOptions,
});

/** Runs this command under Node's own watch mode, which restarts it when a loaded file changes. */
async function watch(args: readonly string[]): Promise<0 | 1> {
  const [, program = ''] = process.argv;
  const child = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', ...process.execArgv, program, 'dev', '--no-watch', ...args],
    { stdio: 'inherit' },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  await once(child, 'exit');
  return child.exitCode === 0 || child.signalCode !== null ? 0 : 1;
}
