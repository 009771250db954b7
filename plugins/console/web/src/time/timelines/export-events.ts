import type { ApiEvent, TimelineEvent } from './timeline-event.ts';

export type ExportFormat = 'ndjson' | 'csv';

/** Saves events as a file that can be imported again. */
export function saveEvents(events: readonly TimelineEvent[], name: string, format: ExportFormat): void {
  const lines = events.map(({ api: { manipulation: _made, ...event } }) => event);
  const text = format === 'ndjson' ? lines.map((line) => `${JSON.stringify(line)}\n`).join('') : csvOf(lines);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: format === 'csv' ? 'text/csv' : 'application/x-ndjson' }));
  link.download = `${name}.${format}`;
  link.click();
  URL.revokeObjectURL(link.href);
}

const columns: Readonly<Record<string, (event: Omit<ApiEvent, 'manipulation'>) => string>> = {
  event_id: ({ event_id }) => event_id,
  description: ({ description }) => description,
  time: ({ time }) => time,
  end_time: ({ end_time }) => end_time ?? '',
  location: ({ location }) => location,
  participants: ({ participants = [] }) => participants.join(';'),
  causes: ({ causes = [] }) => causes.map(({ event_id }) => event_id).join(';'),
  requires: ({ requires }) => (requires === undefined ? '' : JSON.stringify(requires)),
  effects: ({ effects }) => (effects === undefined ? '' : JSON.stringify(effects)),
  fixed: ({ fixed }) => (fixed ? 'true' : ''),
  lat: ({ geo }) => String(geo?.lat ?? ''),
  lon: ({ geo }) => String(geo?.lon ?? ''),
};

/** Comma-separated values (RFC 4180). A column has no place for the delays of causes: NDJSON keeps them. */
function csvOf(events: readonly Omit<ApiEvent, 'manipulation'>[]): string {
  const row = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\r\n`;
  const body = events.map((event) => row(Object.values(columns).map((cell) => cell(event))));
  return row(Object.keys(columns)) + body.join('');
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
