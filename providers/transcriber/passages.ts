/** A stretch of a recording, in milliseconds from its start. */
export interface Passage {
  readonly startMs: number;
  readonly endMs: number;
}

/** The most places that a warning names. */
const mostPlaces = 8;

/** `3 passages`. */
export function countPassages({ length }: { readonly length: number }): string {
  return `${length} passage${length === 1 ? '' : 's'}`;
}

/** Where to listen: `00:01:02, 00:03:04 and 2 more places`. */
export function placesOf(passages: readonly Passage[]): string {
  const named = [...new Set(passages.map(({ startMs }) => new Date(startMs).toISOString().slice(11, 19)))];
  const more = named.length - mostPlaces;
  return named.slice(0, mostPlaces).join(', ') + (more > 0 ? ` and ${more} more places` : '');
}
