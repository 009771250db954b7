import { expandContractions } from '../english/speech-normalization.ts';
import { isAdverb, isBaseForm, isPast, pastOf, thirdPerson } from '../english/verb-forms.ts';
import type { Voice } from '../person/patient-mentions.ts';
import { inThirdPerson } from '../person/third-person.ts';
import { type Answer, type Piece, readAnswer } from './answers.ts';

/**
 * Tells a question with its answer as one sentence: all that was said, in the order of a statement. A question in a form that is not
 * known, an answer with a doubt or a turn in it, and what is pointed at give null: they can only be quoted.
 *
 * @param by who answers: of a clinician's answers only those about a thing that is named are told
 * @example answeredStatement('Are you taking the lisinopril?', 'Yes, 10 mg in the morning.') // 'The patient is taking the lisinopril: 10 mg in the morning.'
 */
export function answeredStatement(asked: string, answer: string, by: Voice = 'patient'): string | null {
  const question = plainQuestion(asked);
  const reply = question === null ? null : readAnswer(answer, by, question);
  if (question === null || reply === null) return null;
  // `And the furosemide? – Halve it.`: what a clinician answers otherwise may be an order or a judgement.
  if (by === 'clinician') return bareTopic.test(question) ? null : labelled(question, reply);
  const told =
    labelled(question, reply) ??
    anyOf(question, reply) ??
    filled(question, reply) ??
    affirmed(question, reply) ??
    chosen(question, reply) ??
    inverted(question, reply);
  return told === null ? null : withPronoun(told);
}

/** `The patient uses the patient's inhaler` */
function withPronoun(told: string): string {
  return told.startsWith('The patient ') ? told.replaceAll(/(?<=.)\bthe patient's\b/g, 'their') : told;
}

const opening =
  /^(?:(?:and|so|okay|ok|alright|all right|now|then|but|well|oh|great|good|right|sure|got it|i see|also|first|hm+|um|uh)\b[\s,.]*)+(?=\p{L})/iu;
const tag = /,? *(?:right|correct|is that right|is that correct|yeah|yes|or no|or not|by any chance)$/i;

/** What denies, points at something, or speaks of the conversation cannot be turned round safely. */
const unclear =
  /\b(?:not|never|no|nobody|nothing|hardly|here|this way|like (?:this|that)|when i|if i|i|me|we|us|mind|opinion|think|guess|mean|wonder|questions?|want|wish|prefer|like to|understand|believe|agree|ready|sound|sounds|suppose|hear about|heard of)\b/i;
/** `Does that hurt?` is told by what is done. */
const pointing = /\b(?:this|that|these|those|there(?! (?:is|are|any|been)\b))\b/i;

/** A single question without what opens and closes it; null if it is more, or not plain. */
function plainQuestion(asked: string): string | null {
  const text = expandContractions(asked.replaceAll('’', "'"))
    .replace(opening, '')
    .replace(/\b(how|where|when)'s\b/gi, '$1 is')
    .replace(sinceVisit, 'since the last visit')
    .replace(/[?？.\s]+$/, '')
    .replace(tag, '');
  if (/[.?!;:–—…]|\p{L}- /u.test(text) || unclear.test(text) || text.split(' ').length > longestQuestion) return null;
  return text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}

const longestQuestion = 18;
const sinceVisit = /\bsince (?:i|we) (?:last )?(?:saw|spoke|talked|met)(?: (?:you|to you|with you))?(?: last)?\b/i;

/** In the third person, said by the clinician to the patient. */
const ofPatient = (text: string) => (text === '' ? '' : inThirdPerson(text, 'clinician', null));

/** `How's your appetite? – Fine.`, `And the swelling? – Goes down at night.` */
const topic =
  /^(?:(?:how (?:is|are|was|were|about)|what about|(?:what|when) (?:is|are|was|were)) (?:(?:your|my|the|his|her) )?|(?:your|my|the) |which )((?:\p{L}[\p{L}'-]*)(?: [\p{L}'-]+){0,3}?(?:, [\p{L}-]+)?)(?: like| is it| was it| hurts| doing| going| now| today| lately| these days| at the moment)*$/iu;
const noTopic =
  /\b(?:and|or|one|ones|both|left|right|you|it|he|she|they|things?|everything|everybody|anything|that|this|are|is|was|were|been|doing|going|day|weather|(?:your )?name)\b/i;

/** `How are you sleeping? – Badly.` */
const doing =
  /^how (?:are|have) you (?:been )?(?!doing|feeling|going|getting|coming)(\p{L}+ing)(?: lately| now| these days| at night)?$/iu;
/** `What makes it worse? – Bending.` */
const changing = /^what (?:makes|made) (it|the [\p{L} ]+?|your [\p{L} ]+?) (worse|better|easier)$/iu;

/** `Mood? – Irritable.`, `Caffeine, energy drinks? – Two coffees.` */
const bareTopic =
  /^(?!(?:any|no|do|does|did|are|is|was|were|have|has|had|can|could|will|would|should|may|how|what|when|where|which|who|why|tell|show|okay|sorry|pardon|really|really|yes|and|or|the|a|an|my|this|that|since|for|about|every|each|most|same|still|worse|better|ever|never|twenty|thirty|forty|fifty|at|in|on|with|to|so|like|more|less|anyone|anybody|everything|you|your|he|she|it|they|we|i)\b)\p{L}[\p{L}\d-]*(?:,? [\p{L}\d-]+){0,3}$/iu;

function labelled(question: string, { kind, pieces }: Answer): string | null {
  const [first] = pieces;
  if (kind !== 'other' || first === undefined) return null;
  if (/^(?:what|when|which)\b/.test(question) && first.isClause) return null;
  const [, what = '', course = ''] = changing.exec(question) ?? [];
  if (what !== '') {
    if (first.isClause && !/^(?:when|if|after|while|before)\b/.test(first.text)) return null;
    const subject = ofPatient(what);
    const joint = /^(?:when|if|after|while|with|in|at|on|during|before|by)\b/.test(first.text) ? ' ' : ' with ';
    return subject === null ? null : whole(`${subject} is ${course}`, pieces, joint);
  }
  const name = doing.exec(question)?.[1] ?? topic.exec(question)?.[1] ?? (bareTopic.test(question) ? question : '');
  if (name === '' || noTopic.test(name) || first.text.toLowerCase() === name.toLowerCase()) return null;
  return whole(name, pieces, ': ');
}

/** `Any mucus? – Yes, green.` */
function anyOf(question: string, { kind, isImplied, pieces }: Answer): string | null {
  const [, named] =
    /^(?:have you (?:had|noticed) )?any (?!other|others|more|else|questions|concerns|chance|idea|luck|better|worse|of\b)(.+)$/i.exec(
      question,
    ) ?? [];
  const name = named === undefined ? null : ofPatient(named);
  if (name === null) return null;
  if (kind === 'no') return whole(`Denies ${name}`, pieces);
  return (kind === 'yes' || isImplied) && !/\bor\b/.test(name) ? whole(`Reports ${name}`, pieces) : null;
}

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

function clauseOf(words: readonly string[]): Clause | null {
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
function chosen(question: string, { kind, pieces }: Answer): string | null {
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
  /(?<=\b)((?:in|at|on|with|before|after|during|by) [^,]+?|(?:the |your )?[\p{L}-]+) or ((?:in|at|on|with|before|after|during|by) [^,]+|(?:the |your )?[\p{L}-]+)/iu;

function inverted(question: string, { kind, isImplied, pieces, manner }: Answer): string | null {
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
const anyThing = /\b(?:anything|anybody|anyone|anywhere|any)\b/;

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

function statementOf({ aux, subject, adverbs, verb, rest }: Clause, isYes: boolean, manner: string): string | null {
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

/** `You're on warfarin? – Yes, at night.`, `You had the scan? – Last week.` */
function affirmed(question: string, { kind, pieces }: Answer): string | null {
  if (kind !== 'yes' || !/^(?:you|your|he|she|it|the)\b/.test(question) || pointing.test(question)) return null;
  const told = ofPatient(question);
  return told === null || anyThing.test(told) || !/\b(?:is|are|was|were|has|had|\p{L}+ed|\p{L}+s|\p{L}+t)\b/u.test(told)
    ? null
    : whole(capital(told), pieces);
}

/** What a question asks for, after which a statement has the answer in its place: `How often do you use it? – Daily.` */
const wanted =
  /^(?:(how often|how long|where|when|who)|(how much|how many|what|which)(?: (\p{L}[\p{L} ]*?))?) ((?:do|does|did|are|is|was|were|have|has) (?:you|it|he|she|they|(?:the|your|his|her) [\p{L}'-]+|this|that|all this)\b.*)$/iu;
/** An answer to how much or when; others may be to anything. */
const measure =
  /^(?:(?:about|around|maybe|roughly|probably|just|only|at least|at most|up to|almost|nearly|over|under|more than|less than|usually|mostly|the|like) )*(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred|\d|half|every|once|twice|most|daily|weekly|nightly|monthly|rarely|seldom|never|since|for|a (?:couple|few|lot|little|bit)|several|none|all|last|yesterday|today|on|in|at|before|after|during|sunday|monday|tuesday|wednesday|thursday|friday|saturday|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter)\b/i;
const place =
  /^(?:(?:right|just|mostly|mainly|all|down|up|only|more) )*(?:in|on|at|behind|under|over|above|below|between|across|around|along|near|inside|down|up|from|the|my|both|left|right)\b/i;
const afterVerb = /^(?:a|an|per|every|each|in|at|on an?|during|for|when|with|before|after)\b/;
const noGap = /^(?:do|think|mean|want|call|need|say|feel|look|prefer|expect|notice)$/;

function filled(question: string, { kind, pieces }: Answer): string | null {
  const [, plain, counted = '', noun = '', turned = ''] = wanted.exec(question) ?? [];
  const how = plain ?? counted;
  const [first, ...others] = pieces;
  if (how === '' || kind !== 'other' || first === undefined || first.isClause || /\bor\b/.test(question)) return null;
  const asked = how.toLowerCase();
  const isOfThing = asked === 'what' || asked === 'which' || asked === 'who';
  const fits = isOfThing || (asked === 'where' ? place : measure).test(first.text);
  const clause = clauseOf(turned.replace(/^(\w+) (?:this|that|all this)\b/, '$1 it').split(' '));
  if (!fits || clause === null || noGap.test(clause.verb) || pointing.test(clause.rest)) return null;
  const isBe = /^(?:are|is|was|were)$/.test(clause.aux);
  if (isBe && !/^(?:on|taking|using|allergic|doing|eating|drinking|sleeping|smoking|getting)$/.test(clause.verb))
    return null;
  const isLong = asked === 'how long';
  const amount = isLong && !/^(?:for|since|until|all)\b/i.test(first.text) ? `for ${first.text}` : first.text;
  const isCounted = noun !== '' && /^how m/.test(asked) && /^[\p{L}-]+$|^\d+$/u.test(amount);
  const answer = isCounted ? `${amount} ${noun}` : amount;
  const { rest } = clause;
  const at = rest === '' || afterVerb.test(rest) ? 0 : rest.length;
  const isMiddle = /^(?:how much|how many|what|which|who)$/.test(asked);
  if (isMiddle && at !== 0 && !/^(?:on|with|of|for|to|at)\b/.test(rest)) return null;
  const isFor = /^(?:on|with|of|to|at)$/.test(rest);
  const place2 = isMiddle && !isFor ? `${answer} ${rest}` : `${rest} ${answer}`;
  const told = statementOf({ ...clause, rest: place2.trim() }, true, '');
  return told === null ? null : whole(told, others);
}

/** A statement with what else the answer says. */
function whole(told: string, all: readonly Piece[], joint?: string): string | null {
  const named = new Set(told.toLowerCase().split(/\W+/));
  const isEcho = ({ text }: Piece) =>
    joint !== ': ' && text.split(/\W+/).every((word) => named.has(word.toLowerCase()));
  const pieces = all.filter((piece) => !isEcho(piece));
  // `Yes, religiously. In the bin.`: what is added by itself may turn what was said before.
  if (joint !== ': ' && pieces.some(({ isClause }, at) => at > 0 && !isClause)) return null;
  const text = pieces.reduce((before, { text: said, isClause, joins }, at) => {
    if (at > 0 && isClause) return `${before}. ${capital(said)}`;
    const own =
      isClause && before.startsWith('The patient')
        ? said.replace(/^((?:but|because|and|so) )?the patient (?!and\b)/, '$1')
        : said;
    const between = at === 0 ? (joint ?? (joins ? ', ' : ': ')) : ', ';
    return `${before}${between}${own}`;
  }, told);
  return `${capital(text)}.`;
}

function capital(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
