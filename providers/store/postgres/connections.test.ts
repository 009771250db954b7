import type { PostgresResult } from 'chronoscribe/postgres';
import { expect, test } from 'vitest';
import { requireSuitableServer } from './connections.ts';

/** A server that says this of itself: there is only one here, which is fit. */
const server = (about: object) => ({
  place: 'Postgres at db:5432/clinic',
  async query<Row>(): Promise<PostgresResult<Row>> {
    const row = { version: '15.4', major: 15, encoding: 'UTF8', readOnly: false, ...about };
    // The boundary where rows get their types, as in a real connection.
    return { rows: [row as Row], rowCount: 1, command: 'SELECT' };
  },
});

test.each([
  [{ version: '14.12', major: 14 }, /db:5432\/clinic is PostgreSQL 14\.12\. Update it to 15 or later/],
  [{ encoding: 'LATIN1' }, /keeps text as LATIN1\. .*createdb --encoding UTF8/],
  [{ readOnly: true }, /is a standby.*primary/],
])(
  'a server on which a store cannot be kept is refused at the start, with how to mend it: %j',
  async (about, message) => {
    await expect(requireSuitableServer(server(about))).rejects.toThrow(message);
  },
);

test.each([{}, { version: '18.1', major: 18 }])('one on which it can is not: %j', async (about) => {
  await requireSuitableServer(server(about));
});
