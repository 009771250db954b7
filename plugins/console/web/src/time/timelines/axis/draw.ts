import type { TimelineEvent } from '../timeline-queries.ts';
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

  let visible = 0;
  const plain = new Path2D();
  const faint = new Path2D();
  const found = new Path2D();
  for (const [lane, { events }] of scene.lanes.entries()) {
    const y = markY(lane);
    let last = -10;
    for (const event of events) {
      const x = scale(event.start);
      if (x > width + 8) break;
      const length = event.end === event.start ? 0 : scale(event.end) - x;
      if (x + length < -8) continue;
      visible += 1;
      const isMatch = scene.matches?.has(event.id);
      if (length < 2 && x - last < 1 && isMatch !== true) continue;
      last = x;
      const path = isMatch === undefined ? plain : isMatch ? found : faint;
      if (length > 8) path.roundRect(x, y - 4, length, 8, 4);
      else path.roundRect(x - 3, y - 7, 6, 14, 3);
    }
  }
  context.fillStyle = palette.line;
  context.fill(faint);
  context.fillStyle = palette.event;
  context.fill(plain);
  context.fillStyle = palette.accent;
  context.fill(found);

  if (visible <= 600) drawLabels(context, width, scale, scene, palette);
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
  scale: TimeScale,
  scene: Scene,
  palette: Palette,
): void {
  context.font = '12px system-ui, sans-serif';
  context.textBaseline = 'middle';
  for (const [lane, { events }] of scene.lanes.entries()) {
    let free = -Infinity;
    const shown = events.filter(({ start, id }) => {
      const x = scale(start);
      return x >= -4 && x <= width && (scene.matches?.has(id) ?? true);
    });
    for (const [index, event] of shown.entries()) {
      const x = Math.max(4, scale(event.start) - 3);
      if (x < free) continue;
      const following = shown[index + 1];
      const room = Math.min(240, (following === undefined ? width : scale(following.start)) - x - 10);
      if (room < 44) continue;
      context.fillStyle = event.id === scene.selected ? palette.accent : palette.text;
      const text = fitted(context, event.text, room);
      context.fillText(text, x, lane * laneHeight + 34);
      free = x + room;
    }
  }
}

/** As much of a text as fits, with an ellipsis. Letters of this font are about 6 pixels wide. */
function fitted(context: CanvasRenderingContext2D, text: string, room: number): string {
  const first = text.slice(0, Math.ceil(room / 3));
  if (first === text && context.measureText(text).width <= room) return text;
  let length = Math.min(first.length, Math.floor(room / 5));
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > room) length -= 2;
  return `${text.slice(0, length)}…`;
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
