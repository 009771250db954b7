import { wordOf } from '../patterns.ts';
import { agree, isAdverb, isPast, secondVerb } from './verbs.ts';
import type { Voice } from './voices.ts';

/** A sentence in words and what stands between them, in turn. */
export type Tokens = readonly string[];

/** How a word that means the patient is used. */
export type Use = 'subject' | 'object' | 'possessive' | 'reflexive';

export function tokensOf(text: string): Tokens {
  return text.split(/(?<![\p{L}\p{N}'])(?=[\p{L}\p{N}'])|(?<=[\p{L}\p{N}'])(?![\p{L}\p{N}'])/u);
}

/** How the word at a place is used, if it means the patient; null for all other words. */
export function mentionAt(tokens: Tokens, at: number, voice: Voice): Use | 'unsure' | null {
  switch (`${voice}: ${wordAt(tokens, at)}`) {
    case 'patient: i':
      return auxiliary.test(wordBefore(tokens, at)) ? 'unsure' : 'subject';
    case 'patient: me':
      return 'object';
    case 'patient: my':
    case 'clinician: your':
      return 'possessive';
    case 'patient: myself':
    case 'clinician: yourself':
      return 'reflexive';
    case 'clinician: you':
      return useOfYou(tokens, at);
    default:
      return null;
  }
}

/** Before a subject these make a question. */
const auxiliary = wordOf('do does did am are is was were have has had can could would will should may might');
/** After these an infinitive follows without `to`: `have you take it`. */
const causative = wordOf('have having let letting make makes making help helps helping');
const takesObject = wordOf(
  `for to with of about on from at by
  see seeing give giving gave want wanted get gets got getting start starting tell told put putting send sending sent refer referring referred call ask show
  keep keeps left need like prescribe schedule bring set teach treat examine wean advise encourage hear bother bothering hurt allow cause causing remind
  switch took take contact hooked`,
);
const finite = wordOf('are were have can could will would should');
/** What no subject has right after it. */
const followsObject = wordOf(
  `to in on with for from a an the some out up down off over through back about at by as into home more better well today last next again if when this these
  those because before after your any another`,
);

function useOfYou(tokens: Tokens, at: number): Use | 'unsure' {
  const before = wordBefore(tokens, at);
  const isCausative = before !== 'have' || /^(?:to|will|i|we|would)$/.test(wordAt(tokens, at - 4));
  if (causative.test(before) && isCausative) return 'object';
  if (auxiliary.test(before)) return 'unsure';
  const verb = wordAt(tokens, verbAfter(tokens, at));
  if (takesObject.test(before) && !finite.test(verb)) return 'object';
  if (agree(verb) !== null) return 'subject';
  const isLast = !/^\s*$/.test(tokens[at + 1] ?? '');
  return isLast || followsObject.test(wordAt(tokens, at + 2)) ? 'object' : 'unsure';
}

function isVerb(word: string): boolean {
  return isPast(word) || secondVerb(word) === 'verb';
}

/** The place of the verb that follows a subject, adverbs between them passed over. */
export function verbAfter(tokens: Tokens, subject: number): number {
  let at = subject + 2;
  // `I like feel tired`: before a verb, `like` is none.
  while (isAdverb(wordAt(tokens, at)) || (wordAt(tokens, at) === 'like' && isVerb(wordAt(tokens, at + 2)))) at += 2;
  return at;
}

export function wordAt(tokens: Tokens, at: number): string {
  return tokens[at]?.toLowerCase() ?? '';
}

/** The word before, where nothing but a space stands between. */
function wordBefore(tokens: Tokens, at: number): string {
  return tokens[at - 1] === ' ' ? wordAt(tokens, at - 2) : '';
}
