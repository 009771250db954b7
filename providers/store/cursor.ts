import { createHash } from 'node:crypto';
import { Problem } from 'chronoscribe';
import { z } from 'zod';
import type { Key } from './order.ts';
import type { QueryPlan } from './plan.ts';

/** Where a page ended: the last document's key in the ordered field (null where there is none) and its id. */
export interface Position {
  readonly key: Key;
  readonly id: string;
}

const shape = z.tuple([z.union([z.string(), z.number(), z.null()]), z.string()]);

/** A position in the URL-safe alphabet, sealed with the query it belongs to: `<position>.<seal>`. */
export function writeCursor(plan: QueryPlan, { key, id }: Position): string {
  const position = Buffer.from(JSON.stringify([key, id])).toString('base64url');
  return `${position}.${seal(plan, position)}`;
}

/** @throws Problem `invalid-cursor` for text that `writeCursor` did not make from this query. */
export function readCursor(plan: QueryPlan, cursor: string): Position {
  const [position = '', mark, ...rest] = cursor.split('.');
  if (rest.length === 0 && mark === seal(plan, position)) {
    const parsed = shape.safeParse(parse(position));
    if (parsed.success) return { key: parsed.data[0], id: parsed.data[1] };
  }
  throw new Problem('invalid-cursor', {
    detail: 'This cursor was not made by this query. Start again without one, and change nothing else between pages.',
  });
}

/** Tells a slip from a cursor; it is no secret. What a query may see is fixed by its `equals`, which no cursor can widen. */
function seal({ limit: _anySize, ...query }: QueryPlan, position: string): string {
  return createHash('sha256')
    .update(JSON.stringify([query, position]))
    .digest('base64url')
    .slice(0, 16);
}

function parse(position: string): unknown {
  try {
    return JSON.parse(Buffer.from(position, 'base64url').toString());
  } catch {
    return undefined;
  }
}
