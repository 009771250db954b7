import { isNamed, type KeptSignals } from './kept-signals.ts';
import type { RunView } from './run-view.ts';

/**
 * Gives a signal to everything of that name that waits now. If nothing does, keeps it for what may wait first.
 *
 * @returns false if there is nothing that may wait for it, or if that is sure to get another one
 */
export async function signalRun(
  signals: KeptSignals,
  run: string,
  { waits, kept }: Pick<RunView, 'waits' | 'kept'>,
  { name, payload }: { readonly name: string; readonly payload: unknown },
): Promise<boolean> {
  const named = waits.filter(({ path, isRepeated }) => isNamed(path, isRepeated ? asTemplate(name, path) : name));
  let isGiven = false;
  for (const { path, waits: waitsNow } of named)
    if (waitsNow && (await signals.keep(run, name, path, payload))) isGiven = true;
  if (isGiven) return true;
  const expected = named.some(({ isRepeated }) => isRepeated) ? Number.POSITIVE_INFINITY : named.length;
  const promised = kept.filter(({ node, wait }) => node === name && wait === null).length;
  return promised < expected && (await signals.keep(run, name, null, payload));
}

/** The path with `*` where the template has one: the item `3` of an `each` that has no items yet becomes `*`. A plain name stays as it is. */
function asTemplate(name: string, template: string): string {
  const [names, parts] = [name.split('/'), template.split('/')];
  if (names.length !== parts.length) return name;
  return names.map((part, at) => (parts[at] === '*' && /^\d+$/.test(part) ? '*' : part)).join('/');
}
