import { csvOf } from './events-csv.ts';
import type { TimelineEvent } from './timeline-event.ts';

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
