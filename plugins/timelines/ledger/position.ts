import { createHash } from 'node:crypto';
import { parseJson } from 'chronoscribe/host';
import type { z } from 'zod';

/**
 * A position in a list as text: `<base64url>.<hash>`. The hash of what it belongs to detects mistakes. It is no secret: a
 * position gives access to nothing that the request does not.
 *
 * @param of what was asked for
 */
export function sealPosition(position: readonly (number | null)[], of: readonly unknown[]): string {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${text}.${hashOf(of, text)}`;
}

/** The position in a text; undefined if `sealPosition` did not make it for the same. */
export function openPosition<Position>(
  shape: z.ZodType<Position>,
  sealed: string,
  of: readonly unknown[],
): Position | undefined {
  const [text = '', hash, ...rest] = sealed.split('.');
  if (rest.length > 0 || hash !== hashOf(of, text)) return undefined;
  return shape.safeParse(parseJson(Buffer.from(text, 'base64url').toString())).data;
}

function hashOf(of: readonly unknown[], position: string): string {
  return createHash('sha256')
    .update(JSON.stringify([...of, position]))
    .digest('base64url')
    .slice(0, 16);
}
