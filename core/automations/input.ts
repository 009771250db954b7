import { resolve } from 'node:path';
import type { z } from 'zod';
import { isObject } from '../api/text.ts';
import type { SettingCheck } from '../config/configuration.ts';
import type { ConfigurationProblems } from '../config/problems.ts';
import type { SettingPath } from '../config/settings.ts';
import { type JsonSchema, schemasAt } from '../config/validate.ts';
import { folderFields } from './catalog.ts';
import { compileExpression, type Expression } from './expression.ts';

type Payload = Readonly<Record<string, unknown>>;

/** The input of an action as it is configured: constants, and expressions over the payload of an event. */
export type InputTemplate = (payload: Payload) => unknown;

export interface InputCheck {
  readonly problems: ConfigurationProblems;
  readonly check: SettingCheck;
  /** Where the input is configured. */
  readonly path: SettingPath;
  /** The folder that the folders in it are relative to. */
  readonly base: string;
  /** What the action takes. */
  readonly input: z.ZodObject;
  /** The payload of the event. */
  readonly payload: z.ZodObject;
}

/**
 * The input of an action as a function of an event's payload. Everything that can be seen to be wrong without an event
 * is a problem: expressions, unknown and missing fields, wrong constants, and expressions of a wrong type.
 */
export function compileInput(written: unknown, given: InputCheck): InputTemplate {
  const { problems, path, base, input } = given;
  const places: SettingPath[] = [];
  const template = compileValue(written, [], (text, at) => {
    places.push(at);
    if (text === '') return { evaluate: (payload) => payload };
    const compiled = compileExpression(text, given.payload);
    if ('message' in compiled) problems.add([...path, ...at], compiled.message);
    else checkType(compiled, at, given);
    return compiled;
  });
  given.check(path, input.strict(), (issue, at) =>
    places.some((place) => startsWith(at, place) || (issue.code === 'custom' && startsWith(place, at))),
  );

  const folders = folderFields(input);
  for (const [field] of places) {
    if (folders.includes(String(field)))
      problems.add([...path, String(field)], 'a folder is written out here; it cannot be an expression');
  }
  return (payload) => {
    const value = template(payload);
    return isObject(value) && !Array.isArray(value) ? withFolders(value, folders, base) : value;
  };
}

/**
 * A value in which each text that begins with `=` is an expression; `=` alone is the whole payload. `\=` begins a plain
 * text with `=`.
 */
function compileValue(
  written: unknown,
  at: SettingPath,
  compile: (text: string, at: SettingPath) => Pick<Expression, 'evaluate'> | object,
): InputTemplate {
  if (typeof written === 'string') {
    if (written.startsWith('\\=')) return () => written.slice(1);
    if (!written.startsWith('=')) return () => written;
    const compiled = compile(written.slice(1).trim(), at);
    return (payload) => ('evaluate' in compiled ? compiled.evaluate(payload) : null);
  }
  if (Array.isArray(written)) {
    const items = written.map((item, index) => compileValue(item, [...at, index], compile));
    return (payload) => items.map((item) => item(payload));
  }
  if (isObject(written)) {
    const fields = Object.entries(written).map(
      ([name, value]) => [name, compileValue(value, [...at, name], compile)] as const,
    );
    return (payload) => Object.fromEntries(fields.map(([name, value]) => [name, value(payload)]));
  }
  return () => written;
}

/** Adds a problem if a field never takes what an expression gives. */
function checkType({ type }: Expression, at: SettingPath, { problems, path, input }: InputCheck): void {
  const given = jsonTypes(type);
  if (given === 'any') return;
  if (given.length === 0) {
    const name = type === 'bytes' ? 'sequence of bytes' : type.replace('google.protobuf.', '').toLowerCase();
    problems.add([...path, ...at], `the expression gives a ${name}; make it a text with string(…)`);
    return;
  }
  const wanted = acceptedTypes(schemasAt(input, at));
  if (wanted === 'any' || wanted.length === 0 || wanted.some((name) => given.includes(name))) return;
  const takes = [...new Set(wanted.map((name) => typeNames[name] ?? name))].join(' or ');
  problems.add(
    [...path, ...at],
    `the expression gives ${typeNames[given[0] ?? ''] ?? type}, and the field takes ${takes}`,
  );
}

/** The types in JSON Schema of what a type in CEL becomes; none if JSON does not have it. */
function jsonTypes(type: string): readonly string[] | 'any' {
  switch (type) {
    case 'string':
      return ['string'];
    case 'int':
    case 'uint':
      return ['integer', 'number'];
    case 'double':
      return ['number'];
    case 'bool':
      return ['boolean'];
    case 'null':
      return ['null'];
    default:
      if (type.startsWith('list')) return ['array'];
      if (type.startsWith('map') || type.startsWith('$')) return ['object'];
      return type === 'bytes' || type.startsWith('google.protobuf.') ? [] : 'any';
  }
}

function acceptedTypes(schemas: readonly JsonSchema[]): readonly string[] | 'any' {
  const leaves = schemas.filter(({ anyOf, oneOf, allOf }) => (anyOf ?? oneOf ?? allOf) === undefined);
  if (leaves.some(({ type }) => type === undefined)) return 'any';
  return leaves.flatMap(({ type }) => type ?? []);
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'nothing',
  array: 'a list',
  object: 'an object',
};

function withFolders(value: Payload, folders: readonly string[], base: string): Payload {
  const resolved = folders.flatMap((name) => {
    const written = value[name];
    return typeof written === 'string' ? [[name, resolve(base, written)] as const] : [];
  });
  return { ...value, ...Object.fromEntries(resolved) };
}

function startsWith(path: SettingPath, start: SettingPath): boolean {
  return start.every((name, index) => path[index] === name);
}
