import { asTest, isMeasured } from './analytes.ts';
import type { Clause } from './clauses.ts';
import type { Mention } from './mention.ts';
import { phraseMentions, type Words } from './phrase-mentions.ts';
import { safetyMentions } from './safety-mentions.ts';
import { firstStems, longestTerm, terms } from './terms.ts';

export type { Mention } from './mention.ts';

/** Beside these a brand is a medicine and not an everyday word. */
const medicineCue =
  /^(?:mg|mcg|milligrams?|micrograms?|ml|tablets?|pills?|capsules?|puffs?|take|takes|taking|took|taken|prescribe|prescribed|prescription|refill|dose|medication|medicine|started|start|order|ordered|using|on|called|covered|try|given|gave|stop|off|and)$/;
const cueReach = 4;

/** Those of clauses that are read more than once, as a check reads what several statements cite. */
const known = new WeakMap<Clause['tokens'], Map<string, readonly Mention[]>>();

/** Finds the terms of a clause, the longest first where they overlap. */
export function mentionsIn(words: Words): readonly Mention[] {
  const bySpeaker = known.get(words.tokens) ?? new Map<string, readonly Mention[]>();
  known.set(words.tokens, bySpeaker);
  const key = `${words.role} ${words.isQuestion}`;
  const found = bySpeaker.get(key) ?? (words.language?.mentionsIn ?? findMentions)(words);
  bySpeaker.set(key, found);
  return found;
}

export function findMentions(words: Words): readonly Mention[] {
  const safety = safetyMentions(words);
  const listed = findListed(words.tokens);
  const phrases = [
    ...safety,
    ...phraseMentions(words).filter(
      (each) =>
        !listed.some(({ from, to }) => from <= each.from && each.from < to) &&
        !safety.some(({ from, to }) => from < each.to && each.from < to),
    ),
  ];
  if (phrases.length === 0) return listed;
  const apart = listed.filter(({ from, to }) => !phrases.some((each) => each.from < to && from < each.to));
  return [...apart, ...phrases].toSorted((one, other) => one.from - other.from);
}

function findListed(tokens: Clause['tokens']): Mention[] {
  const found: Mention[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    const mention = longestAt(tokens, from);
    if (mention === undefined || isOtherSense(tokens, mention)) continue;
    if (mention.term.needsCue && !hasCue(tokens, mention)) continue;
    found.push(isMeasured(tokens, mention) ? asTest(mention) : mention);
    from = mention.to - 1;
  }
  return found;
}

function longestAt(tokens: Clause['tokens'], from: number): Mention | undefined {
  if (!firstStems.has(tokens[from]?.stem ?? '')) return undefined;
  let key = '';
  let longest: Mention | undefined;
  const end = Math.min(tokens.length, from + longestTerm);
  for (let at = from; at < end; at += 1) {
    key += at === from ? (tokens[at]?.stem ?? '') : ` ${tokens[at]?.stem}`;
    const term = terms.get(key);
    if (term !== undefined) longest = { term, said: textOf(tokens.slice(from, at + 1)), from, to: at + 1 };
  }
  return longest;
}

function hasCue(tokens: Clause['tokens'], { from, to }: Mention): boolean {
  const near = [...tokens.slice(Math.max(0, from - cueReach), from), ...tokens.slice(to, to + cueReach)];
  return near.some(({ text }) => medicineCue.test(text));
}

/** What stands after a term, before it, or the term itself, where it does not mean what the list says. */
const otherSenses: readonly (readonly [said: RegExp, before: RegExp | null, after: RegExp | null])[] = [
  [
    /^discharg(?:ed?|ing)$/,
    null,
    /^(?:you|him|her|home|the|instructions|from (?:the |this |a )?(?:hospital|er|ed|icu|unit|clinic|facility|care|surgery|rehab|here|nursing))\b/,
  ],
  [/^discharged$/, null, null],
  [/^cva$/, null, /^(?:tender|angle|pain|located)/],
  [/^discharge$/, /\bto$/, null],
  [/^shock$/, null, /^waves?\b/],
  [/^rest$/, null, /^of\b/],
  [/^rest$/, /\b(?:the|at)$/, null],
  [/^(?:pop|pops|popped|popping)$/, null, /^(?:in|by|up|over|it|open)\b/],
  [/^(?:red)$/, null, /^(?:meat|wine|flags?|sox|blood|cells?)\b/],
  [/^(?:shot|a shot)$/, /\bgive (?:it|that|this) a$/, null],
  [/./, null, /^(?:shots?|vaccines?|vaccinations?|boosters?|screening)\b/],
  [/^weight loss$/, /\bfor$/, null],
  [/^thyroid$/, /\b(?:no|(?:problems?|issues?|trouble) with (?:your|my|the|his|her))$/, null],
  [/^pains?$/, /\bbe a$/, null],
  [/^pains?$/, null, /^(?:in the (?:butt|neck you|ass)|pills?|medic\w+|meds|killers?|relievers?|clinic)\b/],
  [/^(?:tired|sick)$/, /\bsick and$/, /^of\b/],
  [/^(?:ice|iced)$/, null, /^(?:cream|tea|skat|hockey|coffee)/],
  [/^(?:elevated?|elevation)$/, null, /^(?:blood|cholesterol|liver|at|to|bun|psa)\b/],
  [/^(?:elevated?)$/, /\b(?:is|was|are|were|slightly|little|bit|mildly|an|been|and|not|tiny)$/, null],
  [/^weak$/, null, /^(?:spot|link)/],
  [/^(?:depression|depressions)$/, null, /^in the (?:economy|floor)/],
  [/^depressions?$/, /\b(?:st|segment|respiratory|cns|marrow|ventricular)$/, null],
  [/^(?:exercises?|exercising)$/, /\b(?:physical|this|the|an?)$/, /^(?:tolerance|stress)\b/],
  [/^(?:pt)$/, null, /^(?:is|was|has|states|reports|denies)\b/],
  [/^(?:heat)$/, /\bthe$/, null],
  [/^stress$/, null, /^(?:test|that|the importance)/],
  [/^(?:strain|strained)$/, null, /^(?:your|the|my) (?:urine|pee)/],
  [/^(?:lump|hot flash|flash)$/, /\bthe whole$/, null],
  [/^(?:consult|consulted)$/, null, /^(?:you|him)\b/],
  [/^(?:cast)$/, null, /^(?:of|a|out)\b/],
  [/^compression$/, /\b(?:nerve|root|cord|spinal|vertebral|chest|of)$/, null],
  [/^compression$/, null, /^(?:of|fractures?)\b/],
  [/^weight$/, null, /^(?:of|bearing|lifting|training|machines?)\b/],
  [
    /^(?:restriction|rotation|extension|strength|sensation)$/,
    /\b(?:salt|fluid|dietary|calorie|work|crop|job|extra)$/,
    null,
  ],
  [/^(?:calcium|sodium|iron|potassium)$/, /\b(?:low|high|less|reduced|added)$/, /^(?:diet|intake|foods?|level)\b/],
  [
    /^(?:calcium|sodium|iron)$/,
    null,
    /^(?:channel|deposits?|scor\w+|build ?up|crystals?|oxalate|stones?|diet|intake|free|rich|skillet|lung|fist|overload|free)\b/,
  ],
  [/^sodium$/, /\b(?:low|high|less|reduced|no|my|your|the|of)$/, null],
  [/^(?:fluids?)$/, /\b(?:push|drink|plenty of|some|of|iv)$/, null],
];

function isOtherSense(tokens: Clause['tokens'], { said, from, to }: Mention): boolean {
  const before = textOf(tokens.slice(Math.max(0, from - 4), from));
  const after = textOf(tokens.slice(to, to + 3));
  return otherSenses.some(
    ([own, preceding, following]) =>
      own.test(said) && (preceding === null || preceding.test(before)) && (following === null || following.test(after)),
  );
}

export function textOf(tokens: Clause['tokens']): string {
  return tokens.map(({ text }) => text).join(' ');
}
