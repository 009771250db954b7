import type { UploadPiece } from 'chronoscribe/host';

/** The media type of sound by its first bytes; undefined if they begin no file that can be recorded live. */
export function containerType(head: Uint8Array): string | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const text = (at: number, length: number) => bytes.toString('latin1', at, at + length);
  if (text(0, 4) === '\x1aE\xdf\xa3') return 'video/webm';
  // The bit says that a stream begins here; the pages after it have the same four letters.
  if (text(0, 4) === 'OggS' && bytes.length > 5 && ((bytes[5] ?? 0) & 2) !== 0) return 'audio/ogg';
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WAVE') return 'audio/wav';
  if (text(4, 4) === 'ftyp') return 'audio/mp4';
  if (text(0, 4) === 'fLaC') return 'audio/flac';
  if (text(0, 3) === 'ID3') return 'audio/mpeg';
  return undefined;
}

/**
 * The parts of a recording: a page that is opened again starts a recorder of its own, whose first piece begins with a
 * header. Each part is read to its end before the next is asked for.
 *
 * @param pieces as they were sent, so that a header is at the beginning of a piece
 */
export async function* soundParts(pieces: AsyncIterable<Pick<UploadPiece, 'content'>>) {
  const source = pieces[Symbol.asyncIterator]();
  const next = async () => {
    const { done, value } = await source.next();
    return done ? undefined : opened(value);
  };
  let piece = await next();
  async function* chunksOfPart(first: OpenedPiece): AsyncGenerator<Uint8Array> {
    yield* first.chunks;
    for (piece = await next(); piece !== undefined && piece.type === undefined; piece = await next()) {
      yield* piece.chunks;
    }
  }
  try {
    while (piece !== undefined) yield { type: piece.type, chunks: chunksOfPart(piece) };
  } finally {
    await piece?.close();
    await source.return?.();
  }
}

interface OpenedPiece {
  readonly type: string | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Lets go of its file, however far it was read. */
  close(): Promise<void>;
}

/** Reads the beginning of a piece, to see whether a part begins with it. */
async function opened(piece: Pick<UploadPiece, 'content'>): Promise<OpenedPiece> {
  const chunks = piece.content()[Symbol.asyncIterator]();
  const first = await chunks.next();
  const close = async () => void (await chunks.return?.());
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      for (let chunk = first; !chunk.done; chunk = await chunks.next()) yield chunk.value;
    } finally {
      await close();
    }
  }
  return { type: first.done ? undefined : containerType(first.value), chunks: all(), close };
}
