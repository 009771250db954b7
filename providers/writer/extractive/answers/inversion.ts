import { isAdverb, isBaseForm, isPast, pastOf, thirdPerson } from '../english/verb-forms.ts';
import type { Answer, Piece } from './read-answer.ts';
import { capital, ofPatient, whole } from './wording.ts';

/** `Does that hurt?` is told by what is done. */
export const pointing = /\b(?:this|that|these|those|there(?! (?:is|are|any|been)\b))\b/i;

/** A subject, the auxiliary before it, and what follows it. */
interface Clause {
  readonly aux: string;
  readonly subject: string;
  readonly adverbs: string;
  readonly verb: string;
  readonly rest: string;
}

const pronoun = /^(?:you|it|he|she|they|there)$/;
const determiner = /^(?:the|your|his|her|their|its)$/;
/** What follows a noun as what is said of it. */
const predicate =
  /^(?:worse|better|bad|sore|painful|gone|back|constant|sharp|dull|in|on|at|with|under|about|okay|ok|good|fine|normal|regular|more|less|too|very|really|always|still|ever|also|getting|been|come|spread|had|got|\p{L}{3,}(?:ing|ed))$/u;

/** Reads a question that begins with its auxiliary; null where it is not clear what its subject is. */
export function clauseOf(words: readonly string[]): Clause | null {
  const [aux = '', ...after] = words;
  const first = after[0]?.toLowerCase() ?? '';
  let end = 1;
  if (!pronoun.test(first)) {
    if (!determiner.test(first)) return null;
    const isVerb = /^(?:do|does|did|can)$/.test(aux) ? isBaseForm : (word: string) => predicate.test(word);
    end = after.findIndex((word, at) => at > 1 && (isVerb(word) || isAdverb(word)));
    if (end === -1 || end > mostOfSubject) return null;
  }
  const said = after.slice(end);
  const start = said.findIndex((word) => !isAdverb(word) && word !== 'last');
  const [verb = '', ...rest] = said.slice(start);
  if (start === -1 || verb === '') return null;
  const subject = after.slice(0, end).join(' ');
  return { aux, subject, adverbs: said.slice(0, start).join(' '), verb, rest: rest.join(' ') };
}

const mostOfSubject = 4;
const auxiliary = /^(?:do|does|did|are|is|was|were|have|has|had|can)\b/;
/** To do so is asked for, and is no ability. */
const request = /^(?:tell|show|give|describe|point|repeat|say|spell|come|explain|hear|wait|excuse)$/;

/** `Is it the left or the right knee? – The right.` is told of what the answer names. */
export function chosen(question: string, { kind, pieces }: Answer): string | null {
  const [first, ...others] = pieces;
  const [whole, one = '', other = ''] = alternatives.exec(question) ?? [];
  if (kind === 'no' || first === undefined || first.isClause || whole === undefined) return null;
  const before = question.slice(0, question.indexOf(whole)).trim().split(' ');
  // `Does it lock or give way?` asks for what is done, and `lock` is no part of it.
  const isPart = before.length > (/^(?:do|does|did)\b/.test(question) ? leastBefore : 1);
  const isLast = question.endsWith(whole);
  if (!isPart || (!isLast && !ofPlace.test(one)) || /\b(?:not|no|never|neither)\b/.test(first.text)) return null;
  const said = new Set(first.text.toLowerCase().split(/[^\p{L}]+/u));
  const names = (alternative: string) =>
    alternative.split(' ').every((word) => said.has(word) || determiner.test(word));
  if (names(one) === names(other)) return null;
  // `your left or right knee`
  const [own = ''] = /^(?:the|your) /i.exec(one) ?? [];
  const named = names(one) ? one : determiner.test(other.split(' ')[0] ?? '') ? other : own + other;
  return inverted(question.replace(whole, named), { kind: 'yes', isImplied: false, manner: '', pieces: others });
}

/** In words: `do you have` */
const leastBefore = 2;
const ofPlace = /^(?:the |your )?(?:left|right|upper|lower|inner|outer|front|back)$/i;
const alternatives =
  /\b((?:in|at|on|with|before|after|during|by) [^,]+?|(?:the |your )?[\p{L}-]+) or ((?:in|at|on|with|before|after|during|by) [^,]+|(?:the |your )?[\p{L}-]+)/iu;

/** A question that a yes or no answers, as a statement. */
export function inverted(question: string, { kind, isImplied, pieces, manner }: Answer): string | null {
  // `Do you live with anybody? – My sister.`
  const isNamed = kind === 'other' && takes.test(question) && pieces[0]?.isName === true;
  const names =
    !isImplied &&
    kind === 'other' &&
    / (?:anything|anybody|anyone|anywhere)$/.test(question) &&
    !/^not\b/.test(pieces[0]?.text ?? '');
  if (!auxiliary.test(question) || (kind === 'other' && !names && !isImplied && !isNamed) || pointing.test(question))
    return null;
  const clause = clauseOf(question.split(' '));
  if (clause === null || (clause.aux === 'can' && request.test(clause.verb))) return null;
  const isYes = kind !== 'no';
  const open = [clause.verb, clause.rest].join(' ');
  if (isYes && /\bor\b/.test(open)) return null;
  const filledIn = isYes ? withSome(clause, pieces) : { clause, pieces };
  if (filledIn === null) return null;
  const told = statementOf(filledIn.clause, isYes, manner);
  const isMeasured = filledIn.clause.rest === '' && measure.test(filledIn.pieces[0]?.text ?? '');
  return told === null ? null : whole(told, filledIn.pieces, isMeasured ? ' ' : undefined);
}

/** `Do you take blood thinners? – Warfarin.` */
const takes = /^(?:do|are|have) you (?:still )?(?:take|taking|on|use|using|taken|used|tried)\b/;
export const anyThing = /\b(?:anything|anybody|anyone|anywhere|any)\b/;

/** What was asked in general is named by the answer: `Are you allergic to anything? – Yes, sulfa.` */
function withSome(clause: Clause, pieces: readonly Piece[]): { clause: Clause; pieces: readonly Piece[] } | null {
  const rest = clause.rest.replace(/ ?\bat all\b/g, '');
  const [general] = anyThing.exec(rest) ?? [];
  if (general === undefined) return { clause: { ...clause, rest }, pieces };
  if (general === 'any') return { clause: { ...clause, rest: rest.replace(/\bany ?/g, '') }, pieces };
  const [first, ...others] = pieces;
  if (first === undefined || first.isClause || !rest.endsWith(general)) return null;
  if (general === 'anywhere' && !first.joins) return null;
  const place = general === 'anywhere' ? rest.replace(general, '').trim() : rest.replace(general, '').trimEnd();
  return { clause: { ...clause, rest: `${place} ${first.text}`.trim() }, pieces: others };
}

/** @param isYes whether it is so @param manner `sometimes` */
export function statementOf(
  { aux, subject, adverbs, verb, rest }: Clause,
  isYes: boolean,
  manner: string,
): string | null {
  const isOver = !isYes && /\bstill\b/.test(adverbs);
  const kept = adverbs.replace(isYes ? /\bever\b ?/g : /\bstill\b ?|\bever\b ?/g, '').trim();
  const isNever = !isYes && /\bever\b/.test(adverbs) && /^(?:have|has|had)$/.test(aux);
  const denial = isOver ? 'no longer' : subject === 'there' ? 'no' : isNever ? 'never' : 'not';
  const who = subject === 'you' ? 'the patient' : ofPatient(subject);
  const object = ofPatient(subject === 'there' && !isYes ? rest.replace(/\bany /, '') : rest);
  if (who === null || object === null) return null;
  const how = [manner, kept].filter((each) => each !== '').join(' ');
  const isSingular = !/^(?:do|are|have|were)$/.test(aux) || subject === 'you';
  const join = (...words: readonly string[]) => capital(words.filter((word) => word !== '').join(' '));
  const does = (word: string) => (isSingular ? thirdPerson(word) : word);
  switch (aux) {
    case 'do':
    case 'does':
      if (isYes) return join(who, how, does(verb), object);
      return isOver
        ? join(who, denial, how, does(verb), object)
        : join(who, isSingular ? 'does' : 'do', 'not', how, verb, object);
    case 'did':
      // `You last had your eyes checked`
      return isYes ? join(who, how, pastOf(verb), object) : join(who, 'did not', how, verb, object);
    case 'are':
    case 'is':
    case 'was':
    case 'were': {
      const [one, many] = /^w/.test(aux) ? ['was', 'were'] : ['is', 'are'];
      const noun = subject === 'there' && verb === 'any' ? '' : ofPatient(verb);
      return noun === null ? null : join(who, isSingular ? one : many, isYes ? '' : denial, how, noun, object);
    }
    case 'have':
    case 'has':
    case 'had':
      if (!isPast(verb) && !participle.test(verb)) return null;
      return join(who, aux === 'had' ? 'had' : isSingular ? 'has' : 'have', isYes ? '' : denial, how, verb, object);
    case 'can':
      return join(who, isYes ? 'can' : 'cannot', how, verb, object);
    default:
      return null;
  }
}

const participle =
  /^(?:been|gone|done|taken|seen|given|eaten|fallen|broken|gotten|grown|known|driven|written|worn|spoken|chosen|become|come|run|put|cut|hurt|hit|lost|begun|drunk|spread|quit|passed|\p{L}+ed)$/u;

/** An answer to how much or when; others may be to anything. */
export const measure =
  /^(?:(?:about|around|maybe|roughly|probably|just|only|at least|at most|up to|almost|nearly|over|under|more than|less than|usually|mostly|the|like) )*(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred|\d|half|every|once|twice|most|daily|weekly|nightly|monthly|rarely|seldom|never|since|for|a (?:couple|few|lot|little|bit)|several|none|all|last|yesterday|today|on|in|at|before|after|during|sunday|monday|tuesday|wednesday|thursday|friday|saturday|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter)\b/i;
