import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** A term of a text, in characters. */
export interface AskedTerm {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const program = join(import.meta.dirname, 'context.py');
const Attributes = z.array(z.string());

/** What ConText of medspaCy says of each term: `negated`, `historical`. Null, with a message, if it is not installed. */
export async function contextAttributes(terms: readonly AskedTerm[]): Promise<readonly (readonly string[])[] | null> {
  const python = process.env.MEDSPACY_PYTHON ?? 'python3';
  const isThere =
    (python === 'python3' || existsSync(python)) && spawnSync(python, ['-c', 'import medspacy']).status === 0;
  if (!isThere) {
    console.log(
      '\nskipped: medspaCy. Install test/bench/assertions/requirements.txt, and name its python in MEDSPACY_PYTHON.',
    );
    return null;
  }
  const child = spawn(python, [program], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(terms.map((term) => `${JSON.stringify(term)}\n`).join(''));
  const lines = (await text(child.stdout)).trim().split('\n');
  if (lines.length !== terms.length)
    throw new Error(`ConText answered ${lines.length} of ${terms.length} terms; run ${program} by hand.`);
  return lines.map((line) => Attributes.parse(JSON.parse(line)));
}
