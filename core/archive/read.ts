import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { hasCode } from '../files/durable-write.ts';
import type { ArchiveEntry } from '../kinds/archive.ts';
import {
  AnyManifest,
  type ArchivedBlob,
  blobPart,
  format,
  Manifest,
  manifestName,
  sealName,
  sealOf,
  sectionPart,
} from './format.ts';
import { type TarPart, tarParts } from './tar.ts';

/** A file that was found to be an archive, whole and unchanged. */
export interface ReadableArchive {
  readonly manifest: Manifest;
  /** The blobs, one after another. Each is gone through before the next is asked for. */
  blobs(): AsyncIterable<{ readonly blob: ArchivedBlob; readonly content: AsyncIterable<Uint8Array> }>;
  /** What the store held. */
  entries(): AsyncIterable<ArchiveEntry>;
}

/** A manifest lists every blob; so large a one has millions. */
const mostManifestBytes = 1024 ** 3;

/**
 * Reads an archive from its first byte to its last, and compares it with what its manifest says.
 *
 * @throws Error that names the file, what is wrong with it and what to do.
 */
export async function readArchive(file: string, look: (entry: ArchiveEntry) => void): Promise<ReadableArchive> {
  const manifest = await verified(file, look);
  return {
    manifest,
    async *blobs() {
      const blobs = manifest.blobs[Symbol.iterator]();
      for await (const part of partsOf(file)) {
        if (part.name === manifestName) continue;
        const { value: blob } = blobs.next();
        if (blob === undefined) return;
        yield { blob, content: part.content };
      }
    },
    async *entries() {
      const sections = new Map(manifest.store.map((section) => [sectionPart(section), section]));
      for await (const part of partsOf(file)) {
        const section = sections.get(part.name);
        if (section === undefined) continue;
        const read = hashed(part.content);
        for await (const line of linesOf(read)) yield { section: section.name, value: JSON.parse(line) };
        // Whatever the first reading found.
        if (read.sha256() !== section.sha256) throw changed(file, part.name);
      }
    },
  };
}

/** A part as the manifest promises it. */
interface Promised {
  readonly part: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly section?: string;
  readonly entries?: number;
}

async function verified(file: string, look: (entry: ArchiveEntry) => void): Promise<Manifest> {
  const parts = partsOf(file);
  const first = await parts.next();
  if (first.done) throw notWhole(file, manifestName);
  const { manifest, text } = await manifestIn(file, first.value);
  const seal = sealOf(text);
  const promised: readonly Promised[] = [
    ...manifest.blobs.map((blob) => ({ ...blob, part: blobPart(blob) })),
    ...manifest.store.map((section) => ({ ...section, part: sectionPart(section), section: section.name })),
    { part: sealName, bytes: seal.byteLength, sha256: createHash('sha256').update(seal).digest('hex') },
  ];
  let seen = 0;
  for await (const part of parts) {
    const wanted = promised[seen];
    seen += 1;
    if (wanted?.part !== part.name || wanted.bytes !== part.bytes) throw changed(file, part.name);
    if (!(await isAs(wanted, part, look))) throw changed(file, part.name);
  }
  const lacking = promised[seen];
  if (lacking !== undefined) throw notWhole(file, lacking.part);
  return manifest;
}

async function isAs(
  { section, entries, sha256 }: Promised,
  part: TarPart,
  look: (entry: ArchiveEntry) => void,
): Promise<boolean> {
  const read = hashed(part.content);
  if (section === undefined) for await (const _piece of read);
  else if ((await lookAt(read, section, look)) !== entries) return false;
  return read.sha256() === sha256;
}

/** How many entries a section has, all of which are JSON; undefined where one is not. */
async function lookAt(
  content: AsyncIterable<Uint8Array>,
  section: string,
  look: (entry: ArchiveEntry) => void,
): Promise<number | undefined> {
  let count = 0;
  for await (const line of linesOf(content)) {
    try {
      look({ section, value: JSON.parse(line) });
    } catch {
      return undefined;
    }
    count += 1;
  }
  return count;
}

async function manifestIn(
  file: string,
  { name, bytes, content }: TarPart,
): Promise<{ readonly manifest: Manifest; readonly text: Uint8Array }> {
  if (name !== manifestName || bytes > mostManifestBytes) throw foreign(file);
  const text = Buffer.concat(await Array.fromAsync(content));
  let json: unknown;
  try {
    json = JSON.parse(text.toString('utf8'));
  } catch (thrown) {
    throw thrown instanceof SyntaxError ? changed(file, manifestName) : thrown;
  }
  const any = AnyManifest.safeParse(json);
  if (any.success && any.data.format > format) {
    throw new Error(
      `${file} was written by chronoscribe ${any.data.chronoscribe}, in a newer format (${any.data.format}) than this version knows (${format}). Run a newer version.`,
    );
  }
  const parsed = Manifest.safeParse(json);
  if (!parsed.success) throw any.success ? changed(file, manifestName) : foreign(file);
  return { manifest: parsed.data, text };
}

/** The parts of a tar; what is wrong with it is said in the words of whoever has the file. */
async function* partsOf(file: string): AsyncGenerator<TarPart> {
  const source = createReadStream(file);
  let any = false;
  try {
    for await (const part of explained(tarParts(source), fault)) {
      any = true;
      yield { ...part, content: explained(part.content, fault) };
    }
  } finally {
    source.destroy();
  }

  function fault(thrown: unknown): unknown {
    if (hasCode(thrown, 'ENOENT')) return new Error(`There is no file ${file}.`, { cause: thrown });
    if (!(thrown instanceof Error)) return thrown;
    if (/unexpected end of data/i.test(thrown.message)) return notWhole(file, undefined);
    if (/invalid tar header|is not a file/i.test(thrown.message))
      return any ? changed(file, 'the header of a part') : foreign(file);
    return thrown;
  }
}

async function* explained<T>(source: AsyncIterable<T>, fault: (thrown: unknown) => unknown): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (thrown) {
    throw fault(thrown);
  }
}

interface Hashed extends AsyncIterable<Uint8Array> {
  /** Of what was read; asked for once. */
  sha256(): string;
}

function hashed(content: AsyncIterable<Uint8Array>): Hashed {
  const hash = createHash('sha256');
  return {
    async *[Symbol.asyncIterator]() {
      for await (const piece of content) {
        hash.update(piece);
        yield piece;
      }
    },
    sha256: () => hash.digest('hex'),
  };
}

const newline = 0x0a;

/** The lines of a text; JSON has no newline within one, but other separators that `readline` takes for one. */
async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let begun: Uint8Array[] = [];
  for await (const piece of content) {
    let from = 0;
    for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, from)) {
      yield Buffer.concat([...begun, piece.subarray(from, at)]).toString('utf8');
      begun = [];
      from = at + 1;
    }
    if (from < piece.byteLength) begun.push(piece.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString('utf8');
}

const again = 'Copy it again from where it came, or take another one. Nothing was written.';

function notWhole(file: string, lacking: string | undefined): Error {
  return new Error(`${file} is not whole: it ends ${lacking === undefined ? 'too early' : `before "${lacking}"`}. ${again}`);
}

function changed(file: string, part: string): Error {
  return new Error(`${file} was changed or damaged since it was written: "${part}" is not as its manifest says. ${again}`);
}

function foreign(file: string): Error {
  return new Error(
    `${file} is not an archive of chronoscribe. Name a file that "chronoscribe export" or "chronoscribe backup" wrote.`,
  );
}
