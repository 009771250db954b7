import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { PassThrough } from 'node:stream';
import unbzip2 from 'unbzip2-stream';
import { readTar, type TarEntry } from '../archive/tar.ts';
import { hashed } from '../files/hashed.ts';
import type { InstalledFile } from './model-folder.ts';
import { InvalidArchive, type UnpackMessage, type UnpackRequest } from './unpack.ts';

/**
 * The process that unpacks a `.tar.bz2`: `node unpack-child.ts REQUEST`, an `UnpackRequest` as JSON. It reports its
 * progress and its result as messages, and ends when its parent does.
 */
process.once('disconnect', () => process.exit());

const progressBytes = 2 ** 20;

try {
  // Sent by `unpack.ts`.
  const request: UnpackRequest = JSON.parse(process.argv[2] ?? '');
  let reported = 0;
  const files = await unpackTarBz2(request, (read) => {
    if (read - reported < progressBytes) return;
    reported = read;
    void send({ read });
  });
  await send({ files });
} catch (thrown) {
  const { message, code } = thrown as NodeJS.ErrnoException;
  await send(thrown instanceof InvalidArchive ? { fault: message } : { failure: message, code });
}
process.exit();

function send(message: UnpackMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}

/**
 * Writes the wanted files of an archive, by their base names. It creates no folders and no links, and no path of the
 * archive is used.
 */
async function unpackTarBz2(
  { archive, files, folder, maxBytes }: UnpackRequest,
  onRead: (bytes: number) => void,
): Promise<readonly InstalledFile[]> {
  const written = new Map<string, InstalledFile>();
  let isEmpty = true;
  try {
    for await (const entry of readTar(decompress(archive, maxBytes, onRead))) {
      isEmpty = false;
      const name = posix.basename(entry.name);
      if (entry.type !== 'file' || !files.includes(name)) continue;
      if (written.has(name)) throw new InvalidArchive(`it holds ${name} twice`);
      written.set(name, await writeFile(entry, name, join(folder, name)));
    }
  } catch (thrown) {
    if (thrown instanceof InvalidArchive || isSystemError(thrown)) throw thrown;
    throw new InvalidArchive('it is no tar archive, or a damaged one');
  }
  if (isEmpty) throw new InvalidArchive('it is no tar archive, or a damaged one');
  const missing = files.filter((name) => !written.has(name));
  if (missing.length > 0) throw new InvalidArchive(`it does not hold ${missing.join(', ')}`);
  return [...written.values()];
}

async function* decompress(
  archive: string,
  maxBytes: number,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const compressed = createReadStream(archive);
  const decompressor = unbzip2();
  // The library's stream is an old one that neither iterates nor passes errors on.
  const plain = new PassThrough();
  compressed.on('error', (thrown) => plain.destroy(thrown));
  decompressor.on('error', (thrown) => plain.destroy(thrown instanceof Error ? thrown : new Error(String(thrown))));
  compressed.pipe(decompressor).pipe(plain);
  let bytes = 0;
  try {
    for await (const chunk of plain) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        throw new InvalidArchive(`it holds more than ${maxBytes} bytes, far more than a model packed so small`);
      }
      onRead(compressed.bytesRead);
      yield chunk;
    }
  } catch (thrown) {
    // The library throws strings and errors of every kind.
    if (thrown instanceof InvalidArchive || isSystemError(thrown)) throw thrown;
    throw new InvalidArchive('it is no bzip2 file, or a damaged one');
  } finally {
    compressed.destroy();
  }
}

async function writeFile({ content }: TarEntry, name: string, path: string): Promise<InstalledFile> {
  await using file = await open(path, 'wx', 0o600);
  const counted = hashed(content);
  for await (const chunk of counted) await file.appendFile(chunk);
  await file.sync();
  return { name, ...counted.digest() };
}

function isSystemError(thrown: unknown): boolean {
  return thrown instanceof Error && 'syscall' in thrown;
}
