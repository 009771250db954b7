import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watchFile } from 'node:fs';
import { defineCommand, flag, form, hostRequest } from './command.ts';
import { serve, serveOptions } from './start.ts';

/** Serves while somebody writes a plugin: restarts at changes, and shows the messages of unexpected errors. */
export const command = defineCommand({
  name: 'dev',
  about: `Serves as "chronoscribe start" does, for writing a plugin or a provider: restarts when one of its files, or the
configuration, changes, and the answer to a request that fails unexpectedly says why, and where. Not for patients' data: messages of errors may quote it.`,
  forms: {
    '': form([], { ...serveOptions, 'no-watch': flag('do not restart at changes') }, (values) =>
      values['no-watch']
        ? serve({ ...hostRequest(values), development: true })
        : watch(process.argv.slice(3), values.config ?? process.env.CHRONOSCRIBE_CONFIG),
    ),
  },
  shared: serveOptions,
});

/** Milliseconds between two looks at the configuration, which editors replace rather than write. */
const lookEveryMs = 250;

/**
 * Runs this command under Node's own watch mode, which restarts it when a loaded file changes, and starts it anew when
 * the configuration changes, which is no module.
 */
async function watch(args: readonly string[], configuration: string | undefined): Promise<0 | 1> {
  const [, program = ''] = process.argv;
  const watched = ['--watch', '--watch-preserve-output', ...process.execArgv, program, 'dev', '--no-watch', ...args];
  const begin = () => spawn(process.execPath, watched, { stdio: 'inherit' });
  let child = begin();
  let isChanged = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  if (configuration)
    watchFile(configuration, { interval: lookEveryMs }, () => {
      isChanged = true;
      child.kill('SIGTERM');
    });
  for (;;) {
    await once(child, 'exit');
    if (!isChanged) return child.exitCode === 0 || child.signalCode !== null ? 0 : 1;
    isChanged = false;
    process.stdout.write(`${configuration} has changed: starting again\n`);
    child = begin();
  }
}
