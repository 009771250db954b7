import type { CitingStatement, Passage } from 'chronoscribe/kinds/grounding';
import { Writer } from 'chronoscribe/kinds/writer';
import { startProvider } from 'chronoscribe/testing';
import { checkStatement } from '../../../providers/grounding/rules/check.ts';
import { findFacts } from '../../../providers/grounding/rules/facts/find-facts.ts';
import extractive from '../../../providers/writer/extractive/index.ts';
import { visitsOfAciBench } from '../notes/visits.ts';
import { passagesOf, writeNote } from '../notes/writing.ts';
import { table } from '../table.ts';
import { corruptions } from './corruptions.ts';

interface Cited {
  readonly statement: CitingStatement;
  readonly passages: readonly Passage[];
  /** Medicines of the visit, as they were said. */
  readonly medicines: readonly string[];
}

/** At most this many of each corruption, spread over the visits. */
const most = 300;
/** Medicines that no visit names. */
const foreignMedicines = ['nadolol', 'glyburide', 'felodipine', 'rifaximin', 'lacosamide', 'ziprasidone', 'Zetia'];

/** Statements of the writer without a model, which quote their passages: as they are, and made wrong. */
export async function benchVisitStatements(): Promise<void> {
  for (const split of ['train', 'valid'] as const) measure(split, await statementsOfVisits(split));
}

function measure(split: string, all: readonly Cited[]): void {
  const accepted = all.filter(isAccepted);
  const rows = [counted('as they were written', all)];
  for (const [name, corrupt] of Object.entries(corruptions))
    rows.push(
      counted(
        `${name}, of those accepted`,
        changed(accepted, ({ statement }) => corrupt(statement.text)),
      ),
    );
  rows.push(
    counted(
      'another medicine of the visit',
      changed(accepted, (cited) => otherMedicine(cited, cited.medicines)),
    ),
  );
  rows.push(
    counted(
      'a medicine of no visit',
      changed(accepted, (cited) => otherMedicine(cited, foreignMedicines)),
    ),
  );
  const half = Math.floor(accepted.length / 2);
  const strangers = accepted.map((cited, index) => ({
    ...cited,
    statement: { ...cited.statement, text: accepted[(index + half) % accepted.length]?.statement.text ?? '' },
  }));
  rows.push(counted('of another visit', spread(strangers)));
  table(
    `Statements checked against the passages that they cite (ACI-Bench, ${split})`,
    ['statements', 'number', 'accepted', 'doubted'],
    rows,
  );
}

async function statementsOfVisits(split: 'train' | 'valid'): Promise<Cited[]> {
  const { instance, stop } = await startProvider(Writer, extractive);
  const all: Cited[] = [];
  for (const visit of visitsOfAciBench(split)) {
    const passages = passagesOf(visit);
    const medicines = findFacts({ passages, language: 'en' }).facts.flatMap(({ kind, term }) =>
      kind === 'medication' ? term : [],
    );
    const { sections } = await writeNote(instance, visit);
    for (const { text, evidence } of sections.flatMap(({ statements }) => statements))
      all.push({ statement: { text, evidence }, passages, medicines });
  }
  await stop();
  return all;
}

function isAccepted({ statement, passages }: Cited): boolean {
  return checkStatement(statement, { passages, images: new Set() }).grounded;
}

function changed(all: readonly Cited[], change: (cited: Cited) => string | undefined): Cited[] {
  const wrong = all.flatMap((cited) => {
    const text = change(cited);
    return text === undefined || text === cited.statement.text
      ? []
      : [{ ...cited, statement: { ...cited.statement, text } }];
  });
  return spread(wrong);
}

function spread<T>(all: readonly T[]): T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, index) => all[Math.floor(index * step)]).filter(
    (each) => each !== undefined,
  );
}

/** The first medicine of a statement becomes another one that its passages do not name. */
function otherMedicine({ statement, passages }: Cited, medicines: readonly string[]): string | undefined {
  const own = findFacts({ passages: [{ id: '', speaker: null, text: statement.text }], language: 'en' }).facts.find(
    ({ kind }) => kind === 'medication',
  );
  const cited = passages.filter(({ id }) => statement.evidence.includes(id));
  const source = cited.map(({ text }) => text.toLowerCase()).join(' ');
  const named = findFacts({
    passages: cited,
    language: 'en',
  }).facts.map(({ term }) => term);
  const other = medicines.find(
    (name) => name !== own?.term && !named.includes(name) && !source.includes(name.toLowerCase()),
  );
  const word = own?.text.split(' ')[0];
  return own === undefined || other === undefined || word === undefined
    ? undefined
    : statement.text.replace(new RegExp(`\\b${word}\\b`, 'i'), other);
}

function counted(name: string, all: readonly Cited[]): readonly string[] {
  const accepted = all.filter(isAccepted).length;
  const share = (part: number) => `${all.length === 0 ? '–' : ((100 * part) / all.length).toFixed(1)} %`;
  return [name, String(all.length), share(accepted), share(all.length - accepted)];
}
