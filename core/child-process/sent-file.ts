import { createReadStream } from 'node:fs';
import type { ScriptProcess } from './script-process.ts';

/** Small enough that sending it does not hold the host up. */
const pieceBytes = 2 ** 18;

/** The pieces of a file that is in memory, as parts of a job. */
export function* piecesOf(file: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < file.length; at += pieceBytes) yield file.subarray(at, at + pieceBytes);
}

/** A piece of a file, on its way to a process. */
interface Piece {
  readonly piece: Uint8Array;
  readonly isFirst: boolean;
}

/**
 * Sends a file to a process that may not open it; its script has a `receivedFile`. It must have received the former file
 * before.
 *
 * @throws errors of the file system; the reason of the signal
 */
export async function sendFile(child: Pick<ScriptProcess, 'send'>, path: string, signal: AbortSignal): Promise<void> {
  child.send({ piece: new Uint8Array(), isFirst: true } satisfies Piece);
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    signal.throwIfAborted();
    child.send({ piece, isFirst: false } satisfies Piece);
  }
}

/** The script's side of `sendFile`. */
export function receivedFile() {
  let pieces: Uint8Array[] = [];
  return {
    /** Takes a message. @returns whether it was a piece of a file */
    takes(message: unknown) {
      // From our own host.
      const { piece, isFirst } = Object(message) as Partial<Piece>;
      if (piece === undefined) return false;
      if (isFirst) pieces = [];
      pieces.push(piece);
      return true;
    },
    /** The file that was sent last, and forgets it. */
    bytes() {
      const file = Buffer.concat(pieces);
      pieces = [];
      return file;
    },
  };
}
