import { unknownName } from 'chronoscribe';
import { eventFieldNames, type ImportLine, NewEvent } from 'chronoscribe/kinds/ledger';
import type { z } from 'zod';
import { excerpt } from './text.ts';

type Issue = z.core.$ZodIssue;

/** A detail names this many faults of a line and counts the others. */
const mostFaults = 5;

/**
 * The line of an event whose fields are given, or why they make none.
 *
 * @param found faults of the same line that were found before, each with the name of its field.
 */
export function eventLine(line: number, fields: unknown, found: readonly string[] = []): ImportLine {
  const { success, data: event, error } = NewEvent.safeParse(fields);
  if (!success) return { line, detail: joinFaults([...found, ...faultsIn(error, fields)]) };
  return found.length > 0 ? { line, detail: joinFaults(found) } : { line, event };
}

/** Faults as one detail: `time: Field required; geo.lat: Too big: expected number to be <=90`. */
export function joinFaults(faults: readonly string[]): string {
  const others = faults.length - mostFaults;
  return [...faults.slice(0, mostFaults), ...(others > 0 ? [`and ${others} more`] : [])].join('; ');
}

/** The fields of an object that no event has, and those of its parts, each with the nearest name that there is. */
export function unknownFields({ causes, geo, ...fields }: JsonObject): readonly string[] {
  return [
    ...unknownNames('', fields, eventFieldNames.event),
    ...(Array.isArray(causes) ? causes.flatMap((cause, at) => unknownNames(`causes.${at}: `, cause, eventFieldNames.cause)) : []),
    ...unknownNames('geo: ', geo, eventFieldNames.geo),
  ];
}

function unknownNames(place: string, value: unknown, known: readonly string[]): readonly string[] {
  if (!isObject(value)) return [];
  const unknown = Object.keys(value).filter((name) => !known.includes(name));
  return unknown.map((name) => `${place}${unknownName('field', excerpt(name, 40), known)}`);
}

/** What zod found wrong with a value, each fault with the name of its field. */
export function faultsIn(error: z.core.$ZodError, value: unknown): readonly string[] {
  return error.issues.flatMap(branchMeant).map((issue) => {
    const missing = valueAt(value, issue.path) === undefined;
    // A key may be anybody's text, of any length.
    const place = issue.path.map((part) => excerpt(String(part), 80 / mostFaults)).join('.');
    return `${place === '' ? '' : `${place}: `}${missing ? 'Field required' : issue.message}`;
  });
}

/** Of the alternatives that a value could have been, the one whose type it has says more than that it is none of them. */
function branchMeant(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = issue.errors.find((branch) => !branch.some(({ code, path }) => code === 'invalid_type' && path.length === 0));
  return meant?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, part) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, part) : undefined),
    value,
  );
}

/** As deep as a request may be: nobody means more, and what keeps JSON has limits of its own. */
const maxDepth = 100;

export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object, or why a text is none. */
export function readJsonObject(text: string): { readonly object: JsonObject } | { readonly detail: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    // The engine quotes some twenty characters around the fault.
    return { detail: `This is not JSON: ${thrown instanceof Error ? excerpt(thrown.message) : 'unknown fault'}` };
  }
  if (isDeeper(value, maxDepth)) return { detail: `The JSON is nested deeper than ${maxDepth} levels` };
  return isObject(value) ? { object: value } : { detail: 'Write a JSON object' };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
