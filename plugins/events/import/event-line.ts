import { isDeeper, maxJsonDepth, unknownName } from 'chronoscribe/host';
import {
  CalendarFields,
  eventFieldNames,
  type FileVersion,
  type ImportLine,
  NewEvent,
} from 'chronoscribe/kinds/ledger';
import type { z } from 'zod';
import type { DateOrder } from './local-date.ts';
import { excerpt } from './text.ts';

/** How a file of events is read. */
export interface ImportSettings {
  /** The place of events that name none. */
  readonly location?: string | undefined;
  /** Of a table: the fields of columns with other titles, `Title=field,…`, and the order of day and month. */
  readonly columns?: string | undefined;
  readonly dates?: DateOrder | undefined;
  /** Of a project: the zone in which its times are told. */
  readonly time_zone?: string | undefined;
  /** The first and the last instant at which an occurrence of a recurring event begins, in milliseconds since 1970. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

type Issue = z.core.$ZodIssue;

/** How many errors of a line are listed; the others are counted. */
const maxErrors = 5;

/**
 * An import line from the fields of an event: the event, or why it is invalid.
 *
 * @param found errors that were found before, each with the name of its field
 * @param version of the event in a file that has versions
 */
export function validateEvent(
  line: number,
  fields: unknown,
  found: readonly string[] = [],
  version?: FileVersion,
): ImportLine {
  const { success, data: event, error } = NewEvent.safeParse(fields);
  if (!success) return { line, detail: joinErrors([...found, ...formatIssues(error, fields)]) };
  return found.length > 0 ? { line, detail: joinErrors(found) } : { line, event, ...(version && { version }) };
}

/** A calendar of a file, or why it was left out. */
export function validateCalendar({
  line,
  calendar,
}: {
  readonly line: number;
  readonly calendar: JsonObject;
}): ImportLine {
  const { success, data, error } = CalendarFields.safeParse(calendar);
  if (success) return { line, calendar: data };
  const detail = joinErrors(formatIssues(error, calendar));
  return { line, omitted: `The calendar ${excerpt(JSON.stringify(calendar.name ?? ''))} was left out: ${detail}` };
}

/**
 * Joins errors to one detail: `time: Field required; geo.lat: Too big: expected number to be <=90`.
 *
 * @param explain says what is wrong, of those errors only that are shown: a file may have thousands
 */
export function joinErrors(errors: readonly string[], explain = (error: string) => error): string {
  const others = errors.length - maxErrors;
  return [...errors.slice(0, maxErrors).map(explain), ...(others > 0 ? [`and ${others} more`] : [])].join('; ');
}

/** Errors for the unknown fields of an event, of its causes and of its position, each with the nearest known name. */
export function unknownFields(fields: JsonObject): readonly string[] {
  const { causes, geo } = fields;
  return [
    ...unknownNames('', fields, eventFieldNames.event),
    ...(Array.isArray(causes)
      ? causes.flatMap((cause, at) => unknownNames(`causes.${at}: `, cause, eventFieldNames.cause))
      : []),
    ...unknownNames('geo: ', geo, eventFieldNames.geo),
  ];
}

function unknownNames(place: string, value: unknown, known: readonly string[]): readonly string[] {
  if (!isObject(value)) return [];
  const unknown = Object.keys(value).filter((name) => !known.includes(name));
  const explain = (name: string) => unknownName('field', excerpt(name, 40), known);
  // More are only counted.
  return unknown.map((name, at) => place + (at < maxErrors ? explain(name) : name));
}

/** The issues of a zod error, each with the name of its field. */
export function formatIssues(error: z.core.$ZodError, value: unknown): readonly string[] {
  return error.issues.flatMap(intendedBranch).map((issue) => {
    const missing = valueAt(value, issue.path) === undefined;
    // A key may be any text, of any length.
    const place = issue.path.map((part) => excerpt(String(part), 80 / maxErrors)).join('.');
    return `${place === '' ? '' : `${place}: `}${missing ? 'Field required' : issue.message}`;
  });
}

/** The issues of the union member whose type the value has: they say more than that no member matches. */
function intendedBranch(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = issue.errors.find(
    (branch) => !branch.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  );
  return meant?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, part) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, part) : undefined),
    value,
  );
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object, or why a text is not one. */
export function parseJsonObject(text: string): { readonly object: JsonObject } | { readonly detail: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    // V8 quotes about twenty characters around the error.
    return { detail: `This is not JSON: ${thrown instanceof Error ? excerpt(thrown.message) : 'unknown error'}` };
  }
  if (isDeeper(value, maxJsonDepth)) return { detail: `The JSON is nested deeper than ${maxJsonDepth} levels` };
  return isObject(value) ? { object: value } : { detail: 'Write a JSON object' };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
