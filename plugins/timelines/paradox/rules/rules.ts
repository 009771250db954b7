import { bilocation } from './bilocation.ts';
import { causalLoop, effectBeforeCause, orphanedEffect } from './causality.ts';
import { duplicateEvent } from './duplicate-event.ts';
import { conflictingOutcomes, unmetRequirement } from './facts.ts';
import { grandfather } from './grandfather.ts';
import { anchoredMomentChanged, retrocausalChange } from './manipulations.ts';
import type { Rule } from './rule.ts';
import { temporalConstraint } from './temporal-constraint.ts';

/** All rules, the most severe first. The kinds and their severities are those of the API contract. */
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
