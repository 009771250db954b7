import { numbersToDigits } from './spoken-numbers.ts';
import { entriesOf } from './word-lists.ts';
import { isContentWord } from './words.ts';

/**
 * Stems of generic names (WHO, "The use of stems in the selection of international nonproprietary names"), as suffixes
 * and prefixes.
 */
const ending =
  /(?:olol|dilol|talol|oxicam|asteride|oxyzine|methazine|racetam|pril|sartan|statin|dipine|cillin|mycin|micin|floxacin|onazole|prazole|nidazole|tidine|azepam|azolam|oxetine|triptyline|caine|codone|codeine|morphine|morphone|gliptin|gliflozin|glutide|glitazone|formin|thiazide|semide|parin|xaban|gatran|grel|grelor|dronate|profen|coxib|fenac|triptan|setron|avir|ovir|mab|tinib|asone|isone|isolone|inolone|esonide|terol|tropium|lukast|zepine|peridone|piprazole|apine|barbital|cycline|vudine|nafil|dalafil|zosin|ulosin|pentin|gabalin|traline|alopram|faxine|azodone|thyroxine|penem)$/;
const beginning = /^(?:cef|sulfa)[a-z]{4,}$/;

/** Generic names without such a stem. */
const others: ReadonlySet<string> = new Set(
  `insulin aspirin acetaminophen paracetamol warfarin digoxin naproxen tramadol fentanyl methadone lithium clonidine hydralazine nitroglycerin spironolactone
  allopurinol colchicine methotrexate zolpidem diphenhydramine cyclobenzaprine hydroxychloroquine levetiracetam phenytoin topiramate valproate lamotrigine
  bupropion buspirone melatonin loratadine famotidine sucralfate ondansetron nitrofurantoin trimethoprim oxybutynin estradiol progesterone testosterone`.split(
    /\s+/,
  ),
);

/** Generic names by trade name, as `trade-names.txt` lists them. */
export const genericNames: ReadonlyMap<string, string> = new Map(entriesOf('trade-names.txt'));

/** Those of one word, with the first word of the generic name. */
const genericByTradeName: ReadonlyMap<string, string> = new Map(
  [...genericNames]
    .filter(([name]) => !name.includes(' '))
    .map(([name, medicine]) => [name, medicine.split(' ', 1)[0] ?? medicine]),
);

/** A shorter name, such as `asa`, is too easily heard in other words. */
const shortestName = 5;

const known: ReadonlySet<string> = new Set([...others, ...genericByTradeName.values()]);

/** Names of common medicines, generic and trade names, in lower case: words that a recogniser may expect. */
export const commonMedicines: readonly string[] = [...new Set([...known, ...genericByTradeName.keys()])]
  .filter((name) => name.length >= shortestName)
  .toSorted();

/**
 * Returns the generic name of the medicine that a word names.
 *
 * @param word in lower case
 * @returns undefined if it is not recognised as a medicine
 */
export function genericName(word: string): string | undefined {
  const name = genericByTradeName.get(word) ?? word;
  if (known.has(name)) return name;
  return name.length > 5 && name !== 'cholesterol' && (ending.test(name) || beginning.test(name)) ? name : undefined;
}

/** Units of doses. */
const doseUnit =
  /^(?:mcg|micrograms?|µg|μg|mg|mgs|milligrams?|g|grams?|ml|mls|milliliters?|units?|iu|meq|tablets?|tabs?|pills?|capsules?|puffs?|drops?)$/;
/** Words that may stand between a dose and its medicine. */
const between =
  /^(?:,|of|the|a|an|your|my|his|her|at|by|dose|doses|dosage|dosed|tablets?|capsules?|pills?|once|twice|daily|po|oral|orally|extended|release|er|xr|sr)$/;
/** Maximum distance, in words, between a dose and its medicine. */
const reach = 12;

/** Words within which a medicine has a dose before it: `20 mg lisinopril 50 mg metoprolol`. */
const ownReach = 4;

/** A text as words, and the amounts of its doses by word index. */
interface TokenizedDoses {
  readonly tokens: readonly string[];
  readonly doses: ReadonlyMap<number, number>;
}

/**
 * Tells whether a statement assigns a medicine a dose that the source assigns to another.
 *
 * It does if the source contains both and another medicine is nearer wherever the dose occurs. If the source leaves
 * open what a dose belongs to, the result is false.
 */
export function hasWrongDose(source: string, statement: string): boolean {
  const stated = tokenizeDoses(statement);
  if (stated.doses.size === 0) return false;
  const said = tokenizeDoses(source);
  const own = [...stated.doses].map(([at, amount]) => ({ amount, named: doseSubjects(stated, at) }));
  const names = new Set(own.flatMap(({ named }) => [...named]));
  const saidNames = new Set(said.tokens.flatMap((token) => nameIn(token, names) ?? []));
  return own.some(({ amount, named }) => {
    if (![...named].some((name) => saidNames.has(name))) return false;
    const places = [...said.doses].filter(([, each]) => each === amount);
    const belongings = places.map(([at]) => nearestMedicines(said, at, names));
    return (
      belongings.length > 0 && belongings.every((each) => each.size > 0 && ![...named].some((name) => each.has(name)))
    );
  });
}

function tokenizeDoses(text: string): TokenizedDoses {
  const tokens = numbersToDigits(text.toLowerCase()).match(/\d+(?:[.,]\d+)*|\.\d+|[\p{L}µμ]+|[.,;?!]/gu) ?? [];
  const doses = tokens.flatMap((token, at): [number, number][] => {
    if (!/\d/.test(token)) return [];
    // `Plavix 75`, without a unit.
    const isBare = nameBefore(tokens, at) !== undefined && !counted.test(tokens[at + 1] ?? '');
    if (!doseUnit.test(tokens[at + 1] ?? '') && !isBare) return [];
    return [[at, Number(token.replaceAll(',', ''))]];
  });
  return { tokens, doses: new Map(doses) };
}

/** What a number that is no dose counts. */
const counted = /^(?:times?|days?|weeks?|months?|years?|hours?|minutes?|to|or|percent|over)$/;

/** The medicine right before a dose: `Plavix 75`, `the lisinopril is 20`. */
function nameBefore(tokens: readonly string[], at: number): string | undefined {
  const last = tokens.slice(Math.max(0, at - 2), at).findLast((token) => !/^(?:is|at|was|to|the|dose)$/.test(token));
  return last === undefined ? undefined : genericName(last);
}

/**
 * Names that a dose in a statement may belong to: the nearest medicine, and the word before it or after its `of`, which
 * may be an unknown name.
 */
function doseSubjects({ tokens, doses }: TokenizedDoses, at: number): ReadonlySet<string> {
  const before = tokens.slice(Math.max(0, at - reach), at).findLast((token) => !between.test(token));
  const beside = [nameAfterOf(tokens, at), before].find(
    (token) => token !== undefined && /^\p{L}{4,}$/u.test(token) && isContentWord(token) && !doseUnit.test(token),
  );
  const medicines = nearestMedicines({ tokens, doses }, at, new Set());
  return beside === undefined
    ? medicines
    : new Set([genericName(beside) ?? beside, ...(genericName(beside) === undefined ? medicines : [])]);
}

/**
 * The medicines, or other given names, nearest to a dose: the one after its `of`, else those on either side without
 * another dose between.
 */
function nearestMedicines(
  { tokens, doses }: TokenizedDoses,
  at: number,
  names: ReadonlySet<string>,
): ReadonlySet<string> {
  const bound = nameIn(nameAfterOf(tokens, at) ?? '', names);
  if (bound !== undefined) return new Set([bound]);
  const before = nameBefore(tokens, at);
  const hasOwnDose = [...doses.keys()].some(
    (each) => each < at && at - each <= ownReach && !tokens.slice(each, at).includes(','),
  );
  if (before !== undefined && !hasOwnDose) return new Set([before]);
  const passed = { before: false, after: false };
  for (let distance = 1; distance <= reach; distance += 1) {
    const found = [
      ...(passed.before ? [] : [nameIn(tokens[at - distance] ?? '', names)]),
      ...(passed.after ? [] : [nameIn(tokens[at + distance] ?? '', names)]),
    ].filter((name) => name !== undefined);
    if (found.length > 0) return new Set(found);
    passed.before ||= doses.has(at - distance);
    passed.after ||= doses.has(at + distance);
  }
  return new Set();
}

/** `5 mg of the lisinopril`. */
function nameAfterOf(tokens: readonly string[], at: number): string | undefined {
  return tokens[at + 2] === 'of'
    ? tokens.slice(at + 3, at + 3 + reach).find((token) => !between.test(token))
    : undefined;
}

function nameIn(token: string, names: ReadonlySet<string>): string | undefined {
  return genericName(token) ?? (names.has(token) ? token : undefined);
}
