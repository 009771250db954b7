import { wordOf } from '../patterns.ts';
import { type Tokens, verbAfter, wordAt } from './mentions.ts';
import { type Agreement, agree, isPast, isUnmarked, secondVerb } from './verbs.ts';

/** Whoever is joined to the speaker by `and` makes a plural: `my wife and I go`. */
const company = wordOf(
  `wife husband mom mum dad mother father parents? friends? brother sister son daughter kids? children family he she they partner girlfriend boyfriend boss
  buddy roommate team`,
);

/** Puts the verbs that belong to a subject into the third person, in `told`. False where their forms cannot be told. */
export function agreeVerbs(tokens: Tokens, told: string[], subject: number): boolean {
  const at = verbAfter(tokens, subject);
  const verb = wordAt(tokens, at);
  const agreement = /^[\s,]+$/.test(tokens[at - 1] ?? '') ? (agree(verb) ?? pastAmongPasts(verb, tokens)) : null;
  if (agreement === null) return false;
  const isPlural = wordAt(tokens, subject - 2) === 'and' && company.test(wordAt(tokens, subject - 4));
  if (isPlural && agreement.verb !== verb) return false;
  if (agreement.verb !== verb) told[at] = agreement.verb;
  if (!agreement.isPresent || isPlural) return true;
  const isSupport = verb === 'do' && agree(wordAt(tokens, verbAfter(tokens, at))) !== null;
  return isSupport || agreeSecondVerbs(tokens, told, at);
}

/** `I was golfing and I hurt my back`: told with a past, a verb that has one form for both is a past. */
function pastAmongPasts(verb: string, tokens: Tokens): Agreement | null {
  return isUnmarked(verb) && tokens.some((token) => isPast(token.toLowerCase())) ? { verb, isPresent: false } : null;
}

/** Here another subject or an infinitive begins, and later verbs belong to it. */
const clauseBegins = wordOf(
  `i you he she it they we that who which what because if when so while since until although to can could will would should might must not`,
);
/** After a word that may be a verb or a noun, these show that it is a verb. */
const showsVerb = wordOf('a an the my your it this that some out up down');

/** `I wake up and feel tired`: what follows `and` in the clause follows the first verb in its form. */
function agreeSecondVerbs(tokens: Tokens, told: string[], first: number): boolean {
  for (let at = first + 2; at < tokens.length; at += 2) {
    if (clauseBegins.test(wordAt(tokens, at)) || /[.;?!]/.test(tokens[at - 1] ?? '')) return true;
    if (!/^(?:and|or|but|then)$/.test(wordAt(tokens, at))) continue;
    const next = verbAfter(tokens, at);
    const verb = wordAt(tokens, next);
    const kind = secondVerb(verb);
    if (kind === 'other') continue;
    const agreement = kind === 'verb' || showsVerb.test(wordAt(tokens, next + 2)) ? agree(verb) : null;
    if (agreement === null) return false;
    told[next] = agreement.verb;
  }
  return true;
}
