import { everydayWords, functionWords } from '../dialogue/common-words.ts';
import { amountsIn } from './amounts.ts';
import type { Clause } from './clauses.ts';
import type { Mention } from './mention.ts';

/** Words beside a dose that name no medicine: forms, verbs, measures, function words. */
const noName = new RegExp(
  `^(?:${[
    'tablets?|tabs?|pills?|capsules?|caps?|doses?|dosage|dosing|inhalers?|inhalations?|patch(?:es)?|injections?|shots?|solution|liquid|syrup|suspension|cream|ointment|gel|drops?|spray|lozenges?|powder|packets?|strength|release|slow|modified|prolonged|extended|immediate|sustained|delayed|oral|orally|mouth|vein|infusion|drip|bolus|topical|nasal',
    'starts|stop(?:s|ped|ping)?|increas\\w+|decreas\\w+|reduc\\w+|rais\\w+|lower(?:ed|ing)?|prescrib\\w+|continu\\w+|needs|chang\\w+|switch\\w*|bump\\w*|doubl\\w+|drop(?:ped)?|drink|drank|order(?:ed)?|refill(?:ed)?|hold|held|lost|gained|weigh\\w*',
    'daily|nightly|weekly|twice|morning|evening|night|bedtime|noon|lunch|dinner|breakfast|tomorrow|yesterday|weeks?|month|extra|total|maximum|minimum|approximately|roughly|least|less|under|full|half|quarter|single|double|high|baby|regular|usual|second|third',
    'wait|meant|correction|scratch|thinking|named|possibly|hopefully',
    'mgs?|mcgs?|milligram\\w*|microgram\\w*|grams?|mls?|millilit\\w+|units?|percent|point|puffs?|times?|hours?|minutes?|years?',
    'levels?|readings?|sugars?|glucose|results?|counts?|value|range|size|water|fluids?|juice|milk|coffee|tea|alcohol|wine|beer|soda|food|blood|urine|weight|nodule|mass|lesion|cyst|stone|opening|gap|dilat\\w+|margin',
    'medicines?|medications?|meds|drugs?|ones|doctor|nurse|love|dear|darling|madam|mate|sweetheart|tail',
  ].join('|')})$`,
);
/** Units in which nothing but medicines is dosed. */
const ofMedicinesAlone: ReadonlySet<string> = new Set(['mg', 'mcg', 'unit', 'puff', 'concentration']);
/** How far before its dose a name may stand, in words. */
const reach = 4;
const shortestName = 4;

/**
 * Medicines that no list names: the word beside a dose. So no dose is taken for that of another medicine nearby.
 *
 * @param listed mentions of known terms in the clause
 */
export function unlistedMedicines(clause: Clause, listed: readonly Mention[]): Mention[] {
  const { tokens } = clause;
  const isKnown = (at: number) => listed.some(({ from, to }) => from <= at && at < to);
  const isName = (at: number): boolean => {
    const text = tokens[at]?.text ?? '';
    return (
      text.length >= shortestName &&
      /^\p{L}[\p{L}\p{N}]*$/u.test(text) &&
      !noName.test(text) &&
      !everydayWords.has(text) &&
      !functionWords.has(text)
    );
  };
  const found = amountsIn(clause).flatMap(({ unit, from, to }): number[] => {
    if (unit === null || !ofMedicinesAlone.has(unit)) return [];
    const start = /^(?:of)$/.test(tokens[to]?.text ?? '') ? to + 1 : to;
    for (let at = start; at < start + 2; at += 1) {
      if (isKnown(at)) return [];
      if (start > to && isName(at)) return [at];
    }
    for (let at = from - 1; at >= Math.max(0, from - reach); at -= 1) {
      if (isKnown(at) || /^[,.;]$/.test(tokens[at]?.text ?? '')) {
        if (isKnown(at) || at < from - 1) return [];
        continue;
      }
      if (isName(at)) return [at];
    }
    return [];
  });
  return [...new Set(found)].map((at) => {
    const name = tokens[at]?.text ?? '';
    return { term: { name, kind: 'medication', needsCue: false }, said: name, from: at, to: at + 1 };
  });
}
