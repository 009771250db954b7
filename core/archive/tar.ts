import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** An entry of a tar archive. */
export interface TarEntry {
  readonly name: string;
  /** `other` for folders, links and devices. */
  readonly type: 'file' | 'other';
  readonly bytes: number;
  /** Exactly `bytes` long. Read it to its end before you ask for the next entry, or not at all. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Owner and time are constant, so that equal entries give equal bytes. */
const constantHeader = { mode: 0o600, uid: 0, gid: 0, mtime: new Date(0) } as const;

/**
 * The bytes of a tar archive.
 *
 * @param files are written in their order
 */
export async function* packTar(files: Iterable<Omit<TarEntry, 'type'>>): AsyncGenerator<Uint8Array> {
  const { pack } = await import('tar-stream');
  const tar = pack();
  const packing = (async () => {
    for (const { name, bytes, content } of files) {
      await pipeline(content, tar.entry({ name, size: bytes, ...constantHeader }));
    }
    tar.finalize();
  })();
  packing.catch((thrown: unknown) => tar.destroy(thrown instanceof Error ? thrown : new Error(String(thrown))));
  try {
    // The typings of tar-stream leave the chunk type open; it is always bytes.
    yield* tar as AsyncIterable<Uint8Array>;
    await packing;
  } finally {
    tar.destroy();
  }
}

/**
 * The entries of a tar archive, in their order.
 *
 * @throws Error from tar-stream if the bytes are not a tar archive or end early; the error of `source`
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const { extract } = await import('tar-stream');
  const tar = extract();
  const unpacking = pipeline(Readable.from(source), tar);
  unpacking.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name, size, type } = entry.header;
      const isFile = type === 'file' || type === 'contiguous-file';
      // As above: the chunks are bytes.
      const content = entry as AsyncIterable<Uint8Array>;
      yield { name, type: isFile ? 'file' : 'other', bytes: size ?? 0, content };
      entry.resume();
    }
    await unpacking;
  } finally {
    tar.destroy();
  }
}
