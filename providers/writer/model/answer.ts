import { oneLine } from 'chronoscribe';
import type { OutlineSection } from 'chronoscribe/kinds/writer';
import { z } from 'zod';

const uncheckedStatement = z.object({ text: z.string(), evidence: z.array(z.string()) });

/** A statement as a model writes it: not yet checked. */
export type UncheckedStatement = z.output<typeof uncheckedStatement>;

/** What a model answers: the statements of each section, in the order of the outline. */
export type ModelAnswer = readonly (readonly UncheckedStatement[])[];

export interface AnswerSchema {
  /** The keys under which the sections are answered, in the order of the outline. */
  readonly keys: readonly string[];
  readonly jsonSchema: z.core.JSONSchema.JSONSchema;
  /** Undefined where a model's answer is not JSON or has not this form. Keys of its own are dropped. */
  parse(json: string): ModelAnswer | undefined;
}

/** The form in which a document with these sections is answered: a model can fill them and not add any. */
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

/** Vendors take only short keys of plain letters in a schema (Anthropic `^[a-zA-Z0-9_.-]{1,64}$`); a section may be called anything. */
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

/** Reads the answer of a model while it is being written, and gives the text of each statement as soon as it is complete. */
export class StatementStream {
  #answer = '';
  readonly #statement = /"text"\s*:\s*("(?:[^"\\]|\\.)*")/g;

  /** The whole answer so far. */
  get answer(): string {
    return this.#answer;
  }

  /** Takes the next piece of JSON and returns the statements that it completes. */
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
      // Whatever breaks lines in it could pass for the heading of another section.
      const statement = oneLine(parseJsonString(match[1]));
      if (statement !== '') complete.push(statement);
    }
  }
}

/** A JSON string whose escapes are wrong is shown as it was written; the answer as a whole is refused later. */
function parseJsonString(json: string): string {
  try {
    return z.string().parse(JSON.parse(json));
  } catch {
    return json.slice(1, -1);
  }
}
