import { z } from 'zod';
import { collectCooperatively } from '../concurrency/cooperative.ts';

/** A list that takes a few milliseconds to check and write. */
const long = 200;

/** A field of an answer with many items. */
export interface LongList {
  readonly name: string;
  /** The schema of each item. */
  readonly element: z.ZodType;
  readonly items: readonly unknown[];
}

/** The fields of an answer that are long lists, and have no rules but those of their items. */
export function longLists(response: z.ZodType, body: unknown): readonly LongList[] {
  if (!(response instanceof z.ZodObject) || typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, items]) => {
    const schema: unknown = response.shape[name];
    if (!Array.isArray(items) || items.length < long || !(schema instanceof z.ZodArray)) return [];
    const { element, def } = schema;
    return def.checks === undefined || def.checks.length === 0 ? [{ name, element: element as z.ZodType, items }] : [];
  });
}

/** Writes a list as JSON in UTF-8, and lets the host do other work every few milliseconds. */
export async function encodeList(items: readonly unknown[], toShape: (item: unknown) => unknown): Promise<Uint8Array> {
  const texts = await collectCooperatively(items.values().map((item) => JSON.stringify(toShape(item)) ?? 'null'));
  return new TextEncoder().encode(`[${texts.join(',')}]`);
}
