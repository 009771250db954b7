import { oneLine, parseJson } from 'chronoscribe/host';
import type { OutlineSection } from 'chronoscribe/kinds/writer';
import { z } from 'zod';

const uncheckedStatement = z.object({ text: z.string(), evidence: z.array(z.string()) });

/** A statement as a model wrote it, before the grounding check. */
export type UncheckedStatement = z.output<typeof uncheckedStatement>;

/** A model's answer: the statements of each section that was asked for, in the order of the outline. */
export type ModelAnswer = readonly (readonly UncheckedStatement[])[];

export type AnswerSchema = ReturnType<typeof answerSchema>;

/** Vendors take no more values in an enumeration of any length (OpenAI). */
const maxEnumerated = 250;
const maxEvidence = 12;
const maxStatements = 60;
/** A source of so many tokens is hardly worth one more statement in a section. */
const tokensPerStatement = 6;
const fewestStatements = 6;

/**
 * Builds the schema of an answer from the outline and the lines of the source, so that a model fills its sections,
 * cannot add any, and cites what exists. An answer is read less strictly: not every server enforces a schema, and a
 * statement that cites nothing is kept and doubted.
 *
 * @param keys of the sections that are asked for, see `sectionKeys`
 * @param sourceTokens the size of the source, which limits the statements of a section
 */
export function answerSchema(keys: readonly string[], labels: readonly string[], sourceTokens: number) {
  const bySection = <T extends z.ZodType>(section: T) =>
    z.object(Object.fromEntries(keys.map((key) => [key, section])));
  const asked = z.object({ text: z.string(), evidence: evidenceSchema(labels) });
  const most = Math.min(maxStatements, fewestStatements + Math.ceil(sourceTokens / tokensPerStatement));
  const schema = bySection(z.array(uncheckedStatement));
  return {
    /** The JSON keys of the sections that are asked for, in the order of the outline. */
    keys,
    // Each section refers to the one definition of a list, so that the enumeration is there once.
    jsonSchema: z.toJSONSchema(bySection(z.array(asked).max(most)), { reused: 'ref' }),
    /**
     * Parses a model's answer and drops unknown keys. Returns undefined if it is not JSON or does not follow the schema.
     */
    parse(json: string): ModelAnswer | undefined {
      const { success, data } = schema.safeParse(parseJson(json));
      return success ? keys.map((key) => data[key] ?? []) : undefined;
    },
  };
}

/** Numbers of lines, of which at least one is to be cited. */
export function evidenceSchema(labels: readonly string[]) {
  const cited = labels.length === 0 || labels.length > maxEnumerated ? z.string() : z.enum(labels);
  return z.array(cited).min(1).max(maxEvidence);
}

/** The JSON key of each section, in the order of the outline. */
export function sectionKeys(outline: readonly OutlineSection[]): readonly string[] {
  return outline.map(keyOf);
}

/** Vendors accept only short ASCII keys in a schema (Anthropic: `^[a-zA-Z0-9_.-]{1,64}$`); section names are free. */
function keyOf({ name }: OutlineSection, index: number): string {
  const plain = name.normalize('NFD').replace(/[^a-zA-Z0-9 _-]+/g, '');
  return [`s${index + 1}`, ...plain.toLowerCase().split(/[ _-]+/)]
    .filter((part) => part !== '')
    .join('_')
    .slice(0, 64);
}

/**
 * Reads a model's answer as it streams in, and yields the text of each statement once it is complete. A statement that
 * its section has already ends the answer: a model that repeats itself goes on until it may not write more.
 */
export class StatementStream {
  readonly #keys: readonly string[];
  #answer = '';
  #isRepeating = false;
  /** The section that is being written, and what it says so far. */
  #section = 0;
  readonly #said = new Set<string>();
  readonly #part = /"text"\s*:\s*("(?:[^"\\]|\\.)*")|"([\w.-]+)"\s*:\s*\[\s*\{/g;

  /** @param keys those of the sections, in the order of the outline */
  constructor(keys: readonly string[]) {
    this.#keys = keys;
  }

  /** The answer so far; complete, but without the rest, once the model repeats itself. */
  get answer(): string {
    return this.#answer;
  }

  /** Whether the model has begun to repeat itself. What it writes then is not read. */
  get isRepeating(): boolean {
    return this.#isRepeating;
  }

  /**
   * Appends a piece of JSON.
   *
   * @returns the statements that it completes, each on one line
   */
  read(piece: string): string[] {
    if (this.#isRepeating) return [];
    this.#answer += piece;
    const complete: string[] = [];
    for (;;) {
      const from = this.#part.lastIndex;
      const match = this.#part.exec(this.#answer);
      if (match === null) {
        this.#part.lastIndex = from;
        return complete;
      }
      const [, text, key] = match;
      if (text === undefined) {
        this.#begin(key ?? '');
        continue;
      }
      // A line break in a statement could pass for the heading of another section.
      const statement = oneLine(parseJsonString(text));
      if (statement === '') continue;
      if (this.#said.has(statementKey(statement))) {
        this.#endBefore(match.index);
        return complete;
      }
      this.#said.add(statementKey(statement));
      complete.push(statement);
    }
  }

  #begin(key: string): void {
    this.#section = this.#keys.indexOf(key);
    this.#said.clear();
  }

  #endBefore(index: number): void {
    this.#isRepeating = true;
    const kept = this.#answer.slice(0, this.#answer.lastIndexOf('{', index)).replace(/,\s*$/, '');
    const missing = this.#keys.slice(this.#section + 1).map((key) => `,${JSON.stringify(key)}:[]`);
    this.#answer = `${kept}]${missing.join('')}}`;
  }
}

/** What equal statements have in common. Only case and final punctuation may differ: a decimal point or minus matters. */
export function statementKey(line: string): string {
  return line.toLowerCase().replace(/[.;,]+$/, '');
}

/** A string with invalid escapes is shown as it was written; the answer as a whole is rejected later. */
function parseJsonString(json: string): string {
  const parsed = parseJson(json);
  return typeof parsed === 'string' ? parsed : json.slice(1, -1);
}
