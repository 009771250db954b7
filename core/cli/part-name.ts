import { UsageError } from './command.ts';

/**
 * Checks a name for a new plugin or provider, which is also that of a folder.
 *
 * @param taken names that are bundled.
 * @throws UsageError that says what a name is made of.
 */
export function usable(name: string, taken: readonly string[]): string {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 50) {
    throw new UsageError(`"${name}" cannot be the name: use lower-case letters and digits, in words joined by "-", 50 at most`);
  }
  if (taken.includes(name)) throw new UsageError(`"${name}" is bundled already; choose another name`);
  return name;
}
