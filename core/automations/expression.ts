import { type TypeError as CelTypeError, Environment, type ParseError } from '@marcbachmann/cel-js';
import { z } from 'zod';
import { unknownName } from '../api/text.ts';
import type { Triggers } from '../api/trigger.ts';

/** An expression in CEL over the payload of an event. It was checked against the payload's schema. */
export interface Expression {
  /** The type of its result in CEL: `bool`, `string`, `list<int>`, or `dyn` if only its evaluation shows it. */
  readonly type: string;
  /** @returns plain JSON @throws Error that says why it has no value for this payload */
  evaluate(payload: Readonly<Record<string, unknown>>): unknown;
}

/** Larger than any expression that a person writes; a parser may need much for a hostile one. */
const limits = { maxAstNodes: 2_000, maxDepth: 50, maxListElements: 200, maxMapEntries: 200 };

/** @param schema of the payload @returns the expression, or what is wrong with it */
export function compileExpression(text: string, schema: Triggers[string]): Expression | { readonly message: string } {
  // Without the names that CEL has for its own types: a variable cannot have them.
  const { properties = {} } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  const usable = Object.entries(properties).filter(([name]) => !reserved.has(name));
  const variables = Object.fromEntries(usable.map(([name, property]) => [name, typeOf(property)]));
  const environment = environmentOf(variables);
  const { valid, type = 'dyn', error } = environment.check(text);
  if (!valid) return { message: describe(error, text, variables) };
  const program = environment.parse(text);
  return {
    type,
    evaluate(payload) {
      // CEL has whole numbers of their own, which are `bigint` here.
      const given = usable.filter(([name]) => name in payload);
      const values = given.map(([name, property]) => [name, celValue(property, payload[name])] as const);
      return plainJson(program(Object.fromEntries(values)));
    },
  };
}

function environmentOf(variables: Readonly<Record<string, CelType>>): Environment {
  const environment = new Environment({ homogeneousAggregateLiterals: false, limits });
  // Payloads count what is clinical, such as warnings, where a record lists it: the same condition fits both.
  environment.registerFunction('size(int): int', (count: bigint) => count);
  for (const [name, type] of Object.entries(variables)) {
    if (typeof type === 'string') environment.registerVariable(name, type);
    else environment.registerVariable({ name, schema: mutable(type) });
  }
  return environment;
}

/** A copy that the library's types accept, which knows no readonly members. */
function mutable(fields: Exclude<CelType, string>): { [field: string]: ReturnType<typeof mutable> | string } {
  return Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [name, typeof type === 'string' ? type : mutable(type)]),
  );
}

/** What is wrong, with the nearest known name, and where in the expression. */
function describe(
  error: ParseError | CelTypeError | undefined,
  text: string,
  variables: Readonly<Record<string, CelType>>,
): string {
  if (error === undefined) return 'this is not an expression in CEL';
  const { code, summary, range } = error;
  const at = range === undefined ? '' : ` (character ${range.start + 1} of the expression)`;
  const named = range === undefined ? '' : text.slice(range.start, range.end);
  if (code === 'unknown_variable') return `${unknownName('name', named, Object.keys(variables))}${at}`;
  if (code === 'no_such_key') {
    const known = fieldsBefore(text.slice(0, range?.start), variables);
    if (known !== undefined) return `${unknownName('field', named, known)}${at}`;
  }
  return `${summary.charAt(0).toLowerCase()}${summary.slice(1)}${at}`;
}

/** The fields of the object that a path such as `record.inner.` names at the end of a text. */
function fieldsBefore(text: string, variables: Readonly<Record<string, CelType>>): readonly string[] | undefined {
  const path = /([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)\s*\.\s*$/.exec(text)?.[1]?.split('.') ?? [];
  const found = path.reduce<CelType | undefined>(
    (type, name) => (typeof type === 'object' ? type[name.trim()] : undefined),
    variables,
  );
  return typeof found === 'object' ? Object.keys(found) : undefined;
}

/** A value of CEL as plain JSON. @throws Error for a value that JSON does not have */
function plainJson(value: unknown): unknown {
  switch (typeof value) {
    case 'bigint': {
      const number = Number(value);
      if (!Number.isSafeInteger(number)) throw new Error(`the whole number ${value} is too large`);
      return number;
    }
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return value.map(plainJson);
      if (value instanceof Map) return plainJson(Object.fromEntries(value));
      if (isPlain(value)) return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, plainJson(of)]));
      throw new Error('the result is a time, a duration or bytes; make it a text with string(…)');
    default:
      return value;
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The type of a variable in CEL: the name of a type, or the fields of an object. */
type CelType = string | { readonly [field: string]: CelType };

const reserved = new Set('bool bytes double duration dyn int list map string timestamp type uint'.split(' '));

function typeOf(schema: JsonSchema | boolean): CelType {
  if (typeof schema === 'boolean') return 'dyn';
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
      return 'int';
    case 'number':
      return 'double';
    case 'boolean':
      return 'bool';
    case 'array':
      return `list<${elementType(schema)}>`;
    case 'object':
      return fieldsOf(schema);
    default:
      // A union, also with null, or anything at all.
      return 'dyn';
  }
}

/** CEL declares the fields of an object only where a variable holds it, not in a list. */
function elementType({ items }: JsonSchema): string {
  const type = typeof items === 'object' && !Array.isArray(items) ? typeOf(items) : 'dyn';
  return typeof type === 'string' ? type : 'map<string, dyn>';
}

function fieldsOf({ properties }: JsonSchema): CelType {
  if (properties === undefined || Object.keys(properties).length === 0) return 'map<string, dyn>';
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, typeOf(property)]));
}

function celValue(schema: JsonSchema | boolean, value: unknown): unknown {
  if (typeof schema === 'boolean') return value;
  if (Array.isArray(value)) {
    const { items } = schema;
    return typeof items === 'object' && !Array.isArray(items) ? value.map((item) => celValue(items, item)) : value;
  }
  if (typeof value === 'object' && value !== null) {
    const { properties = {} } = schema;
    return Object.fromEntries(
      Object.entries(value).map(([name, of]) => [name, celValue(properties[name] ?? true, of)]),
    );
  }
  const isWhole =
    schema.type === 'integer' ||
    schema.anyOf?.some((branch) => typeof branch === 'object' && branch.type === 'integer');
  return isWhole && Number.isSafeInteger(value) ? BigInt(Number(value)) : value;
}
