import { useEffect, useState } from 'react';
import type { ClockReading } from './clock-queries.ts';

/** What a clock shows now: of a running one, a new value every second. Milliseconds since 1970. */
export function useTicking({ now, state, readAt }: ClockReading): number {
  const shown = () => (state === 'running' ? now + performance.now() - readAt : now);
  const [, redraw] = useState(0);
  useEffect(() => {
    if (state === 'paused') return;
    const timer = setInterval(() => redraw((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [state]);
  return shown();
}
