import { z } from 'zod';
import { type Download, downloadTypes, EncodedJson } from '../api/response.ts';
import type { Route } from '../api/route.ts';
import { encodeList, type LongList } from './long-lists.ts';

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
