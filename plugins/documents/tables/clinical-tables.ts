import type { Fact } from 'chronoscribe/kinds/grounding';
import { genericName } from 'chronoscribe/language';
import type { LaidOutPassage } from '../kind.ts';
import { type Column, columnsOf, type Role, rowOf, subjectOf } from './columns.ts';
import { allergyStatus, medicineStatus, type StatusCells, vaccineStatus } from './status.ts';

/** What the tables of medicines, allergies and vaccines of a document say, in whatever language their columns are named. */
export interface ClinicalTables {
  readonly facts: readonly Omit<Fact, 'id'>[];
  /** The rows, which are no sentences, by the ids of their passages: `Naproxen, 500 mg, stopped`. */
  readonly rows: Readonly<Record<string, string>>;
  /** Ids of the passages that name the columns. */
  readonly labels: readonly string[];
}

/** Reads them. A table that goes on on the next page of its file keeps its columns. */
export function readClinicalTables(passages: readonly LaidOutPassage[]): ClinicalTables {
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

const noAllergy = /^(?:none|nil|no known|nkd?a|keine?)\b/i;
const notKnown = /^(?:unknown|not (?:known|recorded|stated)|n\/?a|unbekannt|\W*)$/i;

/** A row as a fact; undefined where it names nothing. */
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
  const said = {
    status: read('status') ?? '',
    others: [...row].filter(([column]) => column !== subject && column.role !== 'status').map(([, text]) => text),
  };
  const term = name.toLowerCase();
  const common = { term, of: 'patient', value: null, unit: null, evidence: [id] } as const;
  if (subject.role === 'substance') {
    if (noAllergy.test(name)) return undefined;
    const reaction = read('reaction')?.toLowerCase() ?? '';
    const isTold = !notKnown.test(reaction);
    const { assertion } = allergyStatus(said);
    const parts = { substance: term, ...(isTold && { reaction }) };
    return { ...common, kind: 'allergy', assertion, text: `${name} allergy${isTold ? ` (${reaction})` : ''}`, parts };
  }
  if (subject.role === 'vaccine') {
    const text = /vacc|immun|impf/i.test(name) ? name : `${name} vaccine`;
    return { ...common, kind: 'procedure', ...vaccineStatus(said), text, parts: { name: term } };
  }
  return {
    ...common,
    ...medicineOf(name, said, { dose: read('dose'), route: read('route'), times: timesOf(row) ?? read('frequency') }),
  };
}

/** A medicine, with its end in the words that the reading of sentences uses: `(stopped)`, `(on hold)`. */
function medicineOf(
  name: string,
  said: StatusCells,
  {
    dose,
    route,
    times: frequency,
  }: { readonly dose?: string | undefined; readonly route?: string | undefined; readonly times?: string | undefined },
): Pick<Fact, 'kind' | 'assertion' | 'term' | 'text' | 'parts'> {
  const generic = genericName(name.toLowerCase()) ?? name.toLowerCase();
  const { assertion, onHold } = medicineStatus(said);
  // `0-0-0` is taken at no time.
  const isNever = assertion === 'present' && /^0(?:-0)+$/.test(frequency ?? '');
  const end = assertion === 'stopped' ? [onHold ? '(on hold)' : '(stopped)'] : [];
  const amounts = [dose, route, frequency].filter((each) => each !== undefined);
  return {
    ...{ kind: 'medication', assertion: isNever ? 'possible' : assertion, term: generic },
    text: [name, ...amounts, ...end].join(' '),
    parts: {
      name: generic,
      ...(dose !== undefined && { dose }),
      ...(route !== undefined && { route }),
      ...(frequency !== undefined && { frequency }),
      ...(assertion === 'stopped' && { action: onHold ? 'hold' : 'stop' }),
    },
  };
}

/** `1-0-1` of columns for the times of a day; undefined if there are none, or nothing is in them. */
function timesOf(row: ReadonlyMap<Column, string>): string | undefined {
  const times = [...row].filter(([{ role }]) => role === 'time of day').map(([, text]) => text);
  return times.length > 1 ? times.join('-') : undefined;
}
