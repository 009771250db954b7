import { readFileSync } from 'node:fs';
import type { Passage } from 'chronoscribe/kinds/grounding';
import { checkStatement } from '../../../providers/grounding/rules/check.ts';
import { table } from '../table.ts';

/** A statement, the turns that it cites, and what is wrong with it; `true` if nothing is. */
interface Styled {
  readonly kind: string;
  readonly statement: string;
  readonly turns: readonly string[];
}

/** Reads `= turn | turn`, `+ true statement` and `side: statement with another side`. */
function readStyles(file: string): Styled[] {
  let turns: readonly string[] = [];
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line): Styled[] => {
      const [, mark = '', text = ''] = /^(=|\+|\w+:) (.*)$/.exec(line) ?? [];
      if (mark === '=') turns = text.split(' | ');
      if (mark === '' || mark === '=') return [];
      return [{ kind: mark === '+' ? 'true' : mark.slice(0, -1), statement: text, turns }];
    });
}

/** What is doubted of true and of wrong statements in styles that no corpus has, by what is wrong. */
export function benchStyles(title: string, file: string): void {
  const all = Map.groupBy(readStyles(file), ({ kind }) => kind);
  table(
    title,
    ['statements', 'number', 'doubted'],
    [...all].map(([kind, list]) => {
      const doubted = list.filter((each) => doubtsOf(each).length > 0).length;
      return [kind, String(list.length), `${((100 * doubted) / list.length).toFixed(1)} %`];
    }),
  );
}

function doubtsOf({ statement, turns }: Styled): readonly string[] {
  const passages = turns.map(
    (text, at): Passage => ({ id: `s${at}`, speaker: { label: `Speaker ${(at % 2) + 1}`, role: 'unknown' }, text }),
  );
  return checkStatement({ text: statement, evidence: passages.map(({ id }) => id) }, { passages, images: new Set() })
    .doubts;
}
