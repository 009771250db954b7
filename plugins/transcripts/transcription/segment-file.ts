import { type Blobs, textLines } from 'chronoscribe';
import type { Segment } from '../kind.ts';

/** Segments in one line of the file. */
const lineLength = 200;

/** Segments as JSON Lines of lists, each of some 30 KB. */
export function* segmentLines(segments: readonly Segment[]): Generator<Uint8Array> {
  for (let at = 0; at < segments.length; at += lineLength) {
    yield Buffer.from(`${JSON.stringify(segments.slice(at, at + lineLength))}\n`);
  }
}

/** Reads the file that `segmentLines` made. */
export async function loadSegments(blobs: Blobs, blob: string): Promise<Segment[]> {
  const segments: Segment[] = [];
  for await (const line of textLines(blobs.read(blob))) segments.push(...segmentsIn(line));
  return segments;
}

/** The segments of a line that `segmentLines` made. */
export function segmentsIn(line: string): Segment[] {
  return JSON.parse(line) as Segment[]; // What this plugin wrote itself.
}
