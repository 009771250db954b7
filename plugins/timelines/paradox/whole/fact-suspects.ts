import { latestMentions, mentionsWithin, noMentions } from './mentions.ts';
import type { Search } from './search.ts';

/** The rows that require a value which the latest settings up to then do not supply, see `Supply`. */
export const rowsWithUnmetNeeds: Search = function* ({ rows, needs, settings }, { budget }) {
  for (const [key, needed] of needs) {
    const set = settings.get(key) ?? noMentions;
    for (const [at, row] of needed.rows.entries()) {
      if (budget.isSpent()) return;
      const { from, to } = latestMentions(set, rows.times, rows.times[row] ?? 0, row);
      const isSupplied = set.values
        .slice(from, to)
        .some((value, place) => value === needed.values[at] && set.rows[from + place] !== row);
      if (!isSupplied) yield row;
    }
  }
};

/** The rows that set a key at an instant at which it is set to other values too. */
export const rowsInConflict: Search = function* ({ rows, settings }, { budget }) {
  for (const set of settings.values()) {
    let at = 0;
    while (at < set.rows.length) {
      if (budget.isSpent()) return;
      const instant = rows.times[set.rows[at] ?? -1] ?? Number.NaN;
      const { to } = mentionsWithin(set, rows.times, instant, instant);
      const values = set.values.slice(at, to);
      if (values.some((value) => value !== values[0])) yield* set.rows.slice(at, to);
      at = to;
    }
  }
};
