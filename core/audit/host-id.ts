import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { ifThere } from '../files/durable-write.ts';

/** The id of a data folder, by which hosts that share a store tell their audit logs apart. Undefined if it has none. */
export async function readHostId(data: string): Promise<string | undefined> {
  return (await ifThere(readFile(fileIn(data), 'utf8')))?.trim() || undefined;
}

/**
 * The same, made if it is missing. It is beside the folder of the log: whoever deletes that does not make a log of
 * another host out of it.
 */
export async function hostId(data: string): Promise<string> {
  const known = await readHostId(data);
  if (known !== undefined) return known;
  const made = randomUUID();
  await writeFileAtomic(fileIn(data), [Buffer.from(`${made}\n`)], { replace: true });
  return made;
}

const fileIn = (data: string): string => join(data, 'host-id');
