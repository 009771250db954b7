import type { Assertion, Fact, FactKind, Holder } from 'chronoscribe/kinds/grounding';
import { words } from '../../assertion/en/words.ts';
import type { Clause } from '../reading/clauses.ts';
import type { ReadAssertion } from '../reading/reading.ts';

/** A fact before equal ones are joined. */
export interface FactDraft {
  readonly kind: FactKind;
  readonly term: string;
  readonly text: string;
  /** The name as it was said. */
  readonly said: string;
  readonly value: string | null;
  readonly unit: string | null;
  readonly assertion: ReadAssertion;
  /** It was asked, and the answer speaks of something else. */
  readonly isUnanswered?: true;
  /** Its text quotes question and answer. */
  readonly isQuoted?: true;
  /** How often a medicine is taken. */
  readonly frequency?: string;
  /** The words of the place, if one is named: by it two findings of one name are told apart. */
  readonly place?: string | null;
  /** Indexes of passages. */
  readonly passages: readonly number[];
  /** Index of the clause, for the order. */
  readonly clause: number;
}

/** What a draft of a clause has if nothing else is told. */
export function plainDraft({ passages }: Clause, at: number) {
  return { said: '', value: null, unit: null, assertion: 'present', passages, clause: at } as const;
}

/** `smoking (her dad, outside)` */
const ofRelative = new RegExp(`\\((?:\\w+ )?(?:${words.family})\\b`);

/** What a draft asserts, and of whom. A medicine that was taken before is one that was stopped. */
export function assertionAndHolder({ kind, assertion, text }: FactDraft): {
  readonly assertion: Assertion;
  readonly of: Holder;
} {
  if (assertion === 'family') return { assertion: 'present', of: 'relative' };
  const isStopped = kind === 'medication' && assertion === 'historical';
  const isOfRelative = kind === 'family' || (kind === 'social' && ofRelative.test(text));
  return { assertion: isStopped ? 'stopped' : assertion, of: isOfRelative ? 'relative' : 'patient' };
}

/** Ends the text of what somebody took that was prescribed to another. */
export const ofAnother = "(somebody else's)";

/** Ends the text of a medicine that is to be taken again. */
export const onHold = 'on hold';

/** The parts of a fact: its name and amount, how often, on which side and level, and what it does. */
export function partsOf({
  kind,
  term,
  text,
  value,
  unit,
  assertion,
  isQuoted,
  frequency = '',
}: FactDraft): Fact['parts'] {
  // What is on a side in the question need not be on it.
  if (isQuoted === true) return { name: term };
  const amount = { ...(value !== null && { value }), ...(unit !== null && { unit }) };
  switch (kind) {
    case 'allergy': {
      const reaction = / \(([^)]+)\)$/.exec(text)?.[1];
      return { substance: term, ...(reaction !== undefined && { reaction }), ...amount };
    }
    case 'finding':
      return { sign: term, ...placeIn(text), ...amount };
    case 'medication':
      return {
        name: term,
        ...(value !== null && { dose: unit === null ? value : `${value} ${unit}` }),
        ...(frequency !== '' && { frequency }),
        ...(assertion === 'historical' && { action: text.endsWith(`(${onHold})`) ? 'hold' : 'stop' }),
      };
    case 'symptom':
    case 'problem':
      return { name: term, ...placeIn(text), ...amount };
    default:
      return { name: term, ...amount };
  }
}

const sideNames: Readonly<Record<string, string>> = { bilateral: 'both', beid: 'both', link: 'left', recht: 'right' };

/** The side and the level of the spine that a text names, if it names one only. */
function placeIn(text: string): Pick<Fact['parts'], 'side' | 'level'> {
  const sides = new Set(
    [
      ...text.matchAll(
        /\b(left|right|both|bilateral|link|recht|beid)(?:ly|s|seits|e[nrsm]?|seitige?[nrsm]?|sseitige?[nrsm]?)?\b/gi,
      ),
    ].map(([, side = '']) => sideNames[side.toLowerCase()] ?? side.toLowerCase()),
  );
  const levels = new Set([...text.matchAll(/\b[clts]\d{1,2}\b/gi)].map(([level]) => level.toUpperCase()));
  const [side] = sides;
  const [level] = levels;
  return {
    ...(sides.size === 1 && side !== undefined && { side }),
    ...(levels.size === 1 && level !== undefined && { level }),
  };
}
