import { drawEmphasis } from './emphasis.ts';
import { drawLabels, drawMarks } from './marks.ts';
import { laneHeight, type Palette, type Scene } from './scene.ts';
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
  drawNow(context, height, scale, scene, palette);
  const x = positionsOn(scale);
  const visible = drawMarks(context, width, x, scene, palette);
  if (visible <= mostLabelled) drawLabels(context, width, x, scene, palette);
  drawEmphasis(context, scale, scene, palette);
}

/** The scale as plain arithmetic, since it is asked for every event in every frame. */
export function positionsOn(scale: TimeScale): (instant: number) => number {
  const [left, right] = [scale(0), scale(1e12)];
  const perMillisecond = (right - left) / 1e12;
  return (instant) => left + instant * perMillisecond;
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
