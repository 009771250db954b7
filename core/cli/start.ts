import { createLogger } from '../api/logger.ts';
import { type Host, startHost } from '../host/host.ts';
import { type Command, parse } from './command.ts';
import { configurationOptions, configurationUsage, requested } from './request.ts';

const options = {
  ...configurationOptions,
  port: { type: 'string' },
  host: { type: 'string' },
  'stop-with-parent': { type: 'boolean' },
} as const;

/** Serves until it is asked to stop. */
export const command: Command = {
  usage: `Usage: chronoscribe start [OPTIONS]

Serves until SIGTERM or SIGINT (Ctrl-C). The first start prints an API key, once.

${configurationUsage}  --port PORT     0 picks a free one; also CHRONOSCRIBE_PORT
  --host ADDRESS  0.0.0.0 to be reached from other machines; also CHRONOSCRIBE_HOST
  --stop-with-parent
                  Stop when the process that started this one has ended, as npm start does

CHRONOSCRIBE_API_KEY, of at least 24 characters, is accepted as a key; then none is made.
`,
  async run(args) {
    const { values } = parse(args, options);
    endOnTheUnexpected();
    const stopRequested = Promise.race([stopSignal(), ...(values['stop-with-parent'] ? [parentExit()] : [])]);
    const host = await startHost(requested(values));
    announce(host);
    await stopRequested;
    await host.stop();
    return 0;
  },
};

/** In one piece, and the address last: whoever waits for that has read the key too. */
function announce({ url, dataFolder, firstKey }: Host): void {
  const key =
    firstKey === undefined
      ? ''
      : `Your API key, for the account "${firstKey.account_id}":

    ${firstKey.key}

Keep it now: it is not shown again. Only its hash is stored.

`;
  const hint = process.stdout.isTTY ? `the API, to read and to try: ${url}/docs\n` : '';
  process.stdout.write(`${key}everything is kept in ${dataFolder}\n${hint}listening on ${url}\n`);
}

/** Resolves at the first signal. Later ones have listeners too, so that they do not end the process while it stops. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.on('SIGTERM', () => resolve());
    process.on('SIGINT', () => resolve());
  });
}

const parentCheckMs = 500;

/** Resolves when another process has become the parent of this one, which happens when its parent ends. On Windows, never. */
function parentExit(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      resolve();
    }, parentCheckMs);
    timer.unref();
  });
}

/** After an exception that nobody caught, or a promise whose failure nobody heard, nothing is known to be whole. What was saved is. */
function endOnTheUnexpected(): void {
  const log = createLogger('error');
  process.on('uncaughtException', (err, origin) => {
    log.error({ err, origin }, 'ended by an unexpected failure');
    process.exit(1);
  });
}
