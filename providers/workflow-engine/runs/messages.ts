import type { WorkflowNode } from 'chronoscribe/host';

/** What surrounds a list of nodes. */
export interface Scope {
  /** What the paths of the nodes begin with: empty, or with a slash at its end. */
  readonly prefix: string;
  /** Aborted with the execution of the run, or if a parallel branch fails or another one wins the race. */
  readonly signal: AbortSignal;
  /** Which of the run's nodes it is in, counted from 1; undefined for the list of the run itself. */
  readonly position: { readonly index: number; readonly of: number } | undefined;
}

/** Where a node is executed. */
export interface Place extends Scope {
  readonly path: string;
  readonly position: NonNullable<Scope['position']>;
}

/** What a node of the graph is to who goes through it: its functions are called by the host that holds the run. */
interface OutlinedNode {
  readonly kind: WorkflowNode['kind'];
  readonly name: string;
  readonly clock?: 'wall' | 'account';
  readonly concurrency?: number;
  readonly everyMs?: number;
  readonly most?: number;
  readonly branches?: Readonly<Record<string, Outline>>;
  readonly body?: Outline;
}

export type Outline = readonly OutlinedNode[];

/** The most sleeps and waits of a run at the same time. */
export const mostWaits = 1000;

export type Brief = number | boolean | null;

/** A run that a host has taken, and goes through. */
export interface Held {
  readonly claim: number;
  readonly outline: Outline;
  /** What is done, by its name, with what is known of its result. */
  readonly done: readonly (readonly [name: string, Brief])[];
}

/** What who goes through the graph asks of the host that holds the run. */
export interface Order {
  readonly claim: number;
  readonly path: string;
  /** Of a step or a child. */
  readonly position?: Scope['position'];
  /** Of a sleep: the end of the one before it. */
  readonly from?: number | undefined;
  /** Of a wait: there are more than a run may have. */
  readonly many?: boolean | undefined;
  /** Of a race. */
  readonly winner?: string | undefined;
  /** Why a step is to stop. */
  readonly reason?: string | undefined;
}

export interface Answers {
  step(order: Order): Promise<void>;
  /** The answer of a function of the graph. */
  decide(order: Order): Promise<Brief>;
  /** Whether a sleep or a wait is over, with its end; else the time in milliseconds at which it will be. */
  wait(order: Order): Promise<{ readonly over: boolean; readonly brief: Brief; readonly until: number | null }>;
  /** Begins a child, or goes on with it. */
  child(order: Order): Promise<{ readonly outline: Outline }>;
  childDone(order: Order): Promise<void>;
  /** Aborts a step. */
  stop(order: Order): Promise<void>;
  /** Ends what is open inside of a race. */
  abandon(order: Order): Promise<void>;
  /** All branches wait: leaves the run, unless what one of them waits for has come. */
  park(order: Order): Promise<boolean>;
  /** Leaves the run for another execution of the workflow. */
  release(order: Order): Promise<void>;
  /** Ends the run. @param order its path is that of what has failed; empty if it is done */
  settle(order: Order): Promise<void>;
}
