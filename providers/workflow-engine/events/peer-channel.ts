import type { Cluster } from 'chronoscribe';
import { z } from 'zod';

const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), step: z.string(), index: z.int(), of: z.int(), fraction: z.number() }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('waiting'), step: z.string(), detail: z.string() }),
  z.object({ type: z.literal('end') }),
]);

const Message = z.discriminatedUnion('type', [
  /** There is a run to start, or something has come for this one. */
  z.object({ type: z.literal('queued'), run: z.string().optional() }),
  /** The run is watched here, for the next seconds. */
  z.object({ type: z.literal('watched'), run: z.string() }),
  /** This host has just started to listen: whoever watches runs answers with `watched`. */
  z.object({ type: z.literal('list-watched') }),
  /**
   * `claim` counts the claims of the run by any host, or those of `child`: a host that has lost the run is ignored.
   */
  z.object({
    type: z.literal('event'),
    run: z.string(),
    child: z.string().optional(),
    claim: z.int(),
    event: Event,
  }),
  /** The run is settled. If it was `cancelled`, the host that executes it aborts its step. */
  z.object({ type: z.literal('settled'), run: z.string(), cancelled: z.boolean() }),
]);

/** What one host tells the others. */
export type PeerMessage = z.output<typeof Message>;

const Envelope = z.tuple([z.string(), Message]);

export interface PeerChannelOptions {
  readonly cluster: Cluster;
  /** The same for all hosts that share the runs, and for no others. */
  readonly topic: string;
  /** Unique for this process: its own messages are ignored. */
  readonly sender: string;
  onMessage(message: PeerMessage): void;
}

/** Longer texts are split: a cluster carries 4,000 bytes, and a character takes at most six, as an escape sequence. */
const maxTextLength = 500;

/** Sends messages to the other hosts in their order. */
export class PeerChannel {
  readonly #options: PeerChannelOptions;
  #stopListening: () => void = () => {};

  constructor(options: PeerChannelOptions) {
    this.#options = options;
  }

  /** Starts to listen. */
  open(): void {
    const { cluster, topic, sender, onMessage } = this.#options;
    this.#stopListening = cluster.listen(topic, (text) => {
      const [from, message] = parse(text) ?? [];
      if (message !== undefined && from !== sender) onMessage(message);
    });
  }

  /** A host that shares nothing has nobody to tell. */
  send(message: PeerMessage): void {
    const { cluster, topic, sender } = this.#options;
    if (!cluster.isShared) return;
    for (const piece of split(message)) cluster.send(topic, JSON.stringify([sender, piece]));
  }

  /** Stops listening. */
  close(): void {
    this.#stopListening();
  }
}

/** Undefined if a version of another format has sent it. */
function parse(text: string): z.output<typeof Envelope> | undefined {
  try {
    return Envelope.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Splits a long text, never inside a surrogate pair. */
function split(message: PeerMessage): readonly PeerMessage[] {
  if (message.type !== 'event' || message.event.type !== 'text') return [message];
  const pieces: string[] = [];
  let rest = message.event.text;
  while (rest !== '') {
    const end = rest.slice(0, maxTextLength).isWellFormed() ? maxTextLength : maxTextLength - 1;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return pieces.map((text) => ({ ...message, event: { type: 'text', text } }));
}
