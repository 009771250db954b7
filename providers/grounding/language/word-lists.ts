import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The entries of a word list of `terms`, `name: what it says`, in order; lines that begin with `#` are comments. */
export function entriesOf(file: string): readonly (readonly [name: string, said: string])[] {
  return readFileSync(join(import.meta.dirname, '../terms', file), 'utf8')
    .split('\n')
    .filter((line) => /^[^#]/.test(line))
    .map((line) => {
      const [name = ''] = line.split(':', 1);
      return [name, line.slice(name.length + 2)];
    });
}

const everyday = new Map(entriesOf('everyday-words.txt').map(([name, said]) => [name, said.split(' ')]));

/** The words of one list of `everyday-words.txt`. */
export function everydayWords(name: 'stop' | 'reporting' | 'nothing' | 'framing' | 'irregular'): readonly string[] {
  return everyday.get(name) ?? [];
}
