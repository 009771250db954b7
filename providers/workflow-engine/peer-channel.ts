import type { Cluster } from 'chronoscribe';
import { type PeerMessage, packMessages, unpackMessages } from './peer-messages.ts';

export interface PeerChannelOptions {
  readonly cluster: Cluster;
  /** The same for all hosts that work on the same runs, and for no others. */
  readonly topic: string;
  /** Unique for this process: its own messages are ignored. */
  readonly sender: string;
  onMessage(message: PeerMessage): void;
}

/** Milliseconds between two batches of one host. */
const batchMs = 10;

/** If more messages than this wait, only the latest progress of a step is sent. */
const manyMessages = 200;

/**
 * Sends messages to the other hosts in their order, in batches: the first one at the end of this turn of the event
 * loop.
 */
export class PeerChannel {
  readonly #options: PeerChannelOptions;
  #waiting: PeerMessage[] = [];
  #sending: NodeJS.Immediate | NodeJS.Timeout | undefined;
  #lastSent = Number.NEGATIVE_INFINITY;
  #stopListening: () => void = () => {};
  #closed = false;

  constructor(options: PeerChannelOptions) {
    this.#options = options;
  }

  /** Starts to listen. */
  open(): void {
    const { cluster, topic, sender, onMessage } = this.#options;
    this.#stopListening = cluster.listen(topic, (text) => {
      const batch = unpackMessages(text);
      if (batch === undefined || batch.sender === sender) return;
      for (const message of batch.messages) onMessage(message);
    });
  }

  send(message: PeerMessage): void {
    if (this.#closed) return;
    if (message.type === 'queued' && this.#waiting.some(({ type }) => type === 'queued')) return;
    if (this.#waiting.length >= manyMessages && replaces(message, this.#waiting.at(-1))) this.#waiting.pop();
    this.#waiting.push(message);
    if (this.#sending !== undefined) return;
    const pauseMs = this.#lastSent + batchMs - performance.now();
    this.#sending = pauseMs > 0 ? setTimeout(() => this.#flush(), pauseMs) : setImmediate(() => this.#flush());
  }

  /** Sends what waits, and stops listening. */
  close(): void {
    this.#flush();
    this.#closed = true;
    this.#stopListening();
  }

  #flush(): void {
    const { cluster, topic, sender } = this.#options;
    this.#sending = undefined;
    this.#lastSent = performance.now();
    for (const text of packMessages(sender, this.#waiting.splice(0))) cluster.send(topic, text);
  }
}

function replaces(message: PeerMessage, last: PeerMessage | undefined): boolean {
  return (
    message.type === 'event' &&
    last?.type === 'event' &&
    message.run === last.run &&
    message.event.type === 'progress' &&
    last.event.type === 'progress' &&
    message.event.step === last.event.step
  );
}
