import type { TimelineEvent } from '../timeline-event.ts';
import type { Lane } from './lanes.ts';

export const laneHeight = 46;
/** Where the marks are in a lane; labels are below. */
const markAt = 16;

/** What is drawn besides the marks: what is searched, chosen, about to change. */
export interface Emphasis {
  readonly selected: string | undefined;
  /** The events that a search found; undefined if nothing is searched. */
  readonly matches: ReadonlySet<string> | undefined;
  /** Events that a change affects. */
  readonly affected: ReadonlySet<string>;
  /** Chains of events, such as a witness or the critical path. */
  readonly paths: readonly { readonly ids: readonly string[]; readonly tone: 'bad' | 'accent' }[];
  /** Where events would move to, in milliseconds since 1970. */
  readonly moves: ReadonlyMap<string, number>;
  /** What the clock shows. */
  readonly now: number | undefined;
}

export interface Scene extends Emphasis {
  readonly lanes: readonly Lane[];
  readonly laneOf: ReadonlyMap<string, number>;
  readonly byId: ReadonlyMap<string, TimelineEvent>;
  readonly effectsOf: ReadonlyMap<string, readonly string[]>;
  /** The part of the lanes that is in view, in pixels. */
  readonly view: { readonly top: number; readonly height: number };
}

/** The colours of the theme that a canvas needs. */
export interface Palette {
  readonly text: string;
  readonly dimmed: string;
  readonly line: string;
  readonly event: string;
  readonly cause: string;
  readonly accent: string;
  readonly bad: string;
  readonly warn: string;
  readonly surface: string;
}

/** The height of a lane's marks on the canvas. */
export function markY(lane: number): number {
  return lane * laneHeight + markAt;
}

/** Calls for each lane that is in view, with its number. */
export function eachLaneInView({ lanes, view }: Scene, draw: (lane: Lane, number: number) => void): void {
  const end = Math.min(lanes.length, Math.ceil((view.top + view.height) / laneHeight));
  for (let number = Math.max(0, Math.floor(view.top / laneHeight)); number < end; number += 1) {
    const lane = lanes[number];
    if (lane !== undefined) draw(lane, number);
  }
}
