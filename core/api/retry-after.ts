/**
 * Whole seconds that a server asks to be left alone for, by its `Retry-After`: seconds, of which some write fractions, or a date of HTTP (RFC 9110, 10.2.3).
 * 0 for a moment that has passed; undefined where nothing is asked for, or what is asked cannot be understood.
 */
export function parseRetryAfter(asked: string | null | undefined): number | undefined {
  if (asked === null || asked === undefined) return undefined;
  const seconds = /^\d+(?:\.\d+)?$/.test(asked.trim()) ? Number(asked) : (Date.parse(asked) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
