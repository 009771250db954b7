/**
 * The regions that payers count (CMS Benefit Policy Manual, chapter 15, §240.1.2; CPT 98940–98942 count the five below
 * the head).
 */
export const regions = ['head', 'cervical', 'thoracic', 'lumbar', 'sacral', 'pelvic'] as const;
export type Region = (typeof regions)[number];

/** A named place of the spine: a vertebra (`C5`, `T12`), the occiput, the sacrum, or a region. */
export interface SpinalPlace {
  /** `L5`, `occiput`, `sacroiliac joint`, `cervical spine`. */
  readonly name: string;
  readonly region: Region;
  /** True for a single level, false for a region. */
  readonly isLevel: boolean;
}

const letters = { c: 'cervical', t: 'thoracic', l: 'lumbar', s: 'sacral' } as const satisfies Record<string, Region>;
type Letter = keyof typeof letters;
const vertebrae: Readonly<Record<Letter, number>> = { c: 7, t: 12, l: 5, s: 5 };

const numerals = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
];

const number = `(?:1[0-2]|[1-9]|${numerals.join('|')})`;
/** `C5`, `C-5`, `C 5`, `C five`; `L4-5`, `L4-L5`, `L4/5`, `T4 through T6`, `C5 to 7`. */
const levelPattern = new RegExp(
  `\\b([ctls])[- ]?(${number})(?!\\w|\\.\\d|\\s*(?:mg|percent|%|years?|days?|weeks?))(?:(\\s*(?:-|–|/|to|through|thru)\\s*)([ctls])?[- ]?(${number})(?!\\w|\\.\\d))?`,
  'gi',
);
/** `fifth lumbar vertebra`, `first and second cervical`. */
const ordinalPattern = new RegExp(`\\b(${ordinals.join('|')})\\s+(cervical|thoracic|lumbar|sacral)\\b`, 'gi');

const places: readonly (readonly [RegExp, SpinalPlace])[] = [
  [
    /\bocciput\b|\boccipital[- ]?atlant\w*|\batlanto[- ]?occipital\b/i,
    { name: 'occiput', region: 'head', isLevel: true },
  ],
  [/\batlas\b/i, { name: 'C1', region: 'cervical', isLevel: true }],
  [/\baxis\b(?! deviation)/i, { name: 'C2', region: 'cervical', isLevel: true }],
  [/\bsacrum\b/i, { name: 'sacrum', region: 'sacral', isLevel: true }],
  [/\bsacro-?iliac\b|\bS\.?I\.? joints?\b/i, { name: 'sacroiliac joint', region: 'pelvic', isLevel: true }],
  [/\bili(?:um|a)\b/i, { name: 'ilium', region: 'pelvic', isLevel: true }],
  [
    /\bcervical (?:spine|region|area|segments?)\b|\bthe cervicals\b|\byour neck\b/i,
    { name: 'cervical spine', region: 'cervical', isLevel: false },
  ],
  [
    /\bthoracic (?:spine|region|area|segments?)\b|\bthe thoracics\b|\b(?:mid|upper|middle)[- ]?back\b/i,
    { name: 'thoracic spine', region: 'thoracic', isLevel: false },
  ],
  [
    /\blumbar (?:spine|region|area|segments?)\b|\bthe lumbars\b|\blow(?:er)?[- ]?back\b/i,
    { name: 'lumbar spine', region: 'lumbar', isLevel: false },
  ],
  [/\bsacral (?:region|area|segments?)\b/i, { name: 'sacral region', region: 'sacral', isLevel: false }],
  [/\bpelvi[sc]\b/i, { name: 'pelvis', region: 'pelvic', isLevel: false }],
];

/**
 * Finds every place of the spine that a text names, each once, from the head down. A range (`T4 through T6`) names
 * every level in it; `cervical, thoracic and lumbar spine` names three regions. Levels that do not exist (`L9`) are
 * left out.
 */
export function findPlaces(text: string): readonly SpinalPlace[] {
  const found = new Map<string, SpinalPlace>();
  const add = (place: SpinalPlace) => found.set(place.name, place);
  for (const [, letter = '', first = '', joint, otherLetter, second] of text.matchAll(levelPattern)) {
    const begin = vertebra(letter, first);
    const end = second === undefined ? undefined : vertebra(otherLetter ?? letter, second);
    const isRange = joint !== undefined && /to|thr/i.test(joint);
    for (const level of isRange ? vertebraeBetween(begin, end) : [begin, end])
      if (level !== undefined) add(levelPlace(level));
  }
  for (const [, which = '', region = ''] of text.matchAll(ordinalPattern)) {
    const level = vertebra(region.charAt(0), String(ordinals.indexOf(which.toLowerCase()) + 1));
    if (level !== undefined) add(levelPlace(level));
  }
  for (const [pattern, place] of places) if (pattern.test(text)) add(place);
  for (const place of enumeratedRegions(text)) add(place);
  return [...found.values()].toSorted((a, b) => order(a) - order(b));
}

interface Vertebra {
  readonly letter: Letter;
  readonly number: number;
}

function vertebra(letter: string, written: string): Vertebra | undefined {
  const lower = letter.toLowerCase();
  if (!isLetter(lower)) return undefined;
  const spoken = numerals.indexOf(written.toLowerCase()) + 1;
  const number = spoken > 0 ? spoken : Number(written);
  return number >= 1 && number <= vertebrae[lower] ? { letter: lower, number } : undefined;
}

function isLetter(letter: string): letter is Letter {
  return Object.hasOwn(letters, letter);
}

function levelPlace({ letter, number }: Vertebra): SpinalPlace {
  return { name: `${letter.toUpperCase()}${number}`, region: letters[letter], isLevel: true };
}

const spine: readonly Vertebra[] = (['c', 't', 'l', 's'] as const).flatMap((letter) =>
  Array.from({ length: vertebrae[letter] }, (_, index) => ({ letter, number: index + 1 })),
);

/** All vertebrae from one to the other; only those two if one is missing or they run upwards. */
function vertebraeBetween(begin: Vertebra | undefined, end: Vertebra | undefined): readonly (Vertebra | undefined)[] {
  if (begin === undefined || end === undefined) return [begin, end];
  const [from, to] = [begin, end].map(({ letter, number }) =>
    spine.findIndex((each) => each.letter === letter && each.number === number),
  );
  return from !== undefined && to !== undefined && from <= to ? spine.slice(from, to + 1) : [begin, end];
}

/** Adjectives before one noun: `the cervical, thoracic and lumbar regions`. */
function enumeratedRegions(text: string): readonly SpinalPlace[] {
  const adjective = 'cervical|thoracic|lumbar|sacral|pelvic';
  const list = new RegExp(
    `\\b(?:${adjective})(?:(?:,|,? and| and the|,? &) (?:the )?(?:${adjective}))+(?= (?:spine|regions?|areas?|segments?))`,
    'gi',
  );
  return [...text.matchAll(list)].flatMap(([listed]) =>
    regions
      .filter((region) => listed.toLowerCase().includes(region))
      .map((region) => ({ name: regionName(region), region, isLevel: false })),
  );
}

function regionName(region: Region): string {
  switch (region) {
    case 'head':
      return 'occiput';
    case 'pelvic':
      return 'pelvis';
    case 'sacral':
      return 'sacral region';
    case 'cervical':
    case 'thoracic':
    case 'lumbar':
      return `${region} spine`;
    default:
      return region satisfies never;
  }
}

function order({ region, name, isLevel }: SpinalPlace): number {
  return regions.indexOf(region) * 100 + (isLevel ? Number(/\d+$/.exec(name)?.[0] ?? 50) : 99);
}
