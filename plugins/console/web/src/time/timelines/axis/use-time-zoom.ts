import { scaleUtc } from 'd3-scale';
import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomIdentity } from 'd3-zoom';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { TimelineEvent } from '../timeline-event.ts';
import { type Scene, stepOf, type TimeScale } from './scene.ts';

export interface TimeZoom {
  /** The scale of the visible part. */
  scale(): TimeScale;
  /** Zooms by a factor around the middle. */
  zoomBy(factor: number): void;
  /** Pans by a share of the width. */
  panBy(share: number): void;
  /** Shows everything. */
  fit(): void;
  /** Shows a range of time, with some room around it. */
  show(start: number, end: number): void;
  /** Pans so that an instant is seen. */
  reveal(instant: number): void;
}

/** The whole range, and a quarter of it at both ends: nobody gets lost beyond the events. */
const farthest = 2 / 3;

/**
 * Panning and zooming in time with the mouse, the wheel and fingers, by d3-zoom. The state lives outside of React, since
 * it changes with every frame.
 *
 * @param canStart whether a pointer that goes down here pans; if not, it does something else
 */
export function useTimeZoom(
  canvas: RefObject<HTMLCanvasElement | null>,
  { from, to, width }: { readonly from: number; readonly to: number; readonly width: number },
  onChange: () => void,
  canStart: (event: MouseEvent) => boolean,
): TimeZoom {
  const full = useMemo(() => scaleUtc([from, to], [0, Math.max(1, width)]), [from, to, width]);
  const transform = useRef(zoomIdentity);
  const behaviour = useRef<ZoomBehavior<HTMLCanvasElement, unknown> | undefined>(undefined);
  const callbacks = useRef({ onChange, canStart });
  callbacks.current = { onChange, canStart };

  useEffect(() => {
    const element = canvas.current;
    if (element === null || width === 0) return;
    const closest = Math.max(2, (to - from) / (width * 100));
    const zooming = zoom<HTMLCanvasElement, unknown>()
      .scaleExtent([farthest, closest])
      .translateExtent([
        [-0.25 * width, 0],
        [1.25 * width, 1],
      ])
      .extent([
        [0, 0],
        [width, 1],
      ])
      .filter((event: MouseEvent) => event.button === 0 && callbacks.current.canStart(event))
      .on('zoom', (event: D3ZoomEvent<HTMLCanvasElement, unknown>) => {
        transform.current = event.transform;
        callbacks.current.onChange();
      });
    behaviour.current = zooming;
    const selection = select(element).call(zooming).on('dblclick.zoom', null);
    return () => void selection.on('.zoom', null);
  }, [canvas, from, to, width]);

  const withZoom = useCallback(
    (act: (zooming: ZoomBehavior<HTMLCanvasElement, unknown>, element: HTMLCanvasElement) => void) => {
      if (behaviour.current !== undefined && canvas.current !== null) act(behaviour.current, canvas.current);
    },
    [canvas],
  );
  return useMemo(
    () => ({
      scale: () => transform.current.rescaleX(full),
      zoomBy: (factor) => withZoom((zooming, element) => zooming.scaleBy(select(element), factor)),
      panBy: (share) =>
        withZoom((zooming, element) => zooming.translateBy(select(element), (-share * width) / transform.current.k, 0)),
      fit: () => withZoom((zooming, element) => zooming.transform(select(element), zoomIdentity)),
      show: (start, end) =>
        withZoom((zooming, element) => {
          const [left, right] = [full(start), full(end)];
          const factor = Math.max(farthest, (0.7 * width) / Math.max(right - left, 1e-6));
          const [, closest] = zooming.scaleExtent();
          const middle = -(left + right) / 2;
          const shown = zoomIdentity
            .translate(width / 2, 0)
            .scale(Math.min(factor, closest))
            .translate(middle, 0);
          zooming.transform(select(element), shown);
        }),
      reveal: (instant) => {
        const x = transform.current.rescaleX(full)(instant);
        if (x >= 40 && x <= width - 40) return;
        withZoom((zooming, element) => zooming.translateTo(select(element), full(instant), 0));
      },
    }),
    [full, width, withZoom],
  );
}

/** The effects of each event, by its id. */
export function effectsById(events: readonly TimelineEvent[]): ReadonlyMap<string, readonly string[]> {
  const effects = new Map<string, string[]>();
  for (const { id, causes } of events) {
    for (const cause of causes) effects.set(cause, [...(effects.get(cause) ?? []), id]);
  }
  return effects;
}

/** From the first to the last event, with some room at both ends. */
export function extentOf(events: readonly TimelineEvent[]): readonly [number, number] {
  const start = events.reduce((least, event) => Math.min(least, event.start), Number.POSITIVE_INFINITY);
  const end = events.reduce((most, event) => Math.max(most, event.end), Number.NEGATIVE_INFINITY);
  const room = Math.max(3_600_000, (end - start) * 0.04);
  return [start - room, end + room];
}

/** The event of a lane that is at a position, the selected one first. */
export function nearest(
  events: readonly TimelineEvent[],
  scale: (instant: number) => number,
  x: number,
  selected: string | undefined,
): TimelineEvent | undefined {
  const within = events.filter(({ start, end }) => x >= scale(start) - 8 && x <= scale(end) + 8);
  const distance = ({ start }: TimelineEvent) => Math.abs(scale(start) - x);
  return within.find(({ id }) => id === selected) ?? within.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** The number of the event before or after another one. */
function neighbour(events: readonly TimelineEvent[], event: TimelineEvent | undefined, step: -1 | 1): number {
  if (event === undefined) return step === 1 ? 0 : events.length - 1;
  const at = events.indexOf(event);
  return Math.min(events.length - 1, Math.max(0, at + step));
}

/** The event of the next lane that has one, nearest in time. */
function acrossLanes(
  { lanes, laneOf }: Pick<Scene, 'lanes' | 'laneOf'>,
  event: TimelineEvent | undefined,
  step: -1 | 1,
): string | undefined {
  if (event === undefined) return lanes[0]?.events[0]?.id;
  const lane = lanes[(laneOf.get(event.id) ?? 0) + step];
  if (lane === undefined) return event.id;
  const distance = ({ start }: TimelineEvent) => Math.abs(start - event.start);
  return lane.events.reduce((best, each) => (distance(each) < distance(best) ? each : best), lane.events[0] ?? event)
    .id;
}

/** What somebody does at the axis, by mouse or keys. */
export interface AxisActions {
  readonly onSelect: (id: string | undefined) => void;
  /** An event was dragged, or moved by keys, to this time. */
  readonly onMove: (id: string, to: number) => void;
  /** Enter: the details of the selected event. */
  readonly onOpen: () => void;
}

/** Does at the axis what a key is for, and returns whether it is for anything. */
export function handleKey(
  { key, altKey, ctrlKey, metaKey }: KeyboardEvent,
  events: readonly TimelineEvent[],
  scene: Omit<Scene, 'view'>,
  zoom: TimeZoom,
  { onSelect, onMove, onOpen }: AxisActions,
): boolean {
  if (ctrlKey || metaKey) return false;
  const { selected, matches } = scene;
  const event = selected === undefined ? undefined : scene.byId.get(selected);
  const arrow = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
  const candidates = matches === undefined ? events : events.filter(({ id }) => matches.has(id));
  if (arrow !== 0 && altKey && event !== undefined) onMove(event.id, event.start + arrow * stepOf(zoom.scale()));
  else if (arrow !== 0) onSelect(candidates[neighbour(candidates, event, arrow)]?.id);
  else if (key === 'ArrowUp' || key === 'ArrowDown') onSelect(acrossLanes(scene, event, key === 'ArrowUp' ? -1 : 1));
  else if (key === 'Home') onSelect(candidates[0]?.id);
  else if (key === 'End') onSelect(candidates.at(-1)?.id);
  else if (key === '+' || key === '=') zoom.zoomBy(1.6);
  else if (key === '-') zoom.zoomBy(1 / 1.6);
  else if (key === '0') zoom.fit();
  else if (key === 'PageUp') zoom.panBy(-0.5);
  else if (key === 'PageDown') zoom.panBy(0.5);
  else if (key === 'Enter' && event !== undefined) onOpen();
  else return false;
  return true;
}
