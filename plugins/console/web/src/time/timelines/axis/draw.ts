import { drawLabels, drawMarks } from './marks.ts';
import { type Drawing, laneHeight, markY, type Palette, type Scene } from './scene.ts';
import type { TimeScale } from './ticks.ts';

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
