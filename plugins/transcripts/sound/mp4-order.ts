import { type FileHandle, open } from 'node:fs/promises';

const pieceBytes = 64 * 1024;
/** An index of four hours takes 3 MB. */
const largestIndex = 64 * 1024 * 1024;

interface Box {
  readonly type: string;
  readonly from: number;
  readonly to: number;
}

/**
 * A file in pieces, for a decoder that reads from front to back. An MP4 file whose index (`moov`) stands behind the sound
 * (`mdat`), as telephones write it, is given with its index in front and the offsets in it corrected (ISO/IEC 14496-12 §8.7.5);
 * otherwise the decoder would keep all of the sound until it has seen the index: 1.5 GB for an hour instead of 0.1 GB.
 *
 * @throws Error for an MP4 file without an index.
 */
export async function* readInPieces(path: string, isMp4: boolean): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const late = isMp4 ? await lateIndex(file, size) : undefined;
    if (late === undefined) {
      yield* pieces(file, 0, size);
      return;
    }
    const { sound, index } = late;
    yield* pieces(file, 0, sound);
    yield await shiftedIndex(file, sound, index);
    yield* pieces(file, sound, index.from);
    yield* pieces(file, index.to, size);
  } finally {
    await file.close();
  }
}

async function* pieces(file: FileHandle, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; ) {
    const piece = await readAt(file, at, Math.min(pieceBytes, to - at));
    if (piece.length === 0) return;
    yield piece;
    at += piece.length;
  }
}

/** A plain Uint8Array, not a Buffer: the WAV decoder relies on its `slice` to copy. */
async function readAt(file: FileHandle, at: number, length: number): Promise<Uint8Array> {
  const piece = new Uint8Array(length);
  const { bytesRead } = await file.read(piece, 0, length, at);
  return piece.subarray(0, bytesRead);
}

/** Where the sound begins and where its index is, if the index comes later; undefined where the order is right already. */
async function lateIndex(file: FileHandle, size: number): Promise<{ sound: number; index: Box } | undefined> {
  let sound: number | undefined;
  for (let at = 0; at + 8 <= size; ) {
    const box = await boxAt(file, at, size);
    if (box.type === 'moov') return sound === undefined ? undefined : { sound, index: box };
    if (box.type === 'mdat') sound ??= box.from;
    at = box.to;
  }
  throw new Error('an MP4 file without an index');
}

async function boxAt(file: FileHandle, from: number, size: number): Promise<Box> {
  const head = await readAt(file, from, Math.min(16, size - from));
  const view = new DataView(head.buffer, 0, head.length);
  const type = String.fromCharCode(...head.subarray(4, 8));
  const short = view.getUint32(0);
  const length = short === 0 ? size - from : short === 1 && head.length === 16 ? Number(view.getBigUint64(8)) : short;
  if (length < 8) throw new Error('a damaged MP4 file');
  return { type, from, to: Math.min(size, from + length) };
}

async function shiftedIndex(file: FileHandle, sound: number, index: Box): Promise<Uint8Array> {
  const length = index.to - index.from;
  if (length > largestIndex) throw new Error('an MP4 file with too large an index');
  const bytes = await readAt(file, index.from, length);
  const moved = (offset: number) => (offset >= sound && offset < index.from ? offset + length : offset);
  shiftOffsets(new DataView(bytes.buffer, 0, bytes.length), 8, bytes.length, moved);
  return bytes;
}

const containers = new Set(['trak', 'mdia', 'minf', 'stbl']);

/** Rewrites the chunk offsets (`stco`, `co64`) of all boxes between `from` and `to`. */
function shiftOffsets(view: DataView, from: number, to: number, moved: (offset: number) => number): void {
  for (let at = from; at + 8 <= to; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...[4, 5, 6, 7].map((byte) => view.getUint8(at + byte)));
    const end = at + length;
    if (length < 8 || end > to) return;
    if (containers.has(type)) shiftOffsets(view, at + 8, end, moved);
    else if (type === 'stco') {
      for (let entry = at + 16; entry + 4 <= end; entry += 4) view.setUint32(entry, moved(view.getUint32(entry)));
    } else if (type === 'co64') {
      for (let entry = at + 16; entry + 8 <= end; entry += 8) {
        view.setBigUint64(entry, BigInt(moved(Number(view.getBigUint64(entry)))));
      }
    }
    at = end;
  }
}
