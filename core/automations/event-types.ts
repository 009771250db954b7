import { z } from 'zod';
import type { Triggers } from '../api/trigger.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The type of a variable in CEL: the name of a type, or the fields of an object. */
export type CelType = string | { readonly [field: string]: CelType };

/** Names that CEL has for its own types: a variable cannot have them. */
const reserved = new Set('bool bytes double duration dyn int list map string timestamp type uint'.split(' '));

/** The variables that an expression sees of an event, with their types. @param schema of the event's payload */
export function variablesOf(schema: Triggers[string]): Readonly<Record<string, CelType>> {
  const { properties = {} } = jsonSchemaOf(schema);
  const usable = Object.entries(properties).filter(([name]) => !reserved.has(name));
  return Object.fromEntries(usable.map(([name, property]) => [name, typeOf(property)]));
}

/** The values of these variables. CEL has whole numbers of their own, which are `bigint` here. */
export function valuesOf(
  schema: Triggers[string],
  payload: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { properties = {} } = jsonSchemaOf(schema);
  const usable = Object.entries(properties).filter(([name]) => !reserved.has(name) && name in payload);
  return Object.fromEntries(usable.map(([name, property]) => [name, celValue(property, payload[name])]));
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
}

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
