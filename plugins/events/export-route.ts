import { Download, download, type Route, route } from 'chronoscribe';
import { endOfTime, Instant, startOfTime, TimeZone } from 'chronoscribe/kinds/clock';
import {
  type Calendar,
  type Ledger,
  type LedgerEvent,
  normalizeLocation,
  type OrderedEvent,
} from 'chronoscribe/kinds/ledger';
import { z } from 'zod';
import { writeCalendar } from './export/calendar.ts';
import { writeCsv } from './export/csv.ts';
import { fieldsOf } from './export/event-fields.ts';
import { writeProject } from './export/project.ts';
import { Location, TimelineId } from './fields.ts';

type Pages = AsyncGenerator<readonly LedgerEvent[]>;

interface Format {
  readonly type: string;
  write(pages: Pages, calendars: readonly Calendar[], zone?: string): AsyncIterable<string>;
}

const formats: Readonly<Record<'ics' | 'csv' | 'ndjson' | 'mspdi', Format>> = {
  ics: { type: 'text/calendar', write: writeCalendar },
  csv: { type: 'text/csv', write: writeCsv },
  ndjson: { type: 'application/x-ndjson', write: writeNdjson },
  mspdi: { type: 'application/xml', write: writeProject },
};

/** `GET /v1/export-events` */
export function exportEvents(ledger: Pick<Ledger, 'monitorPages' | 'nextInstant' | 'calendars'>): Route {
  return route({
    method: 'GET',
    path: '/v1/export-events',
    summary: 'Export the events of a timeline',
    description:
      'A file that POST /v1/import-events reads as the same events, `ics` and `mspdi` up to 16 MiB: `ics`, iCalendar with the ids as UIDs; `csv`; `ndjson`; `mspdi`, the XML of MS Project, with tasks, links, constraints, resources and calendars. By time, then by order of recording, as the timeline is when the export begins. What a format does not know is kept in a property of ours.',
    request: z.object({
      format: z.enum(['ics', 'csv', 'ndjson', 'mspdi']).meta({ description: 'The format of the file' }),
      timeline_id: TimelineId.optional(),
      location: Location.optional().meta({ description: 'The place; default every place' }),
      from: Instant.optional().meta({ description: 'The events that begin at this time or later' }),
      to: Instant.optional().meta({ description: 'The events that begin at this time or earlier' }),
      time_zone: TimeZone.optional().meta({
        description: "Of `mspdi`: the zone in which times are told; default that of the account's calendar, else UTC",
      }),
    }),
    response: download(formats.ics.type, formats.csv.type, formats.ndjson.type, formats.mspdi.type),
    problems: ['timeline-not-found', 'invalid-timestamp', 'time-out-of-range', 'invalid-time-zone'],
    handle: async ({ account, input: { format, timeline_id, location, from, to, time_zone } }) => {
      const range = { start: from ?? startOfTime, end: to ?? endOfTime };
      const query = { timelineId: timeline_id, location: location ?? null, range };
      // Here, so that a timeline that there is not is answered as a problem.
      await ledger.nextInstant(account, query, range.end);
      const { type, write } = formats[format];
      const events = atPlace(ledger.monitorPages(account, query), location);
      const calendars = format === 'mspdi' ? await ledger.calendars(account) : [];
      const name = `timeline-${timeline_id ?? 'primary'}.${format === 'mspdi' ? 'xml' : format}`;
      return new Download({ type, name, body: write(events, calendars, time_zone) });
    },
  });
}

/** The events of pages; of those at a place, without the one that is named like it. */
async function* atPlace(pages: AsyncIterable<readonly OrderedEvent[]>, location: string | undefined): Pages {
  const place = location && normalizeLocation(location);
  for await (const page of pages) {
    const events = page.map(({ event }) => event);
    yield events.filter((event) => place === undefined || normalizeLocation(event.location) === place);
  }
}

/** One event a line, with the fields that an import reads. */
async function* writeNdjson(pages: Pages): AsyncGenerator<string> {
  for await (const events of pages) yield events.map((event) => `${JSON.stringify(fieldsOf(event))}\n`).join('');
}
