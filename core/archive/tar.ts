import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';

/** A file inside a tar. */
export interface TarPart {
  readonly name: string;
  readonly bytes: number;
  /** Exactly `bytes` long. One that is read is gone through before the next part is asked for, or left out. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Whoever wrote it and when is not in it, so that the same parts give the same bytes. */
const nobody = { mode: 0o600, uid: 0, gid: 0, mtime: new Date(0) } as const;

/** The bytes of a tar with these parts, in their order. */
export async function* tarOf(parts: AsyncIterable<TarPart> | Iterable<TarPart>): AsyncGenerator<Uint8Array> {
  const tar = pack();
  const packing = (async () => {
    for await (const { name, bytes, content } of parts) {
      await pipeline(content, tar.entry({ name, size: bytes, ...nobody }));
    }
    tar.finalize();
  })();
  packing.catch((thrown: unknown) => tar.destroy(thrown instanceof Error ? thrown : new Error(String(thrown))));
  try {
    // The boundary to tar-stream, whose streams hand over bytes.
    yield* tar as AsyncIterable<Uint8Array>;
    await packing;
  } finally {
    tar.destroy();
  }
}

/** The files in a tar, in their order. Throws where it is none, or is cut within a part. */
export async function* tarParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarPart> {
  const tar = extract();
  const unpacking = pipeline(Readable.from(source), tar);
  unpacking.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name, size, type } = entry.header;
      if (type !== 'file') throw new Error(`"${name}" is not a file.`);
      // The boundary to tar-stream, as above.
      yield { name, bytes: size ?? 0, content: entry as AsyncIterable<Uint8Array> };
      entry.resume();
    }
    await unpacking;
  } finally {
    tar.destroy();
  }
}
