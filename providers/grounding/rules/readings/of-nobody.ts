import { isGeneral } from '../dialogue/general-statements.ts';
import { type Clause, clausesOfTurn } from '../reading/clauses.ts';
import { type Mention, textOf } from '../reading/mentions.ts';

/** `Metronidazole. Finished it on Sunday.` */
export const endsBefore =
  /^(?:and |but )?(?:i |i've |we )?(?:just |already )?(?:finished|completed|stopped|ended|quit|came off|ran out of) (?:it|them|that|those|the (?:course|packet|lot))\b/;
const harmlessly =
  /\b(?:won't|wouldn't|can't|couldn't|doesn't|don't) hurt (?:to|you|anyone|anybody)\b|\b(?:(?:1|one|another|an?|few|little|some)(?: \w+){0,3}|it|that|trying|asking) (?:won't|wouldn't|can't|couldn't) hurt\b(?! (?:until|unless|when|if|any|at|now|today|there|here)\b)/;
const toBeTold =
  /(?:^|, )(?:and |then |please |just )*(?:tell|call|ring|phone|come|let (?:me|us) know|go|see|report|get|head|straight|back|you|stop)\b/;

const inCase = /\b(?:if|unless|when|in case|should)\b/;
const comesBack =
  /, (?:you |just |please |then )*(?:come|go|call|ring|phone|dial) (?:straight|right|back|in|us|me|999|911|111|112|9 1 1|an? ambulance|to (?:the|an?|your) (?:emergency|er|hospital|a and e|ed))\b/;
/** `Black stools or a knock on the head, ER. Got it.`: the patient repeats when to come. */
const repeats =
  /, (?:(?:then|and|i|we|she|he) )*(?:emergency room|hospital|ambulance|9 1 1|911|999|112|(?:i|we|she|he) (?:call|come|go|ring|phone)\b(?! (?:every|on|when)).*|(?:call|come|go|ring|phone) (?:you|the|straight|back|right|in)\b.*)(?: ,.*)?$/;

/** `Seven if I cough`: what brings it on. */
const bringsOn = /\b(?:if|when|whenever|every time|each time|after|unless|until) (?:i|you|he|she) (?:\w+ )?$|\bon $/;
const act = /^(?:cough\w*|sneez\w*|swallow\w*|vomit\w*|yawn\w*|strain\w*)$/;
/** `There are reasons to have one, like a change in bowel habits.` */
const lists =
  /\b(?:reasons?|causes?|indications?) (?:to|for|that|why|of|are|include)\b.*\b(?:like|such as|including|include|e\.?g) /;
const told: ReadonlySet<string> = new Set(['symptom', 'problem', 'social', 'safety']);
/** What a clinician says of everybody is none of the patient's. */
const general: ReadonlySet<string> = new Set([...told, 'finding', 'history', 'family']);
const asksOfPast =
  /\b(?:have|has|had|did) (?:you|he|she|they)\b|\b(?:are|were|do|does|is|was) (?:you|he|she|they) (?:still |already |been )?(?:doing|using|getting|keeping|wearing|do|use|keep|wear|trying)\b/;
/** `One won't hurt.` is no pain, and `Any bleeding, tell us.` no bleeding. */
export function isOfNobody(clauses: readonly Clause[], at: number, mention: Mention): boolean {
  const [clause, next] = [clauses[at], clauses[at + 1]];
  const { kind, name } = mention.term;
  if (clause === undefined) return false;
  const text = textOf(clause.tokens);
  // `Have you tried icing?` advises nothing.
  if (kind === 'advice' && clause.isQuestion && asksOfPast.test(text)) return true;
  // `Some people get a cough with it. Do you?` asks.
  const isExplained = clause.role === 'clinician' && !clause.isQuestion && !asksNext(clauses, at);
  if (isExplained && general.has(kind) && isGeneral(text)) return true;
  // `The person who hit me drove off.`
  if (name === 'abuse' && isOfTraffic(clauses, at, mention)) return true;
  if ((kind === 'allergy' || told.has(kind)) && clause.role === 'patient' && isDefined(clauses, at, mention))
    return true;
  if (!told.has(kind)) return false;
  const before = `${textOf(clause.tokens.slice(0, mention.from))} `;
  if (clause.role === 'clinician' && (kind === 'safety' ? lists.test(text) : lists.test(before))) return true;
  if (name === 'pain' && harmlessly.test(text)) return true;
  if (act.test(mention.said) && bringsOn.test(before)) return true;
  // `Fever, a stiff neck or a rash, come straight back.`
  if (clause.role === 'clinician' && !inCase.test(text) && comesBack.test(textOf(clause.tokens.slice(mention.to))))
    return true;
  if (clause.role === 'patient' && !clause.isQuestion && repeats.test(textOf(clause.tokens.slice(mention.to))))
    return true;
  const isAny = clause.role === 'clinician' && !clause.isQuestion && /^(?:and |but |so )*any\b/.test(text);
  const rest = next?.turn === clause.turn && next.sentence === clause.sentence ? textOf(next.tokens) : '';
  return isAny && (toBeTold.test(rest) || toBeTold.test(textOf(clause.tokens.slice(mention.to))));
}

const defines =
  /\b(?:thing|condition|disease|disorder|illness|syndrome|bug|one|what|kind|type)s? (?:where|when|in which|that (?:makes|gives|causes|means)) (?:you|people|they|somebody|someone|your)\b/;
const isOwn = /\b(?:i|i've|i'm|i'd|we|we've)\b/;
const isGranted = /\b(?:you|he|she)(?: do|'ve| may| might| could| probably)? (?:have|got|had)\b/;

/** `The thing where you get hives from shellfish?` says what it is, and not that anybody has it, unless somebody does. */
function isDefined(clauses: readonly Clause[], at: number, { from }: Mention): boolean {
  const clause = clauses[at];
  const previous = clauses[at - 1];
  const start = previous?.turn === clause?.turn && previous?.sentence === clause?.sentence ? previous?.tokens : [];
  const before = `${textOf(start ?? [])} ${textOf(clause?.tokens.slice(0, from) ?? [])}`;
  const reply = clauses.slice(at + 1, at + 4).filter(({ role }) => role === 'clinician');
  return defines.test(before) && !isOwn.test(before) && !reply.some(({ tokens }) => isGranted.test(textOf(tokens)));
}

const stranger = /\b(?:person|driver|guy|man|woman|lady|car|truck|van|bike|one|kid|cyclist|idiot) $/;
const byAnyone = /^(?:he|she|they|somebody|someone|anyone|anybody) (?:\w+ )*?(?:hit|hurt) (?:me|you|him|her)$/;
const crash = /\b(?:rear[- ]?ended|crashed|collision|car accident|red light|junction|intersection|bumper|windshield)\b/;

/** Who hit whom on the road; whoever else hits somebody is told as abuse. */
function isOfTraffic(clauses: readonly Clause[], at: number, { said, from }: Mention): boolean {
  const [clause, previous] = [clauses[at], clauses[at - 1]];
  const turn = clausesOfTurn(clauses, clause?.turn ?? -1);
  const told = turn.map(({ tokens }) => textOf(tokens)).join(' , ');
  const before = [
    ...(previous?.sentence === clause?.sentence ? (previous?.tokens ?? []) : []),
    ...(clause?.tokens.slice(0, from) ?? []),
  ];
  const isWho = /^who\b/.test(said) && stranger.test(`${textOf(before)} `);
  return (isWho || byAnyone.test(said)) && crash.test(told);
}

function asksNext(clauses: readonly Clause[], at: number): boolean {
  return clauses.slice(at + 1, at + 3).some(({ turn, isQuestion }) => isQuestion && turn === clauses[at]?.turn);
}

/** `Let me know if you have any pain` during an examination. */
export function asksToBeTold(clauses: readonly Clause[], at: number): boolean {
  const own = textOf(clauses[at]?.tokens ?? []);
  const before = clauses[at - 1]?.turn === clauses[at]?.turn ? textOf(clauses[at - 1]?.tokens ?? []) : '';
  return (
    /\b(?:let me know|tell me|tell us) (?:if|when|whether)\b.*\b(?:any|pain|tender|hurts?|sore|tenderness)\b/.test(
      `${before} ${own}`,
    ) &&
    /\b(?:if|when|whether)\b/.test(own) &&
    !/\b(?:worse|develop|start|fever|persist)\b/.test(own)
  );
}
