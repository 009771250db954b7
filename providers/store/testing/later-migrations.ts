import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Migrations, migrations } from '../sql/migrations.ts';
import { openSqlite } from '../sqlite/open.ts';

/** Migrations of a future version: they take a while, and go through tables with rows. */
export const laterMigrations: Migrations = {
  ...migrations,
  '0098-later': {
    async up(db) {
      await sql`create table later as select number, word from journal_word`.execute(db);
      await wait(10);
    },
  },
  '0099-later-still': {
    async up(db) {
      await sql`alter table journal_receipt add column kept_at bigint not null default 0`.execute(db);
      await wait(10);
      await sql`update journal_receipt set kept_at = 1`.execute(db);
    },
  },
};

/** Runs as a process: `later-migrations.ts <file>`. Prints a sign, then opens the database until it is killed. */
if (import.meta.main) {
  writeSync(1, 'begun');
  await openSqlite(process.argv[2] ?? '', laterMigrations);
  await wait(60_000);
}
