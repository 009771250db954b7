import type { Clause } from './clauses.ts';
import type { Mention } from './mention.ts';

/** Substances that are given as medicines and measured in blood or urine. */
const analytes =
  /^(?:potassium(?: chloride)?|magnesium(?: sulfate| oxide)?|calcium|zinc|iron|ferrous sulfate|vitamin (?:d|d3|b12|b6|c|a|e|k)|cholecalciferol|cyanocobalamin|folate|folic acid|sodium(?: chloride)?|phosph(?:ate|orus)|chloride|copper|selenium|iodine|lithium|digoxin|testosterone|estradiol|progesterone|cortisol|insulin|glucose|dextrose|levothyroxine|thyroxine|thyroid|phenytoin|valproate|valproic acid|carbamazepine|vancomycin|gentamicin|tacrolimus|cyclosporine|theophylline|albumin|protein|biotin|ammonia|urea|creatine|creatinine|bilirubin|alcohol|ethanol|caffeine)$/;
const vitamins = /^(?:vit\w* ?)?(?:b ?-?(?:6|12)|d ?3?|k|c)$/;
const testing =
  /\b(?:check|checks|checked|checking|recheck|rechecked|repeat|repeated|repeating|get|getting|draw|drew|drawing|measure|measured|test|tested|testing|run|send|sent|monitor|monitoring|screen|order|ordered|add on|look at|looking at|follow|level of|levels of|low|high|elevated|normal)\b/g;
const giving =
  /\b(?:take|takes|taking|took|on|start|started|starting|give|gave|given|giving|prescrib\w+|supplement\w*|add|added|increase|decrease|continue|refill|put|replace|replacing|swallow|inject\w*|use|uses|using|dose)\b/g;
const measured =
  /^(?:and \w+ |, \w+ )?(?:levels?|studies|stud(?:y|ies)|tests?|panel|saturation|binding|deficien\w+|results?)\b|^(?:(?:levels? )?(?:is|was|are|were|came|comes|has|had|looks?|looked|been|back|at|still|again|,|a|bit|little|slightly|very|too|up|down|running) )*(?:low|high|normal|elevated|borderline|fine|good|okay|deficient|\d+(?:\.\d+)?(?! (?:mg|mcg|g|milligrams?|micrograms?|grams?|units?|iu|meq|milliequivalents?|mmol|millimoles?|tablets?|pills?|capsules?|ml|times|daily|puffs?)\b))/;
const dosed =
  /^(?:(?:at|of|,|chloride|supplements?|tablets?|pills?) )*(?:\d+(?:\.\d+)?(?: to \d+)? (?:mg|mcg|g|milligrams?|micrograms?|grams?|units?|iu|meq|milliequivalents?|mmol|millimoles?|tablets?|pills?|capsules?|ml|puffs?)|daily|once|twice|every|supplements?|tablets?|pills?)\b/;

/** What stands beside what is measured too: `renal function and potassium`, `potassium and creatinine`. */
const listed =
  /^(?:(?:,|and|the) )*(?:creatinine|urea|egfr|hba1c|a1c|ferritin|tsh|crp|esr|cbc|bmp|cmp|lfts?|bloods?|electrolytes)\b|\b(?:function|panel|creatinine|urea|egfr|hba1c|a1c|ferritin|tsh|crp|esr|cbc|bmp|cmp|lfts?|electrolytes)(?: (?:,|and|the))*$/;

/** `Check the potassium`, `her calcium is low`: what is measured is no medicine. */
export function isMeasured(tokens: Clause['tokens'], { term, said, from, to }: Mention): boolean {
  // `Lantus` is given, though insulin is measured too.
  const name = said.replace(/'s$/, '');
  if (term.kind !== 'medication' || !analytes.test(term.name) || !(analytes.test(name) || vitamins.test(name)))
    return false;
  const text = (start: number, end: number) =>
    tokens
      .slice(start, end)
      .map((token) => token.text)
      .join(' ');
  const after = text(to, to + 10);
  if (dosed.test(after)) return false;
  if (measured.test(after)) return true;
  const before = text(0, from);
  if (listed.test(text(Math.max(0, from - 3), from)) || listed.test(text(to, to + 3))) return true;
  const last = (words: RegExp) => [...before.matchAll(words)].at(-1)?.index ?? -1;
  return last(testing) > last(giving);
}

/** The test of what is measured. */
export function asTest(mention: Mention): Mention {
  return { ...mention, term: { name: `${mention.term.name} level`, kind: 'order', needsCue: false } };
}
