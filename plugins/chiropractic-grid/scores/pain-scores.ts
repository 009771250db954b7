import { scoreOf, scorePattern } from '../places/spoken-levels.ts';

/**
 * The time of a score. `past` (`was a seven`) and `present` (`now a three`) are relative to the speaking; which side of
 * the adjustment that is, is for the visit to say. Null if the words tell of no time.
 */
export type ScoreTime = 'before' | 'after' | 'past' | 'present' | null;

/** One pain score of a clause, 0 to 10, and where it stands. */
export interface PainScore {
  readonly value: number;
  readonly time: ScoreTime;
  readonly start: number;
  readonly end: number;
}

/** What makes a bare number a score. */
export interface ScoreContext {
  /** Whether the clause answers a question for a score. */
  readonly asked: boolean;
  /** Whether the same speaker gave a score right before; then a time is enough: `Actually, after it was a three.` */
  readonly continues?: boolean;
  /** Whether a patient says it whom nothing else was asked, and who may end with a number unasked: `Feels about a four.` */
  readonly isPatient?: boolean;
}

const outOf = '(?:\\s?/\\s?10|\\s+(?:out )?of (?:10|ten))';
const numbers = new RegExp(`(?<![\\w./:])(?<!\\D-)(${scorePattern})(${outOf})?(?!\\w|\\.\\d|:\\d|\\s?/\\s?\\d)`, 'gi');
const context =
  /\b(?:you (?:said|told me)|you're at|at an? (?=\d|zero|one|two|three|four|five|six|seven|eight|nine|ten)|rate[sd]?|rating|pain|vas|nprs|pain (?:score|level)|scale|discomfort|score)\b/i;
const volunteered =
  /\b(?:feel\w*|it's|that's|i'm|i'd (?:say|call|give)|i think|maybe|probably|about|around|like|down to|now|today|better|or so)\b|^\W*\w+\W*$/i;
const opening = "(?:oh|ooh|no|um|uh|honestly|well|yes|yeah|so|okay|hmm|now|just|i(?:'d| would) say|more)";
/** What stands right before a score: `about a `, `is `, `down to a `, or nothing. */
const lead = new RegExp(
  `(?:\\b(?:an|a|about|around|maybe|like|roughly|probably|say|still|is|was|were|to|vas|nprs|(?:score|level|pain)(?: of)?|now|today|better|between|from|(?:before|after|post\\w*|pre\\w*)(?: (?:the )?(?:treatment|adjustment|care))?|(?:in|pain|still|now|it's|'m|is|was) at)|'s|:)\\W*$|^\\W*(?:${opening}\\W+)*$`,
  'i',
);
/** After a first score, a further one needs less: `seven for the shoulder and four for the neck`. */
const further = /(?:\b(?:and|or|to|then)|[,–-])\s*$/i;
/** What a number counts that is no score. */
const counted =
  /^(?:\s|-)+(?:days?|weeks?|months?|years?|hours?|minutes?|seconds?|times?|visits?|sessions?|pounds?|degrees?|percent|inch(?:es)?|o'?clock|[ap]\.?m\b|tablets?|pills?|blocks?|miles?|steps?|kids|milligrams?|mg|ibuprofen|advil|of)\b/i;
/** A pain of another day, or one that is hoped for. */
const otherTime =
  /\b(?:last|yesterday|ago|worst|best|usually|sometimes|at times|used to|this morning|on (?:\w+day|the weekend)|(?:first|initial|previous|earlier) (?:visit|time|came|appointment|session|consultation|exam\w*)|when (?:i|you|we|he|she|it|this|care|treatment) (?:all |first )?(?:started|began|first came)|at the (?:start|beginning) of (?:care|treatment)|with (?:ibuprofen|advil|tylenol|aleve|pain ?killers?|med\w+|ice|heat|rest)|at rest|goal|next|until|want\w*|hop(?:e|ing))\b/i;

const before =
  /\b(?:before|pre|pre-?(?:treatment|adjustment)|com(?:e|ing) in|came in|(?:on|at|upon) (?:arrival|presentation|intake|entry)|arriv(?:ed|ing)|presenting|initial(?:ly)?|when (?:you|i|he|she) (?:came|walked|got) in)\b/i;
const after =
  /\b(?:after(?! (?!adjusting|treat)\w+ing\b)|afterwards?|post|post-?(?:treatment|adjustment)|(?:on|at|upon|when) (?:leaving|departure|discharge|exit)|leaving|(?:going|walking|went|walked) out|at the end|end of (?:the )?(?:visit|session|treatment))\b/i;
const past = /\b(?:was|were|started|began|initially|at first|to (?:start|begin) with)\b|\bfrom (?:an? |about )*$/i;
const present = /\b(?:now|today|currently|right now|is|it's|down|dropped)\b|'s\b|\bto (?:an? |about )*$/i;

const noPain =
  /\b(?:no (?:more )?(?:pain|discomfort)(?! (?:when|with|on|at|if|unless))|pain[- ]free|(?:pain|ache|it|that)(?:'s| is| has)?(?: all| completely| totally| just)* gone|(?:doesn't|don't|does not) hurt (?:now|any ?more|at all))\b|^\W*(?:none|nothing|(?:all |completely )?gone)\b/i;

interface Numeral extends Omit<PainScore, 'time'> {
  readonly isOutOfTen: boolean;
  /** Joined with the number before it to a change, `from a seven to a three`. */
  readonly changes: boolean;
}

/**
 * The pain scores that a clause states, in its order. Of a range (`six or seven`) it is the higher number; `no pain
 * now` is 0. A score of another day (`an eight last week`) is none.
 *
 * @example painScoresOf("Neck was a six, now it's a two.", { asked: true }) // 6 past, 2 present
 */
export function painScoresOf(
  text: string,
  { asked, continues = false, isPatient = false }: ScoreContext,
): readonly PainScore[] {
  const numerals = numeralsOf(text);
  const isVolunteered = isPatient && volunteered.test(text);
  const inContext = asked || isVolunteered || context.test(text) || numerals.some(({ isOutOfTen }) => isOutOfTen);
  const heading = timeOf(/^[^:\d]*(?=:)/.exec(text)?.[0] ?? '', '');
  const scores = numerals.flatMap((numeral, index) => {
    const [window, trail] = aroundOf(text, numerals, index);
    // `I fell last week, it's a four now.`
    const isOfNow = /^\s*(?:now|today)\b/i.test(trail);
    if (otherTime.test(isOfNow ? (window.split(/[,;]/).at(-1) ?? '') : window) || otherTime.test(trail)) return [];
    const time = numeral.changes
      ? 'present'
      : (timeOf(window, trail) ?? (numerals[index + 1]?.changes === true ? 'past' : heading));
    const { value, start, end } = numeral;
    return [{ value, time, start, end }];
  });
  if (scores.length === 0 && asked) return noPainOf(text);
  const times = scores.map(({ time }) => time);
  const isChange =
    times.some((time) => time === 'past' || time === 'before') &&
    times.some((time) => time === 'present' || time === 'after');
  return inContext || isChange || (continues && !times.includes(null)) ? scores : [];
}

function noPainOf(text: string): readonly PainScore[] {
  const found = noPain.exec(text);
  if (found === null) return [];
  const end = found.index + found[0].length;
  return [{ value: 0, time: /\bnow\b/i.test(text) ? 'present' : null, start: found.index, end }];
}

/** The numbers that stand where a score stands, each range as one. */
function numeralsOf(text: string): readonly Numeral[] {
  const found: Numeral[] = [];
  for (const { index: start, 0: whole, 1: word = '', 2: suffix } of text.matchAll(numbers)) {
    const end = start + whole.length;
    const value = scoreOf(word);
    const head = text.slice(0, start);
    const isOutOfTen = suffix !== undefined;
    if (value === undefined || (!isOutOfTen && counted.test(text.slice(end)))) continue;
    if (!(isOutOfTen || lead.test(head) || (found.length > 0 && further.test(head)) || followsPlace(head))) continue;
    const last = found.at(-1);
    const joined =
      last === undefined ? 'apart' : jointOf(text.slice(0, last.start), last, text.slice(last.end, start), value);
    if (last !== undefined && joined === 'range')
      found[found.length - 1] = {
        ...last,
        value: Math.max(last.value, value),
        end,
        isOutOfTen: isOutOfTen || last.isOutOfTen,
      };
    else found.push({ value, start, end, isOutOfTen, changes: joined === 'change' });
  }
  return found;
}

/** `Neck four.` */
function followsPlace(head: string): boolean {
  return /(?:^|[:,;])\W*(?:\w+ ){0,2}(?:neck|back|shoulder|hip|knee|[CTLS]\d{1,2})[\s,:]+$/i.test(head);
}

/** `six or seven` and `5 to 6` are ranges; `from a five to a six` and `7 to 3` are changes. */
function jointOf(head: string, last: Numeral, gap: string, value: number): 'range' | 'change' | 'apart' {
  const joint =
    /^\s*(,? ?or|,? maybe(?: even)?|to|and|-|–|all the way (?:down )?to|down to|up to)\s*(?:maybe |about |an? |like |more like )*$/i.exec(
      gap,
    )?.[1];
  if (joint === undefined) return 'apart';
  if (/or$|maybe|^[-–]$/i.test(joint)) return 'range';
  if (joint === 'and') return /\bbetween (?:an? |about )*$/i.test(head) ? 'range' : 'apart';
  const isChange = joint !== 'to' || value < last.value || /\b(?:from|went) (?:an? |about )*$/i.test(head);
  return isChange ? 'change' : 'range';
}

/** The words before and after a score that belong to it alone. */
function aroundOf(text: string, numerals: readonly Numeral[], index: number): readonly [string, string] {
  const { start = 0, end = 0 } = numerals[index] ?? {};
  const [last, next] = [numerals[index - 1], numerals[index + 1]];
  const from = last === undefined ? 0 : boundary(text, last.end, start);
  const to = next === undefined ? text.length : boundary(text, end, next.start);
  const trail = text.slice(end, to);
  return [text.slice(from, start), next === undefined ? (/^[^,;]*/.exec(trail)?.[0] ?? '') : trail];
}

/** Where the words of one score end and those of the next begin. */
function boundary(text: string, end: number, next: number): number {
  const gap = text.slice(end, next);
  const turn = /,|;|\s(?:and|but|then|now|down|to|it's)\b/i.exec(gap);
  return turn === null ? next - (/\b(?:an?|is|at)? ?$/i.exec(gap)?.[0].length ?? 0) : end + turn.index;
}

function timeOf(window: string, trail: string): ScoreTime {
  if (before.test(trail)) return 'before';
  if (after.test(trail)) return 'after';
  if (after.test(window)) return 'after';
  if (before.test(window)) return 'before';
  if (/^\s*(?:now|today)\b/i.test(trail)) return 'present';
  if (past.test(window)) return 'past';
  return present.test(window) ? 'present' : null;
}

const question =
  /\b(?:any pain|pain (?:now|left)|scale|rate|numbers?|out of (?:10|ten)|(?:zero|0|one|1) to (?:10|ten)|vas|how bad|pain level|pain score|how (?:does|do|is|are|about) (?:that|it|they|this|things|you|now)\b.*\b(?:now|today|feel\w*)|how(?:'s| is) (?:the pain|that|it|this)|how about now|any better|where (?:are we|would you put)|what(?:'s| is| are) (?:it|that|this|you|we)(?: at)?(?: now| today)?(?=\s*\?)|(?:do|would) you (?:give|call|put))\b/i;

/** Tells whether a question asks how much something hurts. */
export function asksForScore(text: string, namesPlace: boolean): boolean {
  return (
    question.test(text) ||
    /^\W*(?:and )?(?:after(?:wards?)?|now|before)\W*$/i.test(text) ||
    /\bhow does (?:that|it) feel\b|\bhow about now\b|^\W*(?:feel(?:s|ing)? )?(?:any )?better\W*$/i.test(text) ||
    (namesPlace &&
      (/\b(?:what|how|where)(?:'s|'re| is| are| was| about| does| would)?\b/i.test(text) ||
        text.split(/\s+/).length <= 5))
  );
}

/** Tells whether a question points at one spot: `What's that one now?` */
export function pointsAtLevel(text: string): boolean {
  return /\b(?:(?:that|this) (?:one|spot|level|segment|area)|right (?:here|there))\b/i.test(text);
}
