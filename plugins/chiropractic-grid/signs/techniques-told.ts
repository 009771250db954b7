import type { PlaceGroup, SidedPlace } from '../places/place-groups.ts';
import { denies } from './asserted.ts';
import { techniqueMentions } from './techniques.ts';

const ofTheRest = /^ ?(?:for|on|at) (?:all )?(?:the )?(?:rest|others?|remaining|everything else)\b/i;

/** Reads the techniques of a clause: `C2 with the Activator, L5 side posture` is one of each. */
export function techniquesTold(text: string) {
  const told = techniqueMentions(text).filter(({ start, end }) => !denies(text, { start, end }));
  const [ofRest, techniques] = [true, false].map((isOfRest) =>
    told.filter(({ end }) => ofTheRest.test(text.slice(end)) === isOfRest),
  );
  return {
    names: techniques?.map(({ name }) => name) ?? [],
    /** Where the last of them ends. */
    end: told.at(-1)?.end ?? 0,
    /** `diversified for the rest` is of what has none yet. */
    ofRest: ofRest?.map(({ name }) => name) ?? [],
    /** @returns each technique with the places of the lists that it is of; none if it stands beside no list */
    placesWith: (groups: readonly PlaceGroup[]) =>
      (techniques ?? []).map(({ name, start, end }) => {
        // `diversified side posture adjustment` is of both.
        const next = told.find((each) => each.start > start && /\w/.test(text.slice(end, each.start)));
        const last = told.findLast((each) => each.end <= start);
        const following = groups.filter((group) => group.start >= end && group.end <= (next?.start ?? text.length));
        const preceding = groups.filter((group) => group.start >= (last?.end ?? 0) && group.end <= start).slice(-1);
        const [first] = following;
        const isLed =
          first !== undefined &&
          (groups.every((group) => group.start > (techniques?.[0]?.start ?? 0)) ||
            /^\s*(?:\w+ ){0,4}(?:for|on|at|to|of|in)\b/i.test(text.slice(end, first.start)));
        const own = preceding.length === 0 || isLed ? following : preceding;
        return { name, members: own.flatMap((group) => membersWith(text, group)) };
      }),
  };
}

/** Of `the knee, and the elbow with the Activator` only the second; of a longer list, all. */
function membersWith(text: string, { members, start, end }: PlaceGroup): readonly SidedPlace[] {
  return members.length === 2 && /,\s*and\b/i.test(text.slice(start, end)) ? members.slice(1) : members;
}
