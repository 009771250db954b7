import type { ScaleTime } from 'd3-scale';
import { textScale } from './scene.ts';

export type TimeScale = ScaleTime<number, number>;

const day = 86_400_000;

/** The ticks of an axis with their texts, short where the step is short. */
export function ticksOf(scale: TimeScale, width: number, language: string) {
  const ticks = scale.ticks(Math.max(2, Math.floor(width / textScale / 110)));
  const [first, second] = ticks;
  const step = first === undefined || second === undefined ? day : second.getTime() - first.getTime();
  const coarse = formatter(step, language);
  const fine = formatter(step < day ? day : 365 * day, language);
  return ticks.map((tick, index) => {
    const isNewDay = step < day && tick.getTime() % day === 0;
    const context = step < 300 * day && (index === 0 || isNewDay);
    return { x: scale(tick), text: context && step < day ? fine.format(tick) : coarse.format(tick) };
  });
}

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** What is written of an instant, by the least step in milliseconds at which it is. */
const notations: readonly (readonly [number, Intl.DateTimeFormatOptions])[] = [
  [300 * day, { year: 'numeric' }],
  [27 * day, { month: 'short', year: 'numeric' }],
  [day, { day: 'numeric', month: 'short', year: 'numeric' }],
  [60_000, time],
  [0, { ...time, second: '2-digit' }],
];

/** To make a formatter takes longer than to draw a frame. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(step: number, language: string): Intl.DateTimeFormat {
  const [least, options] = notations.find(([from]) => step >= from) ?? [0, time];
  const name = `${language} ${least}`;
  const known = formatters.get(name) ?? new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
  formatters.set(name, known);
  return known;
}

const snaps = [1000, 60_000, 5 * 60_000, 15 * 60_000, 3_600_000, 6 * 3_600_000, day, 7 * day, 30 * day];

/** The step by which an event is moved at this zoom: about three pixels, and a round number of minutes or days. */
export function stepOf(scale: TimeScale): number {
  const pixels = scale.invert(3).getTime() - scale.invert(0).getTime();
  return snaps.find((snap) => snap >= pixels) ?? 365 * day;
}
