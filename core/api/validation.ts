import { z } from 'zod';
import { type FieldError, Problem } from './problem.ts';
import { isObject, unknownName, valueAt } from './text.ts';

type Schema = z.core.$ZodType;
type Issue = z.core.$ZodIssue;
type Path = FieldError['path'];

/** What a client gave, as it was read, and what was wrong with it already. */
export interface GivenFields {
  /** An object, or of a signal any JSON. */
  readonly fields: unknown;
  /** Where the value of a top-level field was given, or was looked for. */
  placeOf(name: string | undefined): FieldError['in'];
  /** Faults that were found while the request was read, such as a missing file. */
  readonly errors: readonly FieldError[];
  /** Names that are taken beside those of the schema, such as those of files. */
  readonly otherNames: readonly string[];
}

/** The fields of a request. */
export interface RequestFields extends GivenFields {
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Validates the fields of a request. Fields that the schema does not declare are refused, in nested objects too, unless
 * the schema is a `z.looseObject` or has a `catchall`.
 *
 * A schema gives an error a code of its own through `params: { problem: 'invalid-timestamp' }` of a custom issue. The
 * request is answered with that code if all its errors share it, else with `invalid-request`.
 *
 * @throws Problem that names all errors of the request together.
 */
export function parseFields<S extends z.ZodType>(schema: S, request: GivenFields): z.output<S> {
  const { fields, placeOf, otherNames } = request;
  const parsed = schema.safeParse(fields);
  const unknown = unknownPaths(schema, fields, [])
    .slice(0, maxUnknownFields)
    .map(({ path, known }) => unknownField(path, path.length === 1 ? [...otherNames, ...known] : known));
  if (parsed.success && unknown.length === 0 && request.errors.length === 0) return parsed.data;

  const located = ({ path, detail, type }: Omit<FieldError, 'in'>): FieldError => ({
    in: placeOf(path[0] === undefined ? undefined : String(path[0])),
    path,
    detail,
    type,
  });
  const issues = (parsed.error?.issues ?? []).filter(({ code }) => code !== 'unrecognized_keys');
  const errors = [
    ...unknown.map(located),
    ...request.errors,
    ...issues.map((issue) => located(issueError(issue, fields))),
  ];
  const detail = errors.map((error) => `${error.path.join('.') || error.in}: ${error.detail}`).join('; ');
  const codes = [...unknown, ...request.errors].map(({ type }) =>
    type === 'unknown_field' ? 'unknown-field' : undefined,
  );
  const [code, ...others] = new Set([...codes, ...issues.map(ownCode)]);
  if (code === undefined || others.length > 0) throw new Problem('invalid-request', { detail, errors });
  throw new Problem(code, { status: 422, detail, errors });
}

function ownCode(issue: Issue): string | undefined {
  const code: unknown = issue.code === 'custom' ? issue.params?.problem : undefined;
  return typeof code === 'string' ? code : undefined;
}

function issueError(issue: Issue, fields: unknown): Omit<FieldError, 'in'> {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const isMissing = path.length > 0 && valueAt(fields, path) === undefined;
  if (isMissing) return { path, detail: 'Field required', type: 'missing' };
  // Of a name that is not accepted it says why.
  const [inner] = issue.code === 'invalid_key' ? issue.issues : [];
  const detail = inner === undefined ? issue.message : `As a name: ${inner.message}`;
  return { path, detail, type: ownCode(issue)?.replaceAll('-', '_') ?? issue.code };
}

/** A request with more unknown fields than this is answered with the first of them. */
const maxUnknownFields = 50;
/** A longer name is cut in the message, and is not compared with known names. */
const maxNameLength = 100;

/** @param place what kind of name it is, for the message. */
export function unknownField(path: Path, known: readonly string[], place = 'field'): Omit<FieldError, 'in'> {
  const name = String(path.at(-1));
  const shown = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
  return { path, detail: unknownName(place, shown, known), type: 'unknown_field' };
}

interface UnknownPath {
  readonly path: Path;
  readonly known: readonly string[];
}

/**
 * The fields of a value that no object schema declares at their place. What a schema transforms first is not looked
 * into.
 */
function unknownPaths(schema: Schema, value: unknown, path: Path): readonly UnknownPath[] {
  if (!isObject(value)) return [];
  if (schema instanceof z.ZodObject) {
    const { shape, catchall } = schema.def;
    const takesOthers = catchall !== undefined && !(catchall instanceof z.ZodNever);
    return Object.entries(value).flatMap(([name, inner]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (field !== undefined) return unknownPaths(field, inner, [...path, name]);
      return takesOthers ? [] : [{ path: [...path, name], known: Object.keys(shape) }];
    });
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const { element } = schema.def;
    return value.flatMap((inner, index) => unknownPaths(element, inner, [...path, index]));
  }
  if (schema instanceof z.ZodTuple && Array.isArray(value)) {
    return schema.def.items.flatMap((item, index) => unknownPaths(item, value[index], [...path, index]));
  }
  if (schema instanceof z.ZodRecord) {
    const { valueType } = schema.def;
    return Object.entries(value).flatMap(([name, inner]) => unknownPaths(valueType, inner, [...path, name]));
  }
  if (schema instanceof z.ZodUnion) return unknownInUnion(schema.def.options, value, path);
  if (schema instanceof z.ZodIntersection) {
    const left = unknownPaths(schema.def.left, value, path);
    const right = new Set(unknownPaths(schema.def.right, value, path).map((each) => JSON.stringify(each.path)));
    return left.filter((each) => right.has(JSON.stringify(each.path)));
  }
  if (schema instanceof z.ZodPipe) return unknownPaths(schema.def.in, value, path);
  const inner = unwrapped(schema);
  return inner === undefined ? [] : unknownPaths(inner, value, path);
}

/** Those of the option that the value was meant for: one that takes it, else the one that knows most of its fields. */
function unknownInUnion(options: readonly Schema[], value: unknown, path: Path): readonly UnknownPath[] {
  const taking = options.filter((option) => z.safeParse(option, value).success);
  const meant = taking.length > 0 ? taking : options.filter((option) => !(option instanceof z.ZodString));
  const [best] = meant.map((option) => unknownPaths(option, value, path)).toSorted((a, b) => a.length - b.length);
  return best ?? [];
}

/** The schema inside of `optional()`, `default()` and the like. */
export function unwrapped(schema: unknown): Schema | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return schema.unwrap();
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodPrefault || schema instanceof z.ZodCatch)
    return schema.unwrap();
  if (schema instanceof z.ZodNonOptional || schema instanceof z.ZodLazy) return schema.unwrap();
  return undefined;
}
