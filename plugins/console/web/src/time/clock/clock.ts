import { useForceUpdate, useInterval } from '@mantine/hooks';
import { queryOptions } from '@tanstack/react-query';
import { type Answer, api, refresh, sendSignedIn } from '../../shared/api.ts';

/** Which clock a part of the screen is about, the account's own without an id, and what it showed. */
export interface ClockProps {
  readonly clockId: string | undefined;
  readonly reading: ClockReading;
}

/** What a clock showed, and when this page learned of it. */
export interface ClockReading extends Answer<'/v1/current-time'> {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** `performance.now()` of the answer. */
  readonly readAt: number;
}

/** The clock with an id, or the account's own. */
export const clockQuery = (clockId: string | undefined) =>
  queryOptions({
    queryKey: ['time', 'clock', clockId ?? 'own'],
    queryFn: async (): Promise<ClockReading> => {
      const answer = await api.GET('/v1/current-time', { clock_id: clockId });
      return { ...answer, now: Date.parse(answer.current_time), readAt: performance.now() };
    },
    refetchInterval: 10_000,
  });

/** What a clock shows now: of a running one, a new value every second. Milliseconds since 1970. */
export function useTicking({ now, state, readAt }: ClockReading): number {
  useInterval(useForceUpdate(), 1000, { autoInvoke: true });
  return state === 'running' ? now + performance.now() - readAt : now;
}

/** What can be done with a clock, with the fields of each request. */
export type ClockOperation =
  | { readonly path: 'travel'; readonly destination_time: string; readonly location: string }
  | { readonly path: 'fast-forward' | 'rewind'; readonly duration: string }
  | { readonly path: 'return'; readonly anchor_id: string }
  | { readonly path: 'pause-time' | 'resume-time' };

export async function operateClock(clockId: string | undefined, { path, ...fields }: ClockOperation): Promise<void> {
  await sendSignedIn('POST', `/v1/${path}`, { ...fields, clock_id: clockId });
  await refresh('time');
}
