import { namedSpans } from 'chronoscribe/language';
import { stalls } from '../dialogue/replies.ts';
import type { Clause } from '../reading/clauses.ts';
import { withDecisions } from '../reading/decisions.ts';
import { directReader } from '../reading/direct-assertion.ts';
import { type Mention, textOf } from '../reading/mentions.ts';
import type { ReadAssertion, Reading } from '../reading/reading.ts';
import { type Answer, answerTo } from '../readings/answers.ts';
import { isTelling } from './telling.ts';

/**
 * Reads the words that no reading of a term covers as terms are read: by the table of assertions, by the answer to their
 * question, and by what was decided.
 *
 * @param isRead whether a term has a reading
 * @returns in order; one that only a question names `isUnanswered`
 */
export function readOtherWords(
  clauses: readonly Clause[],
  mentions: readonly (readonly Mention[])[],
  isRead: (mention: Mention) => boolean,
): Reading[] {
  const direct = directReader(clauses, mentions);
  const readings = clauses.flatMap((clause, at) => {
    const asks = isAsked(clause);
    const answer = asks ? answerTo(clauses, at) : undefined;
    const own = mentions[at] ?? [];
    // `Without` denies what is found, and not what is taken.
    const kind = clause.tokens.some(({ text }) => text === 'without') ? 'finding' : 'medication';
    const isCorrected = corrects.test(textOf(clauses[answer?.clauses[0] ?? -1]?.tokens ?? []));
    return namedSpans(textOf(clause.tokens)).flatMap(({ name, from, to }): Reading[] => {
      if (!isTelling(name)) return [];
      const term = own.find((each) => each.from < to && from < each.to);
      // A term without a reading was taken back, unless it was asked for.
      if (term !== undefined && (isRead(term) || !asks)) return [];
      const mention = term ?? { term: { name, kind, needsCue: false }, said: name, from, to };
      const said = direct.assertionOf(at, mention, false);
      const assertion = isCorrected ? undefined : asks ? assertedByAnswer(answer?.kind, said) : said;
      const reading = { mention, clause: at, passages: clause.passages, ...(answer && { answer: answer.clauses }) };
      return [
        assertion === undefined ? { ...reading, assertion: 'possible', isUnanswered: true } : { ...reading, assertion },
      ];
    });
  });
  return withDecisions(clauses, readings, (reading) => direct.statusOf(reading.clause, reading.mention));
}

/** `No, it is worse`: what the question takes for granted is not denied. */
const corrects =
  /^(?:(?:no|nope|nah) ,? ?)+(?:it's|it is|it was|it got|that's|they're|just|only|(?:on |in )?(?:the|my|both)|left|right)\b(?!(?: \w+){0,2} (?:not|no|never|nothing)\b)/;

/** What an answer says of a word of its question; undefined if it leaves that open. */
function assertedByAnswer(kind: Answer['kind'] | undefined, said: ReadAssertion): ReadAssertion | undefined {
  switch (kind) {
    case 'no':
      return said === 'present' || said === 'family' ? 'absent' : said;
    case 'gone':
      return 'historical';
    case 'yes':
    case 'detail':
    case 'maybe':
      return said;
    case 'no-but':
    case 'unclear':
    case 'denies-one':
    case 'other':
    case undefined:
      return undefined;
    default:
      return kind satisfies never;
  }
}

/** In speech without marks, what follows a question may be read as a part of it. */
const longestQuestion = 20;

export function isAsked({ isQuestion, tokens }: Clause): boolean {
  return isQuestion && tokens.length <= longestQuestion;
}

const speaksOfIt =
  /\d|\b(?:yes|yeah|no|not|never|n't|those|some|sometimes|only|just|when|since|every|more|less|better|worse|little|bit|lot|most|all|both|usually|maybe|think so|sure|okay|fine|same|in my|on my|at night|good|bad|pretty|mostly|i do|i have|i am|i did|i was|there's|last|ja|nein|doch|nie|nicht|keine?)\b/;

/** Whether the clauses after a question speak of it, although they may say neither yes nor no. */
export function isAnswered(clauses: readonly Clause[], at: number, own: Answer['clauses']): boolean {
  const reply = own.map((index) => textOf(clauses[index]?.tokens ?? [])).join(' , ');
  if (stalls.test(reply)) return false;
  if (clauses[own[0] ?? -1]?.isQuestion === false && speaksOfIt.test(reply)) return true;
  const asked = new Set(wordsOf(clauses[at]));
  return own.flatMap((index) => wordsOf(clauses[index])).some((word) => asked.has(word));
}

function wordsOf(clause: Clause | undefined): readonly string[] {
  return namedSpans(textOf(clause?.tokens ?? [])).flatMap(({ name }) => (isTelling(name) ? name : []));
}
