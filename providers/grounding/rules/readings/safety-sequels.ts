import { isSmallTalk } from '../dialogue/small-talk.ts';
import type { Clause } from '../reading/clauses.ts';
import { type Mention, textOf } from '../reading/mentions.ts';
import { namesGun } from '../reading/safety-mentions.ts';
import type { Term } from '../reading/terms.ts';
import { answerTo } from './answers.ts';

const ofHarm: ReadonlySet<string> = new Set([
  'suicidality or self-harm',
  'suicidality',
  'self-harm',
  'hopelessness',
  'harm to others',
]);
/** What else a clinician asks next, and is told by itself. */
const elsewhere =
  /(?<!\p{L})(?:sleep\w*|appetite|eat\w*|energy|concentrat\w*|mood|work|job|school|weight|therap\w*|schl\p{L}*|appetit|arbeit|stimmung)(?!\p{L})/u;
const ofPeople = /\b(?:people|folks|patients|others|(?:some|any|every)(?:one|body)|women|men|parents|teens|kids)\b/;
/** The end of the names of what such a question asks: a no to it denies no harm. */
export const askedFurther = ', asked further';
/** In turns: how soon the next question comes. */
const reach = 2;
/** In words: a longer question says by itself what it is about. */
const longest = 14;

/** What is gone on about, with the clauses that answered. */
interface Said {
  readonly name: string;
  readonly answer: ReadonlySet<number>;
}

/**
 * The mentions of a source, with the questions that go on about harm to oneself or others in words that no list has: `Do you
 * have a plan? – The bridge on Fifth.` They do so until something else is named, or all is denied.
 */
export function withSafetySequels(
  clauses: readonly Clause[],
  mentions: readonly (readonly Mention[])[],
): (readonly Mention[])[] {
  let open: { readonly asker: string | null; readonly turn: number; readonly about: Said } | undefined;
  return clauses.map((clause, at) => {
    const own = mentions[at] ?? [];
    const { isQuestion, speaker, turn, tokens, role } = clause;
    const named = own.find(({ term }) => ofHarm.has(term.name));
    if (named !== undefined) {
      // `Some people think of dying. Have you had anything like that?`
      const isAsked = !isQuestion && clauses.some((each, next) => next > at && each.turn === turn && each.isQuestion);
      const isTold = isQuestion ? !isDenied(clauses, at) : role === 'patient' || isAsked;
      const asker = isQuestion || isAsked ? speaker : (clauses.find((each) => each.turn === turn + 1)?.speaker ?? null);
      const isGun = namesGun.test(named.said);
      const name: string = isGun ? (open?.about.name ?? 'access to guns') : named.term.name;
      const about = { name, answer: new Set(isQuestion ? answerTo(clauses, at)?.clauses : []) };
      open = isTold ? { asker, turn, about } : undefined;
      return isAsked && ofPeople.test(textOf(tokens)) ? own.filter(({ term }) => !ofHarm.has(term.name)) : own;
    }
    if (open === undefined || !isQuestion || speaker !== open.asker) return own;
    const text = textOf(tokens);
    const isNext = own.length === 0 && turn - open.turn <= reach && text.split(' ').length <= longest;
    if (!isNext || isSmallTalk(text) || elsewhere.test(text)) {
      open = undefined;
      return own;
    }
    open = { ...open, turn };
    const answer = answerTo(clauses, at)?.clauses ?? [];
    // What answers both is told with the first.
    if (answer.every((each) => open?.about.answer.has(each))) return own;
    const term: Term = { name: `${open.about.name}${askedFurther}`, kind: 'safety', needsCue: false };
    return [{ term, said: text, from: 0, to: tokens.length }];
  });
}

function isDenied(clauses: readonly Clause[], at: number): boolean {
  const answer = answerTo(clauses, at);
  return answer?.kind === 'no' && answer.open === null;
}
