import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { launch } from '../../core/cli/testing.ts';

/** Opens the account `default` of each host of the campaign, with all scopes. */
export const adminKey = 'a-key-for-crashes-that-is-long-enough';

/** How long a host took from its beginning until it listened. */
export interface Start {
  readonly milliseconds: number;
  /**
   * Milliseconds that it computed meanwhile, in all its threads: on a busy machine it waits for far longer. Undefined
   * where the system does not tell.
   */
  readonly computed: number | undefined;
}

export interface HostProcess {
  readonly url: string;
  readonly start: Start;
  /** Resolves when the process is gone, however it ended. */
  readonly gone: Promise<void>;
  /** What it said on standard error. */
  said(): string;
  /** `kill -9`, and waits until it is gone. */
  kill(): Promise<void>;
}

export interface Premises {
  /** Holds the configuration and the folder `data`. */
  readonly folder: string;
  /** Where the process runs under another program: that, with its arguments. */
  readonly under?: readonly string[];
  /** Milliseconds after which it is killed, be it started or not. */
  readonly killAfterMs?: number;
}

/** Writes the configuration that hosts on a folder start with. */
export async function furnish(folder: string, providers: object): Promise<void> {
  const configuration = {
    http: { rateLimit: { perMinute: 0 } },
    log: { level: 'error' },
    providers,
    plugins: { webhooks: { with: { allowPrivateAddresses: true } } },
  };
  await writeFile(join(folder, 'config.yaml'), JSON.stringify(configuration));
}

/**
 * Starts a host in a process of its own. Undefined where it was gone before it listened; `why` is told what it said
 * then.
 */
export async function startProcess(
  { folder, under = [], killAfterMs }: Premises,
  why: (said: string) => void,
): Promise<HostProcess | undefined> {
  const begun = performance.now();
  const child = launch(
    ['start', '--port', '0', '--data', join(folder, 'data'), '--config', join(folder, 'config.yaml')],
    {
      under,
      // One thread for files, so that the same calls come in the same order.
      environment: { CHRONOSCRIBE_API_KEY: adminKey, ...(under.length > 0 && { UV_THREADPOOL_SIZE: '1' }) },
    },
  );
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said += String(piece);
  });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const url = await new Promise<string | undefined>((resolve) => {
    let printed = '';
    child.stdout.on('data', (piece: Buffer) => {
      printed += String(piece);
      const address = /^listening on (.*)\n/m.exec(printed)?.[1];
      if (address !== undefined) resolve(address);
    });
    void gone.then(() => resolve(undefined));
  });
  clearTimeout(timer);
  if (url === undefined) {
    why(said);
    return undefined;
  }
  return {
    url,
    start: { milliseconds: performance.now() - begun, computed: await computed(child.pid) },
    gone,
    said: () => said,
    async kill() {
      child.kill('SIGKILL');
      await gone;
      // The operating system lets go of its locks, and of those of its children.
      await wait(0);
    },
  };
}

/** As /proc tells it, in ticks of 10 ms (proc(5), `utime` and `stime`). */
async function computed(pid: number | undefined): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name of the program, in parentheses, may hold anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && 10 * (Number(fields[11]) + Number(fields[12]));
}
