import { type LedgerEvent, primary } from 'chronoscribe/kinds/ledger';
import type { Refusal } from '../exchange.ts';

/**
 * What one account's ledger holds. Nothing is shared and nothing is clever: a timeline is the list of all that was ever
 * stated on it, and a branch begins with a copy.
 */
export interface Ledger {
  /** How many operations were performed, refused ones too. */
  readonly done: number;
  readonly timelines: readonly Timeline[];
  readonly anchors: readonly Anchor[];
  /** How many events and timelines the ledger named itself. */
  readonly namedEvents: number;
  readonly namedTimelines: number;
}

export interface Timeline {
  readonly id: string;
  /** Null for `primary`. */
  readonly base: string | null;
  readonly statements: readonly Statement[];
  /** How many of the statements were there at its last merge, or, before the first one, when it was made. */
  readonly settled: number;
}

/** That from now on this version of an event is shown, instead of any other of the same subject. */
export interface Statement {
  readonly version: Version;
  readonly how: 'record' | 'manipulate' | 'revert' | 'merge';
  /** Where it was made; on a branch, the base's statements are copied with their own. */
  readonly timeline: string;
  /** The number of the operation that made it, from 1. */
  readonly operation: number;
}

export interface Version extends LedgerEvent {
  /**
   * What it is a version of: the id of the event that was recorded, and the number of that operation, since ids can
   * become free again.
   */
  readonly subject: string;
  /** The number of the operation that brought this content: the order of recording. */
  readonly recorded: number;
}

export interface Anchor {
  readonly timestamp: number;
  readonly locked: boolean;
}

export const emptyLedger: Ledger = {
  done: 0,
  timelines: [{ id: primary, base: null, statements: [], settled: 0 }],
  anchors: [],
  namedEvents: 0,
  namedTimelines: 0,
};

/** @throws Refused `timeline-not-found`. */
export function timelineCalled(ledger: Ledger, id: string): Timeline {
  const timeline = ledger.timelines.find((each) => each.id === id);
  if (timeline === undefined) throw new Refused(404, 'timeline-not-found');
  return timeline;
}

/** Thrown by an operation that is refused: nothing has changed then. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(status: number, code: string, more: Omit<Refusal, 'status' | 'code'> = {}) {
    super(code);
    this.refusal = { status, code, ...more };
  }
}

/** What these statements show, in the order of recording. */
export function shownBy(statements: readonly Statement[]): readonly Version[] {
  const shown = new Map(statements.map(({ version }) => [version.subject, version]));
  return [...shown.values()].toSorted((one, other) => one.recorded - other.recorded);
}

/** What these statements show of a subject. */
export function shownOf(statements: readonly Statement[], subject: string): Version | undefined {
  return statements.findLast(({ version }) => version.subject === subject)?.version;
}

/** The statements that were made on the timelines that are there, each once, in the order of making. */
export function allStatements(ledger: Ledger): readonly Statement[] {
  return ledger.timelines
    .flatMap(({ id, statements }) => statements.filter(({ timeline }) => timeline === id))
    .toSorted((one, other) => one.operation - other.operation);
}

/** The ledger with more stated on a timeline, by the operation that is performed now. */
export function stated(ledger: Ledger, timelineId: string, added: readonly Pick<Statement, 'version' | 'how'>[]): Ledger {
  const statements = added.map((each) => ({ ...each, timeline: timelineId, operation: ledger.done }));
  const timelines = ledger.timelines.map((each) =>
    each.id === timelineId ? { ...each, statements: [...each.statements, ...statements] } : each,
  );
  return { ...ledger, timelines };
}

/**
 * Locations are compared without spaces at their ends and with full case folding: up and down again, so that ß and SS
 * agree.
 */
export function placeOf(location: string): string {
  return location.trim().toUpperCase().toLowerCase();
}

/** UTC, cut to whole seconds. */
export function written(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}
