import { Group, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconArrowsHorizontal, IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../../shared/action.tsx';
import { useTexts } from '../../../shared/i18n.ts';
import type { TimelineEvent } from '../timeline-event.ts';
import classes from './axis.module.css';
import { drawLanes } from './draw.ts';
import { type LaneKind, laneNumbers, lanesOf } from './lanes.ts';
import {
  drawTicks,
  type Emphasis,
  laneHeight,
  type Palette,
  paletteOf,
  prepared,
  stepOf,
  tickHeight,
  ticksOf,
} from './scene.ts';
import {
  type AxisActions,
  effectsById,
  extentOf,
  handleKey,
  nearest,
  type TimeZoom,
  useTimeZoom,
} from './use-time-zoom.ts';

interface Props extends Emphasis, AxisActions {
  readonly events: readonly TimelineEvent[];
  readonly laneKind: LaneKind;
}

/**
 * The events in lanes along a time axis, on a canvas. Whatever the mouse does, keys do too; the table beside it has the
 * same events for those who do not see it.
 */
export function AxisView({ events, laneKind, onSelect, onMove, onOpen, ...emphasis }: Props) {
  const { t, i18n, dateTime } = useTexts('time');
  const scheme = useComputedColorScheme();
  const lanesCanvas = useRef<HTMLCanvasElement>(null);
  const scrollRef = useRef<HTMLDivElement>(null);
  const ticksCanvas = useRef<HTMLCanvasElement>(null);
  const { ref: pictureRef, width } = useElementSize();
  const [hovered, setHovered] = useState<{ readonly event: TimelineEvent; readonly x: number; readonly y: number }>();
  const drag = useRef<{ readonly id: string; readonly offset: number; to: number | undefined } | undefined>(undefined);

  const lanes = useMemo(() => lanesOf(events, laneKind), [events, laneKind]);
  const laneOf = useMemo(() => laneNumbers(lanes), [lanes]);
  const byId = useMemo(() => new Map(events.map((event) => [event.id, event])), [events]);
  const effectsOf = useMemo(() => effectsById(events), [events]);
  const [from, to] = useMemo(() => extentOf(events), [events]);
  const height = lanes.length * laneHeight;
  const scene = { ...emphasis, lanes, laneOf, byId, effectsOf };
  const current = useRef(scene);
  current.current = scene;

  const frame = useRef<number | undefined>(undefined);
  const palette = useRef<Palette | undefined>(undefined);
  const zoomRef = useRef<TimeZoom | undefined>(undefined);
  const draw = useCallback(() => {
    frame.current ??= requestAnimationFrame(() => {
      frame.current = undefined;
      const [canvas, ticks] = [lanesCanvas.current, ticksCanvas.current];
      const scale = zoomRef.current?.scale();
      if (canvas === null || ticks === null || scale === undefined || width === 0) return;
      palette.current ??= paletteOf(canvas);
      const moves = drag.current?.to === undefined ? undefined : new Map([[drag.current.id, drag.current.to]]);
      const { scrollTop: top = 0, clientHeight = height } = scrollRef.current ?? {};
      const shown = {
        ...current.current,
        view: { top, height: clientHeight },
        ...(moves === undefined ? {} : { moves }),
      };
      drawLanes(prepared(canvas, width, height), { width, height }, scale, shown, palette.current);
      drawTicks(prepared(ticks, width, tickHeight), ticksOf(scale, width, i18n.language), palette.current);
    });
  }, [width, height, i18n.language]);
  const zoom = useTimeZoom(lanesCanvas, { from, to, width }, draw, () => drag.current === undefined);
  zoomRef.current = zoom;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it draws anew whenever something shown changes
  useEffect(() => {
    palette.current = undefined;
    draw();
  }, [draw, scheme, scene]);
  const { selected } = emphasis;
  useEffect(() => {
    const event = selected === undefined ? undefined : byId.get(selected);
    if (event === undefined) return;
    zoom.reveal(event.start);
    const lane = (laneOf.get(event.id) ?? 0) * laneHeight;
    const view = scrollRef.current;
    if (view === null || (lane >= view.scrollTop && lane + laneHeight <= view.scrollTop + view.clientHeight)) return;
    view.scrollTop = lane - view.clientHeight / 2;
  }, [selected, byId, laneOf, zoom]);

  const { affected, moves } = emphasis;
  useEffect(() => {
    const involved = [...affected, ...moves.keys()].flatMap((id) => byId.get(id)?.start ?? []);
    if (involved.length < 2) return;
    const instants = [...involved, ...moves.values()];
    zoom.show(Math.min(...instants), Math.max(...instants));
  }, [affected, moves, byId, zoom]);

  const hit = (pointer: { readonly nativeEvent: { readonly offsetX: number; readonly offsetY: number } }) => {
    const { offsetX, offsetY } = pointer.nativeEvent;
    const lane = lanes[Math.floor(offsetY / laneHeight)];
    return lane === undefined ? undefined : nearest(lane.events, zoom.scale(), offsetX, selected);
  };
  const pressed = useRef<number>(0);
  const onPointerDown = (pointer: PointerEvent<HTMLCanvasElement>) => {
    pressed.current = pointer.nativeEvent.offsetX;
    const event = hit(pointer);
    if (event === undefined || event.id !== selected) return;
    pointer.currentTarget.setPointerCapture(pointer.pointerId);
    drag.current = { id: event.id, offset: pointer.nativeEvent.offsetX - zoom.scale()(event.start), to: undefined };
  };
  const onPointerMove = (pointer: PointerEvent<HTMLCanvasElement>) => {
    const { offsetX, offsetY } = pointer.nativeEvent;
    if (drag.current !== undefined) {
      const scale = zoom.scale();
      const step = stepOf(scale);
      if (Math.abs(offsetX - pressed.current) > 4) {
        drag.current.to = Math.round(scale.invert(offsetX - drag.current.offset).getTime() / step) * step;
      }
      draw();
      return;
    }
    const event = pointer.buttons === 0 ? hit(pointer) : undefined;
    if (event?.id !== hovered?.event.id) setHovered(event && { event, x: offsetX, y: offsetY });
  };
  const onPointerUp = (pointer: PointerEvent<HTMLCanvasElement>) => {
    const dragged = drag.current;
    drag.current = undefined;
    if (dragged?.to !== undefined) onMove(dragged.id, dragged.to);
    else if (Math.abs(pointer.nativeEvent.offsetX - pressed.current) <= 4) onSelect(hit(pointer)?.id);
    draw();
  };

  const onKeyDown = (key: KeyboardEvent) => {
    if (handleKey(key, events, scene, zoom, { onSelect, onMove, onOpen })) key.preventDefault();
  };

  const selectedEvent = selected === undefined ? undefined : byId.get(selected);
  return (
    <div className={classes.frame}>
      <canvas ref={ticksCanvas} className={classes.ticks} style={{ width, height: tickHeight }} aria-hidden />
      <div ref={scrollRef} className={classes.scroll} onScroll={draw}>
        <ul className={classes.names}>
          {lanes.map(({ name, events: inLane }) => (
            <li key={name ?? ''} style={{ height: laneHeight }} title={name ?? undefined}>
              <span className={classes.laneName}>{name ?? t(laneKind === 'none' ? 'axis.all' : 'axis.others')}</span>
              <span className={classes.laneCount}>{t('axis.count', { count: inLane.length })}</span>
            </li>
          ))}
        </ul>
        <div
          ref={pictureRef}
          className={classes.picture}
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
          tabIndex={0}
          aria-label={t('axis.label', { count: events.length })}
          aria-describedby="axis-keys"
          data-testid="axis"
          onKeyDown={onKeyDown}
        >
          <canvas
            ref={lanesCanvas}
            style={{ height }}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={onPointerUp}
            onPointerLeave={() => setHovered(undefined)}
          />
          {hovered !== undefined && (
            <div
              className={classes.tip}
              style={{ left: Math.min(hovered.x + 12, Math.max(0, width - 250)), top: hovered.y + 14 }}
            >
              <strong>{hovered.event.text}</strong>
              <br />
              {dateTime(hovered.event.start)} UTC · {hovered.event.location}
            </div>
          )}
        </div>
      </div>
      <div className={classes.foot}>
        <span id="axis-keys">{t('axis.keys')}</span>
        <Group gap={4}>
          {(
            [
              ['out', IconMinus, () => zoom.zoomBy(1 / 1.6)],
              ['in', IconPlus, () => zoom.zoomBy(1.6)],
              ['fit', IconArrowsHorizontal, () => zoom.fit()],
            ] as const
          ).map(([name, icon, act]) => (
            <IconButton
              key={name}
              icon={icon}
              iconSize={16}
              variant="default"
              tip
              label={t(`axis.${name}`)}
              onClick={act}
            />
          ))}
        </Group>
        <VisuallyHidden aria-live="polite">
          {selectedEvent && `${selectedEvent.text}, ${dateTime(selectedEvent.start)} UTC, ${selectedEvent.location}`}
        </VisuallyHidden>
      </div>
    </div>
  );
}
