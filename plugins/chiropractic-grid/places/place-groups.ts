import { type PlaceMention, placeMentions } from './places.ts';
import { isExtraspinal, type SpinalPlace } from './spine.ts';

export type Side = 'left' | 'right' | 'both';

export interface SidedPlace {
  readonly place: SpinalPlace;
  readonly side: Side | null;
}

/** Places that are named in one list, with their sides: `C5 and C6 on the left`, `the sacrum and the right ilium`. */
export interface PlaceGroup {
  readonly members: readonly SidedPlace[];
  readonly start: number;
  readonly end: number;
}

/** A side that no place stands beside: `C5 is tender on the left`. */
export interface FreeSide {
  readonly side: Side;
  readonly start: number;
}

interface SideMention extends FreeSide {
  readonly end: number;
  /** `on the left` follows what it is of. */
  readonly trails: boolean;
}

const sidePattern =
  /\b(on |at |to )?(?:the |(?<!\b(?:on|to|onto) )your |his |her |its )?(?:(?:both|either) sides?|both(?= (?:SIs?|S\.?I\.?|sacro-?iliacs?|ilia|shoulders|elbows|wrists|hips|knees|ankles|feet|ribs)\b)|(?<!cross(?:ed)?[- ])bilat(?:eral(?:ly)?)?|(?:left and right|right and left)(?: sides?)?|(left|right)(?:[- ]?(?:sided?|hand side)\b)?)(?!\w)/gi;
/** `left rotation` is a direction, `right now` is none, `the left shoulder` is another part of the body. */
const notASide =
  /^\s*(?:lateral(?:ly)? (?:flex|bend|tilt|shift|rot|side)\w*|rotation|rotated|up\b|down\b|side[- ](?:up|down|posture|lying)|lying|flexion|bending|side[- ]?bend\w*|turn|now|away|here|there|after|before|where|alone|it\b|that\b(?! (?:is|was|are)\b)|off\b|upper|lower trap|traps?\b|trapezius|shoulder blade|scapula|legs?\b|arms?\b|buttock|calf|thigh|hamstring|glute|psoas|piriformis)/i;
const direction = /\b(?:rotat\w*|deviat\w*|tilt\w*|shift\w*|bend\w*|turn\w*|flexion|extension|all)\s*$/i;

/** `I left T4` */
const isVerb = /\b(?:i|we|have|been|was|were)\s*$/i;

function sideMentions(text: string): readonly SideMention[] {
  return [...text.matchAll(sidePattern)].flatMap(({ index, 0: whole, 1: spoken = '', 2: one }) => {
    const end = index + whole.length;
    const [before, after, preposition] = [text.slice(0, index), text.slice(end), spoken.toLowerCase()];
    const isDirection = preposition === 'to ' || (direction.test(before) && preposition !== 'on ');
    // `Right, so …` and `sore, right?`
    const isAssent = (before.trim() === '' && after.startsWith(',')) || (/,\s*$/.test(before) && /^\s*\?/.test(after));
    if (notASide.test(after) || isDirection || (one !== undefined && (isAssent || isVerb.test(before)))) return [];
    const side = one === undefined ? 'both' : one.toLowerCase() === 'left' ? 'left' : 'right';
    return [{ side, start: index, end, trails: preposition !== '' }];
  });
}

/** What may stand between a side and its place: `the right PI ilium`, `the left facet of C5`. */
const aspect =
  /^\s*(?:(?:PI|AS|IN|EX|posterior|anterior|inferior|superior|upper|lower)\s+)*(?:(?:(?:transverse|spinous) process(?:es)?|(?:lateral )?mass|facets?(?: joints?)?|lamina|(?:articular )?pillar|side|aspect|border)\s+(?:of|at|on|around|over)\s+(?:the\s+)?)?$/i;
/** What may stand between a place and its side: `T4 was on the left`, `the axis, body left`. */
const trailed =
  /^[\s,]*(?:(?:is|was|are|were) )?(?:(?:body|spinous|base|base posterior|base anterior|posterior|anterior) )?$/i;
const joint =
  /^(?:[\s,&/-]|\b(?:and|or|nor|plus|then|also|the|your|his|her|at|over|as well as|well as|as|level|levels|through)\b)*$/i;

/**
 * Finds the lists of places in a clause, and the sides that belong to none of them.
 *
 * @param text a clause with its levels in short form, see `shortLevels`
 */
export function placeGroups(text: string): {
  readonly groups: readonly PlaceGroup[];
  readonly free: readonly FreeSide[];
} {
  const mentions = placeMentions(text);
  const sides = sideMentions(text);
  const given = new Map<PlaceMention, Side>();
  const free: FreeSide[] = [];
  const trailing: (readonly [PlaceMention, SideMention])[] = [];
  for (const side of sides) {
    const next = mentions.find(({ start }) => start >= side.end);
    const previous = mentions.findLast(({ end }) => end <= side.start);
    const isBefore = next !== undefined && aspect.test(text.slice(side.end, next.start));
    const isAfter = previous !== undefined && trailed.test(text.slice(previous.end, side.start));
    if (isBefore && !(isAfter && (side.trails || text.charAt(previous.end) !== ','))) given.set(next, side.side);
    else if (isAfter) trailing.push([previous, side]);
    else free.push(side);
  }

  const groups: PlaceMention[][] = [];
  for (const mention of mentions) {
    const last = groups.at(-1)?.at(-1);
    const isJoined = last !== undefined && joins(text, sides, last, mention);
    if (isJoined) groups.at(-1)?.push(mention);
    else groups.push([mention]);
  }
  const ends = new Set(trailing.map(([mention]) => mention));
  for (const [mention, { side, trails }] of trailing) {
    const list = groups.find((group) => group.includes(mention)) ?? [];
    // `C1 right, C4 left, T5, T6 and L5 right`: in a list of sides each is of its own place.
    const isListOfSides = list.some((each) => each !== mention && (given.has(each) || ends.has(each)));
    if (!given.has(mention)) given.set(mention, side);
    for (const [at, each] of [...list.entries()].slice(0, list.indexOf(mention)).toReversed()) {
      const isJoined = /^\s*and\s*$/i.test(text.slice(each.end, list[at + 1]?.start));
      const isSameRegion = spinalRegion(each) === spinalRegion(mention);
      // A side of ribs or of a shoulder is not that of the vertebrae before them.
      const isAlike = list.length === 2 || each.places.some(isExtraspinal) === mention.places.some(isExtraspinal);
      const isShared = isListOfSides ? isJoined && isSameRegion : isAlike && (trails || isSameRegion);
      if (ends.has(each) || !isShared) break;
      given.set(each, side);
    }
  }
  const lists = groups.map((group) => ({
    members: group.flatMap((mention) => mention.places.map((place) => ({ place, side: given.get(mention) ?? null }))),
    start: group[0]?.start ?? 0,
    end: group.at(-1)?.end ?? 0,
  }));
  return { groups: withoutExceptions(text, lists), free };
}

const excepted =
  /\b(?:except(?:ion of)?|excluding|save|other than|apart from|aside from|besides|but|not)(?: for)?(?: (?:the|your|at|not))*(?: (?:left|right))?\s*$/i;

/** Tells whether a clause leaves a place out: `all but C1`. */
export function isExcepted(text: string, { start }: Pick<PlaceGroup, 'start'>): boolean {
  return excepted.test(text.slice(0, start));
}

/** `T3 to T7, all except T5` are four. */
function withoutExceptions(text: string, groups: readonly PlaceGroup[]): readonly PlaceGroup[] {
  const left = new Set(placesOf(groups.filter((group) => isExcepted(text, group))).map(({ name }) => name));
  return groups.map((group) =>
    group.members.length < 3 || isExcepted(text, group)
      ? group
      : { ...group, members: group.members.filter(({ place }) => !left.has(place.name)) },
  );
}

/** Tells whether a place is the next one of a list. */
function joins(text: string, sides: readonly SideMention[], last: PlaceMention, next: PlaceMention): boolean {
  const between = text.slice(last.end, next.start);
  // `subluxation at C6, thoracic subluxation at T5`
  const isHeading = last.places[0]?.isLevel === true && /^\w+ic$|^\w+a[lr]$/i.test(text.slice(next.start, next.end));
  // `L5 on the right sacrum`, without punctuation: the side closes the list.
  // `With the exception of C5, C3 through C6`
  const isOpening = isExcepted(text, last) && !/\d/.test(text.slice(0, last.start)) && /^,/.test(between);
  if (isHeading || isOpening || /^\s*on the (?:left|right)(?: side)?\s*$/i.test(between)) return false;
  const spoken = sides.filter(({ start, end }) => start >= last.end && end <= next.start).toReversed();
  return joint.test(
    spoken.reduce((left, { start, end }) => left.slice(0, start - last.end) + left.slice(end - last.end), between),
  );
}

/** The occiput goes with the neck. */
function spinalRegion({ places: [first] }: PlaceMention): string | undefined {
  return first?.region === 'head' ? 'cervical' : first?.region;
}

/** All places of lists. */
export function placesOf(groups: readonly PlaceGroup[]): readonly SpinalPlace[] {
  return groups.flatMap(({ members }) => members.map(({ place }) => place));
}
