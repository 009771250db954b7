/**
 * The regions that payers count, from the head down, then those beside the spine. CPT 98940–98942 count the spinal ones
 * (CMS Benefit Policy Manual, chapter 15, §240.1.2), 98943 the others.
 */
export const regions = [
  'head',
  'cervical',
  'thoracic',
  'rib cage',
  'lumbar',
  'sacral',
  'pelvic',
  'upper extremity',
  'lower extremity',
] as const;
export type Region = (typeof regions)[number];

/** A named place: a vertebra (`C5`, `T12`), the occiput, the sacrum, a region of the spine, a rib, a joint of a limb. */
export interface SpinalPlace {
  /** `L5`, `occiput`, `sacroiliac joint`, `cervical spine`, `rib 5`, `ankle`. */
  readonly name: string;
  readonly region: Region;
  /** True for a single level of the spine. */
  readonly isLevel: boolean;
}

/** The jaw, the ribs and the limbs: places that no code for the spine counts. */
export function isExtraspinal(place: SpinalPlace): boolean {
  return place.region === 'rib cage' || isLimb(place) || place.name === 'jaw';
}

/** The joints of arms and legs, whose signs say nothing of the spine. */
export const isLimb = ({ region }: SpinalPlace): boolean => region.endsWith('extremity');

/** A joint that is adjusted by itself, unlike a region. */
export function isJoint({ isLevel, name, region }: SpinalPlace): boolean {
  return isLevel || name.startsWith('rib ') || region.endsWith('extremity');
}

/** The joints of arms and legs, each with the bones and smaller joints that are part of it. */
const joints: readonly (readonly [side: 'upper' | 'lower', joint: string, parts: readonly string[]])[] = [
  ['upper', 'shoulder', ['AC joint', 'SC joint']],
  ['upper', 'elbow', ['radial head']],
  ['upper', 'wrist', ['lunate', 'scaphoid', 'capitate']],
  ['upper', 'thumb', []],
  ['lower', 'hip', []],
  ['lower', 'knee', ['fibular head']],
  ['lower', 'ankle', ['talus']],
  ['lower', 'foot', ['cuboid', 'navicular', 'calcaneus']],
];
export const limbs: readonly SpinalPlace[] = joints.flatMap(([side, joint, parts]) =>
  [joint, ...parts].map((name) => ({ name, region: `${side} extremity`, isLevel: false }) as const),
);

/** The joint that a bone or a smaller joint is part of. */
export function jointOf({ name }: SpinalPlace): string | undefined {
  return joints.find(([, , parts]) => parts.includes(name))?.[1];
}

const letters = { c: 'cervical', t: 'thoracic', l: 'lumbar', s: 'sacral' } as const satisfies Record<string, Region>;
type Letter = keyof typeof letters;
const vertebrae: Readonly<Record<Letter, number>> = { c: 7, t: 12, l: 5, s: 5 };

/** All vertebrae from the head down: `C1` to `S5`. */
const spine: readonly SpinalPlace[] = (['c', 't', 'l', 's'] as const).flatMap((letter) =>
  Array.from({ length: vertebrae[letter] }, (_, index) => ({
    name: `${letter.toUpperCase()}${index + 1}`,
    region: letters[letter],
    isLevel: true,
  })),
);

/** @returns the vertebra of a name such as `C5`; undefined if there is none, as for `L9` */
export const vertebra = (name: string): SpinalPlace | undefined => spine.find((each) => each.name === name);

/** @returns all vertebrae from one to the other; only those two if they run upwards */
export function vertebraeBetween(first: SpinalPlace, last: SpinalPlace): readonly SpinalPlace[] {
  const [from, to] = [spine.indexOf(first), spine.indexOf(last)];
  return from <= to ? spine.slice(from, to + 1) : [first, last];
}

/** Compares places from the head down; a region follows its levels. */
export function anatomically(a: SpinalPlace, b: SpinalPlace): number {
  return position(a) - position(b) || a.name.localeCompare(b.name);
}

function position({ region, name, isLevel }: SpinalPlace): number {
  const number = name === 'coccyx' ? '60' : /\d+$/.exec(name)?.[0];
  return regions.indexOf(region) * 100 + (number === undefined ? (isLevel ? 50 : 99) : Number(number));
}
