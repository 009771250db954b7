import { setTimeout as wait } from 'node:timers/promises';
import { type Health, Problem } from 'chronoscribe';
import type { Postgres } from 'chronoscribe/postgres';

/** So long the server may take to answer; the host waits two seconds for this. */
const patienceMs = 1_500;

/** Of a hundred connections that the server allows, so many may be taken before this warns. */
const mostTaken = 0.9;

/** What a store finds when it asks its server how it is. */
export async function postgresHealth(postgres: Postgres, schema: string): Promise<Health> {
  const { place } = postgres;
  const hint = `See that the server runs and answers: psql -h HOST -p PORT -c 'select 1'. Requests are answered 503 until it does; then the host goes on by itself.`;
  try {
    const state = await Promise.race([ask(postgres), wait(patienceMs, undefined, { ref: false })]);
    if (state === undefined) return { status: 'failed', detail: `${place} has not answered for ${patienceMs / 1000} s.`, hint };
    const { version, readOnly, taken, allowed } = state;
    if (readOnly) {
      return {
        status: 'failed',
        detail: `${place} can only be read: it is a standby, or was made read-only.`,
        hint: 'See that the url names the primary.',
      };
    }
    if (taken > allowed * mostTaken) {
      return {
        status: 'degraded',
        detail: `${place}: ${taken} of the ${allowed} connections that it allows are taken.`,
        hint: 'Raise max_connections of the server, or run fewer hosts on it.',
      };
    }
    return { status: 'ok', detail: `PostgreSQL ${version}: ${place}, schema ${schema}` };
  } catch (thrown) {
    const detail = thrown instanceof Problem ? thrown.detail : thrown instanceof Error ? thrown.message : String(thrown);
    return { status: 'failed', detail, hint };
  }
}

async function ask(postgres: Postgres) {
  const { rows } = await postgres.query<{ version: string; readOnly: boolean; taken: number; allowed: number }>(
    `select current_setting('server_version') as version, current_setting('transaction_read_only') = 'on' as "readOnly",
      (select count(*) from pg_stat_activity where datid is not null) as taken, current_setting('max_connections')::int as allowed`,
  );
  return rows[0];
}
