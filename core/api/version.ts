import { z } from 'zod';
import { Problem } from './problem.ts';

/** What a person saw of something that others may change too. */
export const SeenVersion = z
  .int()
  .nullable()
  .optional()
  .describe(
    'The `version` that the change was made from; null: there was nothing. If there is another now, the answer is 409 `version-conflict`. Default: whatever there is',
  );
export type SeenVersion = z.output<typeof SeenVersion>;

/** The answer to a change: what it is to be changed from next. */
export const WrittenVersion = z.object({ version: z.int().describe('The `version` of what was written') });

/**
 * Refuses a change of something that somebody else has changed since.
 *
 * @param seen undefined: whatever there is is changed
 * @param present what there is now
 * @throws Problem `version-conflict`
 */
export function requireSeen(
  name: string,
  seen: SeenVersion,
  present: { readonly version: number; readonly by: string } | undefined,
): void {
  const version = present?.version ?? null;
  if (seen === undefined || seen === version) return;
  const what = present === undefined ? 'was deleted' : `was changed by ${present.by}`;
  throw new Problem('version-conflict', {
    status: 409,
    detail: `"${name}" ${what} meanwhile. Read it again, and send the change with "version": ${version}.`,
    members: { version },
  });
}
