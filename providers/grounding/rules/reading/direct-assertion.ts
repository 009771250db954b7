import { type Asserted, assertionReader, type SaidWords } from '../../assertion/assertion.ts';
import { english } from '../../assertion/en/english.ts';
import type { Clause } from './clauses.ts';
import type { Mention } from './mentions.ts';
import { adjustmentAssertion } from './phrase-mentions.ts';
import type { ReadAssertion } from './reading.ts';

const read = assertionReader(english);

/** What a clause asserts of a term by its own words. */
export function directAssertion(
  clause: Clause,
  mention: Mention,
  mentions: readonly Mention[],
  context: AssertionContext,
): ReadAssertion {
  const asserted = read(wordsOf(clause, mentions), mention, mention.term.kind);
  const assertion = plain(asserted, clause, mention, context);
  if (asserted.of === 'relative' || isOfFamily(clause, mention, context))
    return assertion === 'absent' ? 'absent' : 'family';
  return assertion === 'absent' ? 'absent' : (adjustmentAssertion(clause, mention) ?? assertion);
}

/** What the clauses around add. */
export interface AssertionContext {
  /** A relative is the subject: a question about the family is answered, or `she` stands for the mother. */
  readonly aboutFamily: boolean;
  /** The clause depends on a condition in the clause before it or after it. */
  readonly conditional: boolean;
}

/** A clinician who does not need an X-ray refuses nothing. */
const refusal =
  /\b(?:declin|refus|reject|turn(?:ed|s)? down|opt|want|rather|prefer|said no|say no|interested|ready|willing)/;

function plain(
  { status, cues }: Asserted,
  { role }: Clause,
  { term }: Mention,
  { conditional }: AssertionContext,
): ReadAssertion {
  switch (status) {
    case 'present':
    case 'planned':
      return conditional && isAction(term) ? 'possible' : 'present';
    case 'conditional':
      return 'possible';
    case 'stopped':
      // An X-ray that was cancelled was not taken.
      return term.kind === 'order' || term.kind === 'procedure' ? 'absent' : 'historical';
    case 'declined':
      return cues.some((cue) => refusal.test(cue)) || (role === 'patient' && !cues.some((cue) => /\bneed/.test(cue)))
        ? status
        : 'absent';
    case 'absent':
    case 'possible':
    case 'historical':
      return status;
    default:
      return status satisfies never;
  }
}

function isAction({ kind }: Mention['term']): boolean {
  return kind === 'order' || kind === 'procedure' || kind === 'medication';
}

function isOfFamily({ tokens }: Clause, { from, term }: Mention, { aboutFamily }: AssertionContext): boolean {
  if (!aboutFamily || (term.kind !== 'problem' && term.kind !== 'symptom')) return false;
  return !/\b(?:i|i'm|i've|you|your|my)\b/.test(spoken(tokens).slice(0, from).join(' '));
}

const known = new WeakMap<readonly Mention[], SaidWords>();

function wordsOf({ tokens, role }: Clause, mentions: readonly Mention[]): SaidWords {
  const words = known.get(mentions) ?? { tokens: spoken(tokens), terms: mentions, role };
  known.set(mentions, words);
  return words;
}

/** Without `you know`, which is no subject. */
function spoken(tokens: Clause['tokens']): string[] {
  const isFiller = (at: number) =>
    tokens[at]?.text === 'you' &&
    tokens[at + 1]?.text === 'know' &&
    !/^(?:do|did|if|that|as|how|what|when|let|can)$/.test(tokens[at - 1]?.text ?? '');
  return tokens.map(({ text }, at) => (isFiller(at) || isFiller(at - 1) ? 'um' : text));
}
