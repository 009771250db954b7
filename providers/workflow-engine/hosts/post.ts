import type { Cluster } from 'chronoscribe';
import { type Letter, pack, unpack } from './letters.ts';

/** Milliseconds between two messages of one host; what comes up meanwhile goes together. */
const pauseMs = 10;

/** More letters than these that wait to be sent say nothing more of how far a step is. */
const manyLetters = 200;

/**
 * Sends letters to the other hosts, in their order: the first at the end of this turn of the event loop, those that follow at once together a little
 * later.
 */
export class Post {
  readonly #cluster: Cluster;
  readonly #topic: string;
  readonly #sender: string;
  readonly #hear: (letter: Letter) => void;
  #waiting: Letter[] = [];
  #sending: NodeJS.Immediate | NodeJS.Timeout | undefined;
  #lastSent = Number.NEGATIVE_INFINITY;
  #leave: () => void = () => {};
  #closed = false;

  /** @param sender tells this host from the others; its own letters are not heard. */
  constructor(cluster: Cluster, options: { readonly topic: string; readonly sender: string; hear(letter: Letter): void }) {
    this.#cluster = cluster;
    this.#topic = options.topic;
    this.#sender = options.sender;
    this.#hear = options.hear;
  }

  /** Begins to hear the others. */
  open(): void {
    this.#leave = this.#cluster.listen(this.#topic, (text) => {
      const parcel = unpack(text);
      if (parcel === undefined || parcel.sender === this.#sender) return;
      for (const letter of parcel.letters) this.#hear(letter);
    });
  }

  send(letter: Letter): void {
    if (this.#closed) return;
    if (letter.type === 'queued' && this.#waiting.some(({ type }) => type === 'queued')) return;
    if (this.#waiting.length >= manyLetters && this.#replacesLast(letter)) this.#waiting.pop();
    this.#waiting.push(letter);
    this.#sending ??= this.#soon();
  }

  /** Sends what waits, and hears no more. */
  close(): void {
    this.#flush();
    this.#closed = true;
    this.#leave();
  }

  #soon(): NodeJS.Immediate | NodeJS.Timeout {
    const pause = this.#lastSent + pauseMs - performance.now();
    return pause > 0 ? setTimeout(() => this.#flush(), pause) : setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#sending = undefined;
    this.#lastSent = performance.now();
    const letters = this.#waiting;
    this.#waiting = [];
    for (const text of pack(this.#sender, letters)) this.#cluster.send(this.#topic, text);
  }

  #replacesLast(letter: Letter): boolean {
    const last = this.#waiting.at(-1);
    return (
      letter.type === 'news' &&
      last?.type === 'news' &&
      letter.run === last.run &&
      letter.event.type === 'progress' &&
      last.event.type === 'progress' &&
      letter.event.step === last.event.step
    );
  }
}
