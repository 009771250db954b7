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

/** Where a term, in angle brackets, does not mean what the list says: with the words before and after it, a line each. */
const otherSenses = new RegExp(
  String.raw`
  <(?:discharg(?:ed?|ing))> (?:you|him|her|home|the|instructions|from (?:the |this |a )?(?:hospital|er|ed|icu|unit|clinic|facility|care|surgery|rehab|here|nursing))\b
  <discharged>
  <cva> (?:tender|angle|pain|located)
  to <discharge>
  <shock> waves?\b
  <rest> of\b
  (?:the|at) <rest>
  <(?:pop|pops|popped|popping)> (?:in|by|up|over|it|open)\b
  <red> (?:meat|wine|flags?|sox|blood|cells?)\b
  give (?:it|that|this) a <(?:shot|a shot)>
  (?:this|that|the|an?|these|those|any|open|cold|canker|bed|pressure|mouth) <sores?>
  <[^<>]+> (?:shots?|jabs?|vaccines?|vaccinations?|boosters?|screening)\b
  for <weight loss>
  (?:no|(?:problems?|issues?|trouble) with (?:your|my|the|his|her)) <thyroid>
  be a <pains?>
  <pains?> (?:in the (?:butt|neck you|ass)|pills?|medic\w+|meds|killers?|relievers?|clinic)\b
  sick and <(?:tired|sick)> of\b
  (?:smok\w+|crystal|black|of) <ice>
  <(?:ice|iced)> (?:cream|tea|skat|hockey|coffee)
  <(?:elevated?|elevation)> (?:blood|cholesterol|liver|at|to|bun|psa)\b
  (?:is|was|are|were|slightly|little|bit|mildly|an|been|and|not|tiny) <elevated?>
  <weak> (?:spot|link)
  <(?:depression|depressions)> in the (?:economy|floor)
  (?:st|segment|respiratory|cns|marrow|ventricular) <depressions?>
  (?:physical|this|the|an?) <(?:exercises?|exercising)> (?:tolerance|stress)\b
  <pt> (?:is|was|has|states|reports|denies)\b
  (?:on|at|since|after|before|for|until|hospital|planned|early|safe|ready for|day of|his|her|your|my|this|last) <discharge>
  <discharge> (?:letter|summary|home|medic\w+|planning|date|diagnos\w+|instructions|papers?|on|to|in|was|is|today|tomorrow|(?:from (?:the )?(?:hospital|ward|clinic|unit|icu|hdu|care)))\b
  <discharged>
  the <heat>
  <stress> (?:test|fractures?|that|the importance)
  <(?:strain|strained)> (?:your|the|my) (?:urine|pee)
  the whole <(?:lump|hot flash|flash)>
  <(?:consult|consulted)> (?:you|him)\b
  <cast> (?:of|a|out)\b
  (?:nerve|root|cord|spinal|vertebral|chest|of) <compression>
  <compression> (?:of|fractures?)\b
  <weight> (?:of|bearing|lifting|training|machines?)\b
  (?:salt|fluid|dietary|calorie|work|crop|job|extra) <(?:restriction|rotation|extension|strength|sensation)>
  (?:low|high|less|reduced|added) <(?:calcium|sodium|iron|potassium)> (?:diet|intake|foods?|level)\b
  <(?:calcium|sodium|iron)> (?:channel|deposits?|scor\w+|build ?up|crystals?|oxalate|stones?|diet|intake|free|rich|skillet|lung|fist|overload|free)\b
  (?:low|high|less|reduced|no|my|your|the|of) <sodium>
  (?:(?:keep\w*|kept|drink\w*|push\w*|hold\w*|intravenous|oral|clear)(?: \w+){0,2}|plenty of|some|of|iv) <fluids?>
  <drink\w*> (?:\w+ ){0,3}(?:water|fluids?|milk|juice|tea|soda|shakes?|broth|contrast|it|this|anything(?! alcoholic| else))\b
  (?:is|are|was|commonly|often|also|sometimes) <referred> to as\b
  tell me about (?:your|the) <(?:diet|exercise\w*)>
  not to <strain>`
    .trim()
    .split(/\n\s*/)
    .map((line) => `(?<![^ ])(?:${line})`)
    .join('|'),
);

function isOtherSense(tokens: Clause['tokens'], { said, from, to }: Mention): boolean {
  const before = textOf(tokens.slice(Math.max(0, from - 4), from));
  return otherSenses.test(`${before} <${said}> ${textOf(tokens.slice(to, to + 4))}`);
}

export function textOf(tokens: Clause['tokens']): string {
  return tokens.map(({ text }) => text).join(' ');
}
