import { rememberedFor } from '../../language/remembered.ts';
import { answersIn, exchangesOf, type Said } from '../dialogue/exchanges.ts';
import { deniesPlainly } from '../dialogue/plain-denials.ts';
import type { ReplyKind } from '../dialogue/replies.ts';
import { isPlainAnswer } from '../dialogue/small-talk.ts';
import type { Clause } from '../reading/clauses.ts';
import { type Mention, mentionsIn, textOf } from '../reading/mentions.ts';
import { isPlace } from '../reading/places.ts';
import { contestedBy, isAskedBack, isDoubtedLater } from './asked-again.ts';

export interface Answer {
  readonly kind: ReplyKind;
  /** Its words. */
  readonly text: string;
  /** Indexes of its passages. */
  readonly passages: readonly number[];
  /** The clauses of the answer. */
  readonly clauses: readonly number[];
  /** `Everything else is fine`, `just a cough`: what it does not name is denied. */
  readonly deniesTheRest: boolean;
  readonly namesPlace: boolean;
  /**
   * Where something else is said that may take a no back, at once or in a later turn: then nothing is denied by it.
   * `added`: in a later turn, and the asker had only assented. `asked back`: after words that name nothing else, which may ask the same again. `beside`: in sentences that name
   * other things, and so speak of these.
   */
  readonly open: 'at once' | 'later' | 'added' | 'asked back' | 'beside' | null;
}

const restDenied =
  /\b(?:everything else|other than that|otherwise|nothing else|no other|but no(?: not| mostly| nothing| ,|$)|that's (?:it|about it|all))\b/;
/** `Malignant hyperthermia? – That's it.` */
const isThatIt = /^(?:(?:yes|yeah|oh|,) )*that's (?:it|the one|what it was|what they (?:said|called it))$/;
/** Before what is named, and nothing but that. `Only when I climb stairs` says when. */
const nothingBut =
  /^(?:(?:yes|yeah|well|no|oh|it's|i have|i've had|i get|i had|,) )*(?:just|only)(?: (?:a|an|the|my|some|little|bit|of|mild|slight|really|bad))* $/;

/** A question about the question. */
export const asksForMeaning =
  /^(?:(?:,|um|uh|i'm sorry|sorry|oh|okay|well) )*(?:what(?:'s| is| are| does| do)(?: that| those| they| you)?(?: mean(?: by that)?)?|what do you mean(?: by that)?|like what|meaning what|such as|how do you mean)\b[ \w]{0,12}$/;

const subordinate = /^(?:if|when|whenever|while|after|before|because|unless|once)\b/;
/** `How many ibuprofen | do you take?` */
function isVerbOf({ tokens }: Clause, after: Clause): boolean {
  return (
    /^(?:(?:and|so|okay|,) )*(?:how (?:many|much|often)|which|what)\b/.test(textOf(tokens)) &&
    verb.test(textOf(after.tokens))
  );
}

const verb = /^(?:do|did|does|are|were|is|was|have|has|had|would|will|can|could|should) (?:you|he|she|they|we|i)\b/;
/** In clauses of a turn. */
const answerLength = 5;

interface SaidClause extends Said {
  readonly at: number;
}

/** What answers each clause that asks something. */
const askedIn = rememberedFor((clauses: readonly Clause[]) => {
  const said = clauses.map((clause, at): SaidClause => {
    const { turn, speaker, isQuestion, tokens } = clause;
    return { text: textOf(tokens), turn, speaker, isQuestion, isAnswer: isSaidAtOnce(clauses[at - 1], clause), at };
  });
  return new Map(
    exchangesOf(said).flatMap((exchange) => {
      const answerTo = answersIn(exchange);
      const isAnswered = exchange.said.length > 0;
      const asked = exchange.asked.map(({ text }) => text).join(' . ');
      const lastAsked = exchange.asked.at(-1)?.turn;
      return exchange.asked.map(
        (question) => [question.at, isAnswered ? { asked, lastAsked, said: answerTo(question) } : undefined] as const,
      );
    }),
  );
});

/** `Any nausea I feel nauseated`: a condition that is named in one breath with the question for it. */
function isSaidAtOnce(before: Clause | undefined, { turn, sentence, tokens, language }: Clause): boolean {
  if (before?.isQuestion !== true || before.turn !== turn || before.sentence !== sentence) return false;
  return (
    /^(?:i feel|i'm|i am|i've|i have|i get)\b/.test(textOf(tokens)) &&
    mentionsIn({ tokens, language }).some(isCondition)
  );
}

function isCondition({ term: { kind } }: Mention): boolean {
  return kind === 'symptom' || kind === 'problem';
}

/**
 * Finds the answer to the question `at`; undefined where there is none. One that may answer another question is `unclear`,
 * without words.
 */
export function answerTo(clauses: readonly Clause[], at: number): Answer | undefined {
  const own = clauses[at];
  if (own === undefined) return undefined;
  // `Any chest pain no chest pain`: speech without marks, in which the answer ends the clause of the question.
  let isTagged = false;
  if (own.isQuestion) {
    const next = clauses[at + 1];
    const end = next?.turn === own.turn && next.sentence === own.sentence ? at + 1 : at;
    const reply = clauses[end + 1];
    const endsInNo = /(?:^|\w )no(?: no)*$/.test(textOf(clauses[end]?.tokens ?? []));
    // `Anything like that no – Yeah, I'm peeing a lot.`
    isTagged = endsInNo && reply !== undefined && reply.speaker !== own.speaker && !isPlainAnswer(textOf(reply.tokens));
    if (endsInNo && !isTagged)
      return {
        kind: 'no',
        text: 'no',
        passages: own.passages,
        clauses: [end],
        deniesTheRest: false,
        namesPlace: false,
        open: null,
      };
  }
  const asked = askedIn(clauses);
  const after = clauses[at + 1];
  const isJoined = after?.turn === own.turn && after.sentence === own.sentence;
  const isOne = isJoined && (subordinate.test(textOf(after.tokens)) || isVerbOf(own, after));
  // `Do you want to be resuscitated if your heart stops? – God no.` is one question.
  const answer = asked.get(isOne && asked.get(at)?.said.length === 0 ? at + 1 : at);
  if (answer === undefined) return undefined;
  const parts = [...Map.groupBy(answer.said, ({ turn }) => turn).values()];
  const turns = parts.map(([first]) =>
    clauses
      .slice(first?.at, (first?.at ?? 0) + answerLength)
      .flatMap((clause, index) => (clause.turn === first?.turn ? (first?.at ?? 0) + index : [])),
  );
  const given = turns.flat();
  const said = (indexes: readonly number[]) => indexes.map((index) => textOf(clauses[index]?.tokens ?? [])).join(' ');
  const text = said(given);
  // Of several things a yes may be said of the last alone: they are told with what was said.
  const isOfSeveral = isTagged && /\bor\b/.test(textOf(own.tokens));
  const replied = given.length === 0 ? 'unclear' : agreed(turns.map((turn) => own.language.replyKind(said(turn))));
  const kind = isOfSeveral ? 'no' : replied;
  const isPlain = (indexes: readonly number[]) =>
    !indexes.some((index) => clauses[index]?.isTorn) &&
    deniesPlainly(
      indexes.map((index) => said([index])),
      answer.asked,
    );
  // `No fever, just a cough` tells of what it names.
  const isSure = isPlain(given) || !/^(?:no|unclear|gone)$/.test(kind);
  return {
    kind,
    text,
    open: isOfSeveral
      ? 'later'
      : !isPlain(turns.slice(1).flat())
        ? answer.lastAsked === own.turn
          ? 'added'
          : 'later'
        : !isSure
          ? isPlain(given.filter((index) => !isBeside(clauses, index, given[0] ?? at)))
            ? 'beside'
            : 'at once'
          : isLeftOpen(clauses, given.at(-1) ?? at, own.speaker)
            ? 'asked back'
            : null,
    passages: turns.flatMap((turn) => passagesOf(clauses, turn)),
    clauses: given,
    deniesTheRest: (restDenied.test(text) && !isThatIt.test(text)) || namesOnly(clauses[given[0] ?? 0]),
    namesPlace: given.some((index) => clauses[index]?.tokens.some(isPlace)),
  };
}

function isLeftOpen(clauses: readonly Clause[], at: number, asker: string | null): boolean {
  return isAskedBack(clauses, at) || isDoubtedLater(clauses, at) || contestedBy(clauses, at, asker).length > 0;
}

/** What several turns say together: what one of them says, if no other says the contrary. */
function agreed(kinds: readonly ReplyKind[]): ReplyKind {
  const clear = new Set(kinds.filter((kind) => kind !== 'other' && kind !== 'detail'));
  const [one = kinds[0] ?? 'other'] = clear;
  return clear.size > 1 ? 'unclear' : one;
}

/** The passages of the sentence with which an answer begins. */
function passagesOf(clauses: readonly Clause[], own: readonly number[]): readonly number[] {
  const [first, ...rest] = own.flatMap((index) => clauses[index] ?? []);
  const sentence = rest.filter((clause) => clause.sentence === first?.sentence);
  return [...new Set([...(first?.passages ?? []), ...sentence.flatMap((clause) => clause.passages)])];
}

/** `Just a cough` names a condition and no other. */
function namesOnly(clause: Clause | undefined): boolean {
  if (clause === undefined) return false;
  const { tokens, language } = clause;
  const named = mentionsIn({ tokens, language }).find(isCondition);
  return named !== undefined && nothingBut.test(`${textOf(tokens.slice(0, named.from))} `);
}

/** A sentence after the first one that names something. */
function isBeside(clauses: readonly Clause[], at: number, first: number): boolean {
  const own = clauses[at];
  return own !== undefined && own.sentence !== clauses[first]?.sentence && mentionsIn(own).length > 0;
}
