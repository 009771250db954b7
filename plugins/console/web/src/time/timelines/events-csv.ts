import type { ApiEvent } from './timeline-event.ts';

type ExportedEvent = Omit<ApiEvent, 'manipulation'>;

const columns: Readonly<Record<string, (event: ExportedEvent) => string>> = {
  event_id: ({ event_id }) => event_id,
  description: ({ description }) => description,
  time: ({ time }) => time,
  end_time: ({ end_time }) => end_time ?? '',
  location: ({ location }) => location,
  participants: ({ participants = [] }) => listed(participants),
  causes: ({ causes = [] }) =>
    listed(causes.map((cause) => (Object.keys(cause).length === 1 ? cause.event_id : cause))),
  requires: ({ requires }) => (requires === undefined ? '' : JSON.stringify(requires)),
  effects: ({ effects }) => (effects === undefined ? '' : JSON.stringify(effects)),
  fixed: ({ fixed }) => (fixed ? 'true' : ''),
  lat: ({ geo }) => String(geo?.lat ?? ''),
  lon: ({ geo }) => String(geo?.lon ?? ''),
};

/** Comma-separated values (RFC 4180), which an import reads as the same events. */
export function csvOf(events: readonly ExportedEvent[]): string {
  const row = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\r\n`;
  const body = events.map((event) => row(Object.values(columns).map((cell) => cell(event))));
  return row(Object.keys(columns)) + body.join('');
}

/** Separated by `;`, or as JSON where that would not give the same list. */
function listed(members: readonly unknown[]): string {
  const isPlain = members.every((member) => typeof member === 'string' && !/[;[]|\s(?:min|max|from)=/.test(member));
  return isPlain ? members.join(';') : JSON.stringify(members);
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
