import { contentWords } from 'chronoscribe/language';
import type { Clause } from './reading/clauses.ts';
import { textOf } from './reading/mentions.ts';
import { type Standing, standingsIn } from './word-standing.ts';

/** What a statement claims of the patient although it was said of something else. */
export type StandingDoubt = 'who' | 'declined' | 'stopped' | 'question';

const doubtOf: Readonly<Record<Exclude<Standing, 'own'>, StandingDoubt>> = {
  relative: 'who',
  declined: 'declined',
  stopped: 'stopped',
  asked: 'question',
};

/** A statement with one of these says itself that something was refused, or ended. */
const saysSo: Readonly<Partial<Record<StandingDoubt, RegExp>>> = {
  declined:
    /\b(?:declin\w*|refus\w*|not|no|n't|against|offer\w*|discuss\w*|suggest\w*|recommend\w*|advis\w*|prefers?|defer\w*|pass|consider\w*|wishes|wants|hold|without|would rather|counsel\w*|reluctan\w*|hesita\w*)\b/,
  stopped:
    /\b(?:stop\w*|discontinu\w*|quit\w*|former\w*|no|not|n't|never|off|previous\w*|past|history|held|hold|ran out|run out|out of|complet\w*|finish\w*|used to|tried|ex|prior|wean\w*|cessation|ceas\w*|last|ago|remote|was|were|had|resolv\w*|gone)\b/,
  question: /\b(?:ask\w*|unknown|unclear|not|no)\b/,
};
/** Words that tell nothing about whom or what. */
const vague = new Set(
  contentWords(
    `patient reports history status post currently takes taking take continue continues current plan planned schedule scheduled start started order ordered
    diagnosed last year today will given day week month time have agree agreed go going do done use uses used on family medical problem condition
    doctor say says feel old age`,
  ),
);

/**
 * Lists what a statement says of the patient, of now or of the plan, although its passages say it of a relative, of what
 * was refused, of what ended, or only ask for it.
 */
export function standingDoubts(
  said: readonly Clause[],
  stated: readonly Clause[],
  isAboutChild: boolean,
): StandingDoubt[] {
  const source = standingsIn(said, isAboutChild);
  const doubts = new Set<StandingDoubt>();
  for (const clause of stated) {
    const text = textOf(clause.tokens);
    const own = standingsIn([clause], isAboutChild);
    const telling = [...own].filter(
      ([word, standings]) => standings.has('own') && !vague.has(word) && !/^\d/.test(word),
    );
    const against = telling.flatMap(([word]) => {
      const standings = source.get(word);
      return standings === undefined || standings.has('own') ? [] : [...standings].filter((each) => each !== 'own');
    });
    const borneOut = telling.filter(([word]) => source.get(word)?.has('own') === true);
    if (against.length === 0 || against.length < borneOut.length) continue;
    for (const standing of against) {
      const doubt = doubtOf[standing];
      if (saysSo[doubt]?.test(text) !== true) doubts.add(doubt);
    }
  }
  return [...doubts];
}
