import type { FactKind } from 'chronoscribe/kinds/grounding';
import { everydayWords, functionWords } from '../dialogue/common-words.ts';
import { type Amount, amountsIn, doseUnits, frequencyAt, saidAmount, timeUnits } from '../reading/amounts.ts';
import type { Clause } from '../reading/clauses.ts';
import { textOf } from '../reading/mentions.ts';
import type { Reading } from '../reading/reading.ts';
import { conditionKinds, describe } from './described.ts';
import { type FactDraft, plainDraft } from './fact-draft.ts';

/** Words that speak of another visit, or of what is repeated then. */
export const followUpCue =
  /\b(?:follow[- ]?up|come back(?! (?:at|as|to) \d| (?:normal|fine|positive|negative|high|low|clear|clean|okay|good)\b)|(?<!(?:good|nice|great|lovely|pleasure) to )see (?:you|me|us|(?:the|this) patient|him|her|them)|return|recheck|appointment|back in|repeat|again in|check back|next visit|reassess|touch base|re-?evaluate)\b/;
/** Maximum distance, in words, between a time and its finding. */
const reach = 10;

/** An amount that belongs to no term of its clause: a duration, an age, a dose whose medicine was named before. */
export function draftOfAmount(
  amount: Amount,
  clauses: readonly Clause[],
  at: number,
  readings: readonly Reading[],
  earlier: readonly Reading[],
): FactDraft[] {
  const clause = clauses[at];
  if (clause === undefined) return [];
  const { tokens } = clause;
  const whole = textOf(tokens);
  const said = textOf(tokens.slice(amount.from, amount.to));
  const base = { ...plainDraft(clause, at), value: amount.value, unit: amount.unit };
  if (amount.unit === null || amount.unit === 'out of 10' || amount.unit === 'concentration') return [];
  // `Let's shoot for under 130 over 80` measures nothing.
  if (amount.unit === 'ratio') {
    const isDose = isStrength(clauses, at, amount, [...earlier, ...readings]);
    return isDose || isTarget(tokens.slice(0, amount.from)) ? [] : pressure(amount, base);
  }
  if (amount.unit.startsWith('out of')) return [{ ...base, kind: 'finding', term: 'grade', text: said }];
  if (doseUnits.has(amount.unit)) {
    const about = nearest(amount, readings);
    const medicine = about?.mention.term.kind === 'medication' ? about : recentMedicine(clauses, earlier, at);
    // `Blood loss 20 cc` is no dose of what was named before.
    if (medicine !== about && countsElse(clause)) return [];
    const name = medicine?.mention.said;
    return [
      {
        ...base,
        kind: name === undefined ? 'finding' : 'medication',
        term: medicine?.mention.term.name ?? 'dose',
        assertion: medicine?.assertion === 'historical' ? 'historical' : 'present',
        text: [name, saidAmount(clause, amount), frequencyAt(clause, amount.to)].filter(Boolean).join(' '),
      },
    ];
  }
  if (timeUnits.has(amount.unit)) {
    if (
      followUpCue.test(whole) &&
      /\b(?:in|for|within|every|about|after|next|until|to)$/.test(
        textOf(tokens.slice(Math.max(0, amount.from - 3), amount.from)).replace(
          / (?:about|around|the|a|like|another|maybe|uh|um)$/,
          '',
        ),
      )
    )
      return [{ ...base, kind: 'follow_up', term: 'follow up', text: followUpText(clause, amount, readings, said) }];
    if (amount.unit === 'year' && /^old\b/.test(textOf(tokens.slice(amount.to, amount.to + 1))))
      return [{ ...base, kind: 'history', term: 'age', text: `${said} old` }];
    const isInterval = /\b(?:every|each|per|a)$/.test(textOf(tokens.slice(Math.max(0, amount.from - 1), amount.from)));
    // How often a medicine is taken is told with it.
    if (isInterval && readings.some(({ mention }) => mention.term.kind === 'medication')) return [];
    return [durationDraft(amount, clauses, at, readings, earlier, base)];
  }
  const [kind, term] = byUnit[amount.unit] ?? ['finding', 'amount'];
  return [{ ...base, kind, term, text: aroundAmount(tokens, amount) }];
}

/** `Blood loss 20 cc. Make that 200 cc.` */
function countsElse(clause: Clause): boolean {
  return amountsIn(clause).some(
    ({ unit, from }) => doseUnits.has(unit ?? '') && isOfNoun(clause.tokens[from - 1]?.text ?? ''),
  );
}

function isOfNoun(before: string): boolean {
  return /^[a-z]{3,}$/.test(before) && ![functionWords, everydayWords, ofDoses].some((words) => words.has(before));
}

const ofDoses: ReadonlySet<string> = new Set(
  'dose doses tablet tablets capsule capsules pill pills patch injection strength liquid daily nightly morning evening night bedtime take takes taking took inject units increase reduce'.split(
    ' ',
  ),
);

/** `Repeat CT in three months` is a test, and no visit. */
function followUpText(clause: Clause, amount: Amount, readings: readonly Reading[], said: string): string {
  const ordered = readings.findLast(
    ({ mention }) => mention.term.kind === 'order' && mention.to <= amount.from,
  )?.mention;
  const between = textOf(clause.tokens.slice(ordered?.to ?? 0, amount.from));
  return ordered === undefined || comesBack.test(between)
    ? `follow up in ${said}`
    : `follow up: ${ordered.said} in ${said}`;
}

const comesBack = /\b(?:see|back|return|follow\w*|come|visit|appointment|meet|talk)\b/;

type Base = Pick<FactDraft, 'value' | 'unit' | 'assertion' | 'passages' | 'clause' | 'said'>;

const asksForTime = /\b(?:how (?:long|many (?:days|weeks|months|years|hours|minutes))|since when|when did|when was)\b/;

/** A time belongs to the finding of its own clause, or to that of the question which it answers, or to none. */
function durationDraft(
  amount: Amount,
  clauses: readonly Clause[],
  at: number,
  readings: readonly Reading[],
  earlier: readonly Reading[],
  base: Base,
): FactDraft {
  const tokens = clauses[at]?.tokens ?? [];
  const time = aroundAmount(tokens, amount);
  const asked = questionBefore(clauses, at);
  const [near, passages] =
    readings.length > 0
      ? [nearest(amount, readings), base.passages]
      : [
          asked === undefined ? undefined : lastOf(earlier, asked),
          asked === undefined ? base.passages : [...(clauses[asked]?.passages ?? []), ...base.passages],
        ];
  const isOfFinding =
    near !== undefined &&
    conditionKinds.has(near.mention.term.kind) &&
    (near.assertion === 'present' || near.assertion === 'historical') &&
    !/^(?:every|each|within|after|next|in (?!the (?:last|past)))/.test(time);
  const where = clauses[near?.clause ?? at];
  const name =
    isOfFinding && where !== undefined
      ? describe(where, near.mention, [near.mention], near.mention.term.kind).text
      : undefined;
  const draft = { ...base, kind: 'history', term: 'duration' } as const;
  if (name === undefined) return { ...draft, text: time };
  return {
    ...draft,
    passages,
    text:
      /^(?:\d|about|around|almost|over|under|nearly)/.test(time) && !time.endsWith('ago')
        ? `${name}, ${time}`
        : `${name} ${time}`,
  };
}

/** Index of the question for a time that the turn of a clause answers. */
function questionBefore(clauses: readonly Clause[], at: number): number | undefined {
  const own = clauses[at]?.turn ?? 0;
  for (let index = at - 1; index >= Math.max(0, at - 4); index -= 1) {
    const other = clauses[index];
    if (other === undefined || other.turn < own - 1) return undefined;
    if (other.turn === own - 1 && other.isQuestion) return asksForTime.test(textOf(other.tokens)) ? index : undefined;
  }
  return undefined;
}

const byUnit: Readonly<Record<string, readonly [kind: FactKind, term: string]>> = {
  pack: ['social', 'smoking'],
  drink: ['social', 'alcohol'],
  time: ['history', 'frequency'],
  pound: ['history', 'weight'],
  kg: ['history', 'weight'],
  degree: ['finding', 'degrees'],
  cm: ['finding', 'size'],
  mm: ['finding', 'size'],
  inch: ['finding', 'size'],
  percent: ['result', 'percentage'],
};

/** `Under 130 over 80`, `a target of 120 over 70` */
function isTarget(before: Clause['tokens']): boolean {
  return /\b(?:under|below|less than|targets?|goal|aim\w*|shoot\w* for|down to|get (?:it|you|that) to)\b(?: \S+){0,3}$/.test(
    textOf(before),
  );
}

/** `Refill the Advair, 250 over 50`: a medicine of two, in whose sentence no pressure is named. */
function isStrength(clauses: readonly Clause[], at: number, { from }: Amount, readings: readonly Reading[]): boolean {
  const isSaidOf = /\b(?:it|that|this|is|was|are|were|been|be|runs?|running|ran|reads?|got|get|gets)(?: \w+)?$/;
  if (isSaidOf.test(textOf(clauses[at]?.tokens.slice(0, from) ?? []).replace(/'s\b/g, ' is'))) return false;
  const sentence = clauses[at]?.sentence;
  const own = clauses.slice(Math.max(0, at - reach), at + 1).filter((each) => each.sentence === sentence);
  const isOfPressure = own.some(({ tokens }) =>
    /\b(?:pressures?|bp|systolic|diastolic|vitals?)\b/.test(textOf(tokens)),
  );
  const about = readings.findLast(({ clause }) => clause <= at);
  const isOfMedicine = about?.mention.term.kind === 'medication' && clauses[about.clause]?.sentence === sentence;
  return isOfMedicine && !isOfPressure;
}

function pressure(amount: Amount, base: Base): FactDraft[] {
  const [systolic = 0, diastolic = 0] = amount.value.split('/').map(Number);
  const isPressure = systolic >= 70 && systolic <= 260 && diastolic >= 30 && diastolic < systolic;
  return isPressure
    ? [{ ...base, unit: 'mmHg', kind: 'vital', term: 'blood pressure', text: `blood pressure ${amount.value}` }]
    : [];
}

function aroundAmount(tokens: Clause['tokens'], { from, to }: Amount): string {
  const after = tokens[to]?.text === 'ago' || tokens[to]?.text === 'old' ? 1 : 0;
  const before = textOf(tokens.slice(Math.max(0, from - 4), from));
  const opening =
    /(?:\b(?:for|in|every|each|since|after|within) )?(?:\b(?:the|last|past|next|about|around|almost|over|under|nearly) ?)*$|\b(?:for|in|every|each|since|after|within)$/.exec(
      before,
    );
  return [opening?.[0].trim() ?? '', textOf(tokens.slice(from, to + after))].filter((part) => part !== '').join(' ');
}

function nearest(amount: Amount, readings: readonly Reading[]): Reading | undefined {
  const distance = ({ mention }: Reading) => Math.max(mention.from - amount.to, amount.from - mention.to, 0);
  const [near] = readings.toSorted((one, other) => distance(one) - distance(other));
  return near !== undefined && distance(near) <= reach ? near : undefined;
}

/** The last reading of a clause, among readings in order of their clauses. */
function lastOf(readings: readonly Reading[], at: number): Reading | undefined {
  // The search ends there: a long visit has thousands before it.
  const last = readings.findLast(({ clause }) => clause <= at);
  return last?.clause === at ? last : undefined;
}

/** The medicine that was named last in the same turn, or in the question before it: `How much? – Ten milligrams.` */
function recentMedicine(clauses: readonly Clause[], earlier: readonly Reading[], at: number): Reading | undefined {
  const own = clauses[at]?.turn ?? 0;
  const last = earlier.findLast(({ mention, clause }) => at - clause > 4 || mention.term.kind === 'medication');
  if (last === undefined || at - last.clause > 4 || namesOther.test(textOf(clauses[at]?.tokens ?? [])))
    return undefined;
  if (clauses.slice(last.clause + 1, at).some(countsElse)) return undefined;
  const named = clauses[last.clause]?.turn;
  const between = clauses.slice(last.clause + 1, at).filter(({ turn }) => turn !== named);
  const asksAnother = between.some(({ isQuestion, tokens }) => isQuestion && !asksForDose.test(textOf(tokens)));
  if (named === own) return last;
  const isAsked = clauses[last.clause]?.isQuestion === true && named !== undefined && named >= own - 2;
  return isAsked && !asksAnother ? last : undefined;
}

/** `100 mg of something else` */
const namesOther = /\b(?:something|another|other|else|new one)\b/;
const asksForDose =
  /\b(?:how (?:much|many|often)|what (?:dose|strength|milligrams?|is the dose)|which (?:dose|strength)|milligrams?|dose|strength|twice|once|daily|a day|it)\b/;
