import { textScale } from '../../../shared/theme.ts';
import type { TimelineEvent } from '../timeline-event.ts';
import { firstInView, type Lane } from './lanes.ts';
import {
  type Drawing,
  eachLaneInView,
  font,
  laneHeight,
  markY,
  type Palette,
  type Scene,
  type TimeScale,
} from './scene.ts';

/** More events than these in view have no room for labels. */
const mostLabelled = 400;

/** Draws the lanes. Marks that share a pixel are drawn once, so that the time does not grow with the events. */
export function drawLanes(
  context: CanvasRenderingContext2D,
  { width, height }: { readonly width: number; readonly height: number },
  scale: TimeScale,
  scene: Scene,
  palette: Palette,
): void {
  const drawing: Drawing = { ...scene, context, palette, width, x: positionsOn(scale) };
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, width, height);
  context.strokeStyle = palette.line;
  context.lineWidth = 1;
  context.beginPath();
  for (let lane = 1; lane < scene.lanes.length; lane += 1) {
    context.moveTo(0, lane * laneHeight + 0.5);
    context.lineTo(width, lane * laneHeight + 0.5);
  }
  context.stroke();
  drawNow(drawing, height);
  const visible = drawMarks(drawing);
  if (visible <= mostLabelled) drawLabels(drawing);
  drawEmphasis(drawing);
}

/** The scale as plain arithmetic, since it is asked for every event in every frame. */
function positionsOn(scale: TimeScale): (instant: number) => number {
  const [left, right] = [scale(0), scale(1e12)];
  const perMillisecond = (right - left) / 1e12;
  return (instant) => left + instant * perMillisecond;
}

function drawNow({ context, palette, x, now }: Drawing, height: number): void {
  if (now === undefined) return;
  context.strokeStyle = palette.accent;
  context.setLineDash([2, 4]);
  context.beginPath();
  context.moveTo(x(now), 0);
  context.lineTo(x(now), height);
  context.stroke();
  context.setLineDash([]);
}

/** Draws over the marks what is searched, chosen, or about to change. */
function drawEmphasis(drawing: Drawing): void {
  const { palette, paths, affected, moves } = drawing;
  for (const { ids, tone } of paths) {
    for (const [index, id] of ids.entries()) {
      const next = ids[index + 1];
      if (next !== undefined) drawArc(drawing, id, next, palette[tone], tone === 'bad' ? [6, 3] : []);
    }
  }
  for (const id of affected) drawRing(drawing, id, { radius: 9, colour: palette.warn, lineWidth: 2.5 });
  for (const [id, to] of moves) drawMove(drawing, id, to);
  drawSelected(drawing);
}

function placeOf({ byId, laneOf, x }: Drawing, id: string) {
  const event = byId.get(id);
  const lane = laneOf.get(id);
  return event === undefined || lane === undefined ? undefined : { x: x(event.start), y: markY(lane) };
}

function drawArc(drawing: Drawing, fromId: string, toId: string, colour: string, dash: number[]): void {
  const { context } = drawing;
  const [from, to] = [placeOf(drawing, fromId), placeOf(drawing, toId)];
  if (from === undefined || to === undefined) return;
  const distance = Math.abs(to.x - from.x);
  const bend = Math.min(70, 14 + distance / 5);
  const control = { x: (from.x + to.x) / 2, y: Math.max(2, Math.min(from.y, to.y) - bend) };
  Object.assign(context, { strokeStyle: colour, fillStyle: colour, lineWidth: 1.75 });
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

/** @param ring `fill` for a disc */
function drawRing(
  drawing: Drawing,
  id: string,
  ring: { readonly radius: number; readonly colour: string; readonly lineWidth: number; readonly fill?: string },
): void {
  const { context } = drawing;
  const place = placeOf(drawing, id);
  if (place === undefined) return;
  Object.assign(context, { strokeStyle: ring.colour, lineWidth: ring.lineWidth });
  context.beginPath();
  context.arc(place.x, place.y, ring.radius, 0, 2 * Math.PI);
  if (ring.fill !== undefined) {
    context.fillStyle = ring.fill;
    context.fill();
  }
  context.stroke();
}

function drawMove(drawing: Drawing, id: string, to: number): void {
  const { context, palette } = drawing;
  const place = placeOf(drawing, id);
  if (place === undefined) return;
  const x = drawing.x(to);
  Object.assign(context, { strokeStyle: palette.warn, fillStyle: palette.surface, lineWidth: 2 });
  context.beginPath();
  context.moveTo(place.x, place.y);
  context.lineTo(x, place.y);
  context.stroke();
  context.beginPath();
  context.rect(x - 4, place.y - 7, 8, 14);
  context.fill();
  context.stroke();
}

function drawSelected(drawing: Drawing): void {
  const { selected, byId, effectsOf, palette } = drawing;
  const event = selected === undefined ? undefined : byId.get(selected);
  if (event === undefined) return;
  for (const cause of event.causes) drawArc(drawing, cause, event.id, palette.cause, [3, 3]);
  for (const effect of effectsOf.get(event.id) ?? []) drawArc(drawing, event.id, effect, palette.accent, []);
  drawRing(drawing, event.id, { radius: 8, colour: palette.accent, lineWidth: 3, fill: palette.surface });
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

/** Draws a mark for each event, and marks that touch as one. @returns how many events are in view */
function drawMarks(drawing: Drawing): number {
  const { context, palette } = drawing;
  const marks: Marks = { plain: [], faint: [], found: [] };
  let visible = 0;
  eachLaneInView(drawing, (lane, number) => {
    visible += addMarks(marks, lane, markY(number), drawing);
  });
  fillRuns(context, marks.faint, palette.line);
  fillRuns(context, marks.plain, palette.event);
  fillRuns(context, marks.found, palette.accent);
  return visible;
}

/** The number of events of a lane that are in view, after their marks were added. */
function addMarks(marks: Marks, lane: Lane, y: number, { width, x, matches }: Drawing): number {
  let visible = 0;
  for (let index = firstInView(lane, x); index < lane.events.length; index += 1) {
    const event = lane.events[index];
    if (event === undefined) break;
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

/** Writes what happened below the marks that have room for it. */
function drawLabels(drawing: Drawing): void {
  const { context, width, x, palette, selected, matches } = drawing;
  context.font = font;
  context.textBaseline = 'middle';
  eachLaneInView(drawing, (lane, number) => {
    let free = Number.NEGATIVE_INFINITY;
    let labelled: TimelineEvent | undefined;
    const label = (until: number) => {
      if (labelled === undefined) return;
      const left = Math.max(4, x(labelled.start) - 3);
      const room = Math.min(240, until - left - 10);
      if (left < free || room < 44) return;
      context.fillStyle = labelled.id === selected ? palette.accent : palette.text;
      context.fillText(fitted(labelled.text, room), left, markY(number) + 18 * textScale, room);
      free = left + room;
    };
    for (let index = firstInView(lane, x); index < lane.events.length; index += 1) {
      const event = lane.events[index];
      if (event === undefined) break;
      const at = x(event.start);
      if (at > width) break;
      if (at < -4 || matches?.has(event.id) === false) continue;
      label(at);
      labelled = event;
    }
    label(width);
  });
}

/** Pixels of a letter on average. To measure each text in each frame would take longer than to draw it. */
const letterWidth = 6.4 * textScale;

/** About as much of a text as fits, with an ellipsis. */
function fitted(text: string, room: number): string {
  const letters = Math.floor(room / letterWidth);
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;
}
