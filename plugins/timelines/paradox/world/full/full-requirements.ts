import type { FullTimeline } from './full-timeline.ts';
import { latestMentions, type Mentions, noMentions } from './mentions.ts';

/** What a row requires, and the rows that set the value at the latest instant up to then; see `Requirement`. */
export interface RowRequirement {
  readonly key: string;
  readonly providers: readonly number[];
}

/** The rows that provide one value of a key at one instant. */
interface Supply {
  /** Those that may have what they require themselves. */
  readonly left: Set<number>;
  readonly requirers: Set<number>;
}

/** The rows that require a value which no row provides that has what it requires itself. Stops early if it is told to. */
export function findUnmetRows(
  { rows, requirements, assignments }: Pick<FullTimeline, 'rows' | 'requirements' | 'assignments'>,
  isSpent: () => boolean,
): ReadonlySet<number> {
  const suppliesOf = new Map<number, Supply[]>();
  const open: number[] = [];
  for (const [key, needed] of requirements) {
    const set = assignments.get(key) ?? noMentions;
    const supplies = new Map<string, Supply>();
    for (const [at, row] of needed.rows.entries()) {
      if (isSpent()) return new Set();
      const { from, to } = latestMentions(set, rows.times, rows.times[row] ?? 0, [row]);
      const value = needed.values[at] ?? -1;
      const name = `${from} ${to} ${value}`;
      const supply = supplies.get(name) ?? { left: new Set(rowsWith(set, value, from, to)), requirers: new Set() };
      supplies.set(name, supply);
      supply.requirers.add(row);
    }
    for (const supply of supplies.values()) {
      for (const row of supply.left) {
        const others = suppliesOf.get(row);
        if (others === undefined) suppliesOf.set(row, [supply]);
        else others.push(supply);
      }
      for (const row of lackingIn(supply)) open.push(row);
    }
  }
  const found = new Set<number>();
  for (let row = open.pop(); row !== undefined && !isSpent(); row = open.pop()) {
    if (found.has(row)) continue;
    found.add(row);
    for (const supply of suppliesOf.get(row) ?? []) {
      supply.left.delete(row);
      for (const other of lackingIn(supply)) open.push(other);
    }
  }
  return found;
}

/** The rows that require the value, where no other row is left that provides it. */
function lackingIn({ left, requirers }: Supply): Iterable<number> {
  if (left.size === 0) return requirers;
  const [only = -1] = left;
  return left.size === 1 && requirers.has(only) ? [only] : [];
}

/** Finds what a row requires. */
export function indexRequirements({
  rows,
  requirements,
  assignments,
}: Pick<FullTimeline, 'rows' | 'requirements' | 'assignments'>): (row: number) => readonly RowRequirement[] {
  const required = new Map<number, { readonly key: string; readonly value: number }[]>();
  for (const [key, { rows: requirers, values }] of requirements)
    for (const [at, row] of requirers.entries()) {
      const value = values[at] ?? -1;
      const others = required.get(row);
      if (others === undefined) required.set(row, [{ key, value }]);
      else others.push({ key, value });
    }
  return (row) =>
    (required.get(row) ?? []).map(({ key, value }) => {
      const set = assignments.get(key) ?? noMentions;
      const { from, to } = latestMentions(set, rows.times, rows.times[row] ?? 0, [row]);
      return { key, providers: rowsWith(set, value, from, to).filter((provider) => provider !== row) };
    });
}

function rowsWith(set: Mentions, value: number, from: number, to: number): readonly number[] {
  return set.rows.slice(from, to).filter((_, offset) => set.values[from + offset] === value);
}
