import type { FactKind } from 'chronoscribe/kinds/grounding';
import { words } from '../../assertion/en/words.ts';
import { everydayWords, functionWords } from '../dialogue/common-words.ts';
import type { Clause } from '../reading/clauses.ts';

/** What is known of the place of a mention. */
export interface Place extends Pick<Clause, 'isQuestion' | 'role'> {
  readonly kind: FactKind;
  /** The mention as it was said. */
  readonly said: string;
  /** The words of the sentence up to the end of its clause; the mention and others of its sort stand as `<>`. */
  readonly words: readonly string[];
  /** Index of the mention in it. */
  readonly at: number;
  /** What the speaker goes on to say, and what answers it, as clauses. */
  readonly after: readonly string[];
  readonly told: readonly string[];
  /** Speech without marks, of speakers who are not told apart. */
  readonly isRaw: boolean;
}

/** What governs a medicine that is taken or given, right before it but for words that begin nothing new. */
const takes =
  /^(?:get|getting|gets|leave|took|used|tried|trying|try|stick|inject\w*|tak(?:e|es|ing|en)|us(?:e|es|ing)|start|starting|restart\w*|resum\w+|initiat\w+|begin|continu\w*|increas\w+|swap(?:ping)?|trad(?:e|ing)|replac(?:e|ing)|substitut\w+|rais\w+|bump\w*|doubl\w+|halv\w+|lower\w*|reduc\w+|decreas\w+|taper\w*|titrat\w+|adjust\w*|prescrib(?:e|ing)|giv(?:e|es|ing)|order\w*|refill\w*|renew\w*|add|adding|appl(?:y|ies|ying)|recommend|receiv(?:es|ing)|needs?|drink|wear|current|currently|includ\w+|medic\w+|meds|plan|send|still|commenc\w+|compris\w+|tolerat\w+|stop\w*|quit|came|cut)$/;
/** Those that tell of a time before: what becomes of it counts. */
const took =
  /^(?:ran|started|began|prescribed|gave|given|got|added|switched|had|applied|sent|received|swapped|changed|increased)$/;
/** `On metformin`, but not `based on`, `parked on`. */
const beforeOn =
  /^(?:am|is|are|was|i'm|he's|she's|you're|they're|we're|been|be|me|you|him|her|them|patient|still|currently|stay\w*|keep\w*|kept|start\w*|put|plac\w+|go|going|back|continu\w*|maintain\w*|remain\w*|now|already|also|carry|both|only|just)$/;
const joins = /^(?:to|with|via|my|your|his|her|that)$/;
const wasOn = /\b(?:had|put|was|were|got|wanted) (?:me )?on$|\bhad (?:you|him|her) on$/;
/** What follows a medicine that is taken: how much, how often, what it does, that it was given. */
const taken =
  /^(?:\d[\d.]*|mgs?|mcgs?|milligrams?|micrograms?|units?|puffs?|tablets?|pills?|capsules?|drops?|daily|nightly|weekly|once|twice|every|bedtime|night|morning|evening|needed|prn|works?|working|helps?|helped|helping|reliev\w+|refill\w*|taking|started|prescribed|increased|continued|given|gives|makes|going|instead)$/;
/** `2 advil`, `half a tablet of quetiapine` */
const amountBefore = /(?:^| )\d[\d.]*$|\b(?:tablets?|pills?|capsules?|puffs?|units?|mg|drops?|doses?) of$/;
/** No new thing begins with these between a medicine and what governs it. */
const passed =
  /^(?:<>|,|\/|-|\d[\d.]*|[a-z]{1,2}|\w+ly|mgs?|mcgs?|milligrams?|micrograms?|units?|puffs?|drops?|cc|\w*vitamins?|dose|doses|course|prescription|refill|low|high|higher|lower|strength|extra|generic|brand|counter|oral|intravenous|pain|medicines?|medications?|pills?|tablets?|therapy|inhaler|cream|patch|pressure|blood|water|baby|each|called|named|supplement\w*|including|both|twice|once|daily|home|new|old|combination|standard|usual|thyroid|instead|sometimes)$/;
const ends = /^(?:but|because|since|while|if|when|though|although|until|than|about|not|never|so|before|after|\w+n't)$/;
/** In words. */
const reach = 14;
const nearby = 8;

const isPlain = (word: string): boolean => passed.test(word) || functionWords.has(word);

/** The word that governs a mention, if nothing between begins something else; `strange` words may be unknown. */
function governor({ words: said, at }: Place, isGovernor: (word: string, index: number) => boolean, strange = 0) {
  let left = strange;
  for (let index = at - 1; index >= Math.max(0, at - reach); index -= 1) {
    const word = said[index] ?? '';
    if (isGovernor(word, index)) return index;
    if (!isPlain(word) && !everydayWords.has(word)) left -= 1;
    if (left < 0 || ends.test(word)) return undefined;
  }
  return undefined;
}

function isDosed(said: readonly string[]): boolean {
  const end = said.findIndex((word) => !isPlain(word) || ends.test(word));
  return said.slice(0, end === -1 ? reach : end + 1).some((word) => taken.test(word));
}

/** `I haven't touched my metformin` */
const isDenied = (said: readonly string[], at: number): boolean =>
  said.slice(Math.max(0, at - 4), at).some((word) => /^(?:not|never|\w+n't)$/.test(word));

/** What goes on about a medicine, and what says that it is well. */
const goesOn = /\b(?:it|that|this|them|those|one)\b/;
const isFine =
  /\b(?:tak(?:e|es|ing)|us(?:e|ing)|help\w*|work\w*|still|better|feel|reliev\w*|fine|good|great|well|improv\w*|ease\w*|every|daily|twice)\b/;
const isTold =
  /\b(?:i|he|she|we) (?:\w+ )?(?:take|takes|use|uses|do|did|am)\b|\b(?:tak(?:e|ing)|us(?:e|ing)|giv(?:e|ing) (?:you|him|her)|i'm (?:on|at)|still)\b|^(?:, )?(?:yes|yeah|yep|right|correct|good|fine|well|okay|great|no (?:problem|issue|side))/;
const takesIt = /\b(?:i|he|she|we|they) (?:\w+ )?(?:takes?|uses?) (?:it|them|that|\d+)\b/;
/** A medicine that ends in the words after it. */
const medicineEnds =
  /\b(?:discontinued|ceased|declined|refused|came off|come off|off (?:it|that|them)|used to|gave (?:it|that|them|up)|leave (?:it|that)|(?:was|were) the end|went(?! (?:up|to|well))|history|bin|binned|parked|bothered|(?:not|never|\w+n't) (?:\w+ )?(?:fill\w*|pick\w*|collect\w*|renew\w*)|used up|(?:off|from) (?:my|a|his|her) (?:neighbou?r|friend|mate|mother|mum|mom|wife|husband|sister|brother)|for a (?:bit|while|time)|before (?:the|that)|(?:swap|switch)(?:ped|ed|ping|ing)? (?:\w+ )?(?:to|over|for)|other chart|never(?! (?:miss|give|stop|skip|forget|without)))\b|\b(?:stopped|quit|paused|dropped|switched|swapped|changed|replaced|called it)(?: (?:me|him|her|us))?(?: (?:it|that|them|to)\b|$)/;

function isTaken(place: Place): boolean {
  const { words: said, at, told, after, isQuestion } = place;
  if (after.some((text) => takesIt.test(text))) return true;
  if ([...after, ...told].some((text) => medicineEnds.test(text))) return false;
  if (isQuestion && told.length > 0)
    return (
      (/^(?:, )?no\b/.test(told[0] ?? '') && said.some((word) => /^(?:stop|quit)/.test(word))) ||
      isTold.test(told.join(' , ')) ||
      isDosed(told.join(' ').split(' ')) ||
      told.some((text) => text.includes(place.said))
    );
  const verb = governor(
    place,
    (word, index) =>
      takes.test(word) ||
      took.test(word) ||
      (joins.test(word) && said.slice(index + 1, at).every(isPlain) && !isDenied(said, index)) ||
      (word === 'on' && beforeOn.test(said[index - 1] ?? '')),
  );
  if (verb !== undefined && (took.test(said[verb] ?? '') || wasOn.test(said.slice(0, verb + 1).join(' '))))
    return !after.slice(0, 2).some((text) => goesOn.test(text) && !isFine.test(text));
  const rest = said.slice(at + 1);
  if (verb !== undefined || isDosed(rest) || amountBefore.test(said.slice(0, at).join(' '))) return true;
  const isListed =
    said.slice(0, at).every(isPlain) &&
    (rest.every(isPlain) || /^(?:for|when|, and i|(?:, )?and (?:an?|the|some))\b/.test(rest.join(' ')));
  return (
    isListed ||
    /^(?:\w+ ){0,3}(?:are (?:you|they)|is (?:he|she)) (?:\w+ )?(?:on|taking|using)\b|^(?:does|did|do)(?:n't| not) (?:\w+ )?(?:help|work)/.test(
      rest.join(' '),
    )
  );
}

/** How a test or a treatment is ordered. */
const orders =
  /^(?:order\w*|get|gets|getting|send\w*|refer\w*|schedul\w+|book\w*|arrang\w+|check\w*|recheck\w*|do|doing|let's|want\w*|wanna|like|recommend\w*|look\w*|show|review\w*|got|had|did|for|repeat\w*|obtain\w*|set|needs?|see|go|gonna|going|will|we'll|i'll|give|giving|put|putting|request|plan|start|starting|continu\w+|try|proceed|use|wear|tak(?:e|ing)|consult|due|pending|awaiting|follow|have|add)$/;
const isVerb = /^(?:refer|order|check|recheck|schedul|consult)(?!\w*ed$)/;
const ordered =
  /^<> (?:(?!but\b|because\b)[\w',/<>]+ ){0,8}(?:ordered|sent|scheduled|arranged|pending|today|tomorrow|next|please|recommended|due|now|in \d+|\w+day|will (?:be|do)|it is)(?: |$)/;
/** A test that is only spoken of, in its own sentence; and one that is not done after all. */
const spokenOf =
  /\b(?:thought about|ordinarily|normally|usually|offered|considered|discussed|toy\w* with|wondered|last done|suggested|raised|talked about|would have|i'd have|we'd have|was going to)\b/;
const cancelled =
  /\b(?:withdrawn|cancell?ed|called off|can wait|(?:never|not|n't) happen\w*|(?:doesn't|won't) change|enough of|sooner|no role|had one|chicken\w*|leave (?:that|it)|park(?:ed)?|shelved?|hold off|not (?:needed|necessary)|in the end)\b/;

function isUndone({ words: said, at, after, told }: Place): boolean {
  return (
    spokenOf.test(said.slice(Math.max(0, at - nearby), at + nearby).join(' ')) ||
    [said.join(' '), ...after, ...told].some((text) => cancelled.test(text))
  );
}

function isOrdered(place: Place): boolean {
  const { words: said, at, role, isQuestion } = place;
  if (isVerb.test(place.said)) return true;
  if (isUndone(place)) return false;
  if (isQuestion || governor(place, (word) => orders.test(word), 5) !== undefined) return true;
  return role !== 'patient' && (said.every(isPlain) || ordered.test(said.slice(at).join(' ')));
}

/** By these words somebody has or reports something, or is found to have it. */
const has =
  /^(?:ha(?:ve|s|d|ving)|i've|he's|she's|you've|get|gets|getting|got|with|is|it's|that's|there's|are|feel\w*|felt|reports?|reporting|complain\w*|presents?|diagnosed|known|history|about|my|your|his|her|see|shows?|find|found|hurts?|been|because|from|of|some|this|the|diagnosis|impression|assessment|in|for|to|likely|a|an|started|keep\w*|also)$/;
const asksOfAny = /\banything like that\b|\bor anything\b|\bany of (?:those|that|these)\b/;
/** A problem that was only supposed, or that another than the clinician told. */
const supposed = new RegExp(
  `\\b(?:initially|originally|felt to be|thought to be|convinced|worried|looked it up|feared|suspected|mistaken|assumed)\\b|\\b(?:${words.family}|${words.stranger.replace('dog|cat|', '')}|letter|internet|google|my ex|in law|referr\\w+)\\b.*\\b(?:${words.tell}|mentions|called|gave)\\b.*<>`,
);
const unproved =
  /^(?:screen\w*|prevention|risk|clinic|team|nurse|vaccin\w*)\b|\b(?:turned out|otherwise|(?:was|were|is|are|came back|all) (?:clean|clear|negative)|nonsense|(?<!\b(?:bit|pretty|really|feel|feeling|felt|been|absolutely|quite) )rubbish|not mine|wasn't that|never was|nothing to (?:support|suggest))\b/;

/** In speech without marks a thing that nobody is said to have may only be asked for. */
function isHad(place: Place): boolean {
  if (place.isQuestion) return true;
  const rest = place.words.slice(place.at + 1).join(' ');
  // `Chest pain no breathlessness no`
  if (asksOfAny.test(rest) || /^(?:no|nope|nah|none)\b/.test(rest)) return false;
  return !place.isRaw || governor(place, (word) => has.test(word), 3) !== undefined;
}

/** After a danger that is affirmed: it is taken back, or was said in jest. */
const inJest =
  /\b(?:nope|never|unless|come on|kidding|joking|ha|haha|lol|laugh\w*|you know how it is|figure of speech)\b|(?:^|, )(?:no|not|only)(?: |,|$)|\w no$/;

/** Whether the words of a place license that a thing is told as so, and none after it overturns that. */
export function isLicensed(place: Place): boolean {
  const later = [...place.after, ...place.told];
  switch (place.kind) {
    case 'medication':
      return isTaken(place);
    case 'order':
      return isOrdered(place);
    case 'procedure':
      return !isUndone(place);
    case 'symptom':
      return isHad(place);
    case 'problem':
      return isHad(place) && !supposed.test(place.words.join(' ')) && !later.some((text) => unproved.test(text));
    case 'safety':
      return !later.some((text) => inJest.test(text));
    default:
      return true;
  }
}
