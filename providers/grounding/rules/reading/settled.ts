import { rememberedFor } from '../../language/remembered.ts';
import { overturnedAt, type Turn } from '../dialogue/overturned.ts';
import type { Clause } from './clauses.ts';
import { textOf } from './mentions.ts';
import type { ReadAssertion, Reading } from './reading.ts';

/** The turns of a source, with their clauses. */
const turnsOf = rememberedFor((clauses: readonly Clause[]) => {
  const parts = [...Map.groupBy(clauses, ({ turn }) => turn).values()];
  return {
    parts,
    at: new Map(parts.map((part, index) => [part[0]?.turn, index])),
    said: parts.map((part) => ({
      speaker: part[0]?.speaker ?? null,
      text: [...Map.groupBy(part, ({ sentence }) => sentence).values()].map(wordsOf).join(' . '),
      asks: part.every(({ isQuestion }) => isQuestion),
      asksLast: part.at(-1)?.isQuestion === true,
    })),
  };
});

const refused: ReadonlySet<ReadAssertion> = new Set(['absent', 'declined', 'historical']);

/**
 * The clauses of what is said against a decision, and of what the clinician then says in place of it; undefined where nothing
 * takes its place. `Let's stop it. – Please don't. – Okay, keep it.`: only the whole exchange tells.
 *
 * @param later readings of the same name, and of others of its sort
 */
export function settledBy(
  clauses: readonly Clause[],
  own: Clause,
  reading: Reading,
  later: { readonly same: readonly Reading[]; readonly others: readonly Reading[] },
): readonly Clause[] | undefined {
  if (own.isQuestion || own.role === 'patient' || own.role === 'other') return undefined;
  const { parts, at, said } = turnsOf(clauses);
  const from = at.get(own.turn) ?? -1;
  const isIn = (index: number) => (each: Reading) => parts[index]?.includes(clauses[each.clause] ?? own) === true;
  const isSaid = ({ assertion }: Reading) => assertion === 'present' || assertion === 'possible';
  const overturned = overturnedBy(clauses, own);
  if (overturned !== undefined) return overturned;
  const isTurned = refused.has(reading.assertion) && later.same.some((each) => isSaid(each) && isIn(from + 2)(each));
  const isObjected = said[from + 1]?.asks === false && said[from + 2]?.speaker === own.speaker;
  return isTurned && isObjected ? parts.slice(from + 1, from + 3).flat() : undefined;
}

/**
 * The clauses of what is said against what a turn decides, up to the sentence that changes it; undefined if nothing does.
 */
export function overturnedBy(clauses: readonly Clause[], own: Clause): readonly Clause[] | undefined {
  const { parts, at, said } = turnsOf(clauses);
  const from = at.get(own.turn) ?? -1;
  // Nobody overturns most turns, and one may be very long.
  if (overturnedAt(said, from) === undefined) return undefined;
  const sentence = (parts[from] ?? []).filter((each) => each.sentence === own.sentence);
  const to = overturnedAt(said, from, wordsOf(sentence));
  if (to === undefined) return undefined;
  // `I'd give you ulipristal. Are you breastfeeding? – Yes.`
  const asked = (parts[from] ?? []).filter(({ sentence, isQuestion }) => isQuestion && sentence > own.sentence);
  return [...asked, ...parts.slice(from + 1, to).flat(), ...turningPart(said, from, to, parts[to] ?? [])];
}

/** `Okay, keep it. Recheck the potassium.`: what the turn says up to the sentence that changes the decision. */
function turningPart(said: readonly Turn[], from: number, to: number, turn: readonly Clause[]): readonly Clause[] {
  const sentences = [...Map.groupBy(turn, ({ sentence }) => sentence).values()];
  const own = said[to];
  if (own === undefined) return turn;
  const end = sentences.findIndex((_, index) => {
    const text = sentences
      .slice(0, index + 1)
      .map(wordsOf)
      .join(' . ');
    return overturnedAt(said.with(to, { ...own, text }), from) === to;
  });
  return end === -1 ? turn : sentences.slice(0, end + 1).flat();
}

function wordsOf(clauses: readonly Clause[]): string {
  return clauses.map(({ tokens }) => textOf(tokens)).join(' ');
}
