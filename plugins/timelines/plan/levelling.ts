import { endOf, onHours, startFor } from './dated.ts';
import { componentsOf } from './dates.ts';
import { adjacency, type Holds, type Network, PushList } from './network.ts';
import { orderBy, randomNumbers, successorsOf } from './priorities.ts';
import { Profile } from './profile.ts';

/** A plan whose events take limited resources, which are numbered from 0. */
export interface Levelling {
  readonly network: Network;
  readonly holds: Holds;
  /** What each event takes while it lasts. */
  readonly demands: readonly (readonly Demand[])[];
  /** How much there is of each resource. */
  readonly capacities: readonly number[];
}

export interface Demand {
  readonly resource: number;
  readonly units: number;
}

/** How long a schedule is looked for. The same seed and number of schedules lead to the same one. */
export interface Search {
  readonly seed: number;
  readonly milliseconds: number;
  readonly schedules?: number | undefined;
}

/**
 * Finds a schedule that keeps the least delays and the capacities, and ends early; no event begins earlier than it does.
 * Serial schedule generation (J. Kelley, “The Critical-Path Method: Resources Planning and Scheduling”, 1963) in the
 * order of priority rules, then of random samples around them and around the best schedule; each is improved by
 * justification to the right and to the left (V. Valls, F. Ballestín and S. Quintanilla, “Justification and RCPSP”, 2005).
 *
 * @returns when each event begins; what is held stays
 */
export function level({ network, holds: given, demands, capacities }: Levelling, search: Search): Float64Array {
  const { starts: own, notBefore } = network;
  const order = { ...network, pushes: leastDelays(network) };
  const forward = adjacency(order, 'forward');
  const backward = adjacency(order, 'backward');
  // What causes itself has no order to be placed in, and stays.
  const holds = given.slice();
  const { events, first } = componentsOf(forward, own, given);
  for (let at = 0; at + 1 < first.length; at += 1) {
    const members = events.subarray(first[at], first[at + 1]);
    if (members.length > 1) for (const event of members) holds[event] ??= 'contradiction';
  }
  const canMove = (event: number): boolean => holds[event] === undefined;
  const held = [...own.keys()].filter((event) => !canMove(event));
  const release = own.map((start, event) => Math.max(start, notBefore[event] ?? start));
  const takes = demands.map((each) =>
    each.map(({ resource, units }) => ({ resource, free: Math.max(0, (capacities[resource] ?? 0) - units), units })),
  );

  /** Places events in an order; `sign` is -1 in a mirror, in which all is as late as possible before `end`. */
  const schedule = (list: Iterable<number>, sign: 1 | -1, end = 0): Float64Array => {
    const starts = own.slice();
    const profiles = capacities.map(() => new Profile());
    const skips = own.length < mostSearched ? undefined : skipping(network, takes);
    const take = (event: number, from: number, to: number) => {
      for (const { resource, units } of takes[event] ?? [])
        if (from < to) profiles[resource]?.add(sign * (sign === 1 ? from : to), sign * (sign === 1 ? to : from), units);
    };
    for (const event of held) take(event, own[event] ?? 0, endOf(network, event, own[event] ?? 0));
    for (const event of list) {
      let at = sign === 1 ? (release[event] ?? 0) : -end;
      const links = sign === 1 ? backward : forward;
      for (let link = links.first[event] ?? 0; link < (links.first[event + 1] ?? 0); link += 1) {
        const other = links.nodes[link] ?? 0;
        const start = starts[other] ?? 0;
        if (sign === 1) at = Math.max(at, links.earliest(link, event, start));
        else at = Math.max(at, -endOf(network, event, links.latest(link, event, start)));
      }
      const uses = takes[event] ?? [];
      const wanted = at;
      at = skips?.from(event, wanted) ?? wanted;
      for (;;) {
        const start = sign === 1 ? onHours(network, event, at) : startFor(network, event, -at);
        const finish = endOf(network, event, start);
        const [from, to] = sign === 1 ? [start, finish] : [-finish, -start];
        let later = at;
        for (const { resource, free } of uses)
          later = Math.max(later, profiles[resource]?.busyUntil(from, to, free) ?? at);
        if (later <= at || !Number.isFinite(later)) {
          starts[event] = start;
          take(event, start, finish);
          skips?.note(event, wanted, at);
          break;
        }
        at = later;
      }
    }
    return starts;
  };
  const endsOf = (starts: Float64Array) => starts.map((start, event) => endOf(network, event, start));
  const lastOf = (starts: Float64Array) => endsOf(starts).reduce((last, end) => Math.max(last, end), 0);

  const ordered = (keys: Float64Array, sign: 1 | -1) => orderBy(sign === 1 ? forward : backward, keys).filter(canMove);
  const isOver = stopwatch(search);
  const improved = (keys: Float64Array): Found => {
    let starts = schedule(ordered(keys, 1), 1);
    let end = lastOf(starts);
    while (!isOver()) {
      const right = schedule(
        ordered(
          endsOf(starts).map((date) => -date),
          -1,
        ),
        -1,
        end,
      );
      const left = schedule(ordered(right, 1), 1);
      const sooner = lastOf(left);
      if (sooner > end || (sooner === end && sumOf(left) >= sumOf(starts))) break;
      [starts, end] = [left, sooner];
    }
    return { starts, end, sum: sumOf(starts) };
  };

  const rules = rulesOf(forward, network, events);
  const random = randomNumbers(search.seed);
  const some = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const found: Found[] = [];
  /** The better of two that are drawn. */
  const drawn = (): Found | undefined => [some(found), some(found)].toSorted(compare)[0];
  for (let count = 0; count === 0 || !isOver(count); count += 1) {
    const rule = rules[count % rules.length] ?? own;
    const width = count < rules.length ? 0 : spread(rule) * (0.05 + 0.2 * random());
    const [one, other] = count < mostKept ? [] : [drawn(), drawn()];
    const keys =
      one === undefined || other === undefined
        ? rule.map((key) => key + width * random())
        : crossed(ordered(one.starts, 1), ordered(other.starts, 1), own.length, random);
    const next = improved(keys);
    if (found.some((each) => compare(each, next) === 0)) continue;
    found.push(next);
    found.sort(compare);
    if (found.length > mostKept) found.pop();
  }
  return found[0]?.starts ?? own;
}

/** In a smaller plan, room is found sooner than it is remembered where there is none. */
const mostSearched = 1_000;

/** How many schedules others are made from. */
const mostKept = 30;

/**
 * Positions of events in an order that is the one's at the begin and at the end, and the other's between (S. Hartmann, “A
 * Competitive Genetic Algorithm for Resource-Constrained Project Scheduling”, 1998); some of them then change places.
 */
function crossed(one: readonly number[], other: readonly number[], size: number, random: () => number): Float64Array {
  const positions = new Float64Array(size).fill(-1);
  const cuts = [random(), random()].map((share) => Math.floor(share * one.length)).sort((low, high) => low - high);
  let position = 0;
  const take = (list: readonly number[], upTo: number) => {
    for (const event of list) {
      if (position >= upTo) return;
      if (positions[event] !== -1) continue;
      positions[event] = position;
      position += 1;
    }
  };
  take(one, cuts[0] ?? 0);
  take(other, cuts[1] ?? 0);
  take(one, one.length);
  return positions.map((place) => (random() < 0.05 ? place + 8 * random() : place));
}

const compare = (one: Found | undefined, other: Found | undefined): number =>
  (one?.end ?? 0) - (other?.end ?? 0) || (one?.sum ?? 0) - (other?.sum ?? 0);

/**
 * Remembers where there is no room, so that a resource that is busy for years is not gone through again for each event: what
 * takes one resource alone, for as long and as much as another that found no room there, finds none either.
 */
function skipping(
  { work, times }: Network,
  takes: readonly (readonly { readonly resource: number; readonly units: number }[])[],
) {
  /** By what is taken and what rules, then by the power of two of the work. */
  const noted = new Map<string, ({ from: number; to: number; span: number } | undefined)[]>();
  const rules = new Map<unknown, number>();
  const notesOf = (event: number) => {
    const [use, ...others] = takes[event] ?? [];
    if (use === undefined || others.length > 0) return undefined;
    const rule = rules.get(times[event]) ?? rules.size;
    rules.set(times[event], rule);
    const key = `${use.resource} ${use.units} ${rule}`;
    const notes = noted.get(key) ?? [];
    noted.set(key, notes);
    return notes;
  };
  const powerOf = (event: number): number => Math.floor(Math.log2(Math.max(1, work[event] ?? 0)));
  return {
    from(event: number, at: number): number {
      let later = at;
      for (const note of notesOf(event)?.slice(0, powerOf(event) + 1) ?? []) {
        if (note !== undefined && note.span <= (work[event] ?? 0) && note.from <= at && at < note.to)
          later = Math.max(later, note.to);
      }
      return later;
    },
    note(event: number, from: number, to: number): void {
      const notes = to > from ? notesOf(event) : undefined;
      if (notes === undefined) return;
      const [span, power] = [work[event] ?? 0, powerOf(event)];
      const before = notes[power];
      // A shorter task that finds no room says more.
      if (before === undefined || span < before.span || from < before.from) notes[power] = { from, to, span };
      else if (span === before.span && from <= before.to) notes[power] = { ...before, to: Math.max(before.to, to) };
    },
  };
}

interface Found {
  readonly starts: Float64Array;
  readonly end: number;
  /** Of all starts, which tells schedules apart that end at once. */
  readonly sum: number;
}

const sumOf = (numbers: Float64Array): number => numbers.reduce((sum, each) => sum + each, 0);
const spread = (keys: Float64Array): number =>
  keys.reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY) -
  keys.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);

/** The pushes of causes and links alone: a schedule is made forward, and a longest delay pushes back. */
function leastDelays({ pushes }: Network) {
  const list = new PushList();
  for (const [at, from] of pushes.from.entries()) {
    if (pushes.isCause[at] === 1) list.push(from, pushes.to[at] ?? 0, pushes.ms[at] ?? 0, pushes.kind[at] ?? 0, 1);
  }
  return list.columns();
}

/** Priority rules, the smaller the sooner: the latest start, the latest finish, and the most successors of all. */
function rulesOf(forward: ReturnType<typeof adjacency>, { work }: Network, order: Int32Array): readonly Float64Array[] {
  const tails = new Float64Array(work.length);
  for (const event of order.toReversed()) {
    let tail = work[event] ?? 0;
    for (let at = forward.first[event] ?? 0; at < (forward.first[event + 1] ?? 0); at += 1)
      tail = Math.max(tail, (forward.ms[at] ?? 0) + (tails[forward.nodes[at] ?? 0] ?? 0));
    tails[event] = tail;
  }
  const successors = successorsOf(forward, order);
  return [
    tails.map((tail) => -tail),
    tails.map((tail, event) => (work[event] ?? 0) - tail),
    ...(successors === undefined ? [] : [successors.map((count) => -count)]),
  ];
}

function stopwatch({ milliseconds, schedules = Number.POSITIVE_INFINITY }: Search) {
  const end = performance.now() + milliseconds;
  return (count = 0): boolean => count >= schedules || performance.now() >= end;
}
