import type { z } from 'zod';
import { type FieldError, Problem } from '../api/problem.ts';

type Issue = z.core.$ZodIssue;

/**
 * Parses what a request carries, or throws one problem that names all faults together.
 *
 * A schema gives a fault a code of its own through `params: { problem: 'invalid-timestamp' }` of a custom issue; the request is
 * answered with that code if all its faults share it, else with `invalid-request`.
 *
 * @param found faults of the same request that were found before, such as a missing file.
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: FieldError['in'],
  found: readonly FieldError[] = [],
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success && found.length === 0) return parsed.data;
  throw problemOfIssues(parsed.error?.issues ?? [], value, place, found);
}

function problemOfIssues(
  issues: readonly Issue[],
  value: unknown,
  place: FieldError['in'],
  found: readonly FieldError[],
): Problem {
  const errors = [...found, ...issues.map((issue) => fieldError(issue, value, place))];
  const [code, ...others] = new Set([...found.map(() => undefined), ...issues.map(ownCode)]);
  const named = errors.map((error) => `${error.path.join('.') || error.in}: ${error.detail}`).join('; ');
  if (code !== undefined && others.length === 0) {
    return new Problem(code, { status: 422, detail: named, errors });
  }
  return new Problem('invalid-request', { detail: named, errors });
}

function ownCode(issue: Issue): string | undefined {
  const code: unknown = issue.code === 'custom' ? issue.params?.problem : undefined;
  return typeof code === 'string' ? code : undefined;
}

function fieldError(issue: Issue, value: unknown, place: FieldError['in']): FieldError {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const missing = path.length > 0 && valueAt(value, path) === undefined;
  return {
    in: place,
    path,
    detail: missing ? 'Field required' : issue.message,
    type: missing ? 'missing' : issue.code,
  };
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, part) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string | number, unknown>)[part] : undefined,
    value,
  );
}
