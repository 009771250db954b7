import { isPlainAnswer } from '../dialogue/small-talk.ts';
import { type Clause, placesOfTurn } from '../reading/clauses.ts';
import { type Mention, textOf } from '../reading/mentions.ts';
import type { Answer } from './answers.ts';

/** In words: `on the water pill` */
const longestNamed = 4;
const pointsBack =
  /(?<!\p{L})(?:it|that|this|them|those|these|one|ones|something|davon|damit|welche)(?!\p{L})|^(?:das|die|den|es) (?:hat|haben|ist|war|nehm|brauch|lass|setz|können|soll|müss|dürf|mach|geb|werd)/u;

/** `Okay, that's the tacrolimus.` */
const identifies =
  /^(?:(?:okay|ok|so|right|ah|oh|yes|yeah|,) )*(?:that|it|this|which)(?: is|'s| was|'d be| would be) (?:the|your|my|his|her) (?:\S+ ?){1,2}$/;
/** A question of its own: `Any pain going down the leg?` */
const asks =
  /^(?:(?:and|so|but|,) )*(?:any|do|does|did|is|are|was|were|have|has|can|could|how|what|when|where|why|who)\b/;

const goesOn = /^(?:and|also|what about|how about|und|was ist mit)\b/;

/** `The naproxen?`, `And the bisoprolol?` */
function onlyNames({ tokens, isQuestion }: Clause): boolean {
  return isQuestion && tokens.length <= longestNamed && !asks.test(textOf(tokens));
}

/**
 * The clause that somebody asks about who only names what is meant; undefined where the question stands alone. What is done
 * with it stands in that clause.
 *
 * @example `Please stop that.` – `The naproxen?` – `Yes.`
 */
export function askedBackAt(clauses: readonly Clause[], at: number): number | undefined {
  const own = clauses[at];
  const before = clauses[at - 1];
  if (own === undefined || before === undefined) return undefined;
  // `Drop that to five. – And the ramipril?` goes on to another.
  if (goesOn.test(textOf(own.tokens))) return undefined;
  if (!(onlyNames(own) || (!own.isQuestion && identifies.test(textOf(own.tokens))))) return undefined;
  if (before.turn !== own.turn - 1 || before.speaker === own.speaker || before.isQuestion) return undefined;
  // `None that I know of. – Medications?`
  if (isPlainAnswer(textOf(before.tokens))) return undefined;
  const sentence = placesOfTurn(clauses, before.turn).filter((place) => clauses[place]?.sentence === before.sentence);
  return sentence.some((place) => pointsBack.test(textOf(clauses[place]?.tokens ?? []))) ? sentence[0] : undefined;
}

/** Whether a clause is all that is said to such a question: `The Lexapro.`, `No, the bisoprolol.` It is told with it. */
export function answersAskedBack(clauses: readonly Clause[], at: number): boolean {
  const own = clauses[at];
  if (own === undefined || own.isQuestion || own.tokens.length > longestNamed) return false;
  const before = placesOfTurn(clauses, own.turn - 1).at(-1);
  return before !== undefined && clauses[before]?.speaker !== own.speaker && askedBackAt(clauses, before) !== undefined;
}

/** `The aspirin? – Yes, drop it.`: what a patient only names, and the next turn decides on. */
export function isNamedAlone(clauses: readonly Clause[], at: number, answer: Answer | undefined): boolean {
  const own = clauses[at];
  const reply = clauses[answer?.clauses[0] ?? -1];
  return own?.role === 'patient' && onlyNames(own) && reply?.turn === own.turn + 1 && !reply.isQuestion;
}

/** `Stop that. – The naproxen?`: what is done with it is no word of its own. */
export function isActedOn({ term: { kind } }: Mention): boolean {
  return kind === 'medication' || kind === 'order' || kind === 'procedure' || kind === 'allergy';
}
