import { readFileSync } from 'node:fs';

/**
 * The terms and amounts of a text by word lists alone: a measure of notes that shares no code with what it measures.
 * What stands both in a dialogue and in the clinician's note was said and was worth keeping; recall is how much of it
 * a note keeps.
 */
export type CountedKind = 'medication' | 'condition' | 'order' | 'amount';
export const countedKinds: readonly CountedKind[] = ['medication', 'condition', 'order', 'amount'];

const orders =
  `x-ray,xray,mri,ct scan,ct,ekg,ecg,electrocardiogram,echocardiogram,echo,ultrasound,blood work,cbc,complete blood count,a1c,hemoglobin a1c,
lipid panel,metabolic panel,urinalysis,urine culture,colonoscopy,endoscopy,biopsy,mammogram,stress test,sleep study,pulmonary function test,chest x-ray,
physical therapy,referral,referred,surgery,injection,brace,crutches,sling,ice,elevation,compression,diet,exercise,consult,vaccine,vaccination,cardiac catheterization,
strep test,covid test,troponin,creatinine,ferritin,thyroid,tsh,ana,esr,crp,rheumatoid factor,uric acid,follow up,follow-up`
    .replaceAll('\n', '')
    .split(',');
const units =
  'mg|mcg|micrograms?|milligrams?|ml|milliliters?|units?|percent|%|degrees?|cm|centimeters?|inches|pounds|lbs?|kg|liters?|pack|packs|times|out of 10|days?|weeks?|months?|years?|hours?|minutes?';
const amount = new RegExp(`(\\d+(?:\\.\\d+)?) (?:to (?:\\d+) )?(${units})\\b`, 'g');
const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const same: Readonly<Record<string, string>> = {
  milligram: 'mg',
  milligrams: 'mg',
  microgram: 'mcg',
  micrograms: 'mcg',
  milliliter: 'ml',
  milliliters: 'ml',
  '%': 'percent',
  lb: 'pound',
  lbs: 'pound',
  centimeters: 'cm',
  centimeter: 'cm',
  xray: 'x ray',
  ecg: 'ekg',
  electrocardiogram: 'ekg',
  echo: 'echocardiogram',
  'hemoglobin a1c': 'a1c',
  'complete blood count': 'cbc',
  vaccination: 'vaccine',
  referred: 'referral',
};
const common = new Set(
  'disease syndrome disorder symptom symptoms male female can may will has ice all set back heat cold water'.split(' '),
);
const longest = 5;

function toDigits(words: readonly string[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    let value = small.indexOf(word);
    if (tens.includes(word)) {
      value = 10 * (tens.indexOf(word) + 2);
      const ones = small.indexOf(words[at + 1] ?? '');
      if (ones > 0 && ones < 10) {
        value += ones;
        at += 1;
      }
    }
    if (value === -1) {
      out.push(word);
      continue;
    }
    if (words[at + 1] === 'hundred') {
      value *= 100;
      at += 1;
    }
    out.push(String(value));
  }
  return out;
}

function normalize(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/(\d) ?\. ?(\d)/g, '$1.$2');
  return toDigits(plain.match(/[a-z0-9]+(?:\.[0-9]+)?|%/g) ?? []);
}

function stem(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function keyOf(term: string): string {
  return normalize(term).map(stem).join(' ');
}

const folder = new URL('../../../providers/grounding/terms/', import.meta.url);

function load(...files: readonly string[]): Set<string> {
  const lines = files.flatMap((file) => readFileSync(new URL(`${file}.txt`, folder), 'utf8').split('\n'));
  return new Set(
    lines
      .filter((line) => line.length > 2)
      .map(keyOf)
      .filter(isCounted),
  );
}

function isCounted(key: string): boolean {
  const words = key.split(' ');
  return key !== '' && words.length <= longest && !(words.length === 1 && (common.has(key) || key.length < 3));
}

const lists: ReadonlyMap<CountedKind, ReadonlySet<string>> = new Map([
  ['medication', load('medications', 'brands')],
  ['condition', load('diseases', 'symptoms')],
  ['order', new Set(orders.map(keyOf).filter(isCounted))],
]);

/** The facts of a text as `kind: name`. */
export function countedFacts(text: string): ReadonlySet<string> {
  const said = normalize(text);
  const words = said.map(stem);
  const found = new Set<string>();
  for (const [kind, terms] of lists) {
    const taken = new Set<number>();
    for (let length = longest; length > 0; length -= 1) {
      for (let at = 0; at + length <= words.length; at += 1) {
        const key = words.slice(at, at + length).join(' ');
        const places = Array.from({ length }, (_, offset) => at + offset);
        if (!terms.has(key) || places.some((place) => taken.has(place))) continue;
        found.add(`${kind}: ${same[key] ?? key}`);
        for (const place of places) taken.add(place);
      }
    }
  }
  for (const [, value, unit = ''] of said.join(' ').matchAll(amount))
    found.add(`amount: ${value} ${stem(same[unit] ?? unit)}`);
  return found;
}

/** How many facts were wanted and how many were kept, by kind. */
export type Recall = Readonly<Record<CountedKind, { wanted: number; kept: number }>>;

export function emptyRecall(): Recall {
  return { medication: zero(), condition: zero(), order: zero(), amount: zero() };
}

function zero(): { wanted: number; kept: number } {
  return { wanted: 0, kept: 0 };
}

/** Adds a visit: what the clinician kept of the dialogue, and how much of that `text` has. Returns what it lacks. */
export function count(
  recall: Recall,
  visit: { readonly dialogue: string; readonly note: string },
  text: string,
): readonly string[] {
  const missed: string[] = [];
  const [said, written, have] = [visit.dialogue, visit.note, text].map(countedFacts);
  for (const fact of said ?? []) {
    if (written?.has(fact) !== true) continue;
    const kind = countedKinds.find((each) => fact.startsWith(`${each}:`)) ?? 'amount';
    recall[kind].wanted += 1;
    if (have?.has(fact) === true) recall[kind].kept += 1;
    else missed.push(fact);
  }
  return missed;
}
