import type { StoredSignal } from './documents.ts';
import type { OpenWait } from './open-waits.ts';
import { isNamed } from './wait-keys.ts';

/** What is known of a run whose signals are given. */
interface Signalled {
  /** What waits for a signal, or may wait later, and has got none. */
  readonly waits: readonly OpenWait[];
  readonly kept: readonly StoredSignal[];
}

/**
 * Gives a signal to everything of that name that waits now. If nothing does, keeps it for what may wait first.
 *
 * @param keep keeps it for one key, or for none yet; false if the key has got one already
 * @returns false if there is nothing that may wait for it, or if that is sure to get another one
 */
export async function giveSignal(
  { waits, kept }: Signalled,
  name: string,
  keep: (wait: string | null) => Promise<boolean>,
): Promise<boolean> {
  const named = waits.filter(({ path, isRepeated }) => isNamed(path, isRepeated ? asTemplate(name, path) : name));
  let isGiven = false;
  for (const { path, waits: waitsNow } of named) if (waitsNow && (await keep(path))) isGiven = true;
  if (isGiven) return true;
  const expected = named.some(({ isRepeated }) => isRepeated) ? Number.POSITIVE_INFINITY : named.length;
  const promised = kept.filter(({ node, wait }) => node === name && wait === null).length;
  return promised < expected && (await keep(null));
}

/**
 * The path with `*` where the template has one: the item `3` of an `each` that has no items yet becomes `*`. A plain name
 * stays as it is.
 */
function asTemplate(name: string, template: string): string {
  const [names, parts] = [name.split('/'), template.split('/')];
  if (names.length !== parts.length) return name;
  return names.map((part, at) => (parts[at] === '*' && /^\d+$/.test(part) ? '*' : part)).join('/');
}
