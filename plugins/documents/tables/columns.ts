import type { TableCell } from '../kind.ts';

/** What a column of a table of medicines, allergies or vaccines holds. */
export type Role =
  | 'medicine'
  | 'substance'
  | 'vaccine'
  | 'dose'
  | 'route'
  | 'frequency'
  | 'time of day'
  | 'status'
  | 'reaction'
  | 'severity'
  | 'date'
  | 'other';

export interface Column {
  readonly role: Role;
  readonly left: number;
}

/** What columns are called; a cell of a header is one of these and nothing else. */
const labels: readonly (readonly [Role, RegExp])[] = [
  [
    'medicine',
    /^(?:(?:current |discharge |home |active )?medic(?:ation|ine)s?(?: name)?|drugs?(?: name)?|active (?:ingredient|substance)|wirkstoff|präparat|arzneimittel|medikamente?|medikation|handelsname)$/i,
  ],
  ['substance', /^(?:substance|allergens?|allergy|allergies|causative agent|agent|allergien?|auslöser|substanz)$/i],
  ['vaccine', /^(?:vaccines?|vaccination|immuni[sz]ations?|impfung|impfstoff)$/i],
  ['dose', /^(?:dos(?:e|age)s?|strength|stärke|dosis|dosierung)$/i],
  ['route', /^(?:route|verabreichung)$/i],
  ['frequency', /^(?:freq(?:uency|\.)?|sig|directions?|instructions|schedule|how often|einnahme|häufigkeit)$/i],
  [
    'time of day',
    /^(?:morning|am|noon|midday|lunch(?:time)?|evening|pm|night|bedtime|morgens|früh|mittags|abends|nachts|zur nacht)$/i,
  ],
  ['status', /^(?:status|action|change|changes|änderung|maßnahme)$/i],
  ['reaction', /^(?:reactions?|manifestation|reaktion(?:en)?|symptome?)$/i],
  ['severity', /^(?:severity|criticality|schweregrad)$/i],
  ['date', /^(?:dates?(?: given)?|given(?: on)?|started|start date|datum|seit)$/i],
  [
    'other',
    /^(?:comments?|notes?|reason|indication|for|prescriber|batch(?: no\.?)?|lot|site|hinweise?|grund|bemerkung(?:en)?|charge|einheit|quantity|refills|last taken|source|verified|type|typ|art|form|darreichung(?:sform)?)$/i,
  ],
];

/** The columns that a line names; undefined unless every cell does, and one says what the table is of. */
export function columnsOf(cells: readonly TableCell[]): readonly Column[] | undefined {
  const named = cells.map(namesIn);
  if (named.some(({ length }) => length === 0)) return undefined;
  const all = named.flat();
  // `Medication | Reaction` is a list of allergies.
  const isAllergies = all.some(({ role }) => role === 'reaction') && !all.some(({ role }) => role === 'dose');
  const columns = all.map((each) =>
    isAllergies && each.role === 'medicine' ? ({ ...each, role: 'substance' } as const) : each,
  );
  return columns.length > 1 && subjectOf(columns) !== undefined ? columns : undefined;
}

/** The names in a cell, which may hold those of two narrow columns; none if it has other words. */
function namesIn({ text, left, right }: TableCell): Column[] {
  const words = text.replace(/[:*]/g, '').trim().split(/\s+/);
  const columns: Column[] = [];
  for (let from = 0; from < words.length; ) {
    const to = words.findLastIndex((_, end) => end >= from && roleOf(words.slice(from, end + 1)) !== undefined);
    const role = roleOf(words.slice(from, to + 1));
    if (role === undefined) return [];
    const before = words.slice(0, from).join(' ').length;
    columns.push({ role, left: from === 0 ? left : left + ((right - left) * (before + 1)) / text.length });
    from = to + 1;
  }
  return columns;
}

function roleOf(words: readonly string[]): Role | undefined {
  const label = words.join(' ');
  return labels.find(([, names]) => names.test(label))?.[0];
}

/** The column that says what a table is of. */
export function subjectOf(columns: readonly Column[]): Column | undefined {
  return columns.find(({ role }) => role === 'medicine' || role === 'substance' || role === 'vaccine');
}

/**
 * The texts of a row by their columns; undefined if it is none of the table: it names nothing, or a cell reaches over two
 * columns, as a sentence below a table does.
 */
export function rowOf(
  cells: readonly TableCell[],
  columns: readonly Column[],
): ReadonlyMap<Column, string> | undefined {
  const row = new Map<Column, string>();
  for (const { text, left, right } of cells) {
    const column = columns.findLast((each) => each.left <= left + slack) ?? columns[0];
    const next = column && columns[columns.indexOf(column) + 1];
    if (column === undefined || row.has(column) || (next !== undefined && right > next.left + slack)) return undefined;
    row.set(column, text);
  }
  const subject = subjectOf(columns);
  return subject !== undefined && row.has(subject) && row.size > 1 ? row : undefined;
}

/** In points: cells that are centred begin somewhat before the name of their column. */
const slack = 12;
