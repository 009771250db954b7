import type { RunEvent } from 'chronoscribe';
import { z } from 'zod';

/** What one host tells the others. */
export type Letter =
  /** There is a run to begin. */
  | { readonly type: 'queued' }
  /** These runs are followed here, for the next seconds. */
  | { readonly type: 'followed'; readonly runs: readonly string[] }
  /** Whoever follows runs may say so: I have just begun to listen. */
  | { readonly type: 'who' }
  /** What happened in a run. `turn` counts how often the run was taken up, so that one who has lost it is not heard any more. */
  | { readonly type: 'news'; readonly run: string; readonly turn: number; readonly event: RunEvent }
  /** The run is settled; `cancelled` where that is to end its step. */
  | { readonly type: 'settled'; readonly run: string; readonly cancelled: boolean };

const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), step: z.string(), index: z.int(), of: z.int(), fraction: z.number() }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('end') }),
]);

const letter = z.discriminatedUnion('type', [
  z.object({ type: z.literal('queued') }),
  z.object({ type: z.literal('followed'), runs: z.array(z.string()) }),
  z.object({ type: z.literal('who') }),
  z.object({ type: z.literal('news'), run: z.string(), turn: z.int(), event }),
  z.object({ type: z.literal('settled'), run: z.string(), cancelled: z.boolean() }),
]);

const parcel = z.tuple([z.string(), z.array(letter)]);

/** The most bytes that a cluster takes at a time, see `Cluster.send`. */
const mostBytes = 4000;

/** So many characters of a text are one event: at six bytes for each, an escaped one, it fits. */
const mostCharacters = 500;

/** So many runs are named at a time. */
const mostRuns = 90;

/** Texts for `Cluster.send` that hold the letters in their order, as few as may be. */
export function pack(sender: string, letters: readonly Letter[]): readonly string[] {
  const envelope = JSON.stringify([sender, []]).length;
  const parcels: string[][] = [];
  let room = 0;
  for (const written of letters.flatMap(small).map((each) => JSON.stringify(each))) {
    const bytes = Buffer.byteLength(written) + 1;
    if (bytes > room) {
      parcels.push([]);
      room = mostBytes - envelope;
    }
    parcels.at(-1)?.push(written);
    room -= bytes;
  }
  return parcels.map((contents) => `[${JSON.stringify(sender)},[${contents.join(',')}]]`);
}

/** What is in a text, and from whom; nothing where it is of a version that speaks otherwise. */
export function unpack(text: string): { readonly sender: string; readonly letters: readonly Letter[] } | undefined {
  try {
    const [sender, letters] = parcel.parse(JSON.parse(text));
    return { sender, letters };
  } catch {
    return undefined;
  }
}

/** Cuts a text into pieces that are no longer than a letter takes, never within a character. */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += pieces.at(-1)?.length ?? 0) {
    const end = at + mostCharacters;
    const isWithin = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[end] ?? '');
    pieces.push(text.slice(at, isWithin ? end - 1 : end));
  }
  return pieces;
}

/** One that may be too long, as several that are not. */
function small(letter: Letter): readonly Letter[] {
  switch (letter.type) {
    case 'followed':
      return inParts(letter.runs, mostRuns).map((runs) => ({ ...letter, runs }));
    case 'news': {
      const { event } = letter;
      if (event.type !== 'text') return [letter];
      return piecesOf(event.text).map((text) => ({ ...letter, event: { ...event, text } }));
    }
    default:
      return [letter];
  }
}

function inParts<T>(all: readonly T[], most: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, part) => all.slice(part * most, (part + 1) * most));
}
