/** The text of a field `datetime-local`: `2026-11-23T09:30:00`. */
export function toField(instant: number): string {
  return new Date(instant).toISOString().slice(0, 19);
}

/** The instant of such a field as the API takes it; undefined if the field is empty. */
export function fromField(text: string): string | undefined {
  const instant = Date.parse(`${text}Z`);
  return Number.isNaN(instant) ? undefined : toApi(instant);
}

/** An instant as the API takes it. */
export function toApi(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}
