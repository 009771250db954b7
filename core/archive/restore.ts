import { z } from 'zod';
import type { Archive, ArchiveEntry } from '../kinds/archive.ts';
import type { Blobs } from '../kinds/blobs.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { runs } from '../runs/stored-run.ts';
import type { Manifest } from './format.ts';
import { type ReadableArchive, readArchive } from './read.ts';

export interface RestoreTarget {
  readonly archive: Archive;
  readonly blobs: Blobs;
  readonly engine: Pick<WorkflowEngine, 'state'>;
}

const Run = z.looseObject({ id: z.string() });

/**
 * Brings an archive into an empty store and empty blobs. Nothing is written before all of the file was found to be as it was written. Blobs come first and the store last, in one
 * go: an import that dies can be begun again, and a host that starts too early finds a store in which nothing is.
 *
 * @throws Error that says what is wrong with the file, or what is there already.
 */
export async function restoreArchive(file: string, to: RestoreTarget): Promise<Manifest> {
  const runIds: string[] = [];
  const archive = await readArchive(file, (entry) => addRun(entry, runIds));
  await refuseFull(to, archive.manifest);
  await refuseKnownRuns(to, runIds);
  await writeBlobs(file, archive, to.blobs);
  await to.archive.fill(archive.entries());
  return archive.manifest;
}

function addRun({ section, value }: ArchiveEntry, ids: string[]): void {
  if (section === `documents/${runs.name}`) ids.push(Run.parse(value).id);
}

async function refuseFull({ archive, blobs }: RestoreTarget, { blobs: brought }: Manifest): Promise<void> {
  for await (const { section } of archive.entries()) {
    throw new Error(
      `The store is not empty: it has something in "${section}". An archive is only brought into an empty one. ` +
        'If a host runs on it, name another data folder with --data, or another configuration with --config. To go back to the archive, stop the host and move what is there away; on Postgres, name another schema for the store and for the engine.',
    );
  }
  // An import that died has left some of its own.
  const ours = new Set(brought.map(({ name }) => name));
  for await (const { name } of blobs.list('')) {
    if (ours.has(name)) continue;
    throw new Error(
      `There are files among the blobs that are not of this archive (${name}), so they are not empty. Stop the host that they belong to and move them away, or name another place for them.`,
    );
  }
}

/** An engine that is further than the archive would say of runs that they are done, whose records are not there. */
async function refuseKnownRuns({ engine }: RestoreTarget, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    if ((await engine.state(id)) === undefined) continue;
    throw new Error(
      `The workflow engine knows runs of this archive already (${id}), perhaps further on than the archive does. ` +
        'Move its database away (workflows.db in the data folder, unless configured otherwise): open runs begin anew from the archive.',
    );
  }
}

async function writeBlobs(file: string, archive: ReadableArchive, blobs: Blobs): Promise<void> {
  for await (const { blob, content } of archive.blobs()) {
    const { sha256 } = await blobs.write(blob.name, content);
    if (sha256 !== blob.sha256)
      throw new Error(`${file} changed while it was read: "${blob.name}". Begin again with an empty store.`);
  }
}
