/** The names that a script has for events and timelines, and the ids that the service has for them. */
export interface Names {
  /** What the service has given no id has its name there too. */
  idOf(name: string): string;
  nameOf(id: string): string;
  /** Names the event that the service made last, and gave this id. */
  nameEvent(id: string): string;
  nameTimeline(id: string): string;
  /**
   * The same, for an answer that speaks of the event that the next one would be: each id that was never seen is its.
   */
  withHypothetical(): Names;
}

export function newNames(): Names {
  const ids = new Map<string, string>();
  const names = new Map<string, string>();
  const counts = { e: 0, t: 0 };

  function learn(name: string, id: string): string {
    ids.set(name, id);
    names.set(id, name);
    return name;
  }
  function next(letter: 'e' | 't'): string {
    return `${letter}${counts[letter] + 1}`;
  }
  function add(letter: 'e' | 't', id: string): string {
    const name = learn(next(letter), id);
    counts[letter] += 1;
    return name;
  }
  const known: Names = {
    idOf: (name) => ids.get(name) ?? learn(name, name),
    nameOf: (id) => names.get(id) ?? id,
    nameEvent: (id) => add('e', id),
    nameTimeline: (id) => add('t', id),
    withHypothetical: () => ({ ...known, nameOf: (id) => names.get(id) ?? next('e') }),
  };
  return known;
}
