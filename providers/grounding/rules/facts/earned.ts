import type { FactKind } from 'chronoscribe/kinds/grounding';
import { words } from '../../assertion/en/words.ts';
import { type Clause, clausesOfTurn } from '../reading/clauses.ts';
import { type Mention, textOf } from '../reading/mentions.ts';
import type { ReadAssertion, Reading } from '../reading/reading.ts';
import { mentionsOf } from '../readings/named.ts';
import { isLicensed } from './licences.ts';
import { isBegunAnew } from './listed-denials.ts';

/** In clauses: how far it is looked for what becomes of a thing after it is named. */
const reach = 3;
/** In clauses: a longer sentence of an unknown speaker was recognised without marks. */
const longestSentence = 3;
const shortestName = 5;

/** What a speaker takes back, whatever it is; a number after it takes the place of a number. */
const takenBack =
  /\b(?:(?:scratch|strike|disregard|delete|cancel|forget|undo) (?:that|it)|kidding|joking|just a joke|no ,? ?(?:come on|hang on|wait))\b(?!.{0,20}\d)|^(?:, )?correction\b(?!.{0,20}\d)/;
const relatives = `${words.family}|${words.families}`;
/** `That was my sister's boy`, after what the patient was said to have. */
const isOfRelative = new RegExp(
  `\\b(?:that|it|this)(?:'s| is| was) (?:actually )?(?:my|his|her|the|your) (?:[\\w']+ )?(?:${relatives})\\b(?!.*\\bi take\\b)`,
);
const somebody = new RegExp(
  `\\b(?:${relatives}|${words.stranger}|${words.strangers}|every(?:one|body)|some(?:one|body)|people|folks|nan|nana|gran|granny|lad|lass|bloke|chap|next door)\\b`,
);
const isPatient = /\b(?:i|i'm|i've|i'd|i'll|me|myself|you|you're|you've|your|patient|she|he|we)\b/;
/** A reply after which a proposal does not stand, unless it is agreed to. */
const refuses =
  /\b(?:rather|sooner|prefer|skip|(?:don't|do not|doesn't) (?:really )?(?:want|fancy|like)|not (?:keen|sure|for me|happy|ready)|no (?:thanks|thank|way)|leave it)\b/;
const accepts = /\b(?:okay|ok|fine|sure|yes|yeah|all right|alright|i'll (?:try|take|do))\b/;

/** What somebody has, and what is proposed: either may be another's, or be refused. */
const ofSomebody: ReadonlySet<FactKind> = new Set(['problem', 'symptom', 'allergy', 'medication', 'procedure']);
const proposed: ReadonlySet<FactKind> = new Set(['medication', 'order', 'procedure']);

/**
 * Certainty is earned: what is read as present stays so only where the words around it license it, and nothing near it
 * overturns it. All else is possible, so that what no rule foresaw is never told as a fact.
 *
 * @param kind of the fact that the reading becomes
 */
export function earnedAssertion(clauses: readonly Clause[], reading: Reading, kind: FactKind): ReadAssertion {
  const { assertion, isUnanswered, mention, clause: at, answer = [] } = reading;
  const clause = clauses[at];
  const isDenied = assertion === 'absent' || assertion === 'declined';
  if (isDenied && clause !== undefined && isBegunAnew(kind, clause, mention)) return 'possible';
  if (assertion !== 'present' || isUnanswered === true || clause === undefined) return assertion;
  const told = answer.map((index) => textOf(clauses[index]?.tokens ?? []));
  const after = wordsAfter(clauses, at, mention);
  const before = textOf(clause.tokens.slice(0, mention.from));
  const isOther = ofSomebody.has(kind) && somebody.test(before) && !isPatient.test(before);
  if (isOther || isOverturned([textOf(clause.tokens.slice(mention.to)), ...after, ...told], mention)) return 'possible';
  if (proposed.has(kind) && clause.role === 'clinician' && isRefused(clauses, at)) return 'possible';
  const { isQuestion, role } = clause;
  const around = { ...sentenceAround(clauses, reading), isRaw: isRaw(clauses, at) };
  return isLicensed({ kind, said: mention.said, ...around, after, told, isQuestion, role }) ? assertion : 'possible';
}

/** `No weakness`, said after an answer that affirms it among other things. */
function isOverturned(later: readonly string[], { said }: Mention): boolean {
  const names = said.split(' ').filter((word) => word.length >= shortestName);
  const denied = new RegExp(`\\b(?:no|not|never|isn't) (?:the |any |my )?(?:${names.join('|')})\\b`);
  return (
    isOfRelative.test(later.join(' ')) ||
    later.some((text) => takenBack.test(text) || (names.length > 0 && denied.test(text)))
  );
}

/** Whether the next speaker would rather not, where the turn ends soon after the proposal. */
function isRefused(clauses: readonly Clause[], at: number): boolean {
  const turn = clauses[at]?.turn ?? 0;
  if (clauses[at + reach]?.turn === turn) return false;
  const said = (own: number) =>
    textOf(clausesOfTurn(clauses, own).flatMap(({ tokens }) => tokens.slice(0, longestReply)));
  return refuses.test(said(turn + 1)) && !accepts.test(said(turn + 1)) && !accepts.test(said(turn + 3));
}

const longestReply = 12;

function isRaw(clauses: readonly Clause[], at: number): boolean {
  const own = clauses[at];
  if (own?.role === 'patient' || own?.role === 'clinician') return false;
  const near = clauses.slice(Math.max(0, at - longestSentence), at + longestSentence + 1);
  return near.filter(({ turn, sentence }) => turn === own?.turn && sentence === own.sentence).length > longestSentence;
}

/** A clause after the one before it in its sentence; what is asked about, and what is named beside it of its sort, is `<>`. */
function sentenceAround(clauses: readonly Clause[], { clause: at, mention }: Reading) {
  const [before, own] = [clauses[at - 1], clauses[at]];
  const isJoined = before?.turn === own?.turn && before?.sentence === own?.sentence;
  const sentence: string[] = [];
  let place = 0;
  for (const index of isJoined ? [at - 1, at] : [at]) {
    const alike = (mentionsOf(clauses)[index] ?? []).filter(({ term }) => term.kind === mention.term.kind);
    clauses[index]?.tokens.forEach(({ text }, token) => {
      const inside = alike.find(({ from, to }) => from <= token && token < to);
      if (index === at && token === mention.from) place = sentence.length;
      if (inside === undefined) sentence.push(text);
      else if (inside.from === token) sentence.push('<>');
    });
  }
  return { words: sentence, at: place };
}

/** What the speaker says after a mention, until another thing of its sort is named, or something is asked. */
function wordsAfter(clauses: readonly Clause[], at: number, { term, to }: Mention): string[] {
  const mentions = mentionsOf(clauses);
  const own = clauses[at];
  const isAlike = (mention: Mention) => mention.term.kind === term.kind;
  const next = mentions[at]?.find((mention) => mention.from >= to && isAlike(mention));
  const rest = textOf(own?.tokens.slice(to, next?.from) ?? []);
  if (next !== undefined || own === undefined) return [rest];
  const words: string[] = [rest];
  for (let index = at + 1; index <= at + reach; index += 1) {
    const clause = clauses[index];
    if (clause === undefined || clause.turn !== own.turn || clause.isQuestion) break;
    const other = mentions[index]?.find(isAlike);
    words.push(textOf(clause.tokens.slice(0, other?.from)));
    if (other !== undefined) break;
  }
  return words;
}
