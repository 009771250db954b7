import type { Cluster } from 'chronoscribe';
import { parseJson, RunEvent } from 'chronoscribe/host';
import { z } from 'zod';

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
    event: RunEvent,
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

/** Sends messages to the other hosts in their order. */
export function createPeerChannel({ cluster, topic, sender, onMessage }: PeerChannelOptions) {
  let stopListening: () => void = () => undefined;
  return {
    /** Starts to listen. */
    open() {
      stopListening = cluster.listen(topic, (text) => {
        // What a version of another format has sent is ignored.
        const [from, message] = Envelope.safeParse(parseJson(text)).data ?? [];
        if (message !== undefined && from !== sender) onMessage(message);
      });
    },
    /** A host that shares nothing has nobody to tell. */
    send(message: PeerMessage) {
      if (cluster.isShared) for (const piece of split(message)) cluster.send(topic, JSON.stringify([sender, piece]));
    },
    close: () => stopListening(),
  };
}

/**
 * Splits a long text, never inside a surrogate pair. A cluster carries 4,000 bytes, and a character takes at most twelve, as
 * two escape sequences.
 */
function split(message: PeerMessage): readonly PeerMessage[] {
  if (message.type !== 'event' || message.event.type !== 'text') return [message];
  const pieces = message.event.text.match(/.{1,250}/gsu) ?? [];
  return pieces.map((text) => ({ ...message, event: { type: 'text', text } }));
}
