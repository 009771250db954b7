import type { Rule } from './rule.ts';
import { anchoredMomentChanged } from './rules/anchored-moment-changed.ts';
import { bilocation } from './rules/bilocation.ts';
import { causalLoop } from './rules/causal-loop.ts';
import { conflictingOutcomes } from './rules/conflicting-outcomes.ts';
import { duplicateEvent } from './rules/duplicate-event.ts';
import { effectBeforeCause } from './rules/effect-before-cause.ts';
import { grandfather } from './rules/grandfather.ts';
import { orphanedEffect } from './rules/orphaned-effect.ts';
import { retrocausalChange } from './rules/retrocausal-change.ts';
import { temporalConstraint } from './rules/temporal-constraint.ts';
import { unmetRequirement } from './rules/unmet-requirement.ts';

/** All there are, the gravest first. */
export const rules: readonly Rule[] = [
  causalLoop,
  grandfather,
  retrocausalChange,
  effectBeforeCause,
  unmetRequirement,
  temporalConstraint,
  bilocation,
  conflictingOutcomes,
  orphanedEffect,
  anchoredMomentChanged,
  duplicateEvent,
];
