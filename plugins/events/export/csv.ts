import type { LedgerEvent } from 'chronoscribe/kinds/ledger';
import { type EventFields, fieldsOf } from './event-fields.ts';

const columns: Readonly<Record<string, (event: EventFields) => string>> = {
  event_id: ({ event_id }) => event_id,
  description: ({ description }) => description,
  time: ({ time }) => time,
  end_time: ({ end_time }) => end_time ?? '',
  location: ({ location }) => location,
  participants: ({ participants = [] }) => listed(participants),
  causes: ({ causes = [] }) => listed(causes),
  requires: ({ requires }) => (requires === undefined ? '' : JSON.stringify(requires)),
  effects: ({ effects }) => (effects === undefined ? '' : JSON.stringify(effects)),
  fixed: ({ fixed }) => (fixed ? 'true' : ''),
  plan: ({ plan }) => (plan === undefined ? '' : JSON.stringify(plan)),
  lat: ({ geo }) => String(geo?.lat ?? ''),
  lon: ({ geo }) => String(geo?.lon ?? ''),
};

/** Writes comma-separated values (RFC 4180), which an import reads as the same events. */
export async function* writeCsv(pages: AsyncIterable<readonly LedgerEvent[]>): AsyncGenerator<string> {
  const row = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\r\n`;
  yield row(Object.keys(columns));
  for await (const events of pages) {
    yield events.map((event) => row(Object.values(columns).map((cell) => cell(fieldsOf(event))))).join('');
  }
}

/** Separated by `;`, or as JSON where that would not give the same list. */
function listed(members: readonly unknown[]): string {
  const isPlain = members.every(
    (member) => typeof member === 'string' && !/[;[]|\s(?:min|max|from)=/.test(member) && member.trim() === member,
  );
  return isPlain ? members.join(';') : JSON.stringify(members);
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
