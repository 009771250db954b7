import type { RunEvent } from 'chronoscribe';
import { z } from 'zod';

/** What one host tells the others. */
export type PeerMessage =
  /** There is a run to start. */
  | { readonly type: 'queued' }
  /** These runs are watched here, for the next seconds. */
  | { readonly type: 'watched'; readonly runs: readonly string[] }
  /** This host has just started to listen: whoever watches runs answers with `watched`. */
  | { readonly type: 'list-watched' }
  /** An event of a run. `claim` counts its claims by any host: a host that has lost the run is not heard any more. */
  | { readonly type: 'event'; readonly run: string; readonly claim: number; readonly event: RunEvent }
  /** The run is settled. If it was `cancelled`, the host that works on it aborts its step. */
  | { readonly type: 'settled'; readonly run: string; readonly cancelled: boolean };

const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), step: z.string(), index: z.int(), of: z.int(), fraction: z.number() }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('end') }),
]);

const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('queued') }),
  z.object({ type: z.literal('watched'), runs: z.array(z.string()) }),
  z.object({ type: z.literal('list-watched') }),
  z.object({ type: z.literal('event'), run: z.string(), claim: z.int(), event: Event }),
  z.object({ type: z.literal('settled'), run: z.string(), cancelled: z.boolean() }),
]);

const Batch = z.tuple([z.string(), z.array(Message)]);

/** The limit of `Cluster.send`, in bytes. */
const maxBytes = 4000;

/** Longer texts are split. A character takes at most six bytes, as an escape sequence. */
const maxTextLength = 500;

/** The most runs named in one message. */
const maxRuns = 90;

/** Packs messages into as few texts for `Cluster.send` as possible, in their order. */
export function packMessages(sender: string, messages: readonly PeerMessage[]): readonly string[] {
  const overhead = JSON.stringify([sender, []]).length;
  const batches: string[][] = [];
  let room = 0;
  for (const json of messages.flatMap(split).map((message) => JSON.stringify(message))) {
    const bytes = Buffer.byteLength(json) + 1;
    if (bytes > room) {
      batches.push([]);
      room = maxBytes - overhead;
    }
    batches.at(-1)?.push(json);
    room -= bytes;
  }
  return batches.map((batch) => `[${JSON.stringify(sender)},[${batch.join(',')}]]`);
}

/** The messages in a text, and their sender; undefined if a version of another format has sent it. */
export function unpackMessages(text: string): { readonly sender: string; readonly messages: readonly PeerMessage[] } | undefined {
  try {
    const [sender, messages] = Batch.parse(JSON.parse(text));
    return { sender, messages };
  } catch {
    return undefined;
  }
}

/** Splits a text into pieces that fit into a message, never inside a surrogate pair. */
export function splitText(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += pieces.at(-1)?.length ?? 0) {
    const end = at + maxTextLength;
    const isInPair = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[end] ?? '');
    pieces.push(text.slice(at, isInPair ? end - 1 : end));
  }
  return pieces;
}

function split(message: PeerMessage): readonly PeerMessage[] {
  switch (message.type) {
    case 'watched':
      return chunks(message.runs, maxRuns).map((runs) => ({ ...message, runs }));
    case 'event': {
      const { event } = message;
      if (event.type !== 'text') return [message];
      return splitText(event.text).map((text) => ({ ...message, event: { ...event, text } }));
    }
    default:
      return [message];
  }
}

function chunks<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
