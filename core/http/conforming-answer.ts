import { z } from 'zod';
import { type Download, downloadTypes, EncodedJson } from '../api/response.ts';
import type { Route } from '../api/route.ts';
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

/** The fields of long lists, with nothing in them. */
export function emptied(lists: readonly LongList[]): Readonly<Record<string, readonly unknown[]>> {
  return Object.fromEntries(lists.map(({ name }) => [name, []]));
}

/** An answer with its long lists, which are validated and written in pieces. */
export async function withLists(route: Route, answer: object, lists: readonly LongList[]): Promise<EncodedJson> {
  const fields: Record<string, unknown> = { ...answer };
  for (const { name, element, items } of lists)
    fields[name] = await encodeList(items, (item) => conforming(route, `item of ${name}`, element, item));
  return new EncodedJson(fields);
}

/** @throws Error for a file of a type that the route does not declare */
export function declaredDownload(file: Download, { method, path, response }: Route): Download {
  if (downloadTypes(response)?.has(file.type)) return file;
  throw new Error(`${method} ${path} answered with a file of type ${file.type}, which its response does not declare.`);
}

/** The value as its schema parses it. @throws Error that names the route and what does not match. */
export function conforming({ method, path }: Route, what: string, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`${method} ${path}: the ${what} does not match its schema:\n${z.prettifyError(parsed.error)}`);
}
