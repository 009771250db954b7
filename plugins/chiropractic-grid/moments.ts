import type { PlaceGroup } from './places/place-groups.ts';
import { asserts } from './signs/asserted.ts';

const good = 'good|great|nice|perfect|excellent|beautiful|wonderful|awesome|lovely|fantastic|super';
const praise = `(?:${good}|there|done|all done|that.s it|nailed it|yep|yes)(?: (?:one|job|work|girl|man|stuff|and easy))?`;
const sound = '(?:click|pop|tap|pow|boom|thump)s?';
const noise = `(?:${sound}(?:\\W+${sound})*)`;
const thrust =
  "(?:here's|here comes|here is|one(?: more| last)?|another|quick|gentle|light|little|two|three|a few|a couple(?: of)?) (?:\\w+ )?(?:clicks?|taps?|thrusts?|drops?|pulses?|impulses?|pulls?|push(?:es)?|nudges?)";
const there = 'there (?:we|you) go|there it (?:is|goes|went)';
const goodOnes = `(?:${good}|big|clean|audible) (?:release|cavitation|pop`;
const moved = 'moved|went(?! nowhere)|released|popped|cleared|gave|let go|opened up';

/** What is said around the moment of an adjustment. */
const moments = {
  /** Starts a row of adjustments, in which `C6, good.` says that C6 is done. */
  breath: '\\b(?:here we go|just let go|(?:deep|big) breath|breathe (?:in|out)|(?:big )?exhale|blow (?:it )?out)\\b',
  /** How a patient is placed for a thrust, so that a knee in it is no place of the examination. */
  placed:
    '^\\W*(?:you )?ready\\W*$|\\bover you go\\b|\\b(?:keep breathing|relax|let (?:it|yourself|your \\w+) (?:go|drop|hang)|face (?:down|up)|on your (?:left |right |other )?(?:side|back|stomach|belly)|arms crossed|head (?:this way|to|over)|(?:left|right) side (?:up|down)|cross your arms|knee up|chin (?:down|tucked)|hold (?:still|on)|(?:lie|lay|roll|turn|flip|look|scoot|drop|tuck|hug|bend|bring|sit|stay) (?:your|away|onto|on|over|down|up|to|still|right here|back|toward\\w*|forward|loose|nice))\\b',
  /** The thrust as a thing: `here's the click`, `one more drop`. */
  thrust: `\\b${thrust}\\b`,
  /** Says of what was spoken of last that it was moved: `Nice release.` Needs no announcement. */
  moved: `\\b${goodOnes})\\b|\\b(?:it|that|they) (?:just )?(?:let go|released|popped|gave way)\\b`,
  /** Says it of what was announced: `Good release there.`, `One more tap.` */
  released: `\\b(?:${goodOnes}|movement|motion|correction|one)|${there}|(?:that(?: one)?|it|both|all|they|those)(?: of (?:them|those))?(?: (?:just|really|all|both))? (?:${moved})|(?:that|it|they)(?:'s| is|'re| are) (?:moving|loose|free)(?: \\w+)? now|got (?:it|that(?: one)?|them|both|those|all|'em)|let go (?:nicely|well)|(?:moved|released|went) (?:nicely|well|easily|great)|${thrust})\\b`,
  /** After a level that is called, also outside of a row: `C6, got it` */
  gaveWay: `\\b(?:went(?=\\W*$)|went (?:with it|too|as well|along|(?:very |really |quite )?(?:nicely|well|easily))|got (?:it|that)|released|let go|moved|popped|cleared|done)\\b`,
  /** After a level that is called in a row: `C1, there` */
  confirmed: `\\b(?:got (?:it|that)|${there}|there|nicely|done|${good}|released|let go|moved|popped|cleared)\\b`,
  /** All that follows a level that is called: `C1, click.` */
  sounded: `(?:^|,|\\band|left|right)\\s*(?:and )?${noise}\\W*$`,
  /** Says no more than that it went well: `And there.`, `Good.` */
  praised: `^\\W*(?:(?:and|a+nd|okay|ok|very|oh|yeah|so)\\W+)*(?:${praise}|${noise})(?:\\W+(?:${praise}|${noise}|again|and))*\\W*$`,
  /** Begins with the moment itself. */
  now: '^\\W*(?:a+nd|there|click|pop|tap|done|all done)\\b',
  /** Ends with the moment of it: `look away, and there.` */
  ended: `(?:,|\\band\\b|^[^,.;]+(?<!\\b(?:be|feels?|is|it's|looks?|sounds?|pretty|so|really|very|doing|was|over|in|out|right))\\s)\\s*(?:and |a+nd )?(?:${there}|${praise})\\W*$`,
  /** It was tried. */
  stayed: "\\b(?:didn't|did not|wouldn't) (?:move|go|release|budge)\\b(?!.*\\b(?:leave|left|let)\\b)",
  /** Turns to the next place: `Now the sacrum.` */
  turned:
    '^\\W*(?:the )?(?:left |right )?\\S+ (?:first|next)\\W*$|^\\W*(?:(?:okay|ok|alright|all right|and|so)\\W+)*(?:now|next|so|then|first|last|finally|today|(?:moving |going |over )?on to|moving to)\\b',
} as const;
export type Moment = keyof typeof moments;

const patterns = new Map(Object.entries(moments).map(([name, source]) => [name, new RegExp(source, 'i')]));

/** Tells whether a clause, or a part of it, tells of a moment of an adjustment that is under way. */
export function heard(moment: Moment, text: string): boolean {
  const pattern = patterns.get(moment) ?? /(?!)/;
  const isDenied = (moment === 'moved' || moment === 'released') && !asserts(text, pattern);
  return pattern.test(text) && !isDenied;
}

/** The bare words of a place in a row: `And T5.`, `now the left SI`, `On to L4.` */
const bare =
  /^(?:[\s,.…]|\b(?:and|then|now|next|also|so|okay|ok|alright|all right|the|your|left|right|plus|on|to|up|over|down|back|moving|just|first|last|finally|today|other|side|sides|both|too|as well|yes|yeah|same|with|for)\b)*$/i;

/** Tells whether a clause only names places, so that it goes on with what was said before it: `And T5.` */
export function onlyNamesPlaces(text: string, groups: readonly PlaceGroup[]): boolean {
  const rest = groups.toReversed().reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
  return groups.length > 0 && bare.test(rest.replace(patterns.get('placed') ?? '', ''));
}
