import { words } from '../../assertion/en/words.ts';
import { commonAllergens } from '../reading/allergens.ts';
import { amountsIn } from '../reading/amounts.ts';
import type { Clause } from '../reading/clauses.ts';
import { type Mention, textOf } from '../reading/mentions.ts';
import type { Answer } from './answers.ts';
import { type Asked, byVerb } from './asked.ts';

/** The verbs that ask how a medicine is used, or what it does. */
const ofUse =
  /\b(?:miss(?:ed|es|ing)?|forg[eo]t(?:ting|ten)?|skip(?:ped|ping)?|finish(?:ed)?|complete(?:d)?|fill(?:ed)?|refill(?:ed|s)?|pick(?:ed)? up|run(?:ning)? out|ran out|help(?:s|ed|ing)?|work(?:s|ed|ing)?|cause[ds]?|bother(?:s|ed|ing)?|tolerat\w+|afford|remember|increase[ds]?|double[ds]?|change[ds]?|make[s]?|made|agree[sd]?|trouble|problems?|side effects?|too (?:strong|much|expensive)|enough|(?:ok|okay|all right|alright|fine) with)\b/;

/** Whether a question asks how a medicine is used, or what it does, and not whether it is taken. */
export function asksOfUse({ tokens }: Pick<Clause, 'tokens'>, { from, to }: Mention): boolean {
  const text = textOf(tokens);
  if (!byVerb.test(text) && !/^(?:(?:and|so|okay|,) )*any\b/.test(text)) return false;
  return ofUse.test(textOf(tokens.slice(0, from))) || ofUse.test(textOf(tokens.slice(to)));
}

/**
 * Whether only the words of question and answer tell of a medicine: how it is used, a dose that the answer corrects, or an
 * answer that says neither yes nor no. Undefined if it depends on how the question names it.
 */
export function isMedicineToldByExchange(asked: Asked, answer: Answer): boolean | undefined {
  const { clause, mention, said } = asked;
  const { kind, text } = answer;
  const question = textOf(clause.tokens);
  if (said !== 'present' && said !== 'family' && asksOfChange(clause)) return true;
  if (said === 'present' && kind === 'gone' && asksOfUse(clause, mention)) return true;
  if (said !== 'present' || kind === 'gone' || stopping.test(text)) return false;
  if (took.test(text) || kind === 'no-but' || (kind === 'no' && inSomeCase.test(text))) return true;
  if (kind === 'yes' && everHad.test(question)) return true;
  if (uses.test(text)) return false;
  // `How much Tylenol a day? – Eight, the big ones.`
  if (asksHowMuch.test(question) && counts.test(text) && !hasUnit.test(text)) return true;
  if (
    clause.role !== 'patient' &&
    !namesMedicine(asked, answer) &&
    (givesAmount(clause, answer) || leavesOpen(clause, answer))
  )
    return true;
  return asksOfUse(clause, mention) ? true : undefined;
}

/** `I don't take it when I go out.` */
const inSomeCase = /\b(?:when|whenever|if|unless|except|until|on days)\b/;

/** `You're on 40 of Lipitor? – 20.`, `Metoprolol twice a day? – Just once.`, `Do you take metformin? – Yes, 500.` */
function givesAmount({ tokens, language }: Clause, { kind, text }: Answer): boolean {
  if (!counts.test(text)) return false;
  return kind === 'yes' || amountsIn({ tokens, language }).length > 0 || counts.test(textOf(tokens));
}

const asksHowMuch = /\b(?:how (?:much|many)|(?:what|which) dose)\b/;
const hasUnit = /\d (?:m[cg]|mgs?|milli\w+|micro\w+|units?|grams?|g|ml|puffs?|drops?)\b/;
const counts = /\b(?:\d|once|twice|half|double|one|two|three|four|less|more|only when|every other)/;

/** `Are you taking the Plavix? – I can't afford it.`, `How do you get on with statins? – Cramps.` */
function leavesOpen({ tokens, language }: Clause, { kind, text }: Answer): boolean {
  return (
    !language.asking.ofTaken.test(textOf(tokens)) &&
    (kind === 'other' || kind === 'detail') &&
    text.split(' ').length > 1
  );
}

/** Questions about a medicine that is taken. */
const ofTaken = /\bhow (?:much|many|often|long|is|are|was)\b|\bhow's\b|\bsince when\b/;

/** An answer that names a medicine, this one or another, tells of it by itself. */
function namesMedicine({ mentions }: Asked, { clauses }: Answer): boolean {
  return clauses.some((at) => mentions[at]?.some(({ term }) => term.kind === 'medication'));
}

/** `No, I stopped it`. */
export const stopping =
  /(?<!\b(?:should|shall|could|can|if|when|whether) )\b(?:i|we|he|she|they|doctor)(?:'ve| have| had| just| actually| already)* (?:stopped|quit|came off|discontinued|went off|got off|(?:been )?(?:clean|sober)(?= (?:since|for|now|\d)))\b|\btook me off\b/;

/** `Have you ever had codeine?` */
export const everHad =
  /\b(?:have|has|had|did) (?:you|he|she) ever (?:had|have|taken|take|tried|try|used|use|been on)\b/;
/** To `Do you take folic acid?`: `I did, up to twelve weeks.` */
const took = /^(?:(?:well|oh|,) ?)*(?:i|we|he|she) (?:did|was|used to)\b(?! n't)(?! ,? ?(?:and|this|today|yes))/;

/**
 * Whether somebody asks for a change of treatment, so that only the answer decides: `Should I stop the warfarin before the
 * operation?`, `Is it okay to stop it?`, `What if I stop it?`
 */
export function asksOfChange({ tokens, language }: Pick<Clause, 'tokens' | 'language'>): boolean {
  return language.asking.ofChange.test(textOf(tokens));
}

const ofChange =
  /\b(?:should|shall|can|could|may|must|do|will|would) (?:i|we|he|she|they)\b|\b(?:okay|ok|safe|possible|fine|all ?right|able|supposed|need|needs|have|time|early|soon) to\b|\b(?:what|how about|okay|ok|mind|matter) if\b/;
export const englishMedicines = { ofTaken, ofChange };

/** `I did, and I use it twice a day` */
const uses =
  /\bstarted (?:it|them)\b|\b(?:i|we|he|she)(?:'ve| have|'m| am)? (?:been )?(?:us(?:e|ing)|tak(?:e|ing)) (?:it|them|1|that)\b/;

/** `I've been taking my husband's tramadol`, `some of her tramadol`, `a Xanax from my mom`. */
export function isBorrowed({ tokens }: Clause, { from, to }: Mention): boolean {
  const [before, after] = [textOf(tokens.slice(0, from)), textOf(tokens.slice(to))];
  if (/\b(?:never|not|no|\w+n't)\b/.test(before)) return false;
  if (borrowed.test(before) || lent.test(before)) return true;
  if (ofAnother.test(before)) return /\b(?:me|i|i've|i'd|i'm)\b/.test(after) || onceInAWhile.test(after);
  return /\b(?:i|i've|me)\b/.test(before) && fromAnother.test(after);
}

const others = `${words.family}|${words.stranger}`;
const borrowed =
  /\b(?:i|i've|i'm|we|he|he's|she|she's|patient)(?: \w+){0,3}? (?:tak\w+|took|us(?:e|es|ed|ing)|tried|trying|had|borrow\w*|shar(?:e|ed|ing)|stole|steal\w*|swallowed|popp\w+|finish\w*|on)(?: \w+){0,3}? (?:my|his|her|a|the|our|their) (?:\w+ )?\w+'s(?: (?:old|leftover|extra|\w+ of))?$/;
const lent =
  /\b(?:i|i've|i'm|me|we)\b.* (?:some|one|1|two|2|3|half|a few|a couple|couple|any|\d+|rest|pills?|tablets?) of (?:his|her|their|your|theirs)(?: (?:old|leftover|extra))?$|^(?:with|just|only) (?:some|one|1|two|2|half|a few|a couple|\d+)(?: of)? (?:my|a) \w+'s$/;
const ofAnother = new RegExp(
  `^(?:(?:and|just|only|oh|well|,) )*(?:some of )?(?:my|a) (?:\\w+ )?(?:${others})'s(?: \\w+)?$`,
);
const onceInAWhile =
  /^(?:(?:,|sometimes|once|twice|occasionally|now and then|a few times|here and there|last \w+) ?)+$/;
const fromAnother = new RegExp(`^(?:\\w+ )?(?:from|off) (?:of )?(?:my|a|his|her) (?:\\w+ )?(?:${others})\\b`);

/**
 * Who says that he cannot take a medicine, which may be an allergy: `I can't take codeine`, `my dad cannot have aspirin`.
 * Undefined where nobody says so, or says why; what a clinician forbids is an order.
 */
export function avoidedBy(
  { tokens, role, turn }: Clause,
  { from, to, term, said }: Mention,
  next: Clause | undefined,
): 'patient' | 'relative' | undefined {
  if (role === 'clinician' || (term.kind !== 'medication' && !isUntoldAllergen({ term, said }))) return undefined;
  const before = textOf(tokens.slice(0, from));
  const isBare = saysNoReason.test(textOf([...tokens.slice(to), ...(next?.turn === turn ? next.tokens : [])]));
  const subject = isBare && cannotTake.test(before) ? before.match(anybody)?.at(-1) : undefined;
  if (subject === undefined) return undefined;
  return /^(?:i|i'm|i've|me)$/.test(subject) ? 'patient' : 'relative';
}

const isUntoldAllergen = ({ term, said }: Pick<Mention, 'term' | 'said'>) =>
  term.kind === 'allergy' && untold.test(said);
const untold = new RegExp(`^(?:${commonAllergens})$`);

const cannotTake =
  /(?<!\p{L})(?:can't|cannot|can not|mustn't|must not|shouldn't|should not|(?:not|isn't|wasn't) (?:allowed|supposed|able) to|unable to|(?:told|warned)(?: \w+)? (?:never|not) to) (?:ever |really |even )*(?:take|have|use|tolerate|handle|get|do|eat|touch|wear|be given|be near|be around)(?: (?:any|the|anything with|more))*$|(?<!\p{L})not allowed(?: any)?$/u;
/** `I can't take ibuprofen because of my kidneys`, against `I can't take codeine, either`. */
const saysNoReason =
  /^(?:$|(?:,|and|i|it|he|she|they|my|we|the)\b|,|any ?more\b|at all\b|either\b|too\b|or\b)(?!.*\b(?:because|cause|due to|since|with my|until|while)\b)/;
const anybody = new RegExp(`\\b(?:i|i'm|i've|me|${words.family}|${words.stranger})\\b`, 'g');
