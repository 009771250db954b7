import { type Amount, amountsIn } from '../reading/amounts.ts';
import type { Clause } from '../reading/clauses.ts';
import { mentionsIn, textOf } from '../reading/mentions.ts';
import type { Reading } from '../reading/reading.ts';
import { type FactDraft, plainDraft } from './fact-draft.ts';

/** What a patient does at home, told as an instruction. */
const atHome =
  /^(?:avoid|ice|icing|elevate|soak|stretch|exercise|exercising|rest|sleep|drink|eat|wear|limit|reduce|decrease|increase|cut|stay|keep|watch|check|monitor|record|weigh|rinse|gargle|massage|apply|quit|lose|drive|driving|swim|swimming|run|running|jog|jogging|cycle|cycling|play|playing|ski|skiing|train|bear)$/;
/** These may be commands of an examination (`bend forward`): they count with an amount, or where they are forbidden. */
const anywhere =
  /^(?:walk|walking|lift|lifting|bend|bending|twist|twisting|sit|sitting|stand|standing|lie|lying|squat|squatting|kneel|kneeling|climb|climbing|carry|carrying|push|pushing|pull|pulling|reach|reaching|move|moving|roll)$/;
const asked =
  /\b(?:(?:i|we)(?:'d| would| do| also)*(?: really)? (?:want|like|need|encourage|advise|recommend|ask|suggest)(?: for)? you(?: to)?|you (?:should|need to|must|have to|ought to|may|can)|you'll (?:need|want) to|(?:i|we)(?:'d| would)? (?:recommend|suggest|advise)|please|(?:have|get|having) you(?: to)?|make sure(?: that)?(?: you)?|be sure to|try to)$/;
const forbidden = /\b(?:do not|don't|not to|not|no|never|avoid|stop)$/;
const adverbs = /(?:(?:^| )(?:just|also|really|gently|please|go ahead and|continue|start|begin|keep|try|to|be))+$/;
const opening = /^(?:(?:okay|so|and|but|then|also|now|just|well|,|for now|in the meantime|until then|again) ?)*$/;
const tolerated = /\b(?:as tolerated|daily|every|(?:a|per|each) (?:day|week)|regularly)\b/;
const examining =
  /\b(?:for me|as far as|against my|my (?:hand|finger)s?|show me|take a (?:deep )?breath|hold still|bear with|across the room|your eyes|if)\b/;
/** Here a reason or another sentence begins, where nothing punctuates. */
const ends = /^(?:because|cause|since|so|but|i'm|i'll|we'll|that's|that'll|it's|hopefully|okay|alright)$/;
const links = /^(?:when|while|as|that|until|before|after|than|where|if|what|how)$/;
const mostWords = 20;

/** An instruction, and the tokens that belong to it. */
export interface Instruction {
  readonly draft: FactDraft;
  readonly from: number;
  readonly to: number;
  /** The advice of the word lists that it tells in full, as `ice` in `ice the knee for 15 minutes`. */
  readonly listed: Reading | undefined;
}

/**
 * What the clinician tells the patient to do or to leave: `walk for 20 minutes twice a day`, `do not lift anything over
 * 10 kilograms for the next 2 weeks`. It is one fact with all its amounts; its value is the first.
 *
 * @param readings of the clause
 */
export function instructionAt(
  clauses: readonly Clause[],
  at: number,
  readings: readonly Reading[],
): Instruction | undefined {
  const clause = clauses[at];
  if (clause === undefined || clause.role === 'patient' || clause.isQuestion) return undefined;
  const { tokens } = clause;
  if (examining.test(textOf(tokens))) return undefined;
  const amounts = amountsIn(clause);
  // One instruction a clause: what follows is part of it.
  for (const [from, { text }] of tokens.entries()) {
    if (!atHome.test(text) && !anywhere.test(text)) continue;
    const before = textOf(tokens.slice(0, from));
    const bare = before.replace(adverbs, '').trim();
    const negation = forbidden.exec(bare)?.[0] ?? '';
    const frame = bare
      .slice(0, bare.length - negation.length)
      .replace(adverbs, '')
      .trim();
    const isAsked = asked.test(frame);
    const to = endOf(tokens, from);
    const own = amounts.filter((amount) => amount.from >= from && amount.from < to);
    const words = textOf(tokens.slice(from, to));
    if ((!isAsked && !opening.test(frame)) || /\bso (?:that )?you can$/.test(frame)) continue;
    if (mentionsIn({ tokens: tokens.slice(from, to) }).some(({ term }) => term.kind === 'medication')) continue;
    if (!tells(text, { isAsked, isForbidden: negation !== '', own, words })) continue;
    const told = draftOf(clause, at, { negation, words, amount: own[0] });
    const listed = readings.find(
      ({ mention: { term, from: start } }) => term.kind === 'advice' && start >= from && start < to,
    );
    const named = listed === undefined ? {} : { term: listed.mention.term.name, assertion: listed.assertion };
    return { from, to, draft: { ...told, ...named }, listed };
  }
  return undefined;
}

interface Told {
  readonly isAsked: boolean;
  readonly isForbidden: boolean;
  readonly own: readonly Amount[];
  readonly words: string;
}

function tells(verb: string, { isAsked, isForbidden, own, words }: Told): boolean {
  if (words.split(' ').length < 2 || /^keep \w+ing\b/.test(words)) return false;
  if (/^(?:stay|keep|check|watch)$/.test(verb) && !isAsked && own.length === 0) return false;
  if (isForbidden || verb === 'avoid') return true;
  if (anywhere.test(verb)) return (own.length > 0 || tolerated.test(words)) && isAsked;
  return isAsked || own.length > 0;
}

function endOf(tokens: Clause['tokens'], from: number): number {
  const end = tokens.findIndex(
    ({ text }, index) =>
      index > from &&
      (ends.test(text) ||
        index - from >= mostWords ||
        (/^(?:i|we|you)$/.test(text) && !links.test(tokens[index - 1]?.text ?? '')) ||
        (/^(?:and|,)$/.test(text) &&
          /^(?:i|we|that|it|then|you|they|if|this|he|she)$/.test(tokens[index + 1]?.text ?? ''))),
  );
  return end === -1 ? tokens.length : end;
}

function draftOf(
  clause: Clause,
  at: number,
  {
    negation,
    words,
    amount,
  }: { readonly negation: string; readonly words: string; readonly amount: Amount | undefined },
): FactDraft {
  const told = negation.replace("don't", 'do not').replace(/^not(?: to)?$/, /^\w+ing\b/.test(words) ? 'no' : 'do not');
  const text = `${told} ${words}`
    .replaceAll(' ,', ',')
    .replace(/(?:[ ,]+(?:and|or|to|for|the|that you|you know|all right|right))?[ ,]*$/, '')
    .trim();
  return {
    ...plainDraft(clause, at),
    kind: 'advice',
    term: 'instruction',
    text: text.replace(/\b(?:your|my)\b/g, 'the'),
    value: amount?.value ?? null,
    unit: amount?.unit ?? null,
  };
}
