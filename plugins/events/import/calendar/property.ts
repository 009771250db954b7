import ICAL from 'ical.js';
import { excerpt } from '../text.ts';
import type { Component } from './components.ts';

/** A property of a component. */
export interface Property {
  /** In capitals. */
  readonly name: string;
  /** The raw value. */
  readonly value: string;
  /** The unescaped value of a TEXT property. */
  readonly text: string;
  /** Undefined if there is no such parameter. */
  parameter(name: string): string | undefined;
}

export function hasProperty({ properties }: Component, name: string): boolean {
  return properties.some((line) => isNamed(line, name));
}

/** The first property of a name (in capitals). @throws CalendarError if it is malformed. */
export function findProperty({ properties }: Component, name: string): Property | undefined {
  const line = properties.find((each) => isNamed(each, name));
  return line === undefined ? undefined : readProperty(name, line);
}

/** All properties of a name (in capitals). @throws CalendarError if one is malformed. */
export function findProperties({ properties }: Component, name: string): readonly Property[] {
  return properties.filter((line) => isNamed(line, name)).map((line) => readProperty(name, line));
}

function isNamed(line: string, name: string): boolean {
  const end = line[name.length];
  return (end === ':' || end === ';') && line.slice(0, name.length).toUpperCase() === name;
}

function readProperty(name: string, line: string): Property {
  const parsed = lazy(() => ICAL.Property.fromString(line));
  const orMalformed = <T>(read: () => T): T => {
    try {
      return read();
    } catch {
      throw new CalendarError(`This line is malformed: ${excerpt(line)}`);
    }
  };
  return {
    name,
    value: rawValue(line),
    get text() {
      return orMalformed(() => String(parsed().getFirstValue() ?? ''));
    },
    parameter: (parameter) => orMalformed(() => parsed().getFirstParameter(parameter)),
  };
}

/** Parsed only when needed: ical.js validates values too, with less helpful errors than the readers here. */
function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The text after the first colon outside quotes. */
function rawValue(line: string): string {
  let quoted = false;
  for (let index = 0; index < line.length; index += 1) {
    if (line[index] === '"') quoted = !quoted;
    if (line[index] === ':' && !quoted) return line.slice(index + 1);
  }
  return '';
}

/** Why a calendar cannot be read. The message is for the sender of the calendar. */
export class CalendarError extends Error {}
