/** What a quotation is about: `Suicidality: “…”` */
const heading = /^[\p{L} -]{1,40}: (?=“)/u;
/** A question of a statement that quotes one with its answer: `“Any fever? – No.”` */
const exchange = /^\W*(?<question>[^–]+?)\s+–\s+(?<answer>[^–]+?)\W*$/su;

/**
 * The turns of a statement that quotes a question and its answer; the statement alone where it quotes none.
 *
 * @returns `['Any fever?', 'No']` for `“Any fever? – No.”`
 */
export function turnsOf(statement: string): readonly [question: string, answer: string] | readonly [told: string] {
  const quoted = statement.replace(heading, '');
  const { question, answer } = /^\s*“/.test(quoted) ? (exchange.exec(quoted)?.groups ?? {}) : {};
  if (question === undefined || answer === undefined) return [statement];
  return [question, answer];
}
