import { type AuditLogEntry, Problem } from 'chronoscribe';
import { z } from 'zod';

type Place = Pick<AuditLogEntry, 'at' | 'chain' | 'seq'>;

const place = z.tuple([z.iso.datetime(), z.string().regex(/^\d{1,9}$/), z.int().positive()]);

/** The cursor for the entries before one. */
export function cursorOf({ at, chain, seq }: Place): string {
  return Buffer.from(JSON.stringify([at, chain, seq])).toString('base64url');
}

/**
 * The place that a cursor stands for.
 *
 * @throws Problem `invalid-cursor`
 */
export function parseAuditCursor(cursor: string): Place {
  const { data } = place.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (data !== undefined) return { at: data[0], chain: data[1], seq: data[2] };
  throw new Problem('invalid-cursor', {
    detail: 'The cursor was not made by this list. Leave it out to begin with the newest entries.',
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
