import { existsSync } from 'node:fs';
import type { Manifest } from '../archive/format.ts';
import { writeArchive } from '../archive/write.ts';
import { type Plan, planHost } from '../host/plan.ts';
import { Archive } from '../kinds/archive.ts';
import { Blobs } from '../kinds/blobs.ts';
import { interruptible } from './interruptible.ts';
import { withParts } from './open-parts.ts';
import { requested } from './request.ts';

/** The host whose store and blobs are read, beside it while it runs. Where there is no data folder yet, one that was mistyped is likelier than a host that was never started. */
export async function planToRead(values: Parameters<typeof requested>[0]): Promise<Plan> {
  const plan = await planHost({ ...requested(values), onlyReading: true });
  const { data } = plan.configuration;
  if (existsSync(data)) return plan;
  throw new Error(`There is no data folder ${data}. Name another with --data, or start the host once to make it.`);
}

/**
 * Writes all that a host keeps.
 *
 * @param folder where copies pass through
 * @param write takes the bytes of the archive
 */
export function archiveOf(
  plan: Plan,
  folder: string,
  write: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Manifest> {
  return interruptible((signal) =>
    withParts(plan.parts, { archive: Archive, blobs: Blobs }, ({ archive, blobs }) =>
      writeArchive({ archive, blobs, folder }, write, signal),
    ),
  );
}
