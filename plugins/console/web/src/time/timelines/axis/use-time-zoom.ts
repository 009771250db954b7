import { scaleUtc } from 'd3-scale';
import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomIdentity } from 'd3-zoom';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { TimeScale } from './scene.ts';

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
