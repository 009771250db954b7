import { z } from 'zod';
import type { HostSealing } from '../encryption/sealing.ts';
import type { Blobs } from '../kinds/blobs.ts';
import type { Archive, ArchiveEntry } from '../kinds/store.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { runs } from '../runs/stored-run.ts';
import type { Manifest } from './format.ts';
import { type ReadableArchive, readArchive } from './read.ts';

export interface RestoreTarget {
  readonly archive: Archive;
  readonly blobs: Blobs;
  readonly engine: Pick<WorkflowEngine, 'state'>;
  /** Opens an archive that is sealed. */
  readonly sealing?: HostSealing | undefined;
}

const Run = z.looseObject({ id: z.string() });

/**
 * Restores an archive into an empty store and empty blobs. Nothing is written before the whole file was verified. Blobs
 * are written first and the store last, in one transaction: an interrupted import can be repeated, and a host that
 * starts too early finds an empty store.
 *
 * @throws Error that says what is wrong with the file, or what the target already holds
 */
export async function restoreArchive(file: string, to: RestoreTarget): Promise<Manifest> {
  const runIds: string[] = [];
  const archive = await readArchive(file, (entry) => addRunId(entry, runIds), to.sealing);
  await refuseNonEmpty(to, archive.manifest);
  await refuseKnownRuns(to, runIds);
  await writeBlobs(file, archive, to.blobs);
  await to.archive.fill(archive.entries());
  return archive.manifest;
}

function addRunId({ section, value }: ArchiveEntry, ids: string[]): void {
  if (section === `documents/${runs.name}`) ids.push(Run.parse(value).id);
}

async function refuseNonEmpty({ archive, blobs }: RestoreTarget, manifest: Manifest): Promise<void> {
  for await (const { section } of archive.entries()) {
    throw new Error(
      `The store is not empty: it has something in "${section}". An archive can only be restored into an empty store. ` +
        'If a host runs on it, name another data folder with --data, or another configuration with --config. To go back to the archive, stop the host and move its data away; on Postgres, name another schema for the store and for the engine.',
    );
  }
  // An interrupted import may have left blobs of this archive.
  const archived = new Set(manifest.blobs.map(({ name }) => name));
  for await (const { name } of blobs.list('')) {
    if (archived.has(name)) continue;
    throw new Error(
      `The blobs are not empty: they hold files that are not of this archive (${name}). Stop the host that uses them and move them away, or name another place for the blobs.`,
    );
  }
}

/** An engine that is ahead of the archive would report runs as done whose records do not exist. */
async function refuseKnownRuns({ engine }: RestoreTarget, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    if ((await engine.state(id)) === undefined) continue;
    throw new Error(
      `The workflow engine knows runs of this archive already (${id}), perhaps in a later state. ` +
        'Move its database away (workflows.db in the data folder, unless configured otherwise): open runs then start again from the archive.',
    );
  }
}

async function writeBlobs(file: string, archive: ReadableArchive, blobs: Blobs): Promise<void> {
  for await (const { blob, content } of archive.blobs()) {
    const { sha256 } = await blobs.write(blob.name, content);
    if (sha256 === blob.sha256) continue;
    throw new Error(`${file} changed while it was read: "${blob.name}". Start again with an empty store.`);
  }
}
