import type { Cluster, RunEvent } from 'chronoscribe';
import { type Watcher, Watchers } from '../watchers.ts';
import type { Letter } from './letters.ts';
import { Post } from './post.ts';

export interface NewsOptions {
  readonly cluster: Cluster;
  /** The same for all hosts that work on the same runs, and for no others. */
  readonly topic: string;
  /** Another one for each host, and each time that it starts. */
  readonly sender: string;
  /** Which of the runs there are, and whether each is settled: the truth, while what hosts tell each other may come late or never. */
  lookUp(runs: readonly string[]): Promise<ReadonlyMap<string, 'open' | 'settled'>>;
  /** Another host has a run to begin. */
  queued(): void;
  /** Another host has cancelled a run. */
  cancelled(run: string): void;
  /** The runs could not be looked up; it is tried again by itself. */
  failed(error: unknown): void;
}

/** Milliseconds between two looks at the runs that are followed here. */
const lookMs = 2000;

/** News of a run that was found to be settled may still be on their way for so many milliseconds. */
const lingerMs = 1000;

/** A host that said that it follows a run is taken to do so for as long; it says so again at each look. */
const followedMs = 4 * lookMs;

/**
 * What happens in runs, for all who follow them here, whichever host works on them. What is told leaves this host only where another one has said
 * that it follows the run; so where nobody does, no text does either, and where a host is alone nothing is sent for it. News may be lost. Ends are
 * not: they are told as soon as a host says so and the runs themselves confirm it, and looked for from time to time.
 */
export class News {
  readonly #options: NewsOptions;
  readonly #watchers = new Watchers();
  readonly #post: Post;
  /** Runs that other hosts follow, and until when, by `performance.now()`. */
  readonly #followedElsewhere = new Map<string, number>();
  /** How often each run that is followed here was taken up, as far as is known. */
  readonly #turns = new Map<string, number>();
  /** Runs that are followed here and were seen. One that is gone since was settled, and forgotten. */
  readonly #seen = new Set<string>();
  #looking: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: NewsOptions) {
    this.#options = options;
    const { cluster, topic, sender } = options;
    this.#post = new Post(cluster, { topic, sender, hear: (letter) => this.#hear(letter) });
  }

  /** Begins to hear other hosts. */
  open(): void {
    this.#post.open();
    this.#post.send({ type: 'who' });
    this.#looking = setInterval(() => this.#look(), lookMs).unref();
  }

  follow(id: string, signal: AbortSignal): AsyncIterable<RunEvent> {
    const watcher = this.#watchers.follow(id, signal);
    if (!this.#closed && !signal.aborted) {
      this.#post.send({ type: 'followed', runs: [id] });
      this.#endSettled([id], { watchers: [watcher] });
    }
    return watcher.events;
  }

  /** Whether anybody follows the run, here or elsewhere. */
  isFollowed(id: string): boolean {
    return this.#watchers.of(id).length > 0 || this.#isFollowedElsewhere(id);
  }

  /** Some host follows the run, as whoever submitted it has noted: its letter that says so may still be on its way. */
  expectFollower(id: string): void {
    this.#followedElsewhere.set(id, performance.now() + followedMs);
  }

  /** Tells what happens in a run that this host works on, for the `turn`th time that it was taken up. */
  tell(run: string, turn: number, event: RunEvent): void {
    this.#watchers.tell(run, event);
    if (this.#isFollowedElsewhere(run)) this.#post.send({ type: 'news', run, turn, event });
  }

  /** Tells that this host has settled the run, after that is saved. */
  settled(run: string, how: { readonly cancelled: boolean }): void {
    this.#watchers.end(run);
    if (how.cancelled || this.#isFollowedElsewhere(run)) this.#post.send({ type: 'settled', run, ...how });
    this.#followedElsewhere.delete(run);
    this.#turns.delete(run);
  }

  /** Tells the other hosts that there is something to begin. */
  queued(): void {
    this.#post.send({ type: 'queued' });
  }

  /** Lets go of all who follow runs here. What this host still has to say is heard. */
  leaveWatchers(): void {
    this.#closed = true;
    clearInterval(this.#looking);
    this.#watchers.close();
  }

  close(): void {
    this.#post.close();
  }

  #isFollowedElsewhere(id: string): boolean {
    return (this.#followedElsewhere.get(id) ?? 0) > performance.now();
  }

  #hear(letter: Letter): void {
    switch (letter.type) {
      case 'queued':
        this.#options.queued();
        break;
      case 'followed':
        for (const run of letter.runs) this.expectFollower(run);
        break;
      case 'who':
        this.#sayWhatIsFollowed();
        break;
      case 'news': {
        const { run, turn, event } = letter;
        if (this.#watchers.of(run).length === 0 || turn < (this.#turns.get(run) ?? 0)) break;
        this.#turns.set(run, turn);
        this.#watchers.tell(run, event);
        break;
      }
      case 'settled':
        if (letter.cancelled) this.#options.cancelled(letter.run);
        if (this.#watchers.of(letter.run).length > 0) {
          this.#seen.add(letter.run);
          this.#endSettled([letter.run]);
        }
        break;
      default:
        letter satisfies never;
    }
  }

  #look(): void {
    const { runs } = this.#watchers;
    const followed = new Set(runs);
    for (const [run, until] of this.#followedElsewhere) if (until <= performance.now()) this.#followedElsewhere.delete(run);
    for (const run of this.#turns.keys()) if (!followed.has(run)) this.#turns.delete(run);
    for (const run of this.#seen) if (!followed.has(run)) this.#seen.delete(run);
    if (runs.length === 0) return;
    this.#sayWhatIsFollowed();
    this.#endSettled(runs, { afterMs: lingerMs });
  }

  #sayWhatIsFollowed(): void {
    const { runs } = this.#watchers;
    if (runs.length > 0) this.#post.send({ type: 'followed', runs });
  }

  /** Ends those who follow what is settled. Whoever comes while that is being found out may follow a retry, and is not meant. */
  #endSettled(
    runs: readonly string[],
    { watchers, afterMs = 0 }: { readonly watchers?: readonly Watcher[]; readonly afterMs?: number } = {},
  ): void {
    const followers = new Map(runs.map((run) => [run, watchers ?? this.#watchers.of(run)]));
    const end = (ended: readonly string[]) => {
      for (const run of ended) for (const watcher of followers.get(run) ?? []) watcher.end();
    };
    this.#options.lookUp(runs).then(
      (found) => {
        const ended = runs.filter((run) => (found.get(run) ?? (this.#seen.has(run) ? 'settled' : 'open')) === 'settled');
        for (const run of found.keys()) this.#seen.add(run);
        if (afterMs === 0) end(ended);
        else if (ended.length > 0) setTimeout(end, afterMs, ended);
      },
      (error: unknown) => this.#options.failed(error),
    );
  }
}
