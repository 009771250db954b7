import type { TimelineEvent } from '../timeline-event.ts';
import { firstInView, type Lane } from './lanes.ts';
import { type Drawing, eachLaneInView, font, markY, textScale } from './scene.ts';

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
export function drawMarks(drawing: Drawing): number {
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
export function drawLabels(drawing: Drawing): void {
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
