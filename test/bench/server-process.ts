import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

const house = resolve(import.meta.dirname, '../..');

/** As `npm start` has them: much of what is made and dropped at once would else stay in memory for a while. */
const flags = ['--max-semi-space-size=16', '--heap-growing-percent=50', '--conditions=chronoscribe-source'];

/** Servers that run. None outlives a benchmark that fails. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A server in a process of its own, so that it shares no core with whoever measures it. */
export interface ServerProcess {
  readonly url: string;
  /** From the start of the process to the line that names its address. */
  readonly startMs: number;
  /** Resident memory now and at its highest, in bytes. Linux only. */
  memory(): Promise<{ readonly now: number; readonly peak: number }>;
  /** See `cpuMsOf`. */
  cpuMs(): Promise<number>;
  /** How many files and sockets it has open. Linux only. */
  descriptors(): Promise<number>;
  stop(): Promise<void>;
}

export async function startServer(
  script: string,
  args: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  const begun = performance.now();
  const child = spawn(process.execPath, [...flags, resolve(house, script), ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  void exited.then(() => running.delete(child));
  const url = await new Promise<string>((found, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const match = /listening on (\S+)/.exec(output);
      if (match?.[1] !== undefined) found(match[1]);
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code} before it listened`)));
  });
  const startMs = performance.now() - begun;
  return {
    url,
    startMs,
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      const bytes = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
      return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
    },
    cpuMs: () => cpuMsOf(child.pid ?? 0),
    descriptors: async () => (await readdir(`/proc/${child.pid}/fd`)).length,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Processor time that a process has used, with all that it has started, in milliseconds. Linux only. */
export async function cpuMsOf(pid: number): Promise<number> {
  const processes = new Map<number, { readonly parent: number; readonly ms: number }>();
  for (const name of (await readdir('/proc')).filter((each) => /^\d+$/.test(each))) {
    // One that has just ended is counted with its parent.
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // Field 4 and fields 14 to 17 of proc(5), hundredths of a second; the second, a name in brackets, may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ms = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * 10;
    processes.set(Number(name), { parent: Number(fields[1]), ms });
  }
  const isOf = (each: number | undefined): boolean =>
    each !== undefined && (each === pid || isOf(processes.get(each)?.parent));
  return [...processes].reduce((sum, [each, { ms }]) => sum + (isOf(each) ? ms : 0), 0);
}

/**
 * Our host, on an empty data folder, with nothing in the way of being measured.
 *
 * @param options.checkout the folder of its sources
 * @param options.program what starts it there; default the sources
 * @param options.config a file in this folder
 */
export async function startChronoscribe(
  dataFolder: string,
  key: string,
  { checkout = house, config = 'bench.yaml', program = beginning(checkout) } = {},
): Promise<ServerProcess> {
  return startServer(
    resolve(checkout, program),
    ['start', '--port', '0', '--data', dataFolder, '--config', resolve(house, 'test/bench', config)],
    {
      CHRONOSCRIBE_API_KEY: key,
    },
  );
}

/** What starts a checkout. An older one begins in TypeScript. */
function beginning(checkout: string): string {
  const program = 'core/cli/main.js';
  return existsSync(resolve(checkout, program)) ? program : 'core/cli/main.ts';
}
