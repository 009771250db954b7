import type { ScaleTime } from 'd3-scale';
import { textScale } from '../../../shared/theme.ts';
import type { Preview } from '../shown-timeline.ts';
import type { TimelineEvent } from '../timeline-event.ts';
import type { Lane } from './lanes.ts';

export const laneHeight = 46 * textScale;
export const tickHeight = 28 * textScale;
export const font = `${12 * textScale}px system-ui, sans-serif`;
/** Where the marks are in a lane; labels are below. */
const markAt = 16 * textScale;

/** What is drawn besides the marks: what is searched, chosen, about to change. */
export interface Emphasis extends Preview {
  readonly selected: string | undefined;
  /** The events that a search found; undefined if nothing is searched. */
  readonly matches: ReadonlySet<string> | undefined;
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

/** A scene that is being drawn. */
export interface Drawing extends Scene {
  readonly context: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly width: number;
  /** Where an instant is, in pixels from the left. */
  readonly x: (instant: number) => number;
}

/** The colours that a canvas needs, by their names in the theme. */
const colours = {
  text: '--mantine-color-text',
  dimmed: '--mantine-color-dimmed',
  line: '--cs-line',
  event: '--mantine-color-petrol-5',
  cause: '--mantine-color-dimmed',
  accent: '--mantine-color-anchor',
  bad: '--cs-bad',
  warn: '--cs-warn',
  surface: '--cs-surface',
} as const;
export type Palette = Readonly<Record<keyof typeof colours, string>>;

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
  const values = Object.entries(colours).map(([name, variable]) => [name, style.getPropertyValue(variable).trim()]);
  // Object.fromEntries forgets the names.
  return Object.fromEntries(values) as Palette;
}

export function drawTicks(
  context: CanvasRenderingContext2D,
  ticks: readonly { readonly x: number; readonly text: string }[],
  palette: Palette,
): void {
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.font = font;
  context.textBaseline = 'middle';
  context.fillStyle = palette.dimmed;
  context.strokeStyle = palette.dimmed;
  let free = 0;
  for (const { x, text } of ticks) {
    context.beginPath();
    context.moveTo(x, tickHeight - 8);
    context.lineTo(x, tickHeight);
    context.stroke();
    const { width } = context.measureText(text);
    const rightmost = context.canvas.width / window.devicePixelRatio - width - 2;
    const left = Math.min(rightmost, Math.max(2, x - width / 2));
    // Two that touch would be read as one.
    if (left < free) continue;
    context.fillText(text, left, 10 * textScale);
    free = left + width + 6;
  }
}

export type TimeScale = ScaleTime<number, number>;

const day = 86_400_000;

/** The ticks of an axis with their texts, short where the step is short. */
export function ticksOf(scale: TimeScale, width: number, language: string) {
  const ticks = scale.ticks(Math.max(2, Math.floor(width / textScale / 110)));
  const [first, second] = ticks;
  const step = first === undefined || second === undefined ? day : second.getTime() - first.getTime();
  const coarse = formatter(step, language);
  const fine = formatter(step < day ? day : 365 * day, language);
  return ticks.map((tick, index) => {
    const isNewDay = step < day && tick.getTime() % day === 0;
    const context = step < 300 * day && (index === 0 || isNewDay);
    return { x: scale(tick), text: context && step < day ? fine.format(tick) : coarse.format(tick) };
  });
}

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** What is written of an instant, by the least step in milliseconds at which it is. */
const notations: readonly (readonly [number, Intl.DateTimeFormatOptions])[] = [
  [300 * day, { year: 'numeric' }],
  [27 * day, { month: 'short', year: 'numeric' }],
  [day, { day: 'numeric', month: 'short', year: 'numeric' }],
  [60_000, time],
  [0, { ...time, second: '2-digit' }],
];

/** To make a formatter takes longer than to draw a frame. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(step: number, language: string): Intl.DateTimeFormat {
  const [least, options] = notations.find(([from]) => step >= from) ?? [0, time];
  const name = `${language} ${least}`;
  const known = formatters.get(name) ?? new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
  formatters.set(name, known);
  return known;
}

const snaps = [1000, 60_000, 5 * 60_000, 15 * 60_000, 3_600_000, 6 * 3_600_000, day, 7 * day, 30 * day];

/** The step by which an event is moved at this zoom: about three pixels, and a round number of minutes or days. */
export function stepOf(scale: TimeScale): number {
  const pixels = scale.invert(3).getTime() - scale.invert(0).getTime();
  return snaps.find((snap) => snap >= pixels) ?? 365 * day;
}
