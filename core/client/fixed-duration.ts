import type { Duration } from './types.ts';

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * The milliseconds of a duration that is as long everywhere: of `90m`, `12h`, `7d`, and of times in ISO 8601, `PT36H`.
 * Undefined for others, such as `P1M`, whose length depends on where it begins.
 */
export function fixedMs(duration: Duration): number | undefined {
  const [, count, unit] = /^(\d+)([mhd])$/.exec(duration) ?? [];
  if (count !== undefined) return Number(count) * unitMs[unit as keyof typeof unitMs];
  const iso = /^PT(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?$/.exec(duration);
  if (iso === null) return undefined;
  const [, hours = 0, minutes = 0, seconds = 0] = iso;
  return Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Math.round(Number(seconds) * 1000);
}
