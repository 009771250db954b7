import type { Cluster } from 'chronoscribe';
import { z } from 'zod';

const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), step: z.string(), index: z.int(), of: z.int(), fraction: z.number() }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('waiting'), step: z.string(), detail: z.string() }),
  z.object({ type: z.literal('end') }),
]);

const Message = z.discriminatedUnion('type', [
  /** There is a run to start. */
  z.object({ type: z.literal('queued') }),
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

const Batch = z.tuple([z.string(), z.array(Message)]);

export interface PeerChannelOptions {
  readonly cluster: Cluster;
  /** The same for all hosts that share the runs, and for no others. */
  readonly topic: string;
  /** Unique for this process: its own messages are ignored. */
  readonly sender: string;
  onMessage(message: PeerMessage): void;
}

/** The limit of `Cluster.send`, in bytes. */
const maxBytes = 4000;

/** Longer texts are split. A character takes at most six bytes, as an escape sequence. */
const maxTextLength = 500;

/** Milliseconds that a message waits for others to be sent together. */
const batchMs = 5;

/** Sends messages to the other hosts in their order, in batches. */
export class PeerChannel {
  readonly #options: PeerChannelOptions;
  #waiting: PeerMessage[] = [];
  #sending: NodeJS.Timeout | undefined;
  #stopListening: () => void = () => {};

  constructor(options: PeerChannelOptions) {
    this.#options = options;
  }

  /** Starts to listen. */
  open(): void {
    const { cluster, topic, sender, onMessage } = this.#options;
    this.#stopListening = cluster.listen(topic, (text) => {
      const [from, messages] = parseBatch(text);
      if (from !== sender) for (const message of messages) onMessage(message);
    });
  }

  /** A host that shares nothing has nobody to tell. */
  send(message: PeerMessage): void {
    if (!this.#options.cluster.isShared) return;
    if (message.type === 'queued' && this.#waiting.some(({ type }) => type === 'queued')) return;
    this.#waiting.push(...split(message));
    this.#sending ??= setTimeout(() => this.#flush(), batchMs);
  }

  /** Sends what waits, and stops listening. */
  close(): void {
    clearTimeout(this.#sending);
    this.#flush();
    this.#stopListening();
  }

  #flush(): void {
    const { cluster, topic, sender } = this.#options;
    this.#sending = undefined;
    let batch: string[] = [];
    let bytes = 0;
    const send = () => {
      if (batch.length > 0) cluster.send(topic, `[${JSON.stringify(sender)},[${batch.join(',')}]]`);
      batch = [];
      bytes = sender.length + 6;
    };
    send();
    for (const json of this.#waiting.splice(0).map((message) => JSON.stringify(message))) {
      if (bytes + Buffer.byteLength(json) > maxBytes) send();
      batch.push(json);
      bytes += Buffer.byteLength(json) + 1;
    }
    send();
  }
}

/** Empty if a version of another format has sent it. */
function parseBatch(text: string): z.output<typeof Batch> {
  try {
    return Batch.parse(JSON.parse(text));
  } catch {
    return ['', []];
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
