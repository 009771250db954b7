import { openAsBlob, readdirSync } from 'node:fs';
import { z } from 'zod';
import { shipped } from '../api/package.ts';
import { unknownName } from '../api/text.ts';
import { defineCommand, form, UsageError } from './command.ts';
import { connect, connectionOptions } from './connect.ts';

/** Loads one of the bundled collections of events into a running host, over HTTP like any client. */
const connection = connectionOptions('the scope time');
const timeline = z.string().default('primary').meta({ value: 'ID', description: 'the timeline; default "primary"' });

export const command = defineCommand({
  name: 'seed',
  about: `Records a collection of events on a timeline of a running host. Events that it has already are skipped.

  NAME            ${collections().join(', ')}`,
  forms: {
    '': form(['NAME'], { timeline, ...connection }, async (values, name: string) => {
      if (!collections().includes(name)) throw new UsageError(unknownName('collection of events', name, collections()));
      const client = await connect(values);
      const query = new URLSearchParams({ on_error: 'skip', timeline_id: values.timeline });
      const file = await openAsBlob(shipped('seeds', `${name}.ndjson`), { type: 'application/x-ndjson' });
      const { imported, skipped } = await client.post(`/v1/import-events?${query}`, file, Imported);
      process.stdout.write(`${imported} events recorded${skipped > 0 ? `, ${skipped} were there already` : ''}\n`);
    }),
  },
  shared: connection,
});

const Imported = z.object({ imported: z.number(), skipped: z.number() });

/** The names of the collections in `config/seeds`. */
function collections(): readonly string[] {
  return readdirSync(shipped('seeds')).flatMap((file) =>
    file.endsWith('.ndjson') ? [file.slice(0, -'.ndjson'.length)] : [],
  );
}
