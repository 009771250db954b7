import { excerpt } from '../text.ts';

/** A component: what is between `BEGIN:NAME` and `END:NAME`. */
export interface Component {
  /** In capitals. */
  readonly name: string;
  /** The line of its `BEGIN`. */
  readonly line: number;
  /** Its content lines, each with a name before the first colon or semicolon. */
  readonly properties: readonly string[];
  readonly parts: readonly Component[];
  /** The first error in its lines; null if they are well formed. */
  readonly error: string | null;
}

export interface Calendars {
  readonly calendars: readonly Component[];
  /** Why nothing was read from this line on; null if the whole file was read. */
  readonly error: { readonly line: number; readonly detail: string } | null;
}

interface OpenComponent extends Component {
  readonly properties: string[];
  readonly parts: Component[];
  error: string | null;
}

/** Real calendars nest three levels deep. Limits the recursion over a hostile file. */
const maxDepth = 100;

/** Parses an iCalendar file into components. Calendars before a structural error are kept. */
export function readCalendars(file: Uint8Array): Calendars {
  const calendars: Component[] = [];
  const open: OpenComponent[] = [];
  const broken = (line: number, detail: string): Calendars => ({ calendars, error: { line, detail } });

  for (const { line, text } of contentLines(file)) {
    if (text?.trim() === '') continue;
    const inner = open.at(-1);
    const [, keyword, named] = /^(BEGIN|END):(.*)$/i.exec(text ?? '') ?? [];
    const name = named?.trim().toUpperCase() ?? '';
    if (keyword?.toUpperCase() === 'BEGIN') {
      if (inner === undefined && name !== 'VCALENDAR')
        return broken(line, 'This is not a calendar: it must start with BEGIN:VCALENDAR');
      if (open.length === maxDepth) return broken(line, `The calendar is nested deeper than ${maxDepth} levels`);
      const component: OpenComponent = { name, line, properties: [], parts: [], error: null };
      if (inner === undefined) calendars.push(component);
      open.push(component);
    } else if (inner === undefined) {
      return broken(line, 'This is not a calendar: it must start with BEGIN:VCALENDAR');
    } else if (keyword !== undefined) {
      if (name !== inner.name) {
        return broken(
          line,
          `END:${excerpt(name, 40)} found where END:${excerpt(inner.name, 40)} is expected: nothing after it was read`,
        );
      }
      open.pop();
      open.at(-1)?.parts.push(inner);
    } else {
      addProperty(inner, text);
    }
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined)
    return broken(unclosed.line, `END:${excerpt(unclosed.name)} is missing: the file breaks off`);
  if (calendars.length === 0) return broken(1, 'This is not a calendar: it must start with BEGIN:VCALENDAR');
  return { calendars, error: null };
}

function addProperty(component: OpenComponent, text: string | null): void {
  if (text === null) component.error ??= 'A line is not UTF-8';
  else if (!/^[A-Za-z0-9-]+[;:]/.test(text)) component.error ??= `This line is no property: ${excerpt(text)}`;
  else component.properties.push(text);
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const tab = 0x09;

/** Ignores a byte order mark at the start of a line. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A content line of a calendar, unfolded. */
export interface ContentLine {
  /** The line on which it starts, from 1. */
  readonly line: number;
  /** Null if it is not UTF-8. */
  readonly text: string | null;
}

/**
 * The content lines of a calendar (RFC 5545, section 3.1). Lines are unfolded before they are decoded, because a fold
 * may split a character.
 */
export function* contentLines(file: Uint8Array): Generator<ContentLine> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let open: { readonly line: number; readonly parts: Buffer[] } | undefined;
  let line = 0;
  for (let start = 0; start < bytes.length; line += 1) {
    const feed = bytes.indexOf(lineFeed, start);
    const end = feed === -1 ? bytes.length : feed;
    const part = bytes.subarray(start, end > start && bytes[end - 1] === carriageReturn ? end - 1 : end);
    start = end + 1;
    if (open !== undefined && (part[0] === space || part[0] === tab)) {
      open.parts.push(part.subarray(1));
    } else {
      if (open !== undefined) yield { line: open.line, text: decode(open.parts) };
      open = { line: line + 1, parts: [part] };
    }
  }
  if (open !== undefined) yield { line: open.line, text: decode(open.parts) };
}

function decode(parts: readonly Buffer[]): string | null {
  try {
    return utf8.decode(Buffer.concat(parts));
  } catch {
    return null;
  }
}
