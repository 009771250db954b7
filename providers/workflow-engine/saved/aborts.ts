/** The saved message of a step, or of a child, that was aborted since a parallel branch has failed. */
export const siblingFailed = 'A parallel branch has failed.';

/** The saved message of what was begun in a race that another branch has won. */
export const raceLost = 'Another branch has won the race.';

/** Aborts what is in progress in a branch whose end nobody awaits any more, with one of these messages. */
export class BranchAborted extends Error {
  override readonly name = 'BranchAborted';
}

/** How a run is left before it is over. */
export class Ended extends Error {
  /**
   * `failed`: a node has, for good; `parked`: all branches wait; `lost`: the host has lost the run; `long`: the history
   * is as long as it may be.
   */
  readonly how: 'failed' | 'parked' | 'lost' | 'long';
  /** What has failed. */
  readonly path: string;
  /** When the first of the branches goes on that wait, in milliseconds since 1970; null: not by itself. */
  readonly until: number | null;

  constructor(how: Ended['how'], { path = '', until = null }: { path?: string; until?: number | null } = {}) {
    super(how);
    this.how = how;
    this.path = path;
    this.until = until;
  }
}
