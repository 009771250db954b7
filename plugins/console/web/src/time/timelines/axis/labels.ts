import type { TimelineEvent } from '../timeline-event.ts';
import { firstInView } from './lanes.ts';
import { eachLaneInView, laneHeight, type Palette, type Scene } from './scene.ts';

/** Writes what happened below the marks that have room for it. */
export function drawLabels(
  context: CanvasRenderingContext2D,
  width: number,
  x: (instant: number) => number,
  scene: Scene,
  palette: Palette,
): void {
  context.font = '12px system-ui, sans-serif';
  context.textBaseline = 'middle';
  eachLaneInView(scene, (lane, number) => {
    let free = Number.NEGATIVE_INFINITY;
    let labelled: TimelineEvent | undefined;
    const label = (until: number) => {
      if (labelled === undefined) return;
      const left = Math.max(4, x(labelled.start) - 3);
      const room = Math.min(240, until - left - 10);
      if (left < free || room < 44) return;
      context.fillStyle = labelled.id === scene.selected ? palette.accent : palette.text;
      context.fillText(fitted(labelled.text, room), left, number * laneHeight + 34, room);
      free = left + room;
    };
    for (let index = firstInView(lane, x); index < lane.events.length; index += 1) {
      const event = lane.events[index];
      if (event === undefined) break;
      const at = x(event.start);
      if (at > width) break;
      if (at < -4 || scene.matches?.has(event.id) === false) continue;
      label(at);
      labelled = event;
    }
    label(width);
  });
}

/** Pixels of a letter on average. To measure each text in each frame would take longer than to draw it. */
const letterWidth = 6.4;

/** About as much of a text as fits, with an ellipsis. */
function fitted(text: string, room: number): string {
  const letters = Math.floor(room / letterWidth);
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;
}
