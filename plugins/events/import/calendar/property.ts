import ICAL from 'ical.js';
import { excerpt } from '../text.ts';
import type { Component } from './components.ts';

export function hasProperty({ properties }: Component, name: string): boolean {
  return properties.some((line) => isNamed(line, name));
}

/** The first property of a name (in capitals), unless it is empty. @throws CalendarError if it is malformed. */
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
  // Many programs write properties without a value.
  return (
    (end === ':' || end === ';') && line.slice(0, name.length).toUpperCase() === name && !/^[^":]*:\s*$/.test(line)
  );
}

/** A property of a component. */
function readProperty(name: string, written: string) {
  // Exchange leaves out the quotes that a colon needs.
  const line = written.replace(/;TZID=(tzone:\/\/[^:;]+)/i, ';TZID="$1"');
  // Only when needed: ical.js validates values too, with less helpful errors than the readers here.
  let parsed: ICAL.Property | undefined;
  const orMalformed = <T>(read: (property: ICAL.Property) => T): T => {
    try {
      parsed ??= ICAL.Property.fromString(line);
      return read(parsed);
    } catch {
      throw new CalendarError(`This line is malformed: ${excerpt(line)}`);
    }
  };
  return {
    /** In capitals. */
    name,
    /** The raw value. */
    value: rawValue(line),
    /** The unescaped value of a TEXT property. */
    get text() {
      return orMalformed((property) => String(property.getFirstValue() ?? ''));
    },
    /** Undefined if there is no such parameter. */
    parameter: (parameter: string) => orMalformed((property) => property.getFirstParameter(parameter)),
  };
}

export type Property = ReturnType<typeof readProperty>;

/** The text after the first colon outside quotes, without the spaces around it. */
function rawValue(line: string): string {
  let quoted = false;
  for (let index = 0; index < line.length; index += 1) {
    if (line[index] === '"') quoted = !quoted;
    if (line[index] === ':' && !quoted) return line.slice(index + 1).trim();
  }
  return '';
}

/** Why a calendar cannot be read. The message is for the sender of the calendar. */
export class CalendarError extends Error {}
