import { z } from 'zod';
import { failure, formatInstant, Instant, InstantText, type ParseResult, parsedText, success } from './notations.ts';

/** The `clock_id` of a request: one of the account's clocks. Without it, the account's own is meant. */
export const ClockId = z
  .string()
  .min(1)
  .max(200)
  .meta({
    description: "A clock of `POST /v1/clocks`; default: the account's own",
    examples: ['clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66'],
  });

/** Fields of a move that says when everything that hangs on it has been done. */
export const waitFields = {
  wait: z
    .literal('settled')
    .optional()
    .meta({
      description:
        'Answers once the sleeps, schedules and automations that the move set off have come to rest, with `settled`; ' +
        'at most 30 s later',
    }),
};

/** Whether all is done that a move set off; only in the answer to `wait=settled`. */
export const Settled = z.boolean().optional().meta({
  description:
    'With `wait=settled`: whether all that the move set off has been done; false if it was still at work after 30 s',
});

/** How a clock ticks. */
export interface Pace {
  /** How many times as fast as real time; 1 if absent. */
  readonly rate?: number | undefined;
  /** The instant at which it pauses, if it was told to. */
  readonly stopAt?: number | undefined;
}

/** The same in requests. */
export const pace = {
  rate: z
    .number()
    .min(0.001)
    .max(1_000_000)
    .optional()
    .meta({
      description: 'How many times as fast as real time the clock ticks',
      examples: [60],
    }),
  pause_at: Instant.optional().meta({
    description: 'The clock pauses when it comes to this instant, by ticking or by a move to it or beyond',
  }),
};

/** And in answers. */
export const paceShown = {
  rate: z.number().optional().meta({ description: 'How many times as fast as real time it ticks; absent: 1' }),
  pause_at: InstantText.optional().meta({ description: 'The instant at which it will pause, if it was told to' }),
};

/** The pace of a clock as its answers show it. */
export const showPace = ({ rate = 1, stopAt }: Pace) => ({
  ...(rate !== 1 && { rate }),
  ...(stopAt !== undefined && { pause_at: formatInstant(stopAt) }),
});

/** The time of a clock that has a time zone, as its place shows it. */
export const LocalTime = z.string().meta({
  description: 'The same in the time zone of the clock; absent if none was set',
  examples: ['2025-03-01T09:30:00+01:00'],
});

/** Parses the IANA name of a time zone. @returns the name, or `invalid-time-zone` */
export function parseTimeZone(text: string): ParseResult<string> {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return success(text);
  } catch {
    return failure(
      'invalid-time-zone',
      `There is no time zone ${JSON.stringify(text)}. Write an IANA name, such as Europe/Berlin`,
    );
  }
}

/** A time zone in a request. See `parseTimeZone`. */
export const TimeZone = parsedText<string>(parseTimeZone, {
  description: 'IANA name of the time zone; default UTC',
  examples: ['Europe/Berlin'],
});
