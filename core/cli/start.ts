import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger } from '../api/logger.ts';
import { messageOf } from '../api/text.ts';
import { isProcessAlive } from '../child-process/isolation.ts';
import { type Host, startHost } from '../host/host.ts';
import type { HostRequest } from '../host/plan.ts';
import { configurationOptions, defineCommand, flag, form, hostRequest, text } from './command.ts';

/** The options of a command that serves. */
export const serveOptions = {
  ...configurationOptions,
  port: text('PORT', '0 picks a free one; also CHRONOSCRIBE_PORT'),
  host: text('ADDRESS', '0.0.0.0 to be reached from other machines; also CHRONOSCRIBE_HOST'),
};

const stopWithParent = flag('stop when the process that started this one has ended, as npm start and npx do');

/** Serves until it is stopped. */
export const command = defineCommand({
  name: 'start',
  about:
    'Serves until SIGTERM or SIGINT (Ctrl-C); a second one ends it at once. The first start prints an API key, once.',
  forms: {
    '': form([], { ...serveOptions, 'stop-with-parent': stopWithParent }, (values) =>
      serve(hostRequest(values), values['stop-with-parent'] || isStartedByNpmExec() ? [parentExit()] : []),
    ),
  },
  shared: serveOptions,
  notes: 'CHRONOSCRIBE_API_KEY, of at least 24 characters, is accepted as a key; then none is created.',
});

/**
 * Starts a host, prints its address, and stops it at a signal, or as soon as one of `stops` resolves. What asks for that
 * while the host still starts ends the process at once: what is stored is whole at any time.
 *
 * @throws what `startHost` and `Host.stop` throw
 */
export async function serve(request: HostRequest, stops: readonly Promise<void>[] = []): Promise<void> {
  const log = createLogger('error');
  // After an uncaught exception or an unhandled rejection the state in memory is unknown; what was saved is whole.
  process.on('uncaughtException', (err, origin) => {
    log.error({ err, origin }, 'ended by an unexpected failure');
    process.exit(1);
  });
  endAtSignals();
  let stopAsked: Promise<void> | undefined;
  const listening = () => {
    stopAsked = stopRequest(stops);
  };
  for (const stop of stops) void stop.then(() => stopAsked ?? process.exit(1));
  const host = await startHost(request, listening);
  await announce(host);
  // Now rather than at the end, which a process that is killed does not come to.
  flushCompileCache();
  host.warmUp();
  await stopAsked;
  await host.stop();
}

/** Prints everything in one write, so that a script that waits for the address has read the key and the link too. */
async function announce({ url, dataFolder, firstKey, firstInvitation }: Host): Promise<void> {
  const key =
    firstKey === undefined
      ? ''
      : `Your API key, for the account "${firstKey.account_id}":

    ${firstKey.key}

Keep it now: it is not shown again. Only its hash is stored.

`;
  const hint = process.stdout.isTTY ? `API documentation: ${url}/docs\n` : '';
  // Making the link writes. A host whose disk is full must start nevertheless, to show what is there.
  const link = await firstInvitation().then(
    (invitation = '') => {
      // By name: a host that listens on all addresses has no other, and passkeys belong to a name.
      const reachable = invitation.replace(/\/\/(0\.0\.0\.0|127\.0\.0\.1|\[::1?\])/, '//localhost');
      return invitation === '' ? '' : `to become the first person, open within 15 minutes: ${reachable}\n`;
    },
    (thrown: unknown) => `the link for the first person could not be made: ${messageOf(thrown)}\n`,
  );
  process.stdout.write(`${key}everything is kept in ${dataFolder}\n${hint}listening on ${url}\n${link}`);
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * How long more signals count as the first one, in milliseconds. A terminal signals a whole process group, and npm,
 * `timeout` and others pass on to their child what the child has received already.
 */
const sameRequestMs = 250;

/**
 * Resolves when this process is asked to stop: by a signal, or by one of `others`. From then on the next signal ends the
 * process at once. Nobody listens for it, so the system does that, also to a process whose event loop is blocked.
 */
async function stopRequest(others: readonly Promise<void>[]): Promise<void> {
  const signal = Promise.withResolvers<void>();
  const listener = () => signal.resolve();
  for (const name of signals) process.off(name, end).on(name, listener);
  await Promise.race([signal.promise, ...others]);
  await wait(sameRequestMs);
  for (const name of signals) process.off(name, listener);
  endAtSignals();
}

/**
 * Lets a signal end this process at once, as it does where nobody listens. Only the first process of a container needs
 * this: signals that it does not listen for are not delivered to it.
 */
function endAtSignals(): void {
  if (process.pid === 1) for (const name of signals) process.on(name, end);
}

function end(_name: string, number: number): void {
  process.exit(128 + number);
}

const parentCheckMs = 500;

/**
 * Resolves when npm, which started this process, has ended: a signal to npm alone leaves what it started running
 * (https://github.com/npm/cli/issues/6684). Some shells stay between the two until their command ends, so npm is the
 * parent or the parent of a shell. On Windows it never resolves.
 */
function parentExit(): Promise<void> {
  if (process.platform === 'win32') return new Promise(() => undefined);
  const parent = process.ppid;
  const grandparent = parentOfShell(parent);
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent && (grandparent === undefined || isProcessAlive(grandparent))) return;
      clearInterval(timer);
      resolve();
    }, parentCheckMs);
    timer.unref();
  });
}

/**
 * Whether `npx` or `npm exec` started this process. Its variables alone do not tell: whatever it started hands them on to
 * its own children, which may be meant to outlive it.
 */
function isStartedByNpmExec(): boolean {
  if (process.platform === 'win32' || process.env.npm_command !== 'exec') return false;
  const starter = parentOfShell(process.ppid) ?? process.ppid;
  return /^npm |\/np[mx](-cli\.js)?( |$)/.test(lookUp(starter).command);
}

/** The parent of a process that is a shell, undefined for any other process or if it cannot be found out. */
function parentOfShell(pid: number): number | undefined {
  const { parent, command } = lookUp(pid);
  return /^\S*sh( |$)/.test(command) ? parent : undefined;
}

/** The parent and the command line of a process; neither, if they cannot be found out. */
function lookUp(pid: number): { readonly parent?: number; readonly command: string } {
  const [, parent, command = ''] = /^\s*(\d+)\s+(.*)/.exec(describe(pid)) ?? [];
  return parent === undefined ? { command } : { parent: Number(parent), command };
}

/** `123 npm exec chronoscribe start`. Small images of Linux have no `ps`. */
function describe(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  }
  try {
    const [stat, command] = ['stat', 'cmdline'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'));
    // The name of the program, in brackets, may hold any character.
    const [, parent] = /.*\) \S+ (\d+)/s.exec(stat ?? '') ?? [];
    return `${parent} ${command?.replaceAll('\0', ' ')}`;
  } catch {
    // It has ended.
    return '';
  }
}
