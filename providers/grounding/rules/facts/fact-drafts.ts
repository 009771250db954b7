import type { FactKind } from 'chronoscribe/kinds/grounding';
import { isPlainAnswer } from '../dialogue/small-talk.ts';
import { type Amount, amountsIn, doseUnits, frequencyAt, saidAmount, timeUnits } from '../reading/amounts.ts';
import type { Clause } from '../reading/clauses.ts';
import { correctedAmount } from '../reading/corrections.ts';
import { type Mention, textOf } from '../reading/mentions.ts';
import { isRadiation, radiationText } from '../reading/phrase-mentions.ts';
import { isPlace, placeAt } from '../reading/places.ts';
import type { Reading } from '../reading/reading.ts';
import type { Described } from '../reading/reading-language.ts';
import { answerTo } from '../readings/answers.ts';
import { isBorrowed } from '../readings/medicines.ts';
import { reactionsTo } from './allergy-drafts.ts';
import { draftOfAmount } from './amount-drafts.ts';
import { describe } from './described.ts';
import { earnedAssertion } from './earned.ts';
import { type FactDraft, ofAnother, onHold } from './fact-draft.ts';
import { quotedDraft, safetyDraft } from './safety-drafts.ts';

/** The facts that the readings and the amounts of a clause are. `earlier` are the readings of the clauses before; an amount that is taken belongs to another fact. */
export function draftsOf(
  clauses: readonly Clause[],
  at: number,
  readings: readonly Reading[],
  earlier: readonly Reading[],
  isTaken: (amount: Amount) => boolean,
): FactDraft[] {
  const clause = clauses[at];
  if (clause === undefined) return [];
  const amounts = amountsIn(clause)
    .filter((amount) => !isTaken(amount))
    .map((amount) => correctedAmount(clauses, at, amount));
  const used = new Set<Amount>();
  const own = readings.map(({ mention }) => mention);
  const medical = readings.filter(
    (reading) => !(reading.mention.term.kind === 'vital' && reading.assertion === 'absent'),
  );
  const drafts = medical.flatMap((reading): FactDraft[] => {
    const { mention, passages } = reading;
    const kind = kindOf(reading, clause);
    if (reading.isQuoted === true) {
      // What was changed in the end is no dose: `Amlodipine 10. – My ankles swell. – Then 5 mg.`
      const isChanged =
        reading.isReplaced !== true && reading.answer?.some((each) => isSaidLater(clauses[each], clause)) === true;
      const dose = clause.isQuestion ? undefined : amountOf(mention, amounts, medical, clause);
      if (dose !== undefined) used.add(dose);
      const amount = dose === undefined || isChanged ? {} : { value: dose.value, unit: dose.unit };
      return [{ ...quotedDraft(clauses, reading, kind), ...amount }];
    }
    const { code, shown } = clause.language;
    const isOfAnother = kind === 'social' && mention.term.kind === 'medication';
    const earned = code === 'en' ? earnedAssertion(clauses, reading, kind) : reading.assertion;
    const assertion = isOfAnother ? 'present' : earned;
    if (kind === 'safety') return safetyDraft(clauses, { ...reading, assertion });
    const described = shown?.describe(clause, mention) ?? describe(clause, mention, own, kind);
    if (saysNothingAlone.has(mention.term.name) && !described.hasResult) return [];
    const left = amounts.filter((each) => !used.has(each));
    const amount =
      left.find(({ from, to, unit }) => unit !== null && from >= described.from && to <= described.to) ??
      amountOf(mention, left, medical, clause);
    // `I will check your vital signs` measures nothing.
    if (kind === 'vital' && amount === undefined && !described.hasResult) return [];
    if (kind === 'score' && amount === undefined) return [];
    if (amount !== undefined) used.add(amount);
    // What was measured has come back, whatever is said of a medicine beside it.
    const isResult = kind === 'order' && amount !== undefined && !timeUnits.has(amount.unit ?? '');
    const text = phrase(
      clauses,
      { ...reading, assertion: isResult ? 'present' : assertion },
      amount,
      kind,
      { ...described, text: withAnsweredSide(described.text, clauses, reading) },
      isRadiation(mention) ? placeTold(clauses, passages, clause) : '',
    );
    return [
      {
        kind: isResult ? 'result' : kind,
        term: mention.term.name,
        text: [text, ...detailsOf(clauses, reading, kind, own)].join(' '),
        place: described.place,
        said:
          otherNames.has(mention.term.kind) && mention.term.name !== 'referral'
            ? mention.said.replaceAll("'s", '')
            : '',
        value: amount?.value ?? null,
        unit: unitFor(mention, amount),
        ...(kind === 'medication' && { frequency: frequencyOf(clauses, reading, amount) }),
        assertion:
          kind === 'family' && reading.isUnanswered !== true && reading.isDeniedOfFamily !== true
            ? 'family'
            : isResult
              ? 'present'
              : assertion,
        ...(reading.isUnanswered === true ? { isUnanswered: true } : {}),
        passages,
        clause: at,
      },
    ];
  });
  const rest = amounts.filter((amount) => !used.has(amount));
  const told = clause.language.shown === null && !isCorrected(clauses, at) ? rest : [];
  return [...drafts, ...told.flatMap((amount) => draftOfAmount(amount, clauses, at, medical, earlier))];
}

function isSaidLater(later: Clause | undefined, { turn, speaker }: Clause): boolean {
  return later !== undefined && later.speaker === speaker && later.turn > turn;
}

/** `How long, three days? – Three weeks.`: what was proposed is not so. */
function isCorrected(clauses: readonly Clause[], at: number): boolean {
  const answer = clauses[at]?.isQuestion === true ? answerTo(clauses, at) : undefined;
  if (answer === undefined || answer.kind === 'yes') return false;
  return answer.kind === 'no' || answer.clauses.some((each) => amountsIn(clauses[each] ?? { tokens: [] }).length > 0);
}

/** What follows the name: the reaction of an allergy, and how much of what was asked about the way of life. */
function detailsOf(
  clauses: readonly Clause[],
  { mention, assertion, clause, answer }: Reading,
  kind: FactKind,
  own: readonly Mention[],
): string[] {
  if (kind === 'allergy') return reactionsOf(clauses, clause, mention, own);
  if (kind === 'social' && mention.term.kind === 'medication') return [ofAnother];
  // `Nah. Just the odd cigar.`
  const first = answer?.find((at) => !isPlainAnswer(textOf(clauses[at]?.tokens ?? [])));
  const isToldBy =
    kind === 'social' || mention.term.name === 'surgery' || (kind === 'family' && assertion === 'family');
  // What a patient asks of an operation is no part of it: `Can I stop it after the surgery? – No, keep going.`
  const isOfPatient = clauses[clause]?.role === 'patient';
  if (!isToldBy || isOfPatient || assertion === 'absent' || first === undefined) return [];
  const told = textOf(clauses[first]?.tokens ?? []).replace(
    /^(?:(?:yes|yeah|yep|well|um|uh|oh|i do|,) ?)+|\b(?:my|our) /g,
    '',
  );
  return told === '' || told.split(' ').length > longestDetail ? [] : [`(${told.replaceAll(' ,', ',')})`];
}

const longestDetail = 14;

const sides = /\b(?:the )?(?:left|right) or (?:(?:the|your|on the|in the) )?(?:left|right)\b/;

/** `Is it in the right or the left hand? – The left.` */
function withAnsweredSide(text: string, clauses: readonly Clause[], { answer }: Reading): string {
  if (!sides.test(text)) return text;
  const told = (answer ?? []).map((at) => textOf(clauses[at]?.tokens ?? [])).join(' ');
  const named = new Set(told.match(/\b(?:left|right|both)\b/g));
  const [side] = named;
  if (named.size !== 1 || side === undefined) return text.replace(sides, 'one');
  return text.replace(sides, side === 'both' ? side : `the ${side}`);
}

/** `(hives)`, after the name of an allergy. */
function reactionsOf(clauses: readonly Clause[], at: number, mention: Mention, own: readonly Mention[]): string[] {
  const others = own.filter(({ term }) => term.kind === 'allergy');
  const next = others.find(({ from }) => from > mention.from);
  // `I broke out in a rash from Bactrim`, of the only one.
  const names = reactionsTo(
    clauses,
    at,
    others.length > 1 ? mention.to : 0,
    next?.from ?? clauses[at]?.tokens.length ?? 0,
  );
  return names.length === 0 ? [] : [`(${[...new Set(names)].join(', ')})`];
}

/** What is examined is a finding only with how it came out: `extension is full`. */
const saysNothingAlone: ReadonlySet<string> = new Set(
  'flexion,extension,rotation,lateral flexion,abduction,adduction,gait,sensation,strength,pulses'.split(','),
);

const asksForFamily = /\b(?:family|runs? in)\b/;
const exam =
  /\b(?:exam|examination|palpation|press|appreciate|i (?:do )?(?:see|hear|feel)|there is|there's|noted|you have|you do have|shows?|reveals?|auscultation|shin|extremit)/;

function kindOf({ mention, assertion, isUnanswered, isDeniedOfFamily }: Reading, clause: Clause): FactKind {
  const { kind } = mention.term;
  if (kind === 'medication' && isBorrowed(clause, mention)) return 'social';
  const isCondition = kind === 'problem' || kind === 'symptom';
  if (isCondition && (assertion === 'family' || isDeniedOfFamily === true)) return 'family';
  if (isCondition && assertion === 'historical') return 'history';
  // `No alcohol with it.`
  if (kind === 'social' && assertion === 'absent' && clause.role === 'clinician' && forbids.test(textOf(clause.tokens)))
    return 'advice';
  // What nobody says the patient has is no problem of the patient.
  if (isUnanswered === true && kind === 'problem')
    return asksForFamily.test(textOf(clause.tokens)) ? 'family' : 'history';
  if (kind === 'symptom' && clause.role !== 'patient' && !clause.isQuestion && exam.test(textOf(clause.tokens)))
    return 'finding';
  if (kind === 'order' && !isService(mention) && (assertion === 'historical' || tests.test(textOf(clause.tokens))))
    return 'result';
  if (kind === 'follow_up' && !plansFollowUp.test(textOf(clause.tokens))) return 'history';
  return kind;
}

const forbids =
  /^(?:(?:and|so|but|then|okay|,) )*no (?:more )?(?:\w+ ){1,3}?(?:with|while|until|till|for|on|before|after|when|during|today|tonight|at all)\b/;

/** Whom and what a patient is sent to has no result, as a test has. */
const services =
  /therapy|referral|consult|health|hospice|specialist|surgeon|(?:log|iatr|allerg|nutrition|orthoped|oncolog|medic|crinolog)ist$|^(?:ent|pain management|counselor|brace|crutches|sling|walking boot|cane|cpap|cast|strainer|compression stockings|home exercise|mouthwash)$/;

function isService({ term }: Mention): boolean {
  return services.test(term.name);
}

const tests =
  /\b(?:results?(?! (?:are |is |still )*(?:await|pend|outst))|came back|showed|shows|looks?|looking at|looked|reviewed?|normal|elevated|show me|positive|negative|revealed|(?:is|was|are|were|a bit|a little|slightly) (?:low|high)|is at|was at|level was|level is|demonstrates?)\b/;
const plansFollowUp =
  /\b(?:follow up (?:with|in|appointment|visit)|follow-up|you(?:'ll)? (?:can |will |should |to )?follow up|we(?:'ll| will|'re gonna| can)? (?:\w+ )?follow up|follow up)\b(?!.{0,25}\b(?:chronic|emergency|er|for (?:some|her|his))\b)/;

const unanswered = ' (asked, not answered)';

/** The first place that the answer to a question names, after its preposition: `down the leg`; empty if none. */
function placeTold(clauses: readonly Clause[], passages: readonly number[], { turn }: Clause): string {
  const told = new Set(passages);
  const said = clauses.filter(
    (each) => !each.isQuestion && each.turn !== turn && each.passages.some((at) => told.has(at)),
  );
  for (const { tokens } of said) {
    const from = tokens.findIndex((_, at) => tokens.slice(at, placeAt(tokens, at)).some(isPlace));
    if (from !== -1) return textOf(tokens.slice(from, placeAt(tokens, from)));
  }
  return '';
}

/** Kinds whose other names a reader may know better: `atorvastatin (lipitor)`. */
const otherNames: ReadonlySet<FactKind> = new Set(['medication', 'problem', 'order', 'procedure', 'allergy']);

/** How often a medicine is taken: what is said after its name and dose, as it was corrected. */
function frequencyOf(
  clauses: readonly Clause[],
  { mention, clause: at }: Pick<Reading, 'mention' | 'clause'>,
  amount: Amount | undefined,
): string {
  const after = Math.max(mention.to, amount?.to ?? 0);
  return frequencyAt(clauses[at] ?? { tokens: [] }, after);
}

function phrase(
  clauses: readonly Clause[],
  { mention, assertion, isUnanswered, clause: at }: Reading,
  amount: Amount | undefined,
  kind: FactKind,
  described: Described,
  answeredPlace: string,
): string {
  const clause = clauses[at];
  if (clause === undefined) return '';
  const { tokens } = clause;
  if (isRadiation(mention)) {
    const where = assertion === 'present' ? answeredPlace : '';
    const words = where === '' ? described.text : described.text.replace(/\b(?:any|some)where(?: else)?$/, where);
    return `${radiationText(words, assertion === 'absent')}${isUnanswered === true ? unanswered : ''}`;
  }
  const name = mention.term.name === 'referral' ? `referral ${referredTo(tokens, mention.to)}`.trim() : described.text;
  const frequency = kind === 'medication' ? frequencyOf(clauses, { mention, clause: at }, amount) : '';
  const isSaid = amount === undefined || (amount.from >= described.from && amount.to <= described.to);
  const said = [name, isSaid ? '' : saidAmount(clause, amount), frequency].filter((part) => part !== '').join(' ');
  const { shown } = clause.language;
  if (shown !== null && kind === 'medication' && assertion === 'historical' && isPaused(tokens))
    return `${said} (pausiert)`;
  if (shown !== null) return shown.told(said, kind, isUnanswered === true ? 'unanswered' : assertion);
  if (isUnanswered === true) return `${said}${unanswered}`;
  if (kind === 'allergy')
    return `${assertion === 'absent' ? 'no ' : ''}${said.replace(/^(?:(?:a|known|past|previous|history of) )+| allerg(?:y|ies)$/g, '')} allergy`;
  if (kind === 'medication' && assertion === 'historical') return `${said} (${isOnHold(tokens) ? onHold : 'stopped'})`;
  return assertion === 'absent' && !described.endsInResult
    ? `${mention.term.name === 'adjustment' ? 'not' : 'no'} ${said}`
    : said;
}

/** `to the gastroenterologist`, after `refer you`; empty if it is not said. */
function referredTo(tokens: Clause['tokens'], at: number): string {
  const [, whom = ''] = referred.exec(textOf(tokens.slice(at, at + 7))) ?? [];
  const name = whom.trim().replace(/ (?:the|a|an|your|our|some)$/, '');
  return name === '' || /^(?:the|a|an|some|your|our)$/.test(name) ? '' : `to ${name}`;
}

const referred =
  /^(?:\S+ ){0,3}?to((?: (?!(?:,|and|or|for|who|so|to|because|you|me|in|at|on|just|that|then|where|when|today|also|if)(?: |$))\S+){1,3})/;

function isPaused(tokens: Clause['tokens']): boolean {
  return tokens.some(({ text }) => /^(?:pausier\p{L}*|unterbrech\p{L}*|aussetzen|pause)$/u.test(text));
}

/** `Hold the metformin until Friday`, against `stop the metformin`. */
function isOnHold(tokens: Clause['tokens']): boolean {
  return tokens.some(({ text }) => /^(?:hold(?:ing)?|held|withh\w+|paus\w+|suspend\w*|interrupt\w*|break)$/.test(text));
}

function unitFor(mention: Mention, amount: Amount | undefined): string | null {
  if (amount === undefined) return null;
  if (mention.term.name === 'blood pressure') return 'mmHg';
  return amount.unit === 'ratio' ? null : amount.unit;
}

/** Maximum distance, in words, between a term and its amount. */
const reach = 8;

/** `150 milligrams of Wellbutrin` is no dose of what was named before. */
function isOfOther(tokens: Clause['tokens'], amount: Amount, readings: readonly Reading[], from: number): boolean {
  if (tokens[amount.to]?.text !== 'of') return false;
  const named = readings.find(({ mention }) => mention.from > amount.to && mention.from <= amount.to + 2);
  return named === undefined ? from < amount.from : named.mention.from !== from;
}

/** `Lisinopril 20`, `40 of Lipitor`: a number beside a name and nothing else it could count. */
function isPlainDose(tokens: Clause['tokens'], amount: Amount, { from, to }: Pick<Mention, 'from' | 'to'>): boolean {
  if (amount.to === from - 1) return tokens[amount.to]?.text === 'of';
  // `The steroid one`
  if (amount.value === '1' && /^(?:the|that|this)$/.test(tokens[from - 1]?.text ?? '')) return false;
  // `Pregabalin, 75 twice a day`
  const isListed = tokens[to]?.text === ',' && amount.from === to + 1 && frequencyAt({ tokens }, amount.to) !== '';
  return isListed || (amount.from === to && afterDose.test(textOf(tokens.slice(amount.to, amount.to + 2))));
}

const afterDose =
  /^(?:$|,|and|but|for|in (?:the|my)|at|daily|nightly|once|twice|every|a day|per day|now|right now|instead|bid|tid|qd|\d+ times)/;

function amountOf(
  { term, from, to }: Mention,
  amounts: readonly Amount[],
  readings: readonly Reading[],
  { tokens, language }: Clause,
): Amount | undefined {
  const { linking } = language.amounts;
  return amounts.find((amount) => {
    const [start, end] = amount.from >= to ? [to, amount.from] : [amount.to, from];
    if (end - start > reach || end < start || isOfOther(tokens, amount, readings, from)) return false;
    if (readings.some(({ mention }) => mention.from >= start && mention.to <= end && mention.term.kind === term.kind))
      return false;
    const between = `${textOf(tokens.slice(start, end))} `.trimStart();
    switch (term.kind) {
      case 'medication':
        if (amount.unit === null) return isPlainDose(tokens, amount, { from, to });
        if (!doseUnits.has(amount.unit)) return false;
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
      case 'score':
        return amount.from >= to && linking.test(between);
      case 'order':
        return amount.from >= to && (amount.unit === null || amount.unit === 'percent') && linking.test(between);
      default:
        return false;
    }
  });
}
