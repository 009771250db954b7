import type { Assertion, FactKind } from 'chronoscribe/kinds/grounding';
import { type Amount, amountsIn, doseUnits, frequencyAt, timeUnits } from './amounts.ts';
import type { Clause } from './clauses.ts';
import { type Mention, textOf } from './mentions.ts';
import type { Reading } from './readings.ts';

/** A fact before equal ones are joined. */
export interface FactDraft {
  readonly kind: FactKind;
  readonly term: string;
  readonly text: string;
  /** The name as it was said. */
  readonly said: string;
  readonly value: string | null;
  readonly unit: string | null;
  readonly assertion: Assertion;
  /** Indexes of passages. */
  readonly passages: readonly number[];
  /** Index of the clause, for the order. */
  readonly clause: number;
}

/** The facts that the readings and the amounts of a clause are. `earlier` are the readings of the clauses before. */
export function draftsOf(
  clauses: readonly Clause[],
  at: number,
  readings: readonly Reading[],
  earlier: readonly Reading[],
): FactDraft[] {
  const clause = clauses[at];
  if (clause === undefined) return [];
  const amounts = amountsIn(clause);
  const used = new Set<Amount>();
  const isAllergy = speaksOfAllergy(clauses, at);
  const medical = readings.filter(({ mention }) => !isEverydaySense(mention, clause));
  const drafts = medical.map((reading): FactDraft => {
    const { mention, assertion, passages } = reading;
    const amount = amountOf(
      mention,
      amounts.filter((each) => !used.has(each)),
      medical,
      clause,
    );
    if (amount !== undefined) used.add(amount);
    const kind = kindOf(reading, clause, isAllergy);
    return {
      kind,
      term: mention.term.name,
      text: phrase(reading, clause, amount, kind),
      said: mention.said.replaceAll("'s", ''),
      value: amount?.value ?? null,
      unit: unitFor(mention, amount),
      assertion: kind === 'family' ? 'family' : assertion,
      passages,
      clause: at,
    };
  });
  const rest = amounts.filter((amount) => !used.has(amount));
  return [...drafts, ...rest.flatMap((amount) => draftOfAmount(amount, clause, at, medical, earlier))];
}

/** `drink plenty of water` is no alcohol, and `keep fluids down` no effusion. */
function isEverydaySense({ term }: Mention, { tokens }: Clause): boolean {
  const sense = everydaySense[term.name];
  return sense?.test(textOf(tokens)) ?? false;
}

const everydaySense: Readonly<Record<string, RegExp | undefined>> = {
  alcohol: /\bdrink\w* (?:\w+ ){0,3}(?:water|fluids?|milk|juice|tea|soda|shakes?|broth|contrast|it|this)\b/,
  fluid: /\b(?:keep\w*|kept|drink\w*|push\w*|hold\w*|of|iv|intravenous|oral|clear) (?:\w+ ){0,2}fluids?\b/,
};

const exam =
  /\b(?:exam|examination|palpation|press|appreciate|i (?:do )?(?:see|hear|feel)|there is|there's|noted|you have|you do have|shows?|reveals?|auscultation|shin|extremit)/;

function kindOf({ mention, assertion }: Reading, clause: Clause, isAllergy: boolean): FactKind {
  const { kind } = mention.term;
  const isCondition = kind === 'problem' || kind === 'symptom';
  if (isAllergy && (kind === 'medication' || allergens.test(mention.said))) return 'allergy';
  if (isCondition && assertion === 'family') return 'family';
  if (isCondition && assertion === 'historical') return 'history';
  if (kind === 'symptom' && clause.role !== 'patient' && !clause.isQuestion && exam.test(textOf(clause.tokens)))
    return 'finding';
  if (kind === 'order' && (assertion === 'historical' || tests.test(textOf(clause.tokens)))) return 'result';
  if (kind === 'follow_up' && !plansFollowUp.test(textOf(clause.tokens))) return 'history';
  return kind;
}

const allergens = /^(?:latex|sulfa|peanuts?|shellfish|pollen|iodine|dust|eggs?)$/;
const allergyCue = /\b(?:allerg(?:y|ies|ic)|reaction to|anaphyla\w+)\b/;
const notAnAllergy =
  /\ballerg(?:y|ies) (?:medicines?|medications?|meds|pills?|shots?|tests?|testing)|for (?:my |your |the )?(?:seasonal )?allergies\b/;

/** The clause, or the question that it answers, is about allergies. */
function speaksOfAllergy(clauses: readonly Clause[], at: number): boolean {
  const clause = clauses[at];
  if (clause === undefined) return false;
  const own = textOf(clause.tokens);
  if (allergyCue.test(own)) return !notAnAllergy.test(own);
  const before = clauses.slice(Math.max(0, at - 3), at).findLast(({ passage }) => passage === clause.passage - 1);
  if (before?.isQuestion !== true || clause.isQuestion) return false;
  const asked = textOf(before.tokens);
  return allergyCue.test(asked) && !notAnAllergy.test(asked) && at - clauses.indexOf(before) <= 2;
}

const tests =
  /\b(?:results?|came back|showed|shows|looks?|looking at|looked|reviewed?|normal|elevated|show me|positive|negative|revealed|is at|was at|level was|level is|demonstrates?)\b/;
const plansFollowUp =
  /\b(?:follow up (?:with|in|appointment|visit)|follow-up|you(?:'ll)? (?:can |will |should |to )?follow up|we(?:'ll| will|'re gonna| can)? (?:\w+ )?follow up|follow up)\b(?!.{0,25}\b(?:chronic|emergency|er|for (?:some|her|his))\b)/;

/** Words before a term that belong to it: `right knee pain`. */
const modifier =
  /^(?:left|right|both|bilateral|lower|upper|mid|chronic|acute|severe|mild|moderate|trace|constant|sharp|dull|throbbing|burning|knee|knees|hip|shoulder|ankle|foot|elbow|wrist|neck|back|arm|leg|hand|chest|abdominal|lateral|medial|low|high|dose|grade|type|total|past|family|urine|blood|seasonal|metastatic|baby|topical|oral)$/;

function phrase(
  { mention, assertion }: Reading,
  { tokens }: Clause,
  amount: Amount | undefined,
  kind: FactKind,
): string {
  let from = mention.from;
  while (from > 0 && mention.from - from < 3 && modifier.test(tokens[from - 1]?.text ?? '')) from -= 1;
  const to = mention.term.name === 'referral' ? referredTo(tokens, mention.to) : mention.to;
  const name =
    mention.term.name === 'referral'
      ? textOf([{ text: 'referral', stem: '' }, ...tokens.slice(mention.to, to)])
      : textOf(tokens.slice(from, to));
  const after = Math.max(mention.to, amount?.to ?? 0);
  const frequency = kind === 'medication' ? frequencyAt({ tokens } as Clause, after) : '';
  const dose = amount === undefined ? '' : textOf(tokens.slice(amount.from, amount.to)).replace(/ (?:over|\/) /, '/');
  const said = [name, dose, frequency].filter((part) => part !== '').join(' ');
  if (kind === 'allergy') return `${said} allergy`;
  return assertion === 'absent' ? `no ${said}` : said;
}

/** The end of `refer you to the gastroenterologist`. */
function referredTo(tokens: Clause['tokens'], at: number): number {
  const to = tokens.findIndex(({ text }, index) => index >= at && index < at + 4 && text === 'to');
  return to === -1 ? at : Math.min(tokens.length, to + 3);
}

function unitFor(mention: Mention, amount: Amount | undefined): string | null {
  if (amount === undefined) return null;
  if (mention.term.name === 'blood pressure') return 'mmHg';
  return amount.unit === 'ratio' ? null : amount.unit;
}

/** Maximum distance, in words, between a term and its amount. */
const reach = 8;
const linking =
  /^(?:(?:,|is|was|are|were|at|of|to|been|it|in|a|an|little|bit|high|low|elevated|good|fine|great|pretty|looks?|like|about|around|has|have|still|today|here|up|down|now|the|your|for|really|well|controlled|uh|um|by|be|us|running|level|levels|reading|overall|came|back|had|say|yeah|so|we|got|off|sitting|that|and|'s|increase|dose|1|one|vitals?|currently) )*$/;

function amountOf(
  { term, from, to }: Mention,
  amounts: readonly Amount[],
  readings: readonly Reading[],
  { tokens }: Clause,
): Amount | undefined {
  return amounts.find((amount) => {
    const [start, end] = amount.from >= to ? [to, amount.from] : [amount.to, from];
    if (end - start > reach || end < start) return false;
    if (readings.some(({ mention }) => mention.from >= start && mention.to <= end && mention.term.kind === term.kind))
      return false;
    const between = `${textOf(tokens.slice(start, end))} `.trimStart();
    switch (term.kind) {
      case 'medication':
        if (amount.unit === null || !doseUnits.has(amount.unit)) return false;
        return amount.from >= to || /^(?:of |a |the |dose |tablets? )*$/.test(between);
      case 'vital':
        return (
          amount.from >= to &&
          (amount.unit === 'ratio' ||
            amount.unit === null ||
            amount.unit === 'percent' ||
            amount.unit === 'pound' ||
            amount.unit === 'degree') &&
          linking.test(between)
        );
      case 'order':
        return amount.from >= to && (amount.unit === null || amount.unit === 'percent') && linking.test(between);
      case 'symptom':
      case 'problem':
        return amount.unit?.startsWith('out of') === true;
      default:
        return false;
    }
  });
}

const followUpCue =
  /\b(?:follow up|come back|see you|return|recheck|appointment|back in|repeat|again in|check back|return to|next visit|see me|reassess|touch base|re-?evaluate)\b/;
const conditionKinds: ReadonlySet<FactKind> = new Set(['problem', 'symptom', 'finding', 'history']);

/** An amount that belongs to no term of its clause: a duration, a score, an age, a dose whose medicine was named before. */
function draftOfAmount(
  amount: Amount,
  clause: Clause,
  at: number,
  readings: readonly Reading[],
  earlier: readonly Reading[],
): FactDraft[] {
  const { tokens } = clause;
  const whole = textOf(tokens);
  const said = textOf(tokens.slice(amount.from, amount.to));
  const base = {
    value: amount.value,
    unit: amount.unit,
    assertion: 'present' as const,
    passages: [clause.passage],
    clause: at,
    said: '',
  };
  if (amount.unit === null) return pressure(amount, whole, base);
  if (amount.unit === 'ratio') return pressure(amount, whole, base);
  const about = nearest(amount, readings) ?? (readings.length === 0 ? recent(earlier, at) : undefined);
  const condition = about !== undefined && conditionKinds.has(about.mention.term.kind) ? about.mention.said : undefined;
  if (amount.unit.startsWith('out of')) {
    const isPain = amount.unit === 'out of 10';
    return [
      {
        ...base,
        kind: isPain ? 'score' : 'finding',
        term: isPain ? 'pain' : 'grade',
        text: `${isPain ? 'pain ' : ''}${said}`,
      },
    ];
  }
  if (doseUnits.has(amount.unit)) {
    const medicine = about?.mention.term.kind === 'medication' ? about : recentMedicine(earlier, at);
    const name = medicine?.mention.said;
    return [
      {
        ...base,
        kind: name === undefined ? 'finding' : 'medication',
        term: medicine?.mention.term.name ?? 'dose',
        text: [name, said, frequencyAt(clause, amount.to)].filter(Boolean).join(' '),
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
      return [{ ...base, kind: 'follow_up', term: 'follow up', text: `follow up in ${said}` }];
    if (amount.unit === 'year' && /^old\b/.test(textOf(tokens.slice(amount.to, amount.to + 1))))
      return [{ ...base, kind: 'history', term: 'age', text: `${said} old` }];
    return [
      {
        ...base,
        kind: 'history',
        term: 'duration',
        text: condition === undefined ? aroundAmount(tokens, amount) : `${condition}: ${aroundAmount(tokens, amount)}`,
      },
    ];
  }
  const [kind, term] = byUnit[amount.unit] ?? ['finding', 'amount'];
  return [{ ...base, kind, term, text: aroundAmount(tokens, amount) }];
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

function pressure(
  amount: Amount,
  whole: string,
  base: Pick<FactDraft, 'value' | 'unit' | 'assertion' | 'passages' | 'clause' | 'said'>,
): FactDraft[] {
  const [systolic = 0, diastolic = 0] = amount.value.split('/').map(Number);
  const isPressure =
    amount.unit === 'ratio' && systolic >= 70 && systolic <= 260 && diastolic >= 30 && diastolic < systolic;
  if (isPressure)
    return [{ ...base, unit: 'mmHg', kind: 'vital', term: 'blood pressure', text: `blood pressure ${amount.value}` }];
  if (
    amount.unit === null &&
    /\bpain\b.*\b(?:is|was|at|about|say|a|an)\b/.test(whole) &&
    /^(?:10|\d)(?:-(?:10|\d))?$/.test(amount.value) &&
    /\b(?:level|scale|rate|scale of|pain is an?|pain was an?)\b/.test(whole) &&
    !/\b(?:1|0) to 10\b/.test(whole)
  )
    return [{ ...base, unit: 'out of 10', kind: 'score', term: 'pain', text: `pain ${amount.value} out of 10` }];
  return [];
}

function aroundAmount(tokens: Clause['tokens'], { from, to }: Amount): string {
  const before = tokens[from - 1]?.text ?? '';
  const after = tokens[to]?.text === 'ago' || tokens[to]?.text === 'old' ? 1 : 0;
  return textOf(
    tokens.slice(/^(?:for|in|every|about|since|over|almost|over|under)$/.test(before) ? from - 1 : from, to + after),
  );
}

function nearest(amount: Amount, readings: readonly Reading[]): Reading | undefined {
  const distance = ({ mention }: Reading) => Math.max(mention.from - amount.to, amount.from - mention.to, 0);
  return readings.toSorted((one, other) => distance(one) - distance(other))[0];
}

function recent(earlier: readonly Reading[], at: number): Reading | undefined {
  const last = earlier.at(-1);
  return last !== undefined && at - last.clause <= 3 ? last : undefined;
}

function recentMedicine(earlier: readonly Reading[], at: number): Reading | undefined {
  const last = earlier.findLast(({ mention }) => mention.term.kind === 'medication');
  return last !== undefined && at - last.clause <= 4 ? last : undefined;
}
