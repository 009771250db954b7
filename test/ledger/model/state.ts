import type { Operation } from 'chronoscribe/kinds/journal';
import { type LedgerEvent, primary } from 'chronoscribe/kinds/ledger';
import type { Refusal } from '../protocol.ts';

/**
 * The ledger of one account, as simple as possible: a timeline is the list of all statements that were ever made on it,
 * and a branch starts with a copy.
 */
export interface Ledger {
  /** How many operations were performed, refused ones too. */
  readonly operationCount: number;
  readonly timelines: readonly Timeline[];
  readonly anchors: readonly Anchor[];
  /** How many ids of events and timelines the ledger generated. */
  readonly generatedEvents: number;
  readonly generatedTimelines: number;
}

export interface Timeline {
  readonly id: string;
  /** Null for `primary`. */
  readonly base: string | null;
  readonly statements: readonly Statement[];
  /** The number of statements at its last merge or, before the first, at its creation. */
  readonly settled: number;
  /** The number of statements at its creation. */
  readonly created: number;
  /** The number of the operation that merged it last, or created it. */
  readonly settledBy: number;
}

/** From now on this version is shown, instead of any other of the same subject. */
export interface Statement {
  readonly version: Version;
  readonly how: Operation;
  /** The timeline on which it was made; a branch copies the statements of its base with their timelines. */
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
  /** The number of the operation that recorded this content: the order of recording. */
  readonly recorded: number;
}

export interface Anchor {
  readonly timestamp: number;
  readonly locked: boolean;
}

export const emptyLedger: Ledger = {
  operationCount: 0,
  timelines: [{ id: primary, base: null, statements: [], settled: 0, created: 0, settledBy: 0 }],
  anchors: [],
  generatedEvents: 0,
  generatedTimelines: 0,
};

/** @throws Refused `timeline-not-found`. */
export function findTimeline(ledger: Ledger, id: string): Timeline {
  const timeline = ledger.timelines.find((each) => each.id === id);
  if (timeline === undefined) throw new Refused(404, 'timeline-not-found');
  return timeline;
}

/** Thrown by an operation that is refused and changes nothing. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(status: number, code: string, more: Omit<Refusal, 'status' | 'code'> = {}) {
    super(code);
    this.refusal = { status, code, ...more };
  }
}

/** The current versions after these statements, in the order of recording. */
export function currentVersions(statements: readonly Statement[]): readonly Version[] {
  const shown = new Map(statements.map(({ version }) => [version.subject, version]));
  return [...shown.values()].toSorted((one, other) => one.recorded - other.recorded);
}

/** The current version of a subject after these statements. */
export function currentVersionOf(statements: readonly Statement[], subject: string): Version | undefined {
  return statements.findLast(({ version }) => version.subject === subject)?.version;
}

/** The statements of all existing timelines, each once, in the order in which they were made. */
export function allStatements(ledger: Ledger): readonly Statement[] {
  return ledger.timelines
    .flatMap(({ id, statements }) => statements.filter(({ timeline }) => timeline === id))
    .toSorted((one, other) => one.operation - other.operation);
}

/** The ledger with more statements on a timeline, made by the current operation. */
export function withStatements(
  ledger: Ledger,
  timelineId: string,
  added: readonly Pick<Statement, 'version' | 'how'>[],
): Ledger {
  const statements = added.map((each) => ({ ...each, timeline: timelineId, operation: ledger.operationCount }));
  const timelines = ledger.timelines.map((each) =>
    each.id === timelineId ? { ...each, statements: [...each.statements, ...statements] } : each,
  );
  return { ...ledger, timelines };
}

/** The whole second of an instant. */
export function normalizeSecond(time: number): number {
  return Math.floor(time / 1000);
}

/** Locations are compared without surrounding spaces and with full case folding, so that ß and SS agree. */
export function normalizeLocation(location: string): string {
  return location.trim().toUpperCase().toLowerCase();
}

/** UTC, truncated to whole seconds. */
export function formatTime(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}
