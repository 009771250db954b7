import type { TimelineEvent } from '../timeline-event.ts';
import type { Lane } from './lanes.ts';
import type { TimeScale } from './ticks.ts';

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

function markY(lane: number): number {
  return lane * laneHeight + markAt;
}

/** Draws the lanes. Marks that share a pixel are drawn once, so that the time does not grow with the events. */
export function drawLanes(
  context: CanvasRenderingContext2D,
  { width, height }: { readonly width: number; readonly height: number },
  scale: TimeScale,
  scene: Scene,
  palette: Palette,
): void {
  context.clearRect(0, 0, width, height);
  context.strokeStyle = palette.line;
  context.lineWidth = 1;
  context.beginPath();
  for (let lane = 1; lane < scene.lanes.length; lane += 1) {
    context.moveTo(0, lane * laneHeight + 0.5);
    context.lineTo(width, lane * laneHeight + 0.5);
  }
  context.stroke();
  drawNow(context, height, scale, scene, palette);

  const x = positionsOn(scale);
  let visible = 0;
  const marks: Marks = { plain: [], faint: [], found: [] };
  for (const [lane, { events }] of shownLanes(scene)) {
    visible += addMarks(marks, events, markY(lane), width, x, scene.matches);
  }
  fillRuns(context, marks.faint, palette.line);
  fillRuns(context, marks.plain, palette.event);
  fillRuns(context, marks.found, palette.accent);

  if (visible <= 400) drawLabels(context, width, x, scene, palette);
  for (const path of scene.paths) {
    const tone = path.tone === 'bad' ? palette.bad : palette.accent;
    for (const [index, id] of path.ids.entries()) {
      const next = path.ids[index + 1];
      if (next !== undefined) drawArc(context, scale, scene, id, next, tone, path.tone === 'bad' ? [6, 3] : []);
    }
  }
  for (const id of scene.affected) drawRing(context, scale, scene, id, palette.warn);
  for (const [id, to] of scene.moves) drawMove(context, scale, scene, id, to, palette);
  drawSelected(context, scale, scene, palette);
}

/** From x to x, at a height: marks that touch are one, so that the work does not grow with the events. */
interface Run {
  readonly from: number;
  to: number;
  readonly y: number;
  readonly tall: boolean;
}

interface Marks {
  readonly plain: Run[];
  readonly faint: Run[];
  readonly found: Run[];
}

/** The number of events of a lane that are in view, after their marks were added. */
function addMarks(
  marks: Marks,
  events: readonly TimelineEvent[],
  y: number,
  width: number,
  x: (instant: number) => number,
  matches: ReadonlySet<string> | undefined,
): number {
  let visible = 0;
  for (const event of events) {
    const from = x(event.start);
    if (from > width + 8) break;
    const to = event.end === event.start ? from : x(event.end);
    if (to < -8) continue;
    visible += 1;
    const runs = matches === undefined ? marks.plain : matches.has(event.id) ? marks.found : marks.faint;
    const last = runs.at(-1);
    const tall = to - from <= 8;
    if (last !== undefined && last.y === y && last.tall === tall && from - 3 <= last.to) {
      last.to = Math.max(last.to, to + 3);
    } else {
      runs.push({ from: from - 3, to: to + 3, y, tall });
    }
  }
  return visible;
}

function fillRuns(context: CanvasRenderingContext2D, runs: readonly Run[], colour: string): void {
  if (runs.length === 0) return;
  context.fillStyle = colour;
  context.beginPath();
  for (const { from, to, y, tall } of runs) {
    const half = tall ? 7 : 4;
    if (runs.length > 1500) context.rect(from, y - half, to - from, 2 * half);
    else context.roundRect(from, y - half, to - from, 2 * half, 3);
  }
  context.fill();
}

/** The scale as plain arithmetic, since it is asked for every event in every frame. */
function positionsOn(scale: TimeScale): (instant: number) => number {
  const [left, right] = [scale(0), scale(1e12)];
  const perMillisecond = (right - left) / 1e12;
  return (instant) => left + instant * perMillisecond;
}

/** The lanes in view, each with its number. */
function shownLanes({ lanes, view }: Scene): readonly (readonly [number, Lane])[] {
  const first = Math.max(0, Math.floor(view.top / laneHeight));
  return [...lanes.entries()].slice(first, Math.ceil((view.top + view.height) / laneHeight));
}

function drawNow(
  context: CanvasRenderingContext2D,
  height: number,
  scale: TimeScale,
  { now }: Scene,
  palette: Palette,
): void {
  if (now === undefined) return;
  context.strokeStyle = palette.accent;
  context.setLineDash([2, 4]);
  context.beginPath();
  context.moveTo(scale(now), 0);
  context.lineTo(scale(now), height);
  context.stroke();
  context.setLineDash([]);
}

function drawLabels(
  context: CanvasRenderingContext2D,
  width: number,
  x: (instant: number) => number,
  scene: Scene,
  palette: Palette,
): void {
  context.font = '12px system-ui, sans-serif';
  context.textBaseline = 'middle';
  for (const [lane, { events }] of shownLanes(scene)) {
    let free = Number.NEGATIVE_INFINITY;
    const shown = events.filter(({ start, id }) => {
      const at = x(start);
      return at >= -4 && at <= width && (scene.matches?.has(id) ?? true);
    });
    for (const [index, event] of shown.entries()) {
      const left = Math.max(4, x(event.start) - 3);
      if (left < free) continue;
      const following = shown[index + 1];
      const room = Math.min(240, (following === undefined ? width : x(following.start)) - left - 10);
      if (room < 44) continue;
      context.fillStyle = event.id === scene.selected ? palette.accent : palette.text;
      context.fillText(fitted(event.text, room), left, lane * laneHeight + 34, room);
      free = left + room;
    }
  }
}

/** Pixels of a letter on average. To measure each text in each frame would take longer than to draw it. */
const letterWidth = 6.4;

/** About as much of a text as fits, with an ellipsis. */
function fitted(text: string, room: number): string {
  const letters = Math.floor(room / letterWidth);
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;
}

function placeOf(scale: TimeScale, { byId, laneOf }: Scene, id: string) {
  const event = byId.get(id);
  const lane = laneOf.get(id);
  return event === undefined || lane === undefined ? undefined : { x: scale(event.start), y: markY(lane) };
}

function drawArc(
  context: CanvasRenderingContext2D,
  scale: TimeScale,
  scene: Scene,
  fromId: string,
  toId: string,
  colour: string,
  dash: number[],
): void {
  const [from, to] = [placeOf(scale, scene, fromId), placeOf(scale, scene, toId)];
  if (from === undefined || to === undefined) return;
  const distance = Math.abs(to.x - from.x);
  const bend = Math.min(70, 14 + distance / 5);
  const control = { x: (from.x + to.x) / 2, y: Math.max(2, Math.min(from.y, to.y) - bend) };
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = 1.75;
  context.setLineDash(dash);
  context.beginPath();
  context.moveTo(from.x, from.y - 6);
  context.quadraticCurveTo(control.x, control.y, to.x, to.y - 7);
  context.stroke();
  context.setLineDash([]);
  const angle = Math.atan2(to.y - 7 - control.y, to.x - control.x);
  context.beginPath();
  context.moveTo(to.x, to.y - 7);
  for (const side of [-0.45, 0.45])
    context.lineTo(to.x - 9 * Math.cos(angle + side), to.y - 7 - 9 * Math.sin(angle + side));
  context.fill();
}

function drawRing(context: CanvasRenderingContext2D, scale: TimeScale, scene: Scene, id: string, colour: string): void {
  const place = placeOf(scale, scene, id);
  if (place === undefined) return;
  context.strokeStyle = colour;
  context.lineWidth = 2.5;
  context.beginPath();
  context.arc(place.x, place.y, 9, 0, 2 * Math.PI);
  context.stroke();
}

function drawMove(
  context: CanvasRenderingContext2D,
  scale: TimeScale,
  scene: Scene,
  id: string,
  to: number,
  palette: Palette,
): void {
  const place = placeOf(scale, scene, id);
  if (place === undefined) return;
  const x = scale(to);
  context.strokeStyle = palette.warn;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(place.x, place.y);
  context.lineTo(x, place.y);
  context.stroke();
  context.fillStyle = palette.surface;
  context.beginPath();
  context.rect(x - 4, place.y - 7, 8, 14);
  context.fill();
  context.stroke();
}

function drawSelected(context: CanvasRenderingContext2D, scale: TimeScale, scene: Scene, palette: Palette): void {
  const { selected, byId } = scene;
  const event = selected === undefined ? undefined : byId.get(selected);
  if (event === undefined) return;
  for (const cause of event.causes) drawArc(context, scale, scene, cause, event.id, palette.cause, [3, 3]);
  for (const effect of scene.effectsOf.get(event.id) ?? []) {
    drawArc(context, scale, scene, event.id, effect, palette.accent, []);
  }
  const place = placeOf(scale, scene, event.id);
  if (place === undefined) return;
  context.fillStyle = palette.surface;
  context.strokeStyle = palette.accent;
  context.lineWidth = 3;
  context.beginPath();
  context.arc(place.x, place.y, 8, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}
