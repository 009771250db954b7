import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Passage } from 'chronoscribe/kinds/grounding';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { rememberedFor } from '../../providers/grounding/language/remembered.ts';
import { checkStatement } from '../../providers/grounding/rules/check.ts';
import { benchClinicianNotes } from './grounding/clinician-notes.ts';
import { corruptions } from './grounding/corruptions.ts';
import { negationPairs } from './grounding/negation-pairs.ts';
import { benchStyles } from './grounding/styles.ts';
import { benchVisitStatements } from './grounding/visit-statements.ts';
import { corporaThere } from './notes/visits.ts';
import { table } from './table.ts';

const dialogues = resolve(import.meta.dirname, '../../../shared/data/mts-dialog');
const row = z.object({ section_text: z.string(), dialogue: z.string() });

/** A sentence that a person wrote of a conversation, and the turns that were spoken. */
interface Written {
  readonly statement: string;
  readonly turns: readonly string[];
}

/**
 * How well the check of a model's statements tells true from false: sentences that people wrote of real conversations
 * (MTS-Dialog, of which the
 * training set may be learnt from and the validation set not), as they are, made wrong, and laid beside another
 * conversation.
 */
export async function benchGrounding(): Promise<void> {
  measurePairs();
  benchStyles('Statements in other styles: true ones, and made wrong', './styles.txt');
  benchStyles('Statements in other styles, written after the rules', './styles-unseen.txt');
  benchStyles('Statements with ten kinds of planted errors, which the rules may learn from', './styles-planted.txt');
  benchStyles('Statements with ten kinds of planted errors, kept apart', './styles-planted-kept.txt');
  benchStyles('Statements of raw text, dictation and German', './styles-raw.txt');
  if (corporaThere) {
    benchClinicianNotes();
    await benchVisitStatements();
  } else console.log('\nskipped: ../shared/data/aci-bench is absent');
  if (!existsSync(dialogues)) {
    console.log(`\n${dialogues} is absent: nothing to measure the check of statements with.`);
    return;
  }
  for (const set of ['Validation', 'Training']) measure(set, readSentences(set));
}

function measurePairs(): void {
  const supported = negationPairs.map(([turns, statement]) => ({ statement, turns }));
  const opposite = negationPairs.map(([turns, , statement]) => ({ statement, turns }));
  table(
    'Statements with a negation, and their opposites',
    ['statements', 'number', 'accepted', 'doubted'],
    [counted('supported', supported), counted('opposite', opposite)],
  );
}

function measure(set: string, all: readonly Written[]): void {
  const accepted = all.filter(({ statement, turns }) => isAccepted(statement, turns));
  const strangers = all.map(({ statement }, index) => ({
    statement,
    turns: all[((index + all.length / 2) % all.length) | 0]?.turns ?? [],
  }));
  const wrong = Object.entries(corruptions).map(([name, corrupt]): [string, readonly Written[]] => [
    name,
    accepted.flatMap(({ statement, turns }) => {
      const corrupted = corrupt(statement);
      return corrupted === undefined ? [] : [{ statement: corrupted, turns }];
    }),
  ]);
  table(
    `Statements checked against the turns of their conversation (MTS-Dialog, ${set.toLowerCase()} set)`,
    ['statements', 'number', 'accepted', 'doubted'],
    [
      counted('as a person wrote them', all),
      ...wrong.map(([name, written]) => counted(`${name}, of those accepted`, written)),
      counted('of another conversation', strangers),
    ],
  );
}

function counted(name: string, written: readonly Written[]): readonly string[] {
  const accepted = written.filter(({ statement, turns }) => isAccepted(statement, turns)).length;
  const share = (part: number) => `${written.length === 0 ? '–' : ((100 * part) / written.length).toFixed(1)} %`;
  return [name, String(written.length), share(accepted), share(written.length - accepted)];
}

function isAccepted(statement: string, turns: readonly string[]): boolean {
  const passages = passagesOf(turns);
  return checkStatement({ text: statement, evidence: passages.map(({ id }) => id) }, { passages, images: new Set() })
    .grounded;
}

/** One list for one conversation, so that it is read once. */
const passagesOf = rememberedFor((turns: readonly string[]): readonly Passage[] =>
  turns.map((text, at) => ({ id: `s${at}`, speaker: null, text })),
);

function readSentences(set: string): Written[] {
  const rows = z.array(row).parse(parse(readFileSync(`${dialogues}/MTS-Dialog-${set}Set.csv`), { columns: true }));
  return rows.flatMap(({ section_text, dialogue }) => {
    const turns = dialogue.split(/\r?\n/).flatMap((line) => line.replace(/^\w+:\s*/, '').trim() || []);
    const sentences = section_text
      .split(/(?<=[.?!])(?<!\b(?:Dr|Mr|Mrs|Ms|St|vs)\.)\s+/)
      .filter((sentence) => /\p{L}{3}/u.test(sentence));
    return sentences.map((statement) => ({ statement, turns }));
  });
}
