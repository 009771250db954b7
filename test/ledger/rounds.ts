/* What several hosts do in the same account at the same moment, again and again; each round has events of its own. */

export const account = 'ann';
export const place = 'Rome';
export const elsewhere = 'Paris';
export const range = { start: Date.UTC(2000, 0, 1), end: Date.UTC(2100, 0, 1) };

/** All hosts manipulate it: one wins. */
export const single = (round: number) => `single-${round}`;
/** Two events at the same time in two places. Some hosts send a person to this one… */
export const left = (round: number) => `left-${round}`;
/** …and others the same person to this one: only one of them can win. */
export const right = (round: number) => `right-${round}`;
export const meeting = (round: number) => `person-${round}`;
export const momentOf = (round: number) => Date.UTC(2020, 0, 1 + round);
