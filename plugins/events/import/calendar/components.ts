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
  /** What is wrong with the first of its lines that is not well formed, and how many are not. */
  readonly wrong: { readonly first: string; readonly count: number } | null;
}

export interface Calendars {
  readonly calendars: readonly Component[];
  /** Lines outside of a calendar, and why they were left out. */
  readonly omitted: readonly { readonly line: number; readonly omitted: string }[];
  /** Why nothing was read from this line on; null if the whole file was read. */
  readonly error: { readonly line: number; readonly detail: string } | null;
}

interface OpenComponent extends Component {
  readonly properties: string[];
  readonly parts: Component[];
  wrong: Component['wrong'];
}

/** Real calendars nest three levels deep. Limits the recursion over a hostile file. */
const maxDepth = 100;

const notOne = 'This is not a calendar: it must start with BEGIN:VCALENDAR';
const maxOmitted = 100;

/**
 * Parses an iCalendar file into components. Calendars before a structural error are kept. What is in no calendar, as in
 * the collections of some programs, is in one that the file does not name; a calendar within another is one of its own.
 */
export function readCalendars(file: Uint8Array): Calendars {
  const calendars: Component[] = [];
  const omitted: { line: number; omitted: string }[] = [];
  const open: OpenComponent[] = [];
  const broken = (line: number, detail: string): Calendars => ({ calendars, omitted, error: { line, detail } });
  let unnamed: OpenComponent | undefined;

  for (const { line, text, isUtf8 } of contentLines(file)) {
    if (text.trim() === '') continue;
    const inner = open.at(-1);
    const [, keyword, named] = /^\s*(BEGIN|END):(.*)$/i.exec(text) ?? [];
    const name = named?.trim().toUpperCase() ?? '';
    if (keyword?.toUpperCase() === 'BEGIN') {
      if (open.length === maxDepth) return broken(line, `The calendar is nested deeper than ${maxDepth} levels`);
      const component = openComponent(name, line);
      if (name === 'VCALENDAR') calendars.push(component);
      else if (inner === undefined && unnamed === undefined) {
        unnamed = openComponent('VCALENDAR', line);
        calendars.push(unnamed);
      }
      open.push(component);
    } else if (inner === undefined) {
      if (calendars.length === 0) return broken(line, notOne);
      if (omitted.length < maxOmitted)
        omitted.push({ line, omitted: `This line is outside of a calendar and was left out: ${excerpt(text)}` });
    } else if (keyword !== undefined) {
      if (name !== inner.name) {
        return broken(
          line,
          `END:${excerpt(name, 40)} found where END:${excerpt(inner.name, 40)} is expected: nothing after it was read`,
        );
      }
      open.pop();
      if (name !== 'VCALENDAR') (open.at(-1) ?? unnamed)?.parts.push(inner);
    } else {
      addProperty(inner, text, isUtf8);
    }
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined)
    return broken(unclosed.line, `END:${excerpt(unclosed.name)} is missing: the file breaks off`);
  if (calendars.length === 0) return broken(1, notOne);
  return { calendars, omitted, error: null };
}

const openComponent = (name: string, line: number): OpenComponent => ({
  name,
  line,
  properties: [],
  parts: [],
  wrong: null,
});

/** A component is not refused for a line: what needs it is told where it is read. */
function addProperty(component: OpenComponent, text: string, isUtf8: boolean): void {
  const isProperty = /^[A-Za-z0-9-]+[;:]/.test(text);
  if (isProperty) component.properties.push(text);
  if (isProperty && isUtf8) return;
  const why = isProperty ? 'is not UTF-8 and was read as Windows-1252' : 'is no property and was left out';
  const { first, count } = component.wrong ?? { first: `This line ${why}: ${excerpt(text)}`, count: 0 };
  component.wrong = { first, count: count + 1 };
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const tab = 0x09;

/** Ignores a byte order mark at the start of a line. */
const utf8 = new TextDecoder('utf-8', { fatal: true });
/** What old programs write, and browsers read, where it is not UTF-8. */
const windows1252 = new TextDecoder('windows-1252');

/** A content line of a calendar, unfolded. */
export interface ContentLine {
  /** The line on which it starts, from 1. */
  readonly line: number;
  readonly text: string;
  readonly isUtf8: boolean;
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
      if (open !== undefined) yield { line: open.line, ...decode(open.parts) };
      open = { line: line + 1, parts: [part] };
    }
  }
  if (open !== undefined) yield { line: open.line, ...decode(open.parts) };
}

function decode(parts: readonly Buffer[]): Pick<ContentLine, 'text' | 'isUtf8'> {
  const bytes = Buffer.concat(parts);
  try {
    return { text: utf8.decode(bytes), isUtf8: true };
  } catch {
    return { text: windows1252.decode(bytes), isUtf8: false };
  }
}
