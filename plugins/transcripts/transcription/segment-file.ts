import { type Blobs, collectCooperatively } from 'chronoscribe';
import type { Segment } from '../kind.ts';

/** Segments in one piece of the file. */
const pieceLength = 200;

/** Segments as JSON Lines, in pieces of some 30 KB. */
export function* segmentLines(segments: readonly Segment[]): Generator<Uint8Array> {
  for (let at = 0; at < segments.length; at += pieceLength) {
    const lines = segments.slice(at, at + pieceLength).map((segment) => `${JSON.stringify(segment)}\n`);
    yield Buffer.from(lines.join(''));
  }
}

/** Reads the file that `segmentLines` made. */
export async function loadSegments(blobs: Blobs, blob: string): Promise<Segment[]> {
  const text = Buffer.concat(await Array.fromAsync(blobs.read(blob))).toString('utf8');
  // The boundary of what this plugin wrote itself.
  return collectCooperatively(linesOf(text).map((line) => JSON.parse(line) as Segment));
}

function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    yield text.slice(at, end === -1 ? text.length : end);
    at = end === -1 ? text.length : end + 1;
  }
}
