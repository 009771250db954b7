import type { Fact } from 'chronoscribe/kinds/grounding';
import { genericName } from 'chronoscribe/language';
import type { LaidOutPassage } from '../kind.ts';
import { type Column, columnsOf, type Role, rowOf, subjectOf } from './columns.ts';

/** What the tables of medicines, allergies and vaccines of a document say, in whatever language their columns are named. */
export interface NamedTables {
  readonly facts: readonly Omit<Fact, 'id'>[];
  /** The rows, which are no sentences, by the ids of their passages: `Naproxen, 500 mg, stopped`. */
  readonly rows: Readonly<Record<string, string>>;
  /** Ids of the passages that name the columns. */
  readonly labels: readonly string[];
}

/** Reads them. A table that goes on on the next page of its file keeps its columns. */
export function readNamedTables(passages: readonly LaidOutPassage[]): NamedTables {
  const facts: Omit<Fact, 'id'>[] = [];
  const rows: Record<string, string> = {};
  const labels: string[] = [];
  let columns: readonly Column[] | undefined;
  let file = -1;
  for (const { id, file: own, lines } of passages) {
    if (own !== file) columns = undefined;
    file = own;
    const [cells, ...others] = lines;
    if (cells === undefined || others.length > 0) {
      columns = undefined;
      continue;
    }
    const named = columnsOf(cells);
    if (named !== undefined) {
      columns = named;
      labels.push(id);
      continue;
    }
    const row = columns && rowOf(cells, columns);
    if (columns === undefined || row === undefined) {
      columns = undefined;
      continue;
    }
    const shown = cells.map(({ text }) => text).join(', ');
    rows[id] = subjectOf(columns)?.role === 'substance' ? `Allergy: ${shown}.` : `${shown}.`;
    const fact = factOf(row, columns, id);
    if (fact !== undefined) facts.push(fact);
  }
  return { facts, rows, labels };
}

const stopped =
  /\b(?:stop(?:ped)?|discontinued?|ceased|withdrawn|withheld|(?:on )?hold|held|paused|suspended|no longer|abgesetzt|beendet|pausiert|pausieren|ausgesetzt)\b/i;
const declined =
  /\b(?:declined?|refused|not (?:given|taken|started)|never taken|contraindicated|abgelehnt|nicht (?:gegeben|genommen))\b/i;
const taken =
  /^(?:(?:continued?|unchanged|current|active|ongoing|new|started|changed|(?:dose )?(?:increased|reduced|decreased)|regular|prn|taking|yes|completed|given|done|neu|weiter|unverändert|geändert)\b.*|[\d./-]+)?$/i;
const noAllergy = /^(?:none|nil|no known|nkd?a|keine?)\b/i;

/** A row as a fact; undefined where it names nothing. What its status says in words that are not known is `possible`. */
function factOf(
  row: ReadonlyMap<Column, string>,
  columns: readonly Column[],
  id: string,
): Omit<Fact, 'id'> | undefined {
  const subject = subjectOf(columns);
  const name =
    subject &&
    row
      .get(subject)
      ?.replace(/\s*\(.*\)$/, '')
      .trim();
  if (subject === undefined || !name || !/\p{L}{2}/u.test(name)) return undefined;
  const read = (role: Role) => [...row].find(([column]) => column.role === role)?.[1];
  const term = name.toLowerCase();
  const common = { of: 'patient', value: null, unit: null, evidence: [id] } as const;
  if (subject.role === 'substance') {
    if (noAllergy.test(name)) return undefined;
    const reaction = read('reaction')?.toLowerCase();
    const text = `${name} allergy${reaction === undefined ? '' : ` (${reaction})`}`;
    const parts = { substance: term, ...(reaction !== undefined && { reaction }) };
    return { ...common, kind: 'allergy', assertion: 'present', term, text, parts };
  }
  const assertion = assertionOf([...row.values()].join(' '), read('status') ?? '');
  if (subject.role === 'vaccine') {
    const text = /vacc|immun|impf/i.test(name) ? name : `${name} vaccine`;
    return { ...common, kind: 'procedure', assertion, term, text, parts: { name: term } };
  }
  const dose = read('dose');
  const route = read('route');
  const frequency = read('frequency') ?? timesOf(row);
  const amounts = [dose, route, frequency].filter((each) => each !== undefined);
  const ended = assertion === 'stopped' ? ' (stopped)' : '';
  return {
    ...common,
    ...{ kind: 'medication', assertion, term: genericName(term) ?? term },
    text: [name, ...amounts].join(' ') + ended,
    parts: {
      name: genericName(term) ?? term,
      ...(dose !== undefined && { dose }),
      ...(route !== undefined && { route }),
      ...(frequency !== undefined && { frequency }),
    },
  };
}

function assertionOf(row: string, status: string): Fact['assertion'] {
  if (stopped.test(row)) return 'stopped';
  if (declined.test(row)) return 'declined';
  return taken.test(status.trim()) ? 'present' : 'possible';
}

/** `1-0-1` of columns for the times of a day; undefined if there are none, or nothing is in them. */
function timesOf(row: ReadonlyMap<Column, string>): string | undefined {
  const times = [...row].filter(([{ role }]) => role === 'time of day').map(([, text]) => text);
  return times.length > 1 ? times.join('-') : undefined;
}
