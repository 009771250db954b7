import ICAL from 'ical.js';
import { excerpt } from '../text.ts';
import type { Component } from './components.ts';

/** A property of a component. */
export interface Property {
  /** In capitals. */
  readonly name: string;
  /** As it is written. */
  readonly value: string;
  /** The value of a property that is text, without its escapes. */
  readonly text: string;
  /** Undefined where there is no parameter of that name. */
  parameter(name: string): string | undefined;
}

export function hasProperty({ properties }: Component, name: string): boolean {
  return properties.some((line) => isNamed(line, name));
}

/** The first property of that name, which is in capitals. @throws CalendarFault where it is malformed. */
export function propertyOf({ properties }: Component, name: string): Property | undefined {
  const line = properties.find((each) => isNamed(each, name));
  return line === undefined ? undefined : readProperty(name, line);
}

/** All properties of that name, which is in capitals. @throws CalendarFault where one is malformed. */
export function propertiesOf({ properties }: Component, name: string): readonly Property[] {
  return properties.filter((line) => isNamed(line, name)).map((line) => readProperty(name, line));
}

function isNamed(line: string, name: string): boolean {
  const end = line[name.length];
  return (end === ':' || end === ';') && line.slice(0, name.length).toUpperCase() === name;
}

function readProperty(name: string, line: string): Property {
  const parsed = once(() => ICAL.Property.fromString(line));
  const orMalformed = <T>(read: () => T): T => {
    try {
      return read();
    } catch {
      throw new CalendarFault(`This line is malformed: ${excerpt(line)}`);
    }
  };
  return {
    name,
    value: writtenValue(line),
    get text() {
      return orMalformed(() => String(parsed().getFirstValue() ?? ''));
    },
    parameter: (parameter) => orMalformed(() => parsed().getFirstParameter(parameter)),
  };
}

/** Not before it is asked for: ical.js judges values too, and says less about them than those who read them here. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What follows the first colon outside of quotes. */
function writtenValue(line: string): string {
  let quoted = false;
  for (let index = 0; index < line.length; index += 1) {
    if (line[index] === '"') quoted = !quoted;
    if (line[index] === ':' && !quoted) return line.slice(index + 1);
  }
  return '';
}

/** Why something in a calendar cannot be read. The message is for whoever sent the calendar. */
export class CalendarFault extends Error {}
