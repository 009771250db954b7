import { type Action, workflow } from 'chronoscribe';
import { z } from 'zod';
import type { ControllableClock } from './clock.ts';
import { CalendarDuration, ClockId, formatInstant } from './kind.ts';

const FastForward = z.object({ duration: CalendarDuration, clock_id: ClockId.optional() });
const Pause = z.object({ clock_id: ClockId.optional() });

/** What automations can do with the clock of an account. */
export function clockActions(clock: ControllableClock): {
  readonly 'clock.fast-forward': Action<typeof FastForward>;
  readonly 'clock.pause': Action<typeof Pause>;
} {
  return {
    'clock.fast-forward': {
      input: FastForward,
      run: workflow<z.output<typeof FastForward>>('clock-fast-forward')
        .step('move', async ({ input: { duration, clock_id: clockId } }, { account, runId }) => {
          const { now } = await clock.fastForward({ account, clockId }, duration, `${runId}/fast-forward`);
          return { new_time: formatInstant(now) };
        })
        .answer((body) => ({ body, location: '/v1/current-time' })),
    },
    'clock.pause': {
      input: Pause,
      run: workflow<z.output<typeof Pause>>('clock-pause')
        .step('pause', async ({ input: { clock_id: clockId } }, { account, runId }) => {
          const { now } = await clock.pause({ account, clockId }, `${runId}/pause`);
          return { paused_at: formatInstant(now) };
        })
        .answer((body) => ({ body, location: '/v1/current-time' })),
    },
  };
}
