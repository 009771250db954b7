import { blobName, Problem } from 'chronoscribe';

/** The name itself, where it can name a blob. */
export function checkedName(name: string): string {
  if (blobName.test(name)) return name;
  throw new Error(
    `${JSON.stringify(name)} cannot name a blob. Join segments of letters, digits, ".", "_" and "-" by "/"; ` +
      'each begins with a letter or digit.',
  );
}

/** What is said of a name that no blob has. */
export function unknownName(name: string): Problem {
  return new Problem('not-found', { detail: `There is no file "${name}".` });
}
