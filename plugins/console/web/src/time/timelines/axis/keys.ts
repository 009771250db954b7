import type { KeyboardEvent } from 'react';
import type { TimelineEvent } from '../timeline-event.ts';
import { acrossLanes, neighbour } from './positions.ts';
import type { Scene } from './scene.ts';
import { stepOf } from './ticks.ts';
import type { TimeZoom } from './use-time-zoom.ts';

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
