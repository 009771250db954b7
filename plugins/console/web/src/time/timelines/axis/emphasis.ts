import { markY, type Palette, type Scene } from './scene.ts';
import type { TimeScale } from './ticks.ts';

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

/** Draws over the marks what is searched, chosen, or about to change. */
export function drawEmphasis(
  context: CanvasRenderingContext2D,
  scale: TimeScale,
  scene: Scene,
  palette: Palette,
): void {
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
