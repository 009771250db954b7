import { roleOfName } from './roles.ts';

/** Up to four words before a colon: `Dr. Smith:`, `SPEAKER 2:`, `>> Anna:`. */
const label =
  /^(?:>>\s*|-\s*)?([\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}.'’_-]{0,30}(?: [\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}.'’_-]{0,30}){0,3})\s?:(?:\s+|$)/u;
/** Every word of a name begins with a capital or a digit. */
const capitalised = /^[\p{Lu}\p{Nd}]\S*(?: [\p{Lu}\p{Nd}]\S*)*$/u;

/** The name that a cue's text begins with, and what is said after it; undefined where it begins with none. */
export function leadingName(text: string): { readonly name: string; readonly text: string } | undefined {
  const match = label.exec(text);
  const name = match?.[1];
  if (match === null || name === undefined) return undefined;
  const isName = capitalised.test(name) || roleOfName(name) !== undefined;
  return isName ? { name, text: text.slice(match[0].length) } : undefined;
}

/**
 * Tells names from words that happen to stand before a colon (`Note:`): a file that names speakers does so in its first cue, and
 * other names say a role or come more than once.
 */
export function namesIn(texts: readonly string[]): (name: string) => boolean {
  const names = texts.map((text) => leadingName(text)?.name);
  if (names[0] !== undefined) return () => true;
  const counts = new Map<string, number>();
  for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (name) => roleOfName(name) !== undefined || (counts.get(name) ?? 0) > 1;
}
