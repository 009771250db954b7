import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { textLines } from '../api/text.ts';
import { type HostSealing, openBackup } from '../encryption/sealing.ts';
import { hasCode } from '../files/durable-write.ts';
import { hashed } from '../files/hashed.ts';
import type { Blobs } from '../kinds/blobs.ts';
import type { Archive, ArchiveEntry } from '../kinds/store.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { runs } from '../runs/stored-run.ts';
import {
  AnyManifest,
  blobEntryName,
  formatVersion,
  Manifest,
  manifestHash,
  manifestHashName,
  manifestName,
  sectionEntryName,
} from './format.ts';
import { readTar, type TarEntry } from './tar.ts';

/** A manifest lists every blob; one of this size lists millions. */
const maxManifestBytes = 1024 ** 3;

/**
 * An archive file that was verified: complete and unchanged.
 *
 * Reads an archive file from its first byte to its last and compares it with its manifest.
 *
 * @param onEntry gets each entry of the store during this first reading
 * @param sealing opens a file that is sealed
 * @throws Error that names the file, what is wrong with it and what to do
 */
export async function readArchive(
  file: string,
  onEntry: (entry: ArchiveEntry) => void,
  sealing?: HostSealing | undefined,
) {
  const manifest = await verify(file, onEntry, sealing);
  return {
    manifest,
    /** The blobs in their order. Read each one before you ask for the next. */
    async *blobs() {
      const blobs = manifest.blobs[Symbol.iterator]();
      for await (const entry of tarEntries(file, sealing)) {
        if (entry.name === manifestName) continue;
        const { value: blob } = blobs.next();
        if (blob === undefined) return;
        yield { blob, content: entry.content };
      }
    },
    /** The store's entries. */
    async *entries() {
      const sections = new Map(manifest.store.map((section) => [sectionEntryName(section), section]));
      for await (const entry of tarEntries(file, sealing)) {
        const section = sections.get(entry.name);
        if (section === undefined) continue;
        const content = hashed(entry.content);
        for await (const line of textLines(content)) yield { section: section.name, value: JSON.parse(line) };
        // The file may have changed since it was verified.
        if (content.digest().sha256 !== section.sha256) throw changed(file, entry.name);
      }
    },
  };
}

/** An entry of the tar as the manifest describes it. */
interface ExpectedEntry {
  readonly entryName: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly section?: string;
  readonly entries?: number;
}

async function verify(
  file: string,
  onEntry: (entry: ArchiveEntry) => void,
  sealing: HostSealing | undefined,
): Promise<Manifest> {
  const entries = tarEntries(file, sealing);
  const first = await entries.next();
  if (first.done) throw incomplete(file, manifestName);
  const { manifest, text } = await readManifest(file, first.value);
  const end = manifestHash(text);
  const expected: readonly ExpectedEntry[] = [
    ...manifest.blobs.map((blob) => ({ ...blob, entryName: blobEntryName(blob) })),
    ...manifest.store.map((section) => ({ ...section, entryName: sectionEntryName(section), section: section.name })),
    { entryName: manifestHashName, bytes: end.byteLength, sha256: hash('sha256', end) },
  ];
  let count = 0;
  for await (const entry of entries) {
    const next = expected[count];
    count += 1;
    if (next?.entryName !== entry.name || next.bytes !== entry.bytes) throw changed(file, entry.name);
    if (!(await matches(next, entry, onEntry))) throw changed(file, entry.name);
  }
  const missing = expected[count];
  if (missing !== undefined) throw incomplete(file, missing.entryName);
  return manifest;
}

async function matches(
  { section, entries, sha256 }: ExpectedEntry,
  entry: TarEntry,
  onEntry: (entry: ArchiveEntry) => void,
): Promise<boolean> {
  const content = hashed(entry.content);
  if (section === undefined) for await (const _chunk of content);
  else if ((await readSection(content, section, onEntry)) !== entries) return false;
  return content.digest().sha256 === sha256;
}

/** The number of entries in a section; undefined if one is not JSON or `onEntry` refuses it. */
async function readSection(
  content: AsyncIterable<Uint8Array>,
  section: string,
  onEntry: (entry: ArchiveEntry) => void,
): Promise<number | undefined> {
  let count = 0;
  for await (const line of textLines(content)) {
    try {
      onEntry({ section, value: JSON.parse(line) });
    } catch {
      return undefined;
    }
    count += 1;
  }
  return count;
}

async function readManifest(
  file: string,
  { name, bytes, content }: TarEntry,
): Promise<{ readonly manifest: Manifest; readonly text: Uint8Array }> {
  if (name !== manifestName || bytes > maxManifestBytes) throw notAnArchive(file);
  const text = Buffer.concat(await Array.fromAsync(content));
  let json: unknown;
  try {
    json = JSON.parse(text.toString('utf8'));
  } catch (thrown) {
    throw thrown instanceof SyntaxError ? changed(file, manifestName) : thrown;
  }
  const any = AnyManifest.safeParse(json);
  if (any.success && any.data.format > formatVersion) {
    throw new Error(
      `${file} was written by chronoscribe ${any.data.chronoscribe}, in a newer format (${any.data.format}) than this version knows (${formatVersion}). Run a newer version.`,
    );
  }
  const parsed = Manifest.safeParse(json);
  if (!parsed.success) throw any.success ? changed(file, manifestName) : notAnArchive(file);
  return { manifest: parsed.data, text };
}

/** The entries of the tar `file`. Errors of the tar reader become errors that the owner of the file understands. */
async function* tarEntries(file: string, sealing: HostSealing | undefined): AsyncGenerator<TarEntry> {
  const source = createReadStream(file);
  let hasEntries = false;
  try {
    for await (const entry of mapErrors(readTar(openBackup(sealing, source)), explain)) {
      if (entry.type !== 'file') throw hasEntries ? changed(file, entry.name) : notAnArchive(file);
      hasEntries = true;
      yield { ...entry, content: mapErrors(entry.content, explain) };
    }
  } finally {
    source.destroy();
  }

  function explain(thrown: unknown): unknown {
    if (hasCode(thrown, 'ENOENT')) return new Error(`There is no file ${file}.`, { cause: thrown });
    if (!(thrown instanceof Error)) return thrown;
    if (/unexpected end of data/i.test(thrown.message)) return incomplete(file);
    if (/invalid (tar )?header|header exceeds/i.test(thrown.message)) {
      return hasEntries ? changed(file, 'the header of an entry') : notAnArchive(file);
    }
    return thrown;
  }
}

async function* mapErrors<T>(source: AsyncIterable<T>, map: (thrown: unknown) => unknown): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (thrown) {
    throw map(thrown);
  }
}

const advice = 'Copy it again from its source, or use another archive. Nothing was written.';

function incomplete(file: string, missing?: string): Error {
  const where = missing === undefined ? 'too early' : `before "${missing}"`;
  return new Error(`${file} is not whole: it ends ${where}. ${advice}`);
}

function changed(file: string, entry: string): Error {
  return new Error(
    `${file} was changed or damaged since it was written: "${entry}" does not match its manifest. ${advice}`,
  );
}

function notAnArchive(file: string): Error {
  return new Error(
    `${file} is not an archive of chronoscribe. Name a file that "chronoscribe export" or "chronoscribe backup" wrote.`,
  );
}

interface RestoreTarget {
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
  const addRunId = ({ section, value }: ArchiveEntry) =>
    void (section === `documents/${runs.name}` && runIds.push(Run.parse(value).id));
  const archive = await readArchive(file, addRunId, to.sealing);
  await refuseNonEmpty(to, archive.manifest);
  await refuseKnownRuns(to, runIds);
  await writeBlobs(file, archive, to.blobs);
  await to.archive.fill(archive.entries());
  return archive.manifest;
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

async function writeBlobs(file: string, archive: Awaited<ReturnType<typeof readArchive>>, blobs: Blobs): Promise<void> {
  for await (const { blob, content } of archive.blobs()) {
    const { sha256 } = await blobs.write(blob.name, content);
    if (sha256 === blob.sha256) continue;
    throw new Error(`${file} changed while it was read: "${blob.name}". Start again with an empty store.`);
  }
}
