import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { PassThrough } from 'node:stream';
import { Parser, type ReadEntry } from 'tar';
import unbzip2 from 'unbzip2-stream';
import { ArchiveFault, type UnpackOrder } from './archive.ts';
import type { ReceivedFile } from './receipt.ts';

/**
 * Takes the wanted files out of a `.tar.bz2`, by their base names. Nothing else of it is written: no folders, no links, and no
 * name that it gives becomes a path.
 *
 * @param onRead gets the bytes of the archive that have been read so far.
 * @throws ArchiveFault where it is damaged, too large, or lacks a file; what the file system says.
 */
export async function unpackTarBz2(order: UnpackOrder, onRead: (bytes: number) => void): Promise<readonly ReceivedFile[]> {
  const writing = new Map<string, Promise<ReceivedFile>>();
  let twice: string | undefined;
  const parser = new Parser({
    strict: true,
    // A tar is expected, and not one that is packed a second time.
    gzip: false,
    filter: (path, entry) => 'type' in entry && isFile(entry.type) && order.files.includes(posix.basename(path)),
    onReadEntry(entry) {
      const name = posix.basename(entry.path);
      if (writing.has(name)) twice = name;
      if (twice !== undefined) return entry.resume();
      const written = write(entry, name, join(order.folder, name));
      // It is awaited below; until then it must not count as unhandled.
      written.catch((thrown: unknown) => parser.abort(thrown instanceof Error ? thrown : new Error(String(thrown))));
      writing.set(name, written);
      return undefined;
    },
  });
  await feed(parser, unpacked(order, onRead)).catch(async (thrown: unknown) => {
    // What the disk says counts for more than that the parser was stopped by it.
    for (const settled of await Promise.allSettled(writing.values())) if (settled.status === 'rejected') throw settled.reason;
    throw thrown;
  });
  if (twice !== undefined) throw new ArchiveFault(`it holds ${twice} twice`);
  const missing = order.files.filter((name) => !writing.has(name));
  if (missing.length > 0) throw new ArchiveFault(`it does not hold ${missing.join(', ')}`);
  return Promise.all(writing.values());
}

function isFile(type: ReadEntry['type']): boolean {
  return type === 'File' || type === 'OldFile' || type === 'ContiguousFile';
}

async function* unpacked({ archive, mostBytes }: UnpackOrder, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  const packed = createReadStream(archive);
  const stream = unbzip2();
  // The library's stream is of the oldest kind, which neither iterates nor passes errors on.
  const plain = new PassThrough();
  packed.on('error', (thrown) => plain.destroy(thrown));
  stream.on('error', (thrown) => plain.destroy(thrown instanceof Error ? thrown : new Error(String(thrown))));
  packed.pipe(stream).pipe(plain);
  let bytes = 0;
  try {
    for await (const piece of plain) {
      bytes += piece.length;
      if (bytes > mostBytes)
        throw new ArchiveFault(`it holds more than ${mostBytes} bytes, far more than a model packed so small`);
      onRead(packed.bytesRead);
      yield piece;
    }
  } catch (thrown) {
    // The library throws whatever it stumbles over.
    throw thrown instanceof ArchiveFault || isSystemError(thrown)
      ? thrown
      : new ArchiveFault('it is no bzip2 file, or a damaged one');
  } finally {
    packed.destroy();
  }
}

function isSystemError(thrown: unknown): boolean {
  return thrown instanceof Error && 'syscall' in thrown;
}

async function feed(parser: Parser, pieces: AsyncIterable<Buffer>): Promise<void> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  parser.once('end', resolve);
  parser.on('error', () => reject(new ArchiveFault('it is no tar archive, or a damaged one')));
  // It is awaited below; until then it must not count as unhandled.
  ended.catch(() => {});
  for await (const piece of pieces) {
    if (!parser.write(piece)) await Promise.race([drained(parser), ended]);
  }
  parser.end();
  await ended;
}

function drained(parser: Parser): Promise<void> {
  return new Promise((resolve) => {
    parser.once('drain', () => resolve());
  });
}

async function write(entry: ReadEntry, name: string, path: string): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  await using file = await open(path, 'wx', 0o600);
  let bytes = 0;
  for await (const piece of entry) {
    hash.update(piece);
    bytes += piece.length;
    await file.appendFile(piece);
  }
  await file.sync();
  return { name, bytes, sha256: hash.digest('hex') };
}
