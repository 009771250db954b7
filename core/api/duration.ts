const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const;

/** A whole number and its unit: `30s`, `90m`, `12h`, `7d`, `2w`. A day is 86,400 s. */
export type DurationText = `${number}${keyof typeof unitMs}`;

/**
 * The milliseconds of a duration.
 *
 * @throws Error that says what is expected, for anything that is not a `DurationText`
 */
export function durationMs(text: string): number {
  const [, count, unit] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) {
    throw new Error(`"${text}" is no duration. Write a whole number and its unit, such as 30s, 90m, 12h, 7d or 2w.`);
  }
  return Number(count) * unitMs[unit as keyof typeof unitMs];
}
