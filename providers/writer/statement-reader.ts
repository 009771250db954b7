import { oneLine } from 'chronoscribe';
import { z } from 'zod';

/** Reads the answer of a model while it is being written, and gives the text of each statement as soon as it is complete. */
export class StatementReader {
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
      const statement = oneLine(unescaped(match[1]));
      if (statement !== '') complete.push(statement);
    }
  }
}

/** A JSON string whose escapes are wrong is shown as it was written; the answer as a whole is refused later. */
function unescaped(json: string): string {
  try {
    return z.string().parse(JSON.parse(json));
  } catch {
    return json.slice(1, -1);
  }
}
