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

/** The drawing context of an opaque canvas that has as many pixels as the screen shows. */
export function prepared(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const ratio = window.devicePixelRatio;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) Object.assign(canvas, { width: wide, height: high });
  // What is opaque need not be blended with the page below it.
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('this browser offers no canvas');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

/** The colours that the theme has for an element now. */
export function paletteOf(element: HTMLElement): Palette {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: of('--mantine-color-text'),
    dimmed: of('--mantine-color-dimmed'),
    line: of('--cs-line'),
    event: of('--mantine-color-petrol-5'),
    cause: of('--mantine-color-dimmed'),
    accent: of('--mantine-color-anchor'),
    bad: of('--cs-bad'),
    warn: of('--cs-warn'),
    surface: of('--cs-surface'),
  };
}

export function drawTicks(
  context: CanvasRenderingContext2D,
  ticks: readonly { readonly x: number; readonly text: string }[],
  palette: Palette,
): void {
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.font = '12px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.fillStyle = palette.dimmed;
  context.strokeStyle = palette.dimmed;
  for (const { x, text } of ticks) {
    context.beginPath();
    context.moveTo(x, 20);
    context.lineTo(x, 28);
    context.stroke();
    const { width } = context.measureText(text);
    const rightmost = context.canvas.width / window.devicePixelRatio - width - 2;
    context.fillText(text, Math.min(rightmost, Math.max(2, x - width / 2)), 10);
  }
}
