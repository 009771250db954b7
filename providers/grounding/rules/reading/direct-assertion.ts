import type { Clause } from './clauses.ts';
import { type Mention, textOf } from './mentions.ts';
import { adjustmentAssertion } from './phrase-mentions.ts';
import type { ReadAssertion } from './reading.ts';

/**
 * What a clause asserts of a term by its own words, as NegEx and ConText do it (Chapman et al., 2001; Harkema et al.,
 * 2009): a cue before or after the term, and words that end its scope.
 */
export function directAssertion(
  clause: Clause,
  mention: Mention,
  mentions: readonly Mention[],
  context: AssertionContext,
): ReadAssertion {
  const negated = isNegated(clause.tokens, mention, mentions);
  if (isOfFamily(clause, mention, context)) return negated ? 'absent' : 'family';
  if (negated) return isAction(mention) && /\bunless\b/.test(textOf(clause.tokens)) ? 'possible' : 'absent';
  const adjusted = adjustmentAssertion(clause, mention);
  if (adjusted !== null) return adjusted;
  if (isPossible(clause, mention, context)) return 'possible';
  return isHistorical(clause, mention) ? 'historical' : 'present';
}

/** What the clauses around add. */
export interface AssertionContext {
  /** A relative is the subject: a question about the family is answered, or `she` stands for the mother. */
  readonly aboutFamily: boolean;
  /** The clause depends on a condition in the clause before it or after it. */
  readonly conditional: boolean;
}

const negation =
  /^(?:no|not|never|none|nobody|without|denies|denied|deny|denying|negative|nor|neither|cannot|lacks?|free)$|n't$/;
const pronoun = /^(?:i|you|we|he|she|they|it|there|i'm|you're|it's|i've|you've|he's|she's|that's|there's)$/;
const afterVerbOfThinking =
  /^(?:think|believe|feel|see|appreciate|recommend|that|say|said|like|notice|noticed|suspect)$/;
const possessive = /^(?:your|my|his|her|the|their)$/;
const preposition =
  /^(?:in|of|on|to|with|from|for|at|or|over|around|have|had|having|taking|take|use|using|need|and|under|into|about|see|appreciate|evidence|see)$/;
const endsNegation =
  /^(?:but|except|because|so|although|however|some|slight|slightly|mild|mildly|only|just|positive|which|then|now|okay|alright|though|actually|until|since|while|when|if|who|than|besides|apart|aside)$/;
/** `It does not help the pain` denies the help. */
const negatedVerb =
  /^(?:help|helps|helped|helping|touch|touched|touching|work|worked|working|works|relieve|relieved|improve|improved|control|controlled|tolerate|stop|stopped|miss|missed|forget|forgotten|remember|know|tell|enough|matter|affect|affected|bother|bothers|explain|change|changed|changes|adjust|wait|sure|only|certain|necessarily|worse|better|bad|quite|much|improvement|relief|wonder|doubt|due|issues?|problems?|trouble|difficulty|concerns?|worry|worries|related|long|longer_)$/;
const negationReach = 6;
/** `I never had headaches until last month` tells of headaches. */
const untilThen = /\buntil (?:i|he|she|it|this|last|recently|about|the|then|a|\d+ \w+ ago)\b/;

function isCondition({ kind }: Mention['term']): boolean {
  return kind === 'symptom' || kind === 'problem';
}

/** `Nothing like vomiting`, `I wish I had some weight loss`. */
function isNegatingPhrase(tokens: Clause['tokens'], at: number): boolean {
  return /^(?:nothing like|wish (?:i|he|she|we) had)\b/.test(textOf(tokens.slice(at, at + 3)));
}

function isNegated(tokens: Clause['tokens'], mention: Mention, mentions: readonly Mention[]): boolean {
  return isDenied(tokens, mention, mentions) || isNegative(tokens, mention);
}

/** `Wheezing yes, cough no`: each thing of a list has an answer of its own. */
const ownAnswer = /^(?:, )?(no|nope|yes|yeah|yep) (?:$|,|and |but |any )/;

function isDenied(tokens: Clause['tokens'], { from, to, term }: Mention, mentions: readonly Mention[]): boolean {
  const answer = ownAnswer.exec(`${textOf(tokens.slice(to, to + 3))} `)?.[1];
  if (answer !== undefined) return answer.startsWith('n');
  const inMention = new Set(mentions.flatMap((each) => range(each.from, each.to)));
  let steps = 0;
  for (let at = from - 1; at >= 0 && steps <= negationReach; at -= 1) {
    const word = tokens[at]?.text ?? '';
    const before = tokens[at - 1]?.text ?? '';
    if (negation.test(word) || isNegatingPhrase(tokens, at)) {
      // `Six out of ten without ibuprofen` does not say that none is taken.
      if (word === 'without' && term.kind === 'medication') return false;
      if (word === 'no' && (tokens[at + 1]?.text === ',' || pronoun.test(tokens[at + 1]?.text ?? ''))) return false;
      if (isCondition(term) && untilThen.test(textOf(tokens.slice(to)))) return false;
      return !/^(?:only|just)$/.test(tokens[at + 1]?.text ?? '');
    }
    if (inMention.has(at) || word === ',' || word === 'or' || word === 'nor') {
      steps = 0;
      continue;
    }
    if (endsNegation.test(word) || negatedVerb.test(word)) return false;
    if (pronoun.test(word) && !afterVerbOfThinking.test(before)) return false;
    if (possessive.test(word) && !preposition.test(before)) return false;
    steps += 1;
  }
  // `Any numbness, no`
  return /^(?:.* )?no$/.test(textOf(tokens.slice(to))) && tokens.length - to <= 7;
}

/** `The straight leg raise is negative.` */
function isNegative(tokens: Clause['tokens'], { to, term }: Mention): boolean {
  if (term.kind === 'order') return false;
  return /^(?:(?:is|was|are|were|sign|test|came|come|back|has been|screen) )*(?:negative|absent|denied|unremarkable)\b/.test(
    textOf(tokens.slice(to, to + 6)),
  );
}

const relative =
  /\b(?:mother|father|mom|mum|dad|brothers?|sisters?|grand(?:mother|father|ma|pa|parents?)|aunts?|uncles?|cousins?|parents?|siblings?|son|daughter|kids|children|wife|husband)\b/g;
const familyVerb = /\b(?:has|had|have|having|with|got|gets|diagnosed|died|from|suffers?|suffered|passed|also)\b/;
const familyPhrase =
  /\bfamily history\b|\bhistory in (?:the|your|my) family\b|\b(?:in|of) (?:the|your|my|their) family\b|\bruns? in\b|\bfamily have\b|\bon (?:my|his|her|the|your) (?:\w+'s|maternal|paternal|mother|father) side\b/;

function isOfFamily({ tokens }: Clause, { from, to, term }: Mention, { aboutFamily }: AssertionContext): boolean {
  if (term.kind !== 'problem' && term.kind !== 'symptom') return false;
  const before = textOf(tokens.slice(Math.max(0, from - 16), from)).replaceAll('you know', '');
  const whole = textOf(tokens.slice(Math.max(0, from - 16), to + 8));
  if (familyPhrase.test(whole)) return !/\b(?:i have|i've|i had)\b/.test(before);
  const last = [...before.matchAll(relative)].at(-1);
  if (last === undefined) return aboutFamily && !/\b(?:i|i'm|i've|you|your|my)\b/.test(before);
  const between = before.slice(last.index + last[0].length);
  return familyVerb.test(between) && !/\b(?:i|i'm|i've|you|me)\b/.test(between);
}

const uncertain =
  /\b(?:might|may|could|possibly|possible|probably|perhaps|likely|suspect(?:ed)?|suspicious|suspicion|concern(?:ed)? (?:for|about|of)|worried about|rule out|rules out|ruling out|considering|question of|if|in case|whether|unless|evaluate for|screen(?:ing)? for|(?:look|watch)(?:ing)? (?:out )?for|risk of|risk for|prevent|avoid|complications|side effects?|can (?:cause|always)|such as infection|think about|potential(?:ly)?|maybe|can try|could try|would consider|discuss|versus|decide)\b/;
/** After the term: `pneumonia is possible`, `is ruled out`. */
const uncertainAfter = /^(?:is|was|were|are)? ?(?:possible|suspected|likely|could be|may be)\b/;
const endsUncertainty = /^(?:but|because|although|however|okay|alright|now|since)$/;
/** What may come: it is not definite, even after `the`. */
const general = /\b(?:complications|side effects?|prevent|possible causes|can cause|risk (?:of|for))\b/;
const definite = /\b(?:the|your|my|his|her)(?: \w+){0,2}$|\b(?:this|that|these|those)$/;
const uncertaintyReach = 9;

/** `Should the swelling come back` is a condition. */
const shouldIt = /^(?:, |and |but |so )*should (?:the|you|your|this|it|any)\b/;
/** `If your cough isn't better by Friday`: it is there. */
const goesOn =
  /^(?:\w+ ){0,2}?(?:isn't|is not|doesn't|does not|don't|gets? (?:any )?worse|worsens?|persists?|continues?|keeps|still)\b/;

/** `It hurts if I bend it`: what the patient tells of is felt. */
const experienced =
  /\b(?:if|unless) (?:i|it|you|we|there)\b(?!.*\b(?:should|can|could|would|will|might|worried|gets)\b)/;

function isAction({ term }: Mention): boolean {
  return term.kind === 'order' || term.kind === 'procedure' || term.kind === 'medication';
}

function isPossible({ tokens, role }: Clause, mention: Mention, context: AssertionContext): boolean {
  const { from, to } = mention;
  const isPlanned = isAction(mention);
  if (isPlanned && (context.conditional || (role === 'patient' && /\bif\b/.test(textOf(tokens.slice(to))))))
    return true;
  const start = tokens.findLastIndex(({ text }, at) => at < from && endsUncertainty.test(text)) + 1;
  const before = textOf(tokens.slice(Math.max(start, from - uncertaintyReach), from));
  if (uncertainAfter.test(textOf(tokens.slice(to, to + 3)))) return true;
  if (role !== 'patient' && shouldIt.test(textOf(tokens))) return true;
  if (!isPlanned && definite.test(before) && goesOn.test(textOf(tokens.slice(to)))) return false;
  if (general.test(textOf(tokens.slice(start, from)))) return true;
  if (!uncertain.test(before)) return false;
  if (!isPlanned && role === 'patient' && experienced.test(before)) return false;
  if (/\bif\b/.test(before)) return !isPlanned || /^(?:and )?if\b/.test(textOf(tokens)) || /\bdecide if\b/.test(before);
  if (/\bmake sure\b/.test(before)) return false;
  return isPlanned
    ? !definite.test(before) || /\b(?:discuss|consider\w*|think about|maybe|possibly)\b/.test(before)
    : !definite.test(before);
}

const pastBefore =
  /\b(?:used to|previously|previous|prior|underwent|status post|remote|formerly|when i was|years? out from|removed my|when was your last|quit|stopped)\b/;
const pastAfter =
  /\b(?:in the past|years? ago|months? ago|weeks? ago|as a (?:kid|child|teenager)|removed|went away|resolved|has gone|is gone|cleared up|back in (?:19|20)\d\d|in (?:19|20)\d\d|last year|before surgery)\b/;
const longAgo =
  /\b(?:back in|years ago|in the past|as a (?:kid|child|teen\w*)|when i was|in (?:19|20)\d\d|in (?:college|high school)|a (?:long )?(?:while|time) (?:ago|back))\b/;
const hadBefore = /\b(?:had|did|done|got|have had|i've had)(?: \w+){0,5}$/;

function isHistorical({ tokens, role }: Clause, { from, to, term }: Mention): boolean {
  const before = textOf(tokens.slice(Math.max(0, from - 8), from));
  const after = textOf(tokens.slice(to, to + 9));
  const whole = `${before} ${after}`;
  switch (term.kind) {
    case 'procedure':
      return (
        pastBefore.test(before) || pastAfter.test(whole) || (hadBefore.test(before) && !/\bhave you\b/.test(before))
      );
    case 'order':
      if (role === 'patient' && /\b(?:i|they|we) (?:already )?(?:had|did|got)(?: \w+){0,3}$/.test(before)) return true;
      return pastBefore.test(before) || (hadBefore.test(before) && pastAfter.test(whole));
    case 'advice':
      return pastBefore.test(before) || (hadBefore.test(before) && pastAfter.test(whole));
    case 'social':
      return /\b(?:used to|quit|stopped|former|formerly|ex)\b/.test(whole);
    case 'medication':
      return (
        /\b(?:used to|previously|was also on|in the past)\b/.test(before) ||
        (/\b(?:was on|were on|been on|took|had|tried|used)\b/.test(before) && longAgo.test(after))
      );
    default:
      return (
        /\b(?:used to|previously|remote|when i was|formerly|years ago)\b/.test(before) ||
        /\b(?:in the past|as a (?:kid|child|teenager)|went away|resolved|has gone|is gone|cleared up)\b/.test(after) ||
        (hadBefore.test(before) &&
          /\b(?:ago|in (?:19|20)\d\d|removed|back in)\b/.test(after) &&
          !/\bhave had\b/.test(before))
      );
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
