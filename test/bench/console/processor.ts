import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of a tick of `/proc/PID/stat`. */
const tickMs = 10;

/** Processor time of the browser that this process started, all its processes together, in milliseconds. Linux only. */
export function browserProcessorMs(): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        const fields = rest.split(' ');
        return name.startsWith('chrom')
          ? [{ pid, parent: fields[1] ?? '', ticks: Number(fields[11]) + Number(fields[12]) }]
          : [];
      } catch {
        // It ended since the folder was read.
        return [];
      }
    });
  const below = (parent: string): number =>
    processes.filter((each) => each.parent === parent).reduce((sum, { pid, ticks }) => sum + ticks + below(pid), 0);
  return below(String(process.pid)) * tickMs;
}
