import { type RawBuilder, sql } from 'kysely';

/** Like the tag `sql`, with pieces of text that are put together as the program runs. None of them may come from outside. */
export function pieces<Row>(texts: readonly string[], ...values: readonly unknown[]): RawBuilder<Row> {
  // The boundary to kysely, which takes nothing but the pieces from a template.
  return sql<Row>(texts as unknown as TemplateStringsArray, ...values);
}
