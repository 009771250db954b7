import type { Clause } from './clauses.ts';
import { type Mention, textOf } from './mentions.ts';
import type { Reading } from './reading.ts';

/** What the clinician proposes is not decided yet. */
const proposes =
  /\b(?:let's|let us|you (?:should|need)|(?:would|might|could|may) (?:tell|help|benefit|show|be)|benefit from|we'll|we will|i'll|i will|i'd like|i would like|i want|we want|we would|i would|we could|we can|could try|can try|recommend|suggest|start(?:ing)?|put you on|thinking (?:about|of)|talked about|discuss(?:ed)?|consider|offer|how about|what about|would you|do you want|are you (?:okay|open|willing)|going to|gonna|give you|send you|refer|order|schedule|book|think about|like you on)\b/;
/** A question after which a plain no refuses. */
const offers =
  /\b(?:how about|would you (?:like|consider|want|be (?:open|willing))|do you want|shall we|should we|can (?:i|we)|could (?:i|we))\b/;
/** How a patient says no to it. */
const refuses =
  /^(?:(?:well|um|uh|oh|ah|actually|honestly|sorry|i'm sorry|no|nope|nah|hm+|i think|,) )*(?:(?:no|nah|nope)(?: ,)? (?:thanks?|thank you)|no ?$|i'd (?:really )?(?:rather|prefer) (?:not|to (?:wait|avoid|skip))|i would (?:rather|prefer) not|i (?:really )?(?:don't|do not) (?:really )?(?:want|like|need|think i (?:want|need)|feel comfortable|believe in)|i'd (?:really )?rather (?!take|have|get|do)|i(?:'ve| have)? decided against|i want to (?:go home|skip|hold off|wait|stay)|i can't afford|i (?:won't|will not|refuse|can't do)|(?:[\w' ]{0,40} and )?(?:i'm|i am) not (?:really )?(?:doing|taking|going to|having|getting|interested|keen|comfortable|ready|sure i want)|not (?:right now|now|yet|today|interested|for me)|i'll (?:pass|skip)|absolutely not|no way|never again|i decline|i said no|she (?:doesn't|does not) want|he (?:doesn't|does not) want|(?:my|the) (?:husband|wife|mother|son|daughter) (?:doesn't|does not) want|can we (?:wait|hold off|skip)|i'd like to (?:wait|hold off|avoid))\b|\b(?:no thank(?:s| you)|i(?:'ll| will) (?:pass|skip))\b/;
/** `No, I don't have any` answers, and refuses nothing. */
const answers = /\b(?:i don't (?:have|take|know|smoke|drink|think so))\b/;
const accepts =
  /^(?:(?:well|um|uh|oh|,) )*(?:okay|ok|alright|all right|fine|sure|yes|yeah|i guess|if you (?:think|say)|i'll (?:do|try|take) it|let's do it|sounds good|that's fine|that works)\b/;
/** What the clinician takes back. */
const cancels =
  /\b(?:(?:we|i)(?:'ll| will)? ?(?:won't|will not|not (?:going to|gonna)|don't need to|can skip|skip|hold off|leave)\b.*\b(?:it|that|one|those|them)\b|(?:we|i) (?:won't|will not)$|let's (?:not|hold off|skip|forget|leave (?:it|that))|scratch that|never ?mind|forget (?:it|that)|hold off(?: on (?:it|that))?(?: for now)?|not (?:today|now|yet) (?:though|then)|on second thought)\b/;

/** Number of clauses after a proposal in which the same speaker may take it back. */
const reach = 3;

/**
 * Reads what became of what the clinician proposed: declined if the patient says no and nothing changes that, absent if
 * the clinician takes it back. A proposal that a later word on the same thing denies is no plan.
 */
export function withDecisions(clauses: readonly Clause[], readings: readonly Reading[]): Reading[] {
  const turns = Map.groupBy(clauses, ({ turn }) => turn);
  const decided = readings.map((reading): Reading => {
    if (!isProposal(clauses, reading)) return reading;
    if (isTakenBack(clauses, reading)) return { ...reading, assertion: 'absent' };
    const turn = clauses[reading.clause]?.turn ?? 0;
    const refusal = refusalOf(turns, turn, clauses[reading.clause]?.speaker ?? null);
    if (refusal === undefined) return reading;
    return { ...reading, assertion: 'declined', passages: [...new Set([...reading.passages, ...refusal])] };
  });
  const last = new Map(decided.map((reading, index) => [keyOf(reading), index]));
  return decided.filter((reading, index) => {
    const final = decided[last.get(keyOf(reading)) ?? index];
    const isDenied = final?.assertion === 'absent' || final?.assertion === 'declined';
    if (final === undefined || final === reading) return true;
    if (isCorrected(clauses, reading, final)) return false;
    return !isDenied || !isProposal(clauses, reading) || isSaidByPatient(clauses, final);
  });
}

const keyOf = ({ mention: { term } }: Reading): string => `${term.kind} ${term.name}`;

function isAction({ term: { kind } }: Mention): boolean {
  return kind === 'medication' || kind === 'order' || kind === 'procedure';
}

function isSaidByPatient(clauses: readonly Clause[], { clause }: Reading): boolean {
  return clauses[clause]?.role === 'patient';
}

function isProposal(clauses: readonly Clause[], reading: Reading): boolean {
  const clause = clauses[reading.clause];
  if (clause === undefined || clause.role === 'patient' || !isAction(reading.mention)) return false;
  const text = textOf(clause.tokens);
  if (reading.assertion === 'absent') return clause.isQuestion && offers.test(text);
  return (reading.assertion === 'present' || reading.assertion === 'possible') && proposes.test(text);
}

function isTakenBack(clauses: readonly Clause[], { clause: at, mention }: Reading): boolean {
  const own = clauses[at];
  const rest = textOf(own?.tokens.slice(mention.to) ?? []);
  const later = clauses.slice(at + 1, at + 1 + reach).filter((clause) => clause.turn === own?.turn);
  return [rest, ...later.map(({ tokens }) => textOf(tokens))].some((text) => cancels.test(text));
}

/** The passages of the refusal in the next turn; undefined if there is none, or it is taken back. */
function refusalOf(
  turns: ReadonlyMap<number, readonly Clause[]>,
  turn: number,
  speaker: string | null,
): readonly number[] | undefined {
  const reply = turns.get(turn + 1)?.slice(0, reach) ?? [];
  const [first] = reply;
  if (first === undefined || first.speaker === speaker) return undefined;
  const said = reply.map(({ tokens }) => textOf(tokens)).join(' ');
  if (!refuses.test(said) || answers.test(said)) return undefined;
  const later = turns.get(turn + 3)?.[0];
  const isPersuaded =
    later?.speaker === first.speaker && accepts.test(textOf(later.tokens)) && !concedes(turns.get(turn + 2) ?? []);
  return isPersuaded ? undefined : first.passages;
}

/** In turns: how soon the clinician corrects the patient. */
const correctionReach = 4;

/** `You are on Eliquis, not Xarelto`, `we changed the lisinopril to losartan`: what the patient said of it does not stand. */
function isCorrected(clauses: readonly Clause[], said: Reading, meant: Reading): boolean {
  const [one, other] = [clauses[said.clause], clauses[meant.clause]];
  if (one?.role !== 'patient' || other === undefined || other.role === 'patient' || other.isQuestion) return false;
  if (said.mention.term.kind !== 'medication' || said.assertion !== 'present') return false;
  if (meant.assertion !== 'absent' && meant.assertion !== 'historical') return false;
  return (
    other.turn - one.turn <= correctionReach &&
    /\b(?:(?:you are|you're|it is|it's|that is|that's) (?:on )?.*\bnot|changed|switched|replaced|instead)\b/.test(
      textOf(other.tokens),
    )
  );
}

/** `Okay, we won't.` */
function concedes(reply: readonly Clause[]): boolean {
  const said = reply.map(({ tokens }) => textOf(tokens)).join(' ');
  return (
    cancels.test(said) ||
    /^(?:okay|ok|fine|alright|all right|sure|no problem|that's fine|understood|i understand)(?: (?:,|then|we|i|that's|no) ?|$)/.test(
      said,
    )
  );
}
