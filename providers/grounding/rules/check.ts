import type {
  CheckedNote,
  CheckedStatement,
  CitingStatement,
  NoteToCheck,
  Passage,
} from 'chronoscribe/kinds/grounding';
import { groundingIssues } from 'chronoscribe/language';
import { statedFacts } from './coverage.ts';
import { termDoubts } from './term-doubts.ts';
import { unmentionedIn } from './unmentioned/unmentioned.ts';

/** Checks every statement against the passages that it cites, and tells which facts are stated and what was left out. */
export function checkNote({ statements, passages, images, facts }: NoteToCheck): CheckedNote {
  const source = { passages: new Map(passages.map((passage) => [passage.id, passage])), images: new Set(images) };
  return {
    statements: statements.map((statement) => checkStatement(statement, source)),
    stated: statedFacts(facts, statements),
    unmentioned: unmentionedIn(passages, statements),
  };
}

interface Source {
  readonly passages: ReadonlyMap<string, Passage>;
  /** Ids of the images that the writer received. */
  readonly images: ReadonlySet<string>;
}

/** Drops evidence that does not exist, and lists what speaks against a statement. */
export function checkStatement(statement: CitingStatement, { passages, images }: Source): CheckedStatement {
  const evidence = [...new Set(statement.evidence)].filter((id) => passages.has(id) || images.has(id));
  const isCited = new Set(evidence);
  const cited = [...passages.values()].filter(({ id }) => isCited.has(id));
  const doubts =
    cited.length === 0 && evidence.length > 0
      ? ['image']
      : [
          ...new Set([
            ...groundingIssues(
              statement.text,
              cited.map(({ text }) => text),
            ),
            ...termDoubts(statement.text, cited, isAboutChild(passages)),
          ]),
        ];
  return { text: statement.text, evidence, grounded: doubts.length === 0, doubts };
}

const known = new WeakMap<ReadonlyMap<string, Passage>, boolean>();

/** Whether a parent speaks for a child who is the patient: then `my son has a fever` says it of the patient. */
function isAboutChild(passages: ReadonlyMap<string, Passage>): boolean {
  const before = known.get(passages);
  if (before !== undefined) return before;
  const result = passages
    .values()
    .some(({ text }) => /\byour (?:son|daughter|baby|child|little (?:one|boy|girl|guy))\b/i.test(text));
  known.set(passages, result);
  return result;
}
