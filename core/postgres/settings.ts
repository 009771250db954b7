import { z } from 'zod';

/** A database, as it is written in the configuration. */
export const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'expected the URL of a Postgres database' })
  .describe(
    `The database: postgres://USER:PASSWORD@HOST:5432/DATABASE, of PostgreSQL 15 or later. Keep the password in the environment: \${NAME}. Add ?sslmode=verify-full for TLS.`,
  );

/** A schema in it, which keeps the tables of one provider apart from all others. */
export const schemaName = z
  .string()
  .regex(/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/, 'Use up to 63 lower-case letters, digits and "_", and do not begin with "pg_"')
  .describe('The schema that the tables are in, another one for each provider; it is made where it is missing.');
