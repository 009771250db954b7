import { deniesPlainly } from '../dialogue/plain-denials.ts';
import { isAssent } from '../dialogue/small-talk.ts';
import { exception } from '../reading/allergens.ts';
import { ofOtherMedicines } from '../reading/allergies.ts';
import { type Clause, clausesOfTurn, placesOfTurn } from '../reading/clauses.ts';
import { type Mention, textOf } from '../reading/mentions.ts';
import { type Answer, answerTo } from '../readings/answers.ts';
import { takenBack } from '../readings/asked-again.ts';
import { admits, holdsAgainst } from '../readings/retractions.ts';
import { type FactDraft, plainDraft } from './fact-draft.ts';
import { quotedDraft } from './safety-drafts.ts';

/**
 * What an allergy does, by the words of its clause or of the one after it: `hives`.
 *
 * @param from the first token of the clause that tells of it; `to` the one after the last
 */
export function reactionsTo(clauses: readonly Clause[], at: number, from: number, to: number): readonly string[] {
  const own = clauses[at];
  if (own === undefined) return [];
  const { reaction, namesReaction } = own.language.allergies;
  const next = clauses[at + 1];
  const goesOn =
    next !== undefined && !next.isQuestion && next.turn === own.turn && namesReaction.test(textOf(next.tokens));
  const text = [...own.tokens.slice(from, to), ...(goesOn ? next.tokens : [])];
  return [...new Set([...textOf(text).matchAll(new RegExp(reaction, 'g'))].map(([said]) => said))];
}

/** `My daughter is allergic to amoxicillin. – Is she allergic to anything else?` */
function isOfAnother(clauses: readonly Clause[], at: number): boolean {
  if (clauses[at]?.isQuestion !== true) return false;
  const turn = clauses[at]?.turn ?? 0;
  const before = clausesOfTurn(clauses, turn - 1);
  return before.some(({ tokens, language }) => {
    const text = textOf(tokens);
    return relative.test(text) && (language.allergies.cue.test(text) || language.allergies.reaction.test(text));
  });
}

const relative =
  /\bmy (?:\w+ )?(?:daughter|son|mother|father|mom|mum|dad|brother|sister|husband|wife|partner|child|kid|aunt|uncle|nephew|niece)\b/;

/** To `You are not allergic to anything?`; a mere yes may mean either. */
const agrees = /^(?:(?:yes|yeah|,) ?)*(?:that's )?(?:correct|right|true|exactly)\b/;

/** `Penicillin okay?` */
const asksWhetherBorne = /\b(?:okay|ok|fine|all right|alright|problems?|trouble|tolerated?)$/;
/** `Any family history of medical problems?` */
const ofElse = /\b(?:family|medical|health|history|other|heart|mental|sleep\w*|bowels?|bladder|breathing|walking)\b/;
/** In turns. */
const sequelReach = 8;

/** The next question about allergies that is not plainly denied: `Any allergies? – No. – Latex? – Gloves make my hands peel.` */
function openSequel(clauses: readonly Clause[], at: number): { question: number; answer: Answer } | undefined {
  const own = clauses[at];
  for (let next = at + 1; (clauses[next]?.turn ?? Infinity) - (own?.turn ?? 0) <= sequelReach; next += 1) {
    const clause = clauses[next];
    if (clause?.isQuestion !== true || clause.speaker !== own?.speaker) continue;
    const text = textOf(clause.tokens);
    if (ofOtherMedicines.test(text)) return undefined;
    if (!clause.language.allergies.goesOn.test(text) && !(asksWhetherBorne.test(text) && !ofElse.test(text)))
      return undefined;
    const answer = answerTo(clauses, next);
    if (answer !== undefined && !(answer.kind === 'no' && answer.open === null)) return { question: next, answer };
  }
  return undefined;
}

/** In words: what is said at length after `no known allergies` may be of something else. */
const longestReply = 8;

/** What takes `no allergies` back, or the reply to it where a clinician says it of who listens: `Only strawberries.` */
function saidAgainst(clauses: readonly Clause[], at: number): readonly number[] {
  const own = clauses[at];
  if (own?.role !== 'clinician') return takenBack(clauses, at);
  const reply = placesOfTurn(clauses, own.turn + 1);
  const said = reply.map((index) => textOf(clauses[index]?.tokens ?? []));
  const isByOther = reply.some((index) => clauses[index]?.speaker !== own.speaker && !clauses[index]?.isQuestion);
  const isOfListener = own.language.lastWords.you.test(textOf(own.tokens));
  if (!isOfListener && said.join(' ').split(' ').length > longestReply) return [];
  return isByOther && !isAssent(said.join(' ')) && !deniesPlainly(said, textOf(own.tokens)) ? reply : [];
}

/** `Any allergies? – No. – You have penicillin written down here. – Oh yes, I had a rash.` */
function heldAgainst(clauses: readonly Clause[], { clauses: given }: Answer): readonly number[] {
  const own = clauses[given.at(-1) ?? -1];
  if (own === undefined) return [];
  const [doubt, reply] = [1, 2].map((turns) => placesOfTurn(clauses, own.turn + turns));
  const said = (places: readonly number[] = []) => places.map((at) => textOf(clauses[at]?.tokens ?? [])).join(' , ');
  const isHeld = holdsAgainst.test(said(doubt)) && clauses[doubt?.[0] ?? -1]?.speaker !== own.speaker;
  return isHeld && admits.test(said(reply)) ? [...given, ...(doubt ?? []), ...(reply ?? [])] : [];
}

/** `No known allergies`, also as the answer to a question. */
export function noAllergyDrafts(
  clauses: readonly Clause[],
  mentions: readonly (readonly Mention[])[],
  at: number,
): FactDraft[] {
  const clause = clauses[at];
  if (clause === undefined) return [];
  const { cue, otherSense, noAllergies } = clause.language.allergies;
  const text = textOf(clause.tokens);
  const names = (index: number) => (mentions[index] ?? []).some((mention) => mention.term.kind === 'allergy');
  const isAsked = clause.isQuestion && cue.test(text) && !otherSense.test(text) && !names(at);
  const answer = isAsked ? answerTo(clauses, at) : undefined;
  const isAgreed = noAllergies.test(text) && agrees.test(answer?.text ?? '');
  const isDenied = answer !== undefined && (answer.kind === 'no' || isAgreed) && !answer.clauses.some(names);
  if (isOfAnother(clauses, at)) return [];
  if (!isDenied && (clause.isQuestion || !noAllergies.test(text) || otherSense.test(text))) return [];
  if ([clause, clauses[at + 1]].some((each) => each !== undefined && exception.test(textOf(each.tokens)))) return [];
  const told =
    answer === undefined
      ? saidAgainst(clauses, at)
      : answer.open === null
        ? heldAgainst(clauses, answer)
        : answer.clauses;
  const more =
    (told.length > 0 ? undefined : answer?.passages) ?? told.flatMap((index) => clauses[index]?.passages ?? []);
  const passages = [...new Set([...clause.passages, ...more])];
  const term = { name: 'allergies', kind: 'allergy', needsCue: false } as const;
  const mention = { term, said: clause.language.shown === null ? term.name : 'Allergien', from: 0, to: 0 };
  if (told.length > 0) {
    return [quotedDraft(clauses, { mention, assertion: 'possible', clause: at, answer: told, passages }, 'allergy')];
  }
  const next = isAsked ? openSequel(clauses, at) : undefined;
  if (next !== undefined) {
    const { question, answer: reply } = next;
    if (names(question)) return [];
    const read = { mention, assertion: 'possible', clause: question, answer: reply.clauses } as const;
    return [quotedDraft(clauses, { ...read, passages: [...new Set([...passages, ...reply.passages])] }, 'allergy')];
  }
  return [
    {
      ...plainDraft(clause, at),
      kind: 'allergy',
      term: 'allergies',
      text: clause.language.shown?.noAllergies ?? 'no known allergies',
      assertion: 'absent',
      passages,
    },
  ];
}
