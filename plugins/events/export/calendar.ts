import type { LedgerEvent } from 'chronoscribe/kinds/ledger';
import { exactProperty, exactText, notPlain, printable } from '../import/exact-fields.ts';
import { fieldsOf } from './event-fields.ts';

/**
 * Writes a calendar (RFC 5545) that an import reads as the same events: the UID is the id of the event, and what a
 * calendar does not know is in a property of ours.
 */
export async function* writeCalendar(pages: AsyncIterable<readonly LedgerEvent[]>): AsyncGenerator<string> {
  const now = stamp(Date.now());
  yield 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Chronoscribe//EN\r\n';
  for await (const events of pages) yield events.map((event) => writeEvent(event, now)).join('');
  yield 'END:VCALENDAR\r\n';
}

function writeEvent(event: LedgerEvent, now: string): string {
  const { imported, end_time, geo } = event;
  const [title = '', ...text] = event.description.split('\n');
  const exact = notPlain(fieldsOf(event));
  const lines = [
    ['UID:', escaped(event.event_id)],
    ['DTSTAMP:', now],
    ['DTSTART:', stamp(event.time)],
    ['DTEND:', end_time === null ? '' : stamp(end_time)],
    ['SEQUENCE:', imported?.sequence ?? ''],
    ['LAST-MODIFIED:', imported?.modified === undefined ? '' : stamp(imported.modified)],
    ['STATUS:', imported?.cancelled === undefined ? '' : 'CANCELLED'],
    ['SUMMARY:', escaped(title)],
    ['DESCRIPTION:', escaped(text.join('\n'))],
    ['LOCATION:', escaped(event.location)],
    ['GEO:', geo === null ? '' : `${geo.lat.toFixed(6)};${geo.lon.toFixed(6)}`],
    ...event.participants.map((name) => ['ATTENDEE;CN=', attendee(printable(name))]),
    ...event.causes.map(({ event_id }) => ['RELATED-TO:', escaped(event_id)]),
    [`${exactProperty}:`, Object.keys(exact).length === 0 ? '' : exactText(exact)],
  ];
  const written = lines.map(([name, value]) => (value === '' ? '' : folded(`${name}${value}`)));
  return `BEGIN:VEVENT\r\n${written.join('')}END:VEVENT\r\n`;
}

const stamp = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** A TEXT (RFC 5545, section 3.3.11). */
const escaped = (text: string): string =>
  printable(text)
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** A name as a parameter (RFC 6868), for an attendee without an address. */
const attendee = (name: string): string =>
  `"${name.replaceAll('^', '^^').replaceAll('"', "^'").replaceAll('\n', '^n')}":invalid:nomail`;

/** In octets, without the line end (RFC 5545, section 3.1). */
const longest = 75;

function folded(line: string): string {
  if (line.length * 3 <= longest || Buffer.byteLength(line) <= longest) return `${line}\r\n`;
  let folded = '';
  let length = 0;
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (length + bytes > longest) {
      folded += '\r\n ';
      length = 1;
    }
    folded += character;
    length += bytes;
  }
  return `${folded}\r\n`;
}
