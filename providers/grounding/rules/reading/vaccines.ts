import type { Clause } from './clauses.ts';
import { type Mention, textOf } from './mentions.ts';

/** Diseases after which vaccines are named. */
const preventable =
  /^(?:flu|influenza|covid(?:[- ]?19)?|pneumonia|pneumococcal pneumonia|shingles|herpes zoster|tetanus|diphtheria|pertussis|whooping cough|measles|mumps|rubella|chicken ?pox|varicella|hepatitis(?: [ab])?|polio|meningitis|rabies|malaria|typhoid|yellow fever)$/;
/** Whoever asks for these alone asks for the vaccine; `Hepatitis?` asks for the disease. */
const rare = /^(?:tetanus|diphtheria|polio|rabies|typhoid|yellow fever)$/;
const vaccine = /\b(?:vaccin\w*|immuni[sz]\w*|shots?|jabs?|boosters?)\b/;
/** `I had the flu` tells of the disease. */
const suffered = /\b(?:had|have|has|having|caught|with|from)(?: (?:the|a|bad|really))*$/;

/** Tells the name of a vaccine, a remedy or a time from a disease: `flu and pneumonia vaccines`, and `flu yes, pneumonia no` as an answer. */
export function isVaccineName(clauses: readonly Clause[], at: number, { term, from, to }: Mention): boolean {
  const clause = clauses[at];
  if (clause === undefined || (term.kind !== 'problem' && term.kind !== 'symptom')) return false;
  const [before, after] = [textOf(clause.tokens.slice(0, from)), textOf(clause.tokens.slice(to))];
  if (!preventable.test(term.name)) return false;
  // `Tetanus is up to date`
  if (/^(?:is |are |was |were |has been )?(?:\w+ )?(?:up to date|current|utd|due|overdue|given)\b/.test(after))
    return true;
  // `Malaria tablets`, `not the flu one`, `you can't catch flu from it`
  if (/^(?:tablets?|pills?|tests?|ones?|1|from (?:it|that|them|the (?:shot|jab|vaccine)))\b/.test(after)) return true;
  if (/\b(?:before|pre|since|during|after) $/.test(`${before} `) && /^covid/.test(term.name)) return true;
  // `Tetanus?`, `And the pneumonia one?`
  const isAlone = /^(?:(?:and|the|a|,) ?)*$/.test(before);
  if (clause.isQuestion && isAlone && (rare.test(term.name) ? after === '' : /^(?:one|1)$/.test(after))) return true;
  if (vaccine.test(textOf(clause.tokens.slice(to, to + 6)))) return true;
  const asked = clauses
    .slice(Math.max(0, at - 4), at)
    .findLast(({ turn, isQuestion }) => isQuestion && turn >= clause.turn - 1);
  return (
    asked !== undefined && vaccine.test(textOf(asked.tokens)) && !suffered.test(textOf(clause.tokens.slice(0, from)))
  );
}
