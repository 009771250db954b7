import { genericName } from 'chronoscribe/language';
import type { Status } from '../../assertion/compose.ts';
import { isAssent, isSmallTalk } from '../dialogue/small-talk.ts';
import type { Clause } from './clauses.ts';
import { addition } from './corrections.ts';
import { textOf } from './mentions.ts';
import type { Reading } from './reading.ts';
import { cancels, isRunOn, reach, refusalOf, refusesElse, saidIn } from './refused-proposals.ts';
import { settledBy } from './settled.ts';
import { takenBackBy, takesBack } from './taken-back.ts';

/** A question that proposes something, and after which a plain no refuses. */
const offers =
  /\b(?:would you|do you want|how about|what about|are you (?:okay|open|willing)|(?:can|could|shall|should) (?:i|we)|i (?:can|could) (?:give|offer|prescribe|order|start|refer)|we (?:can|could|might)|(?:talked|thinking|talking) about|discuss(?:ed)?|recommend(?:ed)?|suggest(?:ed)?|would (?:tell|help|benefit|show))\b/;
/** How a patient says no to a proposal. */
const refusing =
  /^(?:(?:well|um|uh|oh|ooh|ah|god|actually|honestly|sorry|i'm sorry|no|nope|nah|hm+|i think|,) )*(?:(?:no|nah|nope)(?: ,)? (?:thanks?|thank you)|no ?$|i'd (?:really )?(?:rather|prefer) (?:not|to (?:wait|avoid|skip))|i would (?:rather|prefer) not|i (?:really )?(?:don't|do not) (?:really )?(?:want|like|fancy|need|think i (?:want|need)|feel comfortable|believe in)|i'd (?:really )?rather (?!take|have|get|do)|i(?:'ve| have)? decided against|i want to (?:go home|skip|hold off|wait|stay)|i can't afford|i (?:won't|will not|refuse|can't do)|(?:[\w' ]{0,40} and )?(?:i'm|i am) not (?:really )?(?:doing|taking|going to|having|getting|interested|keen|comfortable|ready|sure i want)|not (?:right now|now|yet|today|(?:this |next )?(?:time|week|month|year|visit|winter|season|morning)|interested|for me)|i'll (?:pass|skip)|absolutely not|(?:no|hell no|god no)? ?,? ?no way|not (?:a|any) chance|no chance|not happening|not in a million|not on your life|never(?: again| ?$| ever)|hard pass|out of the question|under no circumstances|count me out|forget (?:it|that)|over my dead body|i'd (?:sooner|rather) die|i decline|i said no|she (?:doesn't|does not) want|he (?:doesn't|does not) want|(?:my|the) (?:husband|wife|mother|son|daughter) (?:doesn't|does not) want|can we (?:wait|hold off|skip)|i'd like to (?:wait|hold off|avoid))\b|\b(?:no thank(?:s| you)|i(?:'ll| will) (?:pass|skip))\b/;
/** `No, I don't have any` answers, and refuses nothing. */
const answers = /\b(?:i don't (?:have|take|know|smoke|drink|think so))\b/;
const accepts =
  /^(?:(?:well|um|uh|oh|,) )*(?:okay|ok|alright|all right|fine|sure|yes|yeah|i guess|if you (?:think|say)|i'll (?:do|try|take) it|let's do it|sounds good|that's fine|that works)\b/;
/** Whether somebody says no to what was proposed: `I'd rather not.` */
export function refuses(said: string): boolean {
  return refusing.test(
    said
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(/\s*,\s*/g, ' , '),
  );
}

export const englishDecisions = { offers, refuses: refusing, answers, accepts };
const welcomes = /\b(?:sounds|that's|that is|that would be|would be) (?:good|great|perfect|fine|wonderful)\b|\bthank/;
/** What is named with these takes the place of what was proposed before. */
const replaces =
  /\b(?:instead(?! of (?!that|this|it|them|those))|actually|settled on|decided on|no not that|not that one|(?:would|will|'d|'ll) be (?:safer|better)|(?:go|going|went|stick|stay|staying) with|it is$|will do\b|then$)|^(?:(?:okay|ok|oh|all right|alright|well|good|fine|,) )*then\b/;

const isThen = /\bthen\b/;
const isIf = /\b(?:if|when|once|unless|until)\b.*\bthen\b/;

/** In clauses and turns: how soon after a proposal another may take its place. */
const replacedWithin = { clauses: 10, turns: 2 };

/**
 * Reads what became of what was proposed: declined if the patient says no and nothing changes that; absent if who
 * proposed it takes it back, or names something else in its place; possible if the patient objects, and something else
 * is proposed. A proposal that a later word on the same thing denies is no plan.
 */
export function withDecisions(
  clauses: readonly Clause[],
  readings: readonly Reading[],
  statusOf: (reading: Reading) => Status,
): Reading[] {
  const turns = Map.groupBy(clauses, ({ turn }) => turn);
  const byClause = Map.groupBy(readings, ({ clause }) => clause);
  const proposals = new Set(readings.filter((reading) => isProposal(clauses, reading, statusOf(reading))));
  const byTurn = Map.groupBy(readings, ({ clause }) => clauses[clause]?.turn ?? 0);
  /** What a clinician says when a medicine does not go with what is told after it: `Those two don't mix. Doxycycline instead.` */
  const clashOf = (own: Clause, reading: Reading): readonly Clause[] | undefined => {
    if (sortOf(reading) !== 'medicine' || reading.assertion !== 'present' || own.isQuestion) return undefined;
    const later = Array.from({ length: clashWithin }, (_, index) => turns.get(own.turn + 1 + index) ?? []);
    return later.find((turn) => {
      const isOther = (each: Reading) => sortOf(each) === 'medicine' && keyOf(each) !== keyOf(reading);
      const [first] = turn;
      if (first?.speaker !== own.speaker || !byTurn.get(first.turn)?.some(isOther)) return false;
      return clashes.test(saidIn(turn));
    });
  };
  const settledOf = (own: Clause, reading: Reading) => {
    const sort = sortOf(reading);
    // What is said of a medicine may be a decision in words that no table has: `Halve the Eliquis.`
    const isDecided =
      (sort === 'medicine' && !claims.test(textOf(own.tokens))) ||
      decisions.has(statusOf(reading)) ||
      proposals.has(reading) ||
      reading.assertion === 'declined';
    if (!isDecided || sort === undefined) return undefined;
    const soon = Array.from({ length: settledWithin }, (_, index) => byTurn.get(own.turn + 1 + index) ?? []).flat();
    const [same, others] = [true, false].map((isSame) =>
      soon.filter((each) => sortOf(each) === sort && (keyOf(each) === keyOf(reading)) === isSame),
    );
    return (
      settledBy(clauses, own, reading, { same: same ?? [], others: others ?? [] }) ??
      clashOf(own, reading) ??
      (reading.assertion === 'present' ? takenBackBy(clauses, own, reading.mention.said) : undefined)
    );
  };
  const isProposed = (clause: Clause) =>
    (byClause.get(clauses.indexOf(clause)) ?? []).some((each) => proposals.has(each));
  const refusedIn = ({ turn, speaker }: Clause, { mention }: Reading) => refusalOf(turns, turn, speaker, mention.said);
  const decided = readings.map((reading): Reading => {
    if (isTraded(clauses, reading, byClause.get(reading.clause) ?? [])) return { ...reading, assertion: 'possible' };
    const own = clauses[reading.clause];
    const doubted = own === undefined || reading.assertion !== 'present' ? undefined : noAllergy(clauses, own, reading);
    if (doubted !== undefined) return quoted(clauses, reading, doubted);
    // `No inhaler` may be said of one of several.
    const isMedicine = genericName(reading.mention.term.name) !== undefined && reading.assertion !== 'historical';
    if (isMedicine && own !== undefined && takesBack(clauses, own, reading.mention.said)) return withdrawn(reading);
    const isRefused = own !== undefined && proposals.has(reading) && refusedIn(own, reading) !== undefined;
    const settled = own === undefined || isRefused ? undefined : settledOf(own, reading);
    if (settled !== undefined) {
      const named = settled.flatMap((each) => byClause.get(clauses.indexOf(each)) ?? []);
      const isReplaced = named.some((each) => sortOf(each) === sortOf(reading) && keyOf(each) !== keyOf(reading));
      return { ...quoted(clauses, reading, settled), ...(isReplaced && { isReplaced }) };
    }
    if (!proposals.has(reading)) return reading;
    const turn = own?.turn ?? 0;
    const reply = turns.get(turn + 1) ?? [];
    const isAnswered = reply[0] !== undefined && reply[0].speaker !== own?.speaker;
    const said = saidIn(reply);
    const isObjection =
      isAnswered &&
      own !== undefined &&
      !own.language.decisions.accepts.test(said) &&
      !welcomes.test(said) &&
      !reply.some(({ isQuestion }) => isQuestion);
    if (isTakenBack(clauses, reading, isObjection ? (turns.get(turn + 2) ?? []) : [], byClause))
      return withdrawn(reading);
    const isOfElse = asksElse(turns.get(turn) ?? [], own);
    const refusal = isOfElse || own === undefined ? undefined : refusedIn(own, reading);
    // `Double the water pill. You may need the hospital. – I don't want the hospital.`
    if (
      refusal !== undefined &&
      own !== undefined &&
      refusesElse(turns.get(turn) ?? [], own, said, reading, isProposed)
    )
      // Speech without marks has no sentence to quote.
      return isRunOn(turns.get(turn) ?? [], own) ? reading : quoted(clauses, reading, reply);
    if (refusal === undefined && !isOfElse && isObjection && isUnclear(clauses, reading, reply, byClause))
      return quoted(clauses, reading, reply);
    if (refusal !== undefined)
      return { ...reading, assertion: 'declined', passages: [...new Set([...reading.passages, ...refusal])] };
    const other = replacementOf(clauses, reading, byClause);
    if (other === 'surely') return withdrawn(reading);
    return other === 'perhaps' && isObjection ? { ...reading, assertion: 'possible' } : reading;
  });
  const last = new Map(decided.map((reading, index) => [keyOf(reading), index]));
  return decided.flatMap((reading, index): Reading[] => {
    const at = last.get(keyOf(reading)) ?? index;
    const final = decided[at];
    const isClaim = reading.assertion === 'present' || reading.assertion === 'possible';
    if (final === undefined || at === index || !isClaim) return [reading];
    if (isCorrected(clauses, reading, final)) return [];
    // The last word counts: what is taken, and then stopped, is stopped.
    if (reading.mention.term.kind === 'medication' && final.assertion === 'historical')
      return statusOf(final) === 'stopped' || final.answer !== undefined
        ? [{ ...reading, assertion: 'historical' }]
        : [reading];
    const isDenied = final.assertion === 'absent' || final.assertion === 'declined';
    const isOwn =
      proposals.has(readings[index] ?? reading) ||
      isOfClinician(clauses, reading, final) ||
      (sortOf(reading) === 'measure' &&
        (clauses[reading.clause]?.isQuestion === true ||
          (reading.assertion === 'possible' && clauses[reading.clause]?.role === 'clinician')));
    return isDenied && isOwn && !isSaidByPatient(clauses, final) ? [] : [reading];
  });
}

/** `You take metformin 500` decides nothing. */
const claims =
  /^(?:(?:and|so|okay|well|,) )*(?:you|he|she)(?:'re| are|'s| is)? (?:still )?(?:on|tak\w+|us\w+|had|have|were|was)\b/;
/** In turns. */
const [settledWithin, clashWithin] = [6, 8];
/** Two medicines that are not given together, and one in place of the other. */
const clashes =
  /\b(?:those two|(?:don't|doesn't|do not|won't) (?:mix|go)|interacts?|clash(?:es)?|not (?:together|safe together)|can't (?:have|take|give|use) (?:that|them|both|those))\b.*\b(?:instead(?! of)|then)\b/;
/** What a clinician does about something. */
const decisions: ReadonlySet<Status> = new Set(['planned', 'stopped', 'declined', 'absent', 'possible']);

/** `Substitute losartan for the lisinopril`: one of two is taken, and only words that no list may have say which. */
function isTraded(clauses: readonly Clause[], reading: Reading, all: readonly Reading[]): boolean {
  const own = clauses[reading.clause];
  if (own === undefined || own.isQuestion || reading.assertion !== 'present') return false;
  const medicines = all.filter((each) => sortOf(each) === 'medicine' && each.assertion === 'present');
  const at = medicines.indexOf(reading);
  const isBetween = (one?: Reading, other?: Reading) =>
    one !== undefined &&
    other !== undefined &&
    inPlaceOf.test(textOf(own.tokens.slice(one.mention.to, other.mention.from)));
  return at >= 0 && (isBetween(medicines[at - 1], reading) || isBetween(reading, medicines[at + 1]));
}

const inPlaceOf =
  /(?<!\p{L})(?:for|over|by|against|than|in with|gegen|durch|als)(?: (?:the|your|her|his|my|a|some|das|die|den))?$/u;

/** `Naproxen twice a day. On second thoughts, skip the naproxen.` */
function isOfClinician(clauses: readonly Clause[], said: Reading, final: Reading): boolean {
  const [one, other] = [clauses[said.clause], clauses[final.clause]];
  return (
    sortOf(said) === 'medicine' && one?.turn === other?.turn && one?.isQuestion === false && one.role !== 'patient'
  );
}

const withdrawn = (reading: Reading): Reading => ({ ...reading, assertion: 'absent' });

const keyOf = ({ mention: { term } }: Reading): string => `${term.kind} ${term.name}`;

/** What may take the place of what: one medicine of another, one test or treatment of another. */
function sortOf({ mention: { term } }: Reading): 'medicine' | 'measure' | undefined {
  if (term.kind === 'medication') return 'medicine';
  return term.kind === 'order' || term.kind === 'procedure' ? 'measure' : undefined;
}

function isSaidByPatient(clauses: readonly Clause[], { clause }: Reading): boolean {
  return clauses[clause]?.role === 'patient';
}

function isProposal(clauses: readonly Clause[], reading: Reading, status: Status): boolean {
  const clause = clauses[reading.clause];
  if (clause === undefined || sortOf(reading) === undefined || isSaidByPatient(clauses, reading)) return false;
  const isOffered = clause.language.decisions.offers.test(textOf(clause.tokens));
  if (reading.assertion === 'absent') return clause.isQuestion && isOffered;
  if (reading.assertion !== 'present' && reading.assertion !== 'possible') return false;
  return status === 'planned' || status === 'possible' || isOffered;
}

function isTakenBack(
  clauses: readonly Clause[],
  { clause: at, mention, ...reading }: Reading,
  reply: readonly Clause[],
  byClause: ReadonlyMap<number, readonly Reading[]>,
): boolean {
  const own = clauses[at];
  const rest = textOf(own?.tokens.slice(mention.to) ?? []);
  const later = clauses.slice(at + 1, at + 1 + reach).filter((clause) => clause.turn === own?.turn);
  const key = keyOf({ ...reading, clause: at, mention });
  // `Donepezil we'll hold off on` is said of what it names.
  const isOfOther = (clause: Clause) => {
    const named = (byClause.get(clauses.indexOf(clause)) ?? []).filter((each) => sortOf(each) !== undefined);
    return (
      named.length > 0 &&
      named.every((each) => keyOf(each) !== key && cancels.test(textOf(clause.tokens.slice(each.mention.to))))
    );
  };
  const said = [...later, ...reply.slice(0, reach)].filter((clause) => !isOfOther(clause));
  return [rest, ...said.map(({ tokens }) => textOf(tokens))].some((text) => cancels.test(text));
}

/** Whether somebody but the patient names something else soon after, and says that it is meant in place of a proposal. */
function replacementOf(
  clauses: readonly Clause[],
  { clause: at, mention, ...proposal }: Reading,
  byClause: ReadonlyMap<number, readonly Reading[]>,
): 'surely' | 'perhaps' | undefined {
  const own = clauses[at];
  const sort = sortOf({ ...proposal, clause: at, mention });
  const soon = Array.from({ length: replacedWithin.clauses }, (_, index) => byClause.get(at + 1 + index) ?? []).flat();
  const other = soon.find(
    (each) =>
      sortOf(each) === sort &&
      each.mention.term.name !== mention.term.name &&
      !isSaidByPatient(clauses, each) &&
      (each.assertion === 'present' || each.assertion === 'possible'),
  );
  const meant = clauses[other?.clause ?? -1];
  if (meant === undefined || meant.turn - (own?.turn ?? 0) > replacedWithin.turns) return undefined;
  const between = clauses.slice(at + 1, (other?.clause ?? at) + 2).filter(({ turn }) => turn === meant.turn);
  const said = between.map(({ tokens }) => textOf(tokens));
  // `If it does not get better, then we can get an X-ray`
  const isCase = (text: string, index: number) => isThen.test(text) && isIf.test(`${said[index - 1] ?? ''} ${text}`);
  if (said.some((text, index) => replaces.test(text) && !isCase(text, index))) return 'surely';
  return meant.turn === own?.turn || addition.test(textOf(meant.tokens)) ? undefined : 'perhaps';
}

/** `Any other questions?`, after what is proposed: a no answers that. */
function asksElse(turn: readonly Clause[], own: Clause | undefined): boolean {
  const last = turn.at(-1);
  if (endsInQuestions.test(textOf(last?.tokens ?? []))) return true;
  if (last === own || last?.isQuestion !== true) return false;
  const text = textOf(last.tokens);
  return asksForMore.test(text) || !asksOfIt.test(text);
}

/** Also where speech without marks asks in one breath with what is proposed. */
const endsInQuestions =
  /\bany (?:other |more )?(?:questions?|concerns?)(?: about (?:that|it|this|those|any of (?:that|it|this)))?$/;

/** `Is that all right?`, `would you like to try?`, against `she's not allergic to anything?` */
const asksOfIt =
  /(?<!\p{L})(?:that|it|this|those|these|them|okay|ok|all ?right|sounds?|like|willing|agree|want|try|happy|mind|shall|should|could|can|think|feel|what|how|open|interested|einverstanden|recht|das|es|möchten|wollen)(?!\p{L})/u;
const asksForMore =
  /\b(?:any(?:thing)? (?:other|else|more|questions?|concerns?|refills?)|any\b.*\b(?:questions?|concerns?|refills?|allerg\w+)|do you (?:have|need|take) any|questions)\b/;

/** In words. */
const longestUnclear = 10;

/** Whether a short reply to what is proposed last says neither yes nor no in words that are known: `My cousin got stuck in one.` */
function isUnclear(
  clauses: readonly Clause[],
  { clause: at }: Reading,
  reply: readonly Clause[],
  byClause: ReadonlyMap<number, readonly Reading[]>,
): boolean {
  const [own, next] = [clauses[at], clauses[at + 1]];
  const isLast = next === undefined || next.turn !== own?.turn || next.sentence === own.sentence;
  const said = saidIn(reply);
  if (own === undefined || own.isQuestion || !isLast || reply[0]?.role !== 'patient') return false;
  if (
    !own.language.lastWords.proposes.test(textOf(own.tokens)) ||
    own.language.decisions.answers.test(said) ||
    own.language.objects.test(said)
  )
    return false;
  // A number in the reply is read with what it counts.
  if (said.split(' ').length > longestUnclear || /\d\d/.test(said)) return false;
  // `My back also hurts` goes on to something else.
  if (reply.some((each) => byClause.has(clauses.indexOf(each)))) return false;
  const later = clauses.find(({ turn }) => turn === own.turn + 3);
  if (later?.speaker === reply[0].speaker && own.language.decisions.accepts.test(textOf(later.tokens))) return false;
  return !isAssent(said) && !isSmallTalk(said) && !agrees.test(said);
}

const agrees =
  /\b(?:good|great|perfect|fine|right|works?|thanks?|thank|sure|got it|will|i'll|can do|makes sense|understand|understood|agree|please|yes|yeah|yep|ok|okay|okie|happy|glad|appreciate|let's|hope|lik(?:e|ed)|ja|gern|gerne|gut|danke|bitte|einverstanden|ordnung|machen|probier\p{L}*|versuch\p{L}*|klar|genau|verstanden|stimmt)\b/u;

/** A proposal, told with what was said to it. */
function quoted(clauses: readonly Clause[], reading: Reading, reply: readonly Clause[]): Reading {
  const passages = [...new Set([...reading.passages, ...reply.flatMap((each) => each.passages)])];
  const answer = reply.map((each) => clauses.indexOf(each));
  return { ...reading, assertion: 'possible', isQuoted: true, answer, passages };
}

/** In turns: how soon the clinician corrects the patient. */
const correctionReach = 4;

/** `You are on Eliquis, not Xarelto`: what the patient said of it does not stand, and no allergy that is denied later. */
function isCorrected(clauses: readonly Clause[], said: Reading, meant: Reading): boolean {
  const [one, other] = [clauses[said.clause], clauses[meant.clause]];
  if (one === undefined || other === undefined || meant.assertion !== 'absent') return false;
  const isOfClinician =
    said.assertion === 'present' && one.role === 'patient' && other.role !== 'patient' && !other.isQuestion;
  const { kind } = said.mention.term;
  return other.turn - one.turn <= correctionReach && (kind === 'allergy' || (kind === 'medication' && isOfClinician));
}

/** What is said against its being an allergy: `It made me sick, but that's not an allergy. – No, that's a side effect.` */
function noAllergy(
  clauses: readonly Clause[],
  own: Clause,
  { mention, answer }: Reading,
): readonly Clause[] | undefined {
  if (mention.term.kind !== 'allergy') return undefined;
  const from = clauses.indexOf(own);
  const after = clauses.findIndex(({ turn }, at) => at > from && turn > own.turn + 2);
  const near = clauses.slice(from, after === -1 ? clauses.length : after);
  const last = near.findLastIndex(({ tokens }) => noAllergySaid.test(textOf(tokens)));
  return last === -1 ? undefined : clauses.slice(from + 1, Math.max(from + last, ...(answer ?? [])) + 1);
}

const noAllergySaid =
  /\b(?:that|it|this)(?:(?:'s| is| was) not| isn't| wasn't) (?:really |actually |exactly |quite )?(?:an? )?(?:true |real )?allergy\b|\b(?:that|it|this)(?:'s| is| was) (?:just |only |more of )*(?:an? )?(?:side[- ]effect|intoleran\w+|upset stomach)\b/;
