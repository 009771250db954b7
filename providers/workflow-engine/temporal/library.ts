import type { Logger } from 'chronoscribe';

export type { Payload, PayloadCodec } from '@temporalio/common';
export type { Worker } from '@temporalio/worker';

const packages = ['client', 'worker', 'activity', 'common', 'workflow'];
const version = '1.24.0';

/**
 * Temporal's packages, which are installed only where this engine is chosen.
 *
 * @throws Error that says which command installs them
 */
export async function loadTemporal(log: Logger) {
  try {
    const [client, worker, activity, common] = await Promise.all([
      import('@temporalio/client'),
      import('@temporalio/worker'),
      import('@temporalio/activity'),
      import('@temporalio/common'),
    ]);
    install(worker, log);
    return { client, worker, activity, common };
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause;
    const all = packages.map((name) => `@temporalio/${name}@${version}`).join(' ');
    throw new Error(`The packages of Temporal are not installed. Run: npm install ${all}`, { cause });
  }
}

export type Temporal = Awaited<ReturnType<typeof loadTemporal>>;

let isInstalled = false;

/** Sends the messages of the library to our log, and leaves the signals of the process to the host. */
function install({ Runtime, makeTelemetryFilterString }: typeof import('@temporalio/worker'), log: Logger): void {
  if (isInstalled) return;
  isInstalled = true;
  // What is only a warning there repeats that the server is away, which the engine says once.
  const ignore = () => undefined;
  const error = (message: string) => log.error({ from: 'temporal' }, message);
  Runtime.install({
    shutdownSignals: [],
    logger: {
      ...{ trace: ignore, debug: ignore, info: ignore, warn: ignore, error },
      log: (level, message) => (level === 'ERROR' ? error(message) : undefined),
    },
    telemetryOptions: { logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) } },
  });
}
