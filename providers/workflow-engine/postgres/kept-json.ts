/**
 * JSON is kept as its text, in a JSON string: Postgres takes the order of members apart, and refuses strings with a NUL or half a character, which
 * inside of a text are escaped.
 */
export function toKept(json: unknown): string {
  return JSON.stringify(json) ?? 'null';
}

export function fromKept(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : null;
}
