import { wordIn } from '../english/patterns.ts';
import {
  conjugate,
  coordinatedVerb,
  isAdverb,
  isPast,
  isTenseless,
  type ThirdPersonForm,
} from '../english/verb-forms.ts';

/** The speaker of a sentence, who decides whom `I` and `you` mean. */
export type Voice = 'patient' | 'clinician';

/** A sentence as alternating words and separators. */
export type Tokens = readonly string[];

/** The grammatical role of a word for the patient. */
export type MentionRole = 'subject' | 'object' | 'possessive' | 'reflexive';

export function tokenize(text: string): Tokens {
  return text.split(/(?<![\p{L}\p{N}'])(?=[\p{L}\p{N}'])|(?<=[\p{L}\p{N}'])(?![\p{L}\p{N}'])/u);
}

/** The grammatical role of the word at an index if it means the patient; null for all other words. */
export function mentionAt(tokens: Tokens, at: number, voice: Voice): MentionRole | 'unsure' | null {
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

/** Before a subject, these form a question. */
const auxiliary = wordIn('do does did am are is was were have has had can could would will should may might');
/** Followed by an object and an infinitive without `to`: `have you take it`. */
const causative = wordIn('have having let letting make makes making help helps helping');
const takesObject = wordIn(
  `for to with of about on from at by
  see seeing give giving gave want wanted get gets got getting start starting tell told put putting send sending sent refer referring referred call ask show
  keep keeps left need like prescribe schedule bring set teach treat examine wean advise encourage hear bother bothering hurt allow cause causing remind
  switch took take contact hooked`,
);
/** Before `like`, these begin a clause: `it looks like you suffer`. */
const seems = wordIn('look looks looked sound sounds sounded seem seems feel feels felt');
const finite = wordIn('are were have can could will would should');
/** Words that never follow a subject directly. */
const followsObject = wordIn(
  `to in on with for from a an the some out up down off over through back about at by as into home more better well today last next again if when this these
  those because before after your any another`,
);

function useOfYou(tokens: Tokens, at: number): MentionRole | 'unsure' {
  const before = wordBefore(tokens, at);
  const isCausative = before !== 'have' || /^(?:to|will|i|we|would)$/.test(wordAt(tokens, at - 4));
  if (causative.test(before) && isCausative) return 'object';
  if (auxiliary.test(before)) return 'unsure';
  const verb = wordAt(tokens, verbAfter(tokens, at));
  const isCompared = before === 'like' && seems.test(wordAt(tokens, at - 4));
  if (takesObject.test(before) && !finite.test(verb) && !isCompared) return 'object';
  if (conjugate(verb) !== null) return 'subject';
  const isLast = !/^\s*$/.test(tokens[at + 1] ?? '');
  return isLast || followsObject.test(wordAt(tokens, at + 2)) ? 'object' : 'unsure';
}

function isVerb(word: string): boolean {
  return isPast(word) || coordinatedVerb(word) === 'verb';
}

/** Index of the verb that follows a subject, after any adverbs. */
export function verbAfter(tokens: Tokens, subject: number): number {
  let at = subject + 2;
  // Before a verb, `like` is a filler: `I like feel tired`.
  while (isAdverb(wordAt(tokens, at)) || (wordAt(tokens, at) === 'like' && isVerb(wordAt(tokens, at + 2)))) at += 2;
  return at;
}

export function wordAt(tokens: Tokens, at: number): string {
  return tokens[at]?.toLowerCase() ?? '';
}

/** The word before, if only a space separates them. */
function wordBefore(tokens: Tokens, at: number): string {
  return tokens[at - 1] === ' ' ? wordAt(tokens, at - 2) : '';
}

/** Persons joined to the speaker by `and`, which makes a plural: `my wife and I go`. */
const company = wordIn(
  `wife husband mom mum dad mother father parents? friends? brother sister son daughter kids? children family he she they partner girlfriend boyfriend boss
  buddy roommate team`,
);

/**
 * Puts the verbs of a subject into the third person, in `told`.
 *
 * @param isThey whether the subject becomes `they`
 * @returns false if a form is uncertain
 */
export function conjugateVerbs(tokens: Tokens, told: string[], subject: number, isThey: boolean): boolean {
  const at = verbAfter(tokens, subject);
  const verb = wordAt(tokens, at);
  const agreement = /^[\s,]+$/.test(tokens[at - 1] ?? '') ? (conjugate(verb) ?? pastAmongPasts(verb, tokens)) : null;
  if (agreement === null) return false;
  if (isThey) {
    told[at] = { am: 'are', was: 'were' }[verb] ?? told[at] ?? '';
    return true;
  }
  const isPlural = wordAt(tokens, subject - 2) === 'and' && company.test(wordAt(tokens, subject - 4));
  if (isPlural && agreement.verb !== verb) return false;
  if (agreement.verb !== verb) told[at] = agreement.verb;
  if (!agreement.isPresent || isPlural) return true;
  const isSupport = verb === 'do' && conjugate(wordAt(tokens, verbAfter(tokens, at))) !== null;
  return isSupport || agreeSecondVerbs(tokens, told, at);
}

/** Next to a past form, a verb with one form for both tenses is past: `I was golfing and I hurt my back`. */
function pastAmongPasts(verb: string, tokens: Tokens): ThirdPersonForm | null {
  return isTenseless(verb) && tokens.some((token) => isPast(token.toLowerCase())) ? { verb, isPresent: false } : null;
}

/** Starts another subject or an infinitive, to which later verbs belong. */
const clauseBegins = wordIn(
  `i you he she it they we that who which what because if when so while since until although to can could will would should might must not`,
);
/** After a word that may be a verb or a noun, these indicate a verb. */
const showsVerb = wordIn('a an the my your it this that some out up down');

/** Verbs joined by `and` agree with the first one: `I wake up and feel tired`. */
function agreeSecondVerbs(tokens: Tokens, told: string[], first: number): boolean {
  for (let at = first + 2; at < tokens.length; at += 2) {
    if (clauseBegins.test(wordAt(tokens, at)) || /[.;?!]/.test(tokens[at - 1] ?? '')) return true;
    if (!/^(?:and|or|but|then)$/.test(wordAt(tokens, at))) continue;
    const next = verbAfter(tokens, at);
    const verb = wordAt(tokens, next);
    const kind = coordinatedVerb(verb);
    if (kind === 'other') continue;
    const agreement = kind === 'verb' || showsVerb.test(wordAt(tokens, next + 2)) ? conjugate(verb) : null;
    if (agreement === null) return false;
    told[next] = agreement.verb;
  }
  return true;
}
