import { oneLine } from 'chronoscribe';
import type { OutlineSection } from 'chronoscribe/kinds/writer';
import { z } from 'zod';

const uncheckedStatement = z.object({ text: z.string(), evidence: z.array(z.string()) });

/** A statement as a model wrote it, before the grounding check. */
export type UncheckedStatement = z.output<typeof uncheckedStatement>;

/** A model's answer: the statements of each section, in the order of the outline. */
export type ModelAnswer = readonly (readonly UncheckedStatement[])[];

export interface AnswerSchema {
  /** The JSON key of each section, in the order of the outline. */
  readonly keys: readonly string[];
  readonly jsonSchema: z.core.JSONSchema.JSONSchema;
  /**
   * Parses a model's answer and drops unknown keys. Returns undefined if it is not JSON or does not follow the schema.
   */
  parse(json: string): ModelAnswer | undefined;
}

/** Builds the schema of an answer from the outline, so that a model fills its sections and cannot add any. */
export function answerSchema(outline: readonly OutlineSection[]): AnswerSchema {
  const keys = outline.map(keyOf);
  const schema = z.object(Object.fromEntries(keys.map((key) => [key, z.array(uncheckedStatement)])));
  return {
    keys,
    jsonSchema: z.toJSONSchema(schema),
    parse(json) {
      const { success, data } = schema.safeParse(parseJson(json));
      return success ? keys.map((key) => data[key] ?? []) : undefined;
    },
  };
}

/** Vendors accept only short ASCII keys in a schema (Anthropic: `^[a-zA-Z0-9_.-]{1,64}$`); section names are free. */
function keyOf({ name }: OutlineSection, index: number): string {
  const plain = name.normalize('NFD').replace(/[^a-zA-Z0-9 _-]+/g, '');
  return [`s${index + 1}`, ...plain.toLowerCase().split(/[ _-]+/)]
    .filter((part) => part !== '')
    .join('_')
    .slice(0, 64);
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Reads a model's answer as it streams in, and yields the text of each statement once it is complete. */
export class StatementStream {
  #answer = '';
  readonly #statement = /"text"\s*:\s*("(?:[^"\\]|\\.)*")/g;

  /** The answer so far. */
  get answer(): string {
    return this.#answer;
  }

  /**
   * Appends a piece of JSON.
   *
   * @returns the statements that it completes, each on one line
   */
  read(piece: string): string[] {
    this.#answer += piece;
    const complete: string[] = [];
    for (;;) {
      const from = this.#statement.lastIndex;
      const match = this.#statement.exec(this.#answer);
      if (match?.[1] === undefined) {
        this.#statement.lastIndex = from;
        return complete;
      }
      // A line break in a statement could pass for the heading of another section.
      const statement = oneLine(parseJsonString(match[1]));
      if (statement !== '') complete.push(statement);
    }
  }
}

/** A string with invalid escapes is shown as it was written; the answer as a whole is rejected later. */
function parseJsonString(json: string): string {
  try {
    return z.string().parse(JSON.parse(json));
  } catch {
    return json.slice(1, -1);
  }
}
