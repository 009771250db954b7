import { blobName, Problem } from 'chronoscribe';

/** @throws Error if `name` cannot name a blob */
export function requireBlobName(name: string): string {
  if (blobName.test(name)) return name;
  throw new Error(
    `${JSON.stringify(name)} cannot name a blob. Join segments of letters, digits, ".", "_" and "-" by "/"; ` +
      'each begins with a letter or digit.',
  );
}

/** The problem for a name without a blob. */
export function blobNotFound(name: string): Problem {
  return new Problem('not-found', { detail: `There is no file "${name}".` });
}
