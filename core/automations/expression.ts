import { type TypeError as CelTypeError, Environment, type ParseError } from '@marcbachmann/cel-js';
import { unknownName } from '../api/text.ts';
import type { Triggers } from '../api/trigger.ts';
import { type CelType, valuesOf, variablesOf } from './event-types.ts';

/** An expression in CEL over the payload of an event. It was checked against the payload's schema. */
export interface Expression {
  /** The type of its result in CEL: `bool`, `string`, `list<int>`, or `dyn` if only its evaluation shows it. */
  readonly type: string;
  /** @returns plain JSON @throws Error that says why it has no value for this payload */
  evaluate(payload: Readonly<Record<string, unknown>>): unknown;
}

/** Why a text is no expression over the payload of a trigger. */
export interface ExpressionFault {
  readonly message: string;
}

/** Larger than any expression that a person writes; a parser may need much for a hostile one. */
const limits = { maxAstNodes: 2_000, maxDepth: 50, maxListElements: 200, maxMapEntries: 200 };

/** @param schema of the payload @returns the expression, or what is wrong with it */
export function compileExpression(text: string, schema: Triggers[string]): Expression | ExpressionFault {
  const variables = variablesOf(schema);
  const environment = environmentOf(variables);
  const { valid, type = 'dyn', error } = environment.check(text);
  if (!valid) return { message: describe(error, text, variables) };
  const program = environment.parse(text);
  return {
    type,
    evaluate(payload) {
      return plainJson(program(valuesOf(schema, payload)));
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
