import type { Assertion, Fact } from 'chronoscribe/kinds/grounding';
import { genericName } from 'chronoscribe/language';
import type { LaidOutPassage } from '../kind.ts';
import { type Column, columnsOf, type Role, rowOf, subjectOf } from './columns.ts';

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

/** What a row says of its subject. `onHold`: a medicine that is to be taken again. */
interface RowStatus {
  readonly assertion: Assertion;
  readonly onHold?: true;
}

/** The cells of a row that may say it: that of the status, empty without one, and the other words of the row. */
interface StatusCells {
  readonly status: string;
  readonly others: readonly string[];
}

const ended =
  /^(?:(?:now|since|has been|was) )?(?:stop(?:ped)?|discontinued?|ceased|withdrawn|completed?|finished|ended|no longer (?:taken|used|taking)|abgesetzt|beendet)\b/i;
const held = /^(?:withheld|(?:on )?hold|held|paused?|suspended|pausiert|ausgesetzt)\b/i;
const refused = /^(?:declined?|refused|abgelehnt)\b/i;
const taken =
  /^(?:continu(?:e|ed|ing)|unchanged|current|active|ongoing|new|started|changed|modified|(?:dose )?(?:increased|reduced|decreased)|regular|prn|taking|yes|neu|weiter|unverändert|geändert)\b/i;
/** What may end a medicine, or only speak of its end: `stop if the heart rate is low`. */
const speaksOfEnd =
  /\b(?:stop\w*|discontinu\w*|ceased?|withdrawn|withheld|hold|held|paus\w+|suspend\w*|finish\w*|complet\w+|no longer|not (?:to be )?(?:taken|taking|given|started)|never|abgesetzt|absetzen|beendet|pausier\w+|nicht)\b/i;

/**
 * What is said of a medicine. The column for it decides; without one, a cell that is nothing but an end. Where another cell
 * speaks of an end, and where words are not known, it is `possible`: a medicine that is taken must not be told as stopped.
 */
function medicineStatus({ status, others }: StatusCells): RowStatus {
  const said = status === '' ? others : [status];
  if (said.some((cell) => isOnly(cell, held))) return { assertion: 'stopped', onHold: true };
  if (said.some((cell) => isOnly(cell, ended))) return { assertion: 'stopped' };
  if (said.some((cell) => isOnly(cell, refused))) return { assertion: 'declined' };
  const isTaken = status === '' ? !others.some((cell) => speaksOfEnd.test(cell)) : taken.test(status);
  return { assertion: isTaken && !speaksOfEnd.test(status) ? 'present' : 'possible' };
}

const shortest = 4;

/** Whether a cell says that and nothing on which it depends: `stopped 3 May`, against `stop if you feel faint`. */
function isOnly(cell: string, pattern: RegExp): boolean {
  return pattern.test(cell.trim()) && !condition.test(cell) && cell.trim().split(/\s+/).length <= shortest;
}

const condition = /\b(?:if|when|unless|while|during|after|before|once|wenn|falls|bei)\b/i;

const known = /^(?:active|confirmed|current|present|yes|verified|unconfirmed|unverified|aktiv|bestätigt)?$/i;
const disputed =
  /\b(?:not allergic|no allergy|tolerat\w+|refuted|error|inactive|resolved|no longer|intolerance|side effect|ruled out|keine allergie)\b/i;

/** What is said of an allergy; `possible` where it is disputed, so that it is still seen. */
function allergyStatus({ status, others }: StatusCells): RowStatus {
  const isSo = known.test(status.trim()) && !others.some((cell) => disputed.test(cell));
  return { assertion: isSo ? 'present' : 'possible' };
}

const given = /^(?:given|done|yes|complete\w*|administered|received|gegeben|erhalten|geimpft)?$/i;
const due = /\b(?:over)?due\b|\b(?:planned|scheduled|pending|fällig|geplant)\b/i;
const notGiven = /\b(?:declined?|refused|not (?:given|done)|abgelehnt|nicht (?:gegeben|geimpft))\b/i;

/** What is said of a vaccine. */
function vaccineStatus({ status, others }: StatusCells): RowStatus {
  const row = [status, ...others].join(' | ');
  if (notGiven.test(row)) return { assertion: 'declined' };
  if (due.test(row)) return { assertion: 'planned' };
  return { assertion: given.test(status.trim()) ? 'present' : 'possible' };
}
