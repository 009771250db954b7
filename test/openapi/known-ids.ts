import type { TestHost } from 'chronoscribe/testing';
import { z } from 'zod';
import { operationsOf, requestTo } from '../http/operations.ts';

/** The ids of what an account has. */
export interface KnownIds {
  /** Of the items of a list, by its path: those of the paths below it. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** By the name of the field. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

const Item = z.record(z.string(), z.unknown());
const List = z.record(z.string(), z.unknown()).transform((answer) => {
  const items = Object.values(answer).find(Array.isArray);
  return z.array(Item).catch([]).parse(items);
});

/** Lists of what the run itself needs: it would end with the key that it has. */
const needed = ['/admin/keys', '/admin/accounts'];

/** Looks into all lists that a key may read. */
export async function knownIds(host: TestHost, key: string): Promise<KnownIds> {
  const lists: Record<string, readonly string[]> = {};
  const fields: Record<string, readonly string[]> = {};
  for (const operation of await operationsOf(host)) {
    const { method, path, access } = operation;
    if (method !== 'GET' || path.includes('{') || access !== 'key') continue;
    if (needed.includes(path)) continue;
    const { path: asked, options } = requestTo(operation);
    const { status, json } = await host.call('GET', asked, { ...options, key });
    const items = status === 200 ? List.catch([]).parse(json) : [];
    const ids = items.flatMap((item) => textOf(item.id ?? Object.entries(item).find(isNamed)?.[1] ?? item.name));
    if (ids.length > 0) lists[path] = ids;
    for (const [name, value] of items.flatMap((item) => Object.entries(item).filter(isNamed)))
      fields[name] = [...(fields[name] ?? []), ...textOf(value)];
  }
  return { lists, fields };
}

const isNamed = ([name]: readonly [string, unknown]): boolean => name.endsWith('_id');

function textOf(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : [];
}
