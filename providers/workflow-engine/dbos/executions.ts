import { setTimeout as pause } from 'node:timers/promises';
import type { Claim, Token } from './claims.ts';

interface Execution {
  readonly claim: Claim;
  readonly controller: AbortController;
  readonly ended: PromiseWithResolvers<void>;
}

/** An aborted execution leaves its step within two seconds; one that has not ended then waits for a database that is gone. */
const patienceMs = 4000;

/** What this process works on, each from its claim until DBOS has written the last of it or the claim is lost. */
export class Executions {
  readonly #byOwner = new Map<string, Execution>();
  readonly #ended: () => void;

  /** @param ended called each time that one ends, so that there is room for another */
  constructor(ended: () => void) {
    this.#ended = ended;
  }

  get claims(): readonly Claim[] {
    return [...this.#byOwner.values()].map(({ claim }) => claim);
  }

  begin(claim: Claim): void {
    this.#byOwner.set(claim.owner, { claim, controller: new AbortController(), ended: Promise.withResolvers() });
  }

  end({ owner }: Token): void {
    this.#byOwner.get(owner)?.ended.resolve();
    if (this.#byOwner.delete(owner)) this.#ended();
  }

  /** The claim under which DBOS works. */
  of(owner: string): Claim | undefined {
    return this.#byOwner.get(owner)?.claim;
  }

  /** Aborted when the run is to be worked on no further. */
  signal({ owner }: Token): AbortSignal {
    return this.#byOwner.get(owner)?.controller.signal ?? AbortSignal.abort();
  }

  /** Aborts what is done for these claims and returns when that has ended. */
  async abort(claims: readonly Claim[], reason: Error): Promise<void> {
    const aborted = claims.flatMap(({ owner }) => this.#byOwner.get(owner) ?? []);
    for (const { controller } of aborted) controller.abort(reason);
    const all = Promise.all(aborted.map(({ ended }) => ended.promise));
    const enough = new AbortController();
    await Promise.race([all, pause(patienceMs, undefined, { signal: enough.signal }).catch(() => {})]);
    enough.abort();
  }

  /** Aborts what is done for a claim that is not this host's any more. */
  lose({ owner }: Token): void {
    this.#byOwner.get(owner)?.controller.abort(new Error('The run was cancelled, or another host has taken it over.'));
  }

  abortRun(id: string, reason: Error): Promise<void> {
    return this.abort(
      this.claims.filter((claim) => claim.id === id),
      reason,
    );
  }
}
