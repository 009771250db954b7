import { existsSync } from 'node:fs';
import type { Manifest } from '../archive/format.ts';
import { writeArchive } from '../archive/write.ts';
import { type Plan, planHost } from '../host/plan.ts';
import { Blobs } from '../kinds/blobs.ts';
import { Archive } from '../kinds/store.ts';
import { type ConfigurationValues, hostRequest, table } from './command.ts';
import { withParts } from './parts.ts';

/**
 * The plan of a host whose data are read, perhaps while that host runs.
 *
 * @throws Error if there is no data folder: a mistyped path is likelier than a host that was never started
 */
export const planToRead = (values: ConfigurationValues): Promise<Plan> => planOn(values, { readOnly: true });

/** The plan of a command that changes what a host has stored. @throws Error as `planToRead` */
export const planToChange = (values: ConfigurationValues): Promise<Plan> => planOn(values, { readOnly: false });

async function planOn(values: ConfigurationValues, use: { readonly readOnly: boolean }): Promise<Plan> {
  const plan = await planHost({ ...hostRequest(values), ...use });
  const { data } = plan.configuration;
  if (existsSync(data)) return plan;
  throw new Error(`There is no data folder ${data}. Name another with --data, or start the host once to make it.`);
}

/**
 * Writes everything that a host stores as one archive. SIGINT and SIGTERM abort it cleanly.
 *
 * @param folder for temporary copies
 * @param write receives the bytes of the archive
 */
export function exportArchive(
  plan: Plan,
  folder: string,
  write: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Manifest> {
  return interruptible((signal) =>
    withParts(plan, { archive: Archive, blobs: Blobs }, ({ archive, blobs }) =>
      writeArchive({ archive, blobs, folder, sealing: plan.sealing }, write, signal),
    ),
  );
}

/** The content of an archive as a table: counts and bytes, never names of accounts. */
export function formatManifest({ blobs, store }: Manifest): string {
  const bytes = [...blobs, ...store].reduce((sum, part) => sum + part.bytes, 0);
  return table([
    ...store.map(({ name, entries }) => [name, String(entries)]),
    ['files', String(blobs.length)],
    ['bytes in all', String(bytes)],
  ]);
}

/** Runs work whose signal is aborted by SIGINT and SIGTERM, so that it can clean up. */
async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  const interrupt = (signal: NodeJS.Signals) =>
    interruption.abort(new Error(`Interrupted (${signal}); nothing was written.`));
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}
