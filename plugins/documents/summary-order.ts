import type { Fact } from 'chronoscribe/kinds/grounding';
import type { Statement } from 'chronoscribe/kinds/writer';

const allergy = /\ballerg|\bintoleran|\bunverträglich|\banaphyla|\bNK(?:D?A|AD)\b/i;

/** The statements after the first `fixed` ones, with those about allergies first. */
export function allergiesFirst(statements: readonly Statement[], facts: readonly Fact[], fixed: number): Statement[] {
  const isAllergy = ({ text, evidence }: Statement) =>
    allergy.test(text) ||
    facts.some(
      ({ kind, term, evidence: own }) =>
        kind === 'allergy' && own.some((id) => evidence.includes(id)) && text.toLowerCase().includes(term),
    );
  const others = statements.slice(fixed);
  return [
    ...statements.slice(0, fixed),
    ...others.filter(isAllergy),
    ...others.filter((statement) => !isAllergy(statement)),
  ];
}

/** `Nov 27, 2026, 3:52 PM`, `12/03/2024`. */
const dateOrTime =
  /\b(?:\d{1,4}([-/.])\d{1,2}\1\d{2,4}|(?:\d{1,2} )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?: \d{1,2},?)?(?: \d{4})?|\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?)(?![\p{L}\d])/giu;
/** Of a form, where nothing was filled in. */
const emptyField = /\bnot (?:documented|recorded|applicable|assessed)\.?$|\bn\/a\.?$/i;
/** The fingerprint of a printed record. */
const fingerprint = /\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{12,}/;

/**
 * Whether a statement says something. A heading, a signature and an empty field of a form do not: words without a fact, a
 * number and the end of a sentence. What is left out for it is on the list of what no statement conveys.
 */
export function tells({ text, evidence }: Statement, facts: readonly Fact[]): boolean {
  if (facts.some((fact) => fact.evidence.some((id) => evidence.includes(id)))) return true;
  if (emptyField.test(text) || fingerprint.test(text)) return false;
  return /[.!?…:;]["'”’)]?$/.test(text) || /\d/.test(text.replace(dateOrTime, ''));
}
