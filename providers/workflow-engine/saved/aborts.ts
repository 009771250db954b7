/** Aborts a step, since a parallel branch has failed. */
export class SiblingFailed extends Error {
  override readonly name = 'SiblingFailed';

  constructor() {
    super(siblingFailed);
  }
}

/** The saved message of a step, or of a child, that was aborted since a parallel branch has failed. */
export const siblingFailed = 'A parallel branch has failed.';

/** Aborts what is in progress in a race that another branch has won. */
export class RaceLost extends Error {
  override readonly name = 'RaceLost';

  constructor() {
    super(raceLost);
  }
}

/** The saved message of what was begun in a race that another branch has won. */
export const raceLost = 'Another branch has won the race.';
