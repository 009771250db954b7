import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { Problem } from '../api/problem.ts';
import { bodyStream } from './body-stream.ts';
import { unsupportedContentType } from './content-type.ts';
import { unwrapped } from './validation.ts';

const maxJsonBytes = 1024 * 1024;
/** Nobody means more, and what keeps JSON (a database, a recursion) has limits of its own. */
const maxDepth = 100;

/** What a request without files carries, not yet checked against the route. */
export interface JsonBody {
  readonly fields: Readonly<Record<string, unknown>>;
  /** SHA-256 over the bytes, to tell whether a repeated request is the same. */
  readonly fingerprint: string;
}

/** Reads a JSON body of any method, GET too. No body at all is an empty object. */
export async function readJsonBody(incoming: IncomingMessage): Promise<JsonBody> {
  const type = incoming.headers['content-type'];
  if (/^multipart\//i.test(type ?? '')) throw unsupportedContentType('application/json', type);
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyStream(incoming, maxJsonBytes)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const fingerprint = createHash('sha256').update(bytes).digest('hex');
  return { fields: bytes.length === 0 ? {} : parseObject(bytes), fingerprint };
}

function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new Problem('malformed-json', { detail: 'The body is not valid JSON in UTF-8.', cause });
  }
  if (isDeeper(value, maxDepth))
    throw new Problem('malformed-json', { detail: `The body is nested deeper than ${maxDepth} levels.` });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem('invalid-request', {
      detail: 'The body must be a JSON object.',
      errors: [{ in: 'body', path: [], detail: 'Expected an object', type: 'invalid_type' }],
    });
  }
  return value as Readonly<Record<string, unknown>>;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/**
 * Adds the query string to the body's fields. Text becomes a number or a boolean where the route asks for one, so that both ways
 * of giving a parameter mean the same.
 *
 * @throws Problem `conflicting-parameters` for a name with two values, in the query or in query and body.
 */
export function withQuery(
  fields: Readonly<Record<string, unknown>>,
  query: URLSearchParams,
  schema: z.ZodObject | undefined,
): Readonly<Record<string, unknown>> {
  const merged = new Map(Object.entries(fields));
  for (const [name, text] of query) {
    const value = typed(text, schema?.shape[name]);
    if (merged.has(name) && !isDeepStrictEqual(merged.get(name), value)) {
      throw new Problem('conflicting-parameters', {
        detail: `The parameter "${name}" is given with two different values. Give it once.`,
        errors: [{ in: 'query', path: [name], detail: 'Given with two different values', type: 'conflicting_parameters' }],
      });
    }
    merged.set(name, value);
  }
  return Object.fromEntries(merged);
}

function typed(text: string, schema: unknown): unknown {
  const inner = unwrapped(schema);
  if (inner !== undefined) return typed(text, inner);
  if (schema instanceof z.ZodNumber && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (schema instanceof z.ZodBoolean && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
