import { type Clause, placesOfTurn } from '../reading/clauses.ts';
import { type Mention, textOf } from '../reading/mentions.ts';
import type { Reading } from '../reading/reading.ts';

/** `Go on then, I'll have the blood.` */
const accepts =
  /\b(?:go on then|go ahead|i'll (?:have|take|do|try|start|go (?:for|with)) (?:it|them|the|that|one|your)|let's (?:do|try) (?:it|that|them)|(?:i've |i have )?changed my mind|(?:all right|alright|okay|ok|fine),? (?:then|i'll|let's|do it|you win)|i(?:'m| am) happy to (?:have|take|try)|dann mach ich(?:'s| es| das)|einverstanden)\b/u;
/** `I still don't want it`: who says so accepts nothing. */
const refuses = /(?<!\p{L})(?:not|never|no|nein|nicht|kein\p{L}*)(?!\p{L})|n't\b/u;

/**
 * What somebody has declined and agrees to later is told by both: `No, I don't want it. – All right, go on then.` Which of two things
 * is meant only the words tell, so that nothing is stated of either.
 */
export function withLaterAcceptance(
  clauses: readonly Clause[],
  mentions: readonly (readonly Mention[])[],
  readings: readonly Reading[],
): Reading[] {
  return readings.map((reading) => {
    const own = clauses[reading.clause];
    if (reading.assertion !== 'declined' || own === undefined) return reading;
    const refusal = placesOfTurn(clauses, own.turn + (own.role === 'clinician' ? 1 : 0));
    const last = refusal.at(-1) ?? reading.clause;
    const isOther = ({ term }: Mention) => actions.has(term.kind) && term.name !== reading.mention.term.name;
    const end = clauses.findIndex(
      ({ turn }, at) => at > last && (turn > own.turn + reach || mentions[at]?.some(isOther) === true),
    );
    const accepted = clauses
      .slice(0, end === -1 ? clauses.length : end)
      .findLast(
        ({ role, isQuestion, tokens }, at) =>
          at > last && !isQuestion && role !== 'clinician' && accepts.test(textOf(tokens)),
      );
    if (accepted === undefined) return reading;
    const places = placesOfTurn(clauses, accepted.turn);
    if (refuses.test(places.map((at) => textOf(clauses[at]?.tokens ?? [])).join(' '))) return reading;
    const answer = [...new Set([...(reading.answer ?? []), ...refusal, ...places])].filter((at) => at > reading.clause);
    const passages = [...reading.passages, ...answer.flatMap((at) => clauses[at]?.passages ?? [])];
    return { ...reading, assertion: 'possible', isQuoted: true, answer, passages: [...new Set(passages)] };
  });
}

/** In turns: what is said later is of something else. */
const reach = 12;
const actions: ReadonlySet<string> = new Set(['medication', 'procedure', 'order', 'advice']);
