import { answerTo } from './answers.ts';
import type { Clause } from './clauses.ts';
import type { FactDraft } from './fact-draft.ts';
import { type Mention, mentionsIn, textOf } from './mentions.ts';

const cue = /\b(?:allerg(?:y|ies|ic)|reactions? to|anaphyla\w+ (?:to|from|with|after))\b/;
const otherSense =
  /\ballerg(?:y|ies) (?:medicines?|medications?|meds|pills?|shots?|tests?|testing)\b|\bfor (?:my |your |the |his |her )?(?:seasonal )?allergies\b|\bseasonal\b/;
/** After these a medicine is taken, also in an answer about allergies. */
const taking = /\b(?:take|takes|taking|i'm on|prescribed?|use|uses|using|start|started)\b/;
const reaction =
  /\b(?:hives|rash(?:es)?|welts|swell(?:s|ing|ed)?|swollen|itch\w*|anaphyla\w+|br(?:eak|oke|eaks|eaking) out|throat clos\w+|clos\w+ (?:up )?my throat)\b/;
/** `Penicillin gives me hives`, `I broke out from Bactrim`. */
const reactsAfter = /^(?:\w+ ){0,3}?(?:gives?|gave|makes?|made|causes?|caused|and i|i|my)\b/;
const reactsBefore = /\b(?:from|to|with|(?:after|when) (?:i )?(?:take|took|taking|had)) (?:the |some |a |that )?$/;
/** How far, in clauses, the answer to a question about allergies may go on. */
const answerReach = 4;

/** Whether a clause speaks of what the patient is allergic to where it names a medicine or an allergen. */
export function isAllergen(clauses: readonly Clause[], at: number, { from, to }: Mention): boolean {
  const clause = clauses[at];
  if (clause === undefined) return false;
  const own = textOf(clause.tokens);
  const before = textOf(clause.tokens.slice(0, from));
  const after = textOf(clause.tokens.slice(to));
  if (cue.test(own)) {
    const since = before.slice(Math.max(0, ...[...before.matchAll(new RegExp(cue, 'g'))].map(({ index }) => index)));
    return !otherSense.test(own) && !taking.test(since);
  }
  if (reaction.test(after) && reactsAfter.test(after)) return true;
  if (reaction.test(before) && reactsBefore.test(`${before} `)) return true;
  if (clause.isQuestion || taking.test(before)) return false;
  const asked = clauses.slice(Math.max(0, at - answerReach), at).findLast(({ turn }) => turn === clause.turn - 1);
  return asked?.isQuestion === true && asksForAllergies(asked);
}

/** Whether a clause tells what an allergy does: `it gives me hives`. */
export function tellsReaction(clauses: readonly Clause[], at: number, { said }: Mention): boolean {
  const clause = clauses[at];
  if (clause === undefined || !reaction.test(said)) return false;
  const own = mentionsIn(clause).filter(isSubstance);
  if (own.some((mention) => isAllergen(clauses, at, mention))) return true;
  const before = clauses[at - 1];
  return (
    own.length === 0 &&
    before?.turn === clause.turn &&
    /^(?:and |, |well |i think )*(?:it|that|they|my|i) /.test(textOf(clause.tokens)) &&
    mentionsIn(before).some((mention) => isSubstance(mention) && isAllergen(clauses, at - 1, mention))
  );
}

export function isSubstance({ term }: Mention): boolean {
  return term.kind === 'medication' || term.kind === 'allergy';
}

function asksForAllergies({ tokens }: Clause): boolean {
  const text = textOf(tokens);
  return cue.test(text) && !otherSense.test(text);
}

const noAllergies =
  /\bno (?:known )?(?:(?:drug|medication|medicine|food|environmental) (?:or )?)*allerg(?:y|ies)\b(?! to (?!any|medic|med|drug|food))|\bnkda\b|\bnot (?:been )?allergic to (?:any\w*|medic\w+|meds|drugs)/;

/** `No known allergies`, also as the answer to a question. */
export function noAllergyDrafts(clauses: readonly Clause[], at: number): FactDraft[] {
  const clause = clauses[at];
  if (clause === undefined) return [];
  const text = textOf(clause.tokens);
  const isAsked = clause.isQuestion && asksForAllergies(clause) && !mentionsIn(clause).some(isSubstance);
  const answer = isAsked ? answerTo(clauses, at) : undefined;
  const isDenied =
    answer?.kind === 'no' &&
    !answer.clauses.some((each) => {
      const said = clauses[each];
      return (
        said !== undefined &&
        mentionsIn(said).some((mention) => isSubstance(mention) && isAllergen(clauses, each, mention))
      );
    });
  if (!isDenied && (clause.isQuestion || !noAllergies.test(text) || otherSense.test(text))) return [];
  return [
    {
      kind: 'allergy',
      term: 'allergies',
      text: 'no known allergies',
      said: '',
      value: null,
      unit: null,
      assertion: 'absent',
      passages: [...new Set([...clause.passages, ...(answer?.passages ?? [])])],
      clause: at,
    },
  ];
}
