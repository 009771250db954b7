import type { FactKind } from 'chronoscribe/kinds/grounding';
import type { Operator } from './table.ts';

/** What is said of a term. */
export type Status =
  | 'present'
  | 'absent'
  | 'possible'
  | 'conditional'
  | 'historical'
  | 'planned'
  | 'declined'
  | 'stopped';

/** While cues are applied: `kept` is to go on (`continue`), `lacking` is absent by a word that `not` turns round. */
export type Stage = Status | 'lacking' | 'kept';

/**
 * What an operator makes of what the cues nearer to the term have said: `don't` of `stop` is `kept`. What is not listed
 * stays as it is. Of a plain term each operator makes its own name.
 */
const outcomes: Readonly<Record<Exclude<Stage, 'present'>, Partial<Readonly<Record<Operator, Stage>>>>> = {
  absent: { possible: 'possible', conditional: 'conditional' },
  lacking: { absent: 'present', possible: 'possible', conditional: 'conditional' },
  possible: {
    absent: 'absent',
    lacking: 'absent',
    conditional: 'conditional',
    declined: 'declined',
    stopped: 'stopped',
  },
  conditional: { declined: 'declined' },
  historical: { absent: 'absent', lacking: 'absent', possible: 'possible', declined: 'declined', stopped: 'stopped' },
  planned: {
    absent: 'declined',
    lacking: 'declined',
    possible: 'possible',
    conditional: 'conditional',
    declined: 'declined',
    stopped: 'stopped',
  },
  kept: { absent: 'stopped', possible: 'possible', historical: 'historical', declined: 'declined', stopped: 'stopped' },
  declined: { absent: 'planned', lacking: 'planned', conditional: 'conditional' },
  stopped: { absent: 'kept', lacking: 'kept', declined: 'kept', conditional: 'kept', possible: 'possible' },
};

export function compose(inner: Stage, outer: Operator): Stage {
  return inner === 'present' ? outer : (outcomes[inner][outer] ?? inner);
}

/** What an operator means for a kind of term; null if nothing: nobody plans a cough. */
export function meantFor(operator: Operator, kind: FactKind): Operator | null {
  switch (kind) {
    case 'order':
    case 'procedure':
    case 'medication':
    case 'advice':
    case 'follow_up':
    case 'red_flag':
      return operator;
    case 'allergy':
    case 'problem':
    case 'symptom':
    case 'finding':
    case 'vital':
    case 'score':
    case 'result':
    case 'history':
    case 'family':
    case 'social':
    case 'safety':
      if (operator === 'stopped') return 'historical';
      return operator === 'planned' || operator === 'declined' || operator === 'kept' ? null : operator;
    default:
      return kind satisfies never;
  }
}

export function statusOf(stage: Stage): Status {
  if (stage === 'lacking') return 'absent';
  return stage === 'kept' ? 'present' : stage;
}
