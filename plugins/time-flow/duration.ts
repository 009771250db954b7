import { accepted, notation, type Reading, refused } from './notation.ts';

const form = /^\d+[mhd]$/;

/**
 * Reads a count and its unit, minutes, hours or days of 86,400 s: `90m`. Zero is allowed. Anything else is refused as `invalid-duration`.
 *
 * @returns whole milliseconds, at most 2^53 - 1: a longer duration is cut to that, which still is longer than all of time
 */
export function readDuration(text: string): Reading<number> {
  if (!form.test(text)) {
    return refused('invalid-duration', 'Write a whole number and its unit m, h or d, such as 90m, 12h or 7d');
  }
  const unit = text.endsWith('m') ? 60_000 : text.endsWith('h') ? 3_600_000 : 86_400_000;
  return accepted(Math.min(Number.parseInt(text, 10) * unit, Number.MAX_SAFE_INTEGER));
}

/** Milliseconds, not negative. */
export type Duration = number;

/** A duration in a request: text to the caller, milliseconds to the handler. See `readDuration`. */
export const Duration = notation<Duration>(readDuration, {
  description: 'A whole number and its unit: `m` minutes, `h` hours, `d` days of 86,400 s',
  examples: ['90m', '7d'],
  pattern: form.source,
});
