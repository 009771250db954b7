import { everydayWords, functionWords } from '../dialogue/common-words.ts';
import { amountsIn } from './amounts.ts';
import type { Clause } from './clauses.ts';
import type { Mention } from './mention.ts';

/** Words beside a dose that name no medicine: forms, verbs, measures, function words. */
const noName = new RegExp(
  `^(?:${[
    'tablets?|tabs?|pills?|capsules?|caps?|doses?|dosage|dosing|inhalers?|inhalations?|patch(?:es)?|injections?|shots?|solution|liquid|syrup|suspension|cream|ointment|gel|drops?|spray|lozenges?|powder|packets?|strength|release|extended|immediate|sustained|delayed|oral|orally|mouth|vein|infusion|drip|bolus|topical|nasal',
    'tak(?:e|es|en|ing)|took|start(?:s|ed|ing)?|stop(?:s|ped|ping)?|increas(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|reduc(?:e|es|ed|ing)|rais(?:e|ed|ing)|lower(?:ed|ing)?|giv(?:e|es|en|ing)|gave|prescrib(?:e|ed|ing)|continu(?:e|es|ed|ing)|keep|kept|add(?:ed|ing)?|us(?:e|es|ed|ing)|try|tried|get|gets|got|need|needs|chang(?:e|ed|ing)|switch(?:ed|ing)?|went|go|going|goes|mov(?:e|ed|ing)|bump(?:ed)?|doubl(?:e|ed|ing)|cut|drop(?:ped)?|drink|drank|put|order(?:ed)?|refill(?:ed)?|hold|held|make|made|lost|gained|weigh\\w*',
    'currently|daily|nightly|weekly|once|twice|morning|evening|night|bedtime|noon|lunch|dinner|breakfast|today|tonight|tomorrow|yesterday|day|days|week|weeks|month|another|extra|total|maximum|minimum|max|min|about|around|approximately|roughly|only|just|maybe|least|most|more|less|than|over|under|up|down|from|each|every|per|full|half|quarter|whole|single|double|low|high|baby|regular|same|usual|first|second|third|next|last|other|then|back|still|also|instead|again|already|now|here|there',
    'sorry|wait|mean|meant|actually|rather|correction|scratch|please|sure|think|thinking|believe|guess|called|named|have|having|been|want|wanted|like|probably|possibly|hopefully|currently|because|since|until|after|before|when|while',
    'mgs?|mcgs?|milligram\\w*|microgram\\w*|grams?|mls?|millilit\\w+|units?|percent|point|puffs?|times?|hours?|minutes?|years?',
    'levels?|readings?|sugars?|glucose|results?|counts?|value|range|size|water|fluids?|juice|milk|coffee|tea|alcohol|wine|beer|soda|food|blood|urine|weight|nodule|mass|lesion|cyst|stone|opening|gap|dilat\\w+|margin',
    "a|an|the|my|your|his|her|their|our|its|this|that|these|those|it|them|is|are|was|were|be|been|being|am|of|to|at|by|on|in|for|with|and|or|but|so|if|as|i|you|he|she|we|they|i'm|i've|you're|it's|that's|he's|she's|we're|do|does|did|have|has|had|can|could|will|would|should|may|might|not|no|yes|yeah|okay|ok|right|like|well|um|uh|medicines?|medications?|meds?|drugs?|one|ones|some|any|all|both|which|what|how|when|where|who",
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
