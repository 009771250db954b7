import { everyOne, stalls } from '../dialogue/replies.ts';
import { placesApartIn } from '../dialogue/sides.ts';
import type { Clause } from '../reading/clauses.ts';
import { type Mention, textOf } from '../reading/mentions.ts';
import { isRadiation } from '../reading/phrase-mentions.ts';
import type { ReadAssertion } from '../reading/reading.ts';
import { asksWhose } from '../reading/whose.ts';
import {
  askedAbout,
  deniedPart,
  howMuch,
  isDeniedInPart,
  isTakenForGranted,
  isToldByExchange,
  still,
} from './about.ts';
import type { Answer } from './answers.ts';
import type { Asked } from './asked.ts';
import { asksOfUse, everHad, stopping } from './medicines.ts';

const presupposing =
  /\b(?:how (?:long|often|many|much|old|bad|has|have|is|are|was|were|did|do|does|would)|how's|when|where|why|which|what (?:makes|have|did|are|is|does|was|do|kind|type))\b/;
const asksForResult = /^(?:(?:and|so|okay|well|,) )*(?:how|what)(?:'s| is| was| were| are| did)\b/;
/** `Do I need an operation?` */
const asksAhead = /\b(?:need|should|will|would|going to|have to|could)\b/;
const sideAsked = /\b(?:left|right)\b.{0,20}\bor\b.{0,20}\b(?:left|right)\b/;
const takes = /\b(?:tak(?:e|ing|en)|tried|try|using|use|on|been on|ever|get|gotten|got|had|done)\b/;

/** `My dad does`, `just my brother`, `on my mother's side`, to a question that is not about the family. */
const ofRelative =
  /^(?:(?:well|no|yes|yeah|just|only|actually|oh|um|uh|but|not me|i don't|,) ?)*(?:(?:my|his|her|our|on my|both my|all my) (?:\w+ )?(?:mother|father|mom|mum|dad|brothers?|sisters?|grand\w+|aunts?|uncles?|cousins?|parents?|son|daughter|kids?|children|husband|wife|partner|twin|in-?laws?)(?:'s)?\b(?! (?:would|will|might|may|said|says|told|thinks|thought|noticed|took|made|drove|gave|brought|wants?|found|saw|lives?|helps?|came)\b))/;
/** `Who in your family has had skin cancer?` */
const whoHas = /\bwho (?:in|on|of)\b/;
/** `I was adopted`: nothing is known of the family. */
const unknownFamily =
  /\b(?:adopted|fostered|orphan\w*|raised by|never (?:knew|met)|(?:don't|didn't) (?:really )?know (?:my|them|him|her|much)|(?:died|passed(?: away)?) when i was)\b/;
/** To a question that expects a no, it says yes: `I do, actually`, `Once, in 2010`. */
const contradiction =
  /^(?:yes |yeah |well |oh |actually |, )*(?:(?:i|he|she) (?:do|did|have|am|has|does)\b(?! not|n't)|there (?:is|are|was)|sometimes|occasionally|some\b|a (?:little|bit|few)|once\b|twice\b|on and off|off and on|only (?:when|if|at|in|after|with)|just (?:when|a|some))/;
/** To a question that expects a no, it says so: `right`. A mere `yes` may mean either. */
/** `Apart from hay fever, no.` */
export const exceptFor =
  /^(?:(?:well|no|,) )*(?:apart from|other than|aside from|except(?: for)?|besides)(?: (?:the|my|a|an|some|his|her))?(?: \w+)? $/;
const assent = /^(?:(?:yes|yeah|well|oh|,) )*(?:right|correct|exactly|that's (?:right|correct|true)|true|never|not)\b/;
/** `Any blood in the stool? – It's black`: neither when, where nor how much, and so perhaps something else. */
const namesElse =
  /^(?:it's|it is|they're|they are) (?!(?:been|still|always|usually|often|mostly|mainly|worse|worst|better|bad|really|pretty|quite|so|very|awful|terrible|horrible|constant\w*|all|only|on|in|at|when|after|before|during|there|here|about|around|getting|gotten|come|coming|every|everywhere|with|since|for|from|like that|mild|severe|sharp|dull|the same|a (?:little|bit|lot)|killing|hard|\d+|intermittent|occasional)\b)/;
const childhood =
  /\b(?:when (?:i|he|she) was (?:a |an |in |little|young|younger|small|growing|\d)|as a (?:kid|child|baby|teen\w*|toddler)|in (?:my )?(?:childhood|high school|college)|growing up|a long time ago)\b/;
const deniedOfPatient =
  /\b(?:i don't|i do not|i haven't|i never|not me|not myself|i'm not|i am not|but i|he doesn't|she doesn't|he is not|she is not|he's not|she's not|he isn't|she isn't)\b/;

/** `My dad does. I don't.` */
export function isDeniedOfPatient({ text }: Answer): boolean {
  return deniedOfPatient.test(text);
}

const does = /\bi (?:do |only |just |mostly |still |sometimes |usually )?(?:drink|drank|smoke[ds]?|vape|vaped)\b/;
const bare = /^(?:(?:and|or|so|okay|,) )*(?:the|your) (?:[\p{L}'-]+ ?){1,3}$/u;

/** What is asserted of a term; `quoted`: only the words of question and answer tell what that means. */
export type AskedAssertion = ReadAssertion | { readonly quoted: ReadAssertion };

/** What a question and its answer assert of a term; undefined if nothing. */
export function askedAssertion(asked: Asked): AskedAssertion | 'unanswered' | undefined {
  const { mention, answer } = asked;
  if (isToldByExchange(asked)) {
    return { quoted: isCondition(mention) || isTaken(asked) ? 'present' : 'possible' };
  }
  if (isCircumstance(asked) || isPointedAt(asked)) return undefined;
  // `Any pain going down the leg? – Not anymore.`
  if (isRadiation(mention) && (answer?.kind === 'gone' || isElsewhere.test(answer?.text ?? '')))
    return { quoted: 'possible' };
  if (isAskedOfWhom(asked) || deniesOtherWord(asked) || deniesPlace(asked) || isUnknown(asked) || namesOtherSide(asked))
    return { quoted: 'possible' };
  const assertion = answeredAssertion(asked);
  // `Did you get a rash from the penicillin? – No.`
  if (mention.term.kind === 'allergy' && answer?.kind === 'no' && assertion !== 'absent') return { quoted: 'possible' };
  if (isTakenUp(asked)) {
    if (mention.term.kind === 'safety' && assertion !== 'present') return 'possible';
    const isLeftOpen = assertion === 'absent' || (assertion === undefined && answer?.kind === 'unclear');
    if (isLeftOpen && answer !== undefined && !namesOther(asked, answer))
      return { quoted: asked.said === 'family' ? 'family' : 'possible' };
  }
  if (assertion === 'absent' && isDeniedInPart(asked)) {
    const quoted = deniedPart(asked);
    return quoted === undefined ? undefined : { quoted };
  }
  if (assertion === undefined && saysMore(asked)) return { quoted: 'possible' };
  // What must not be lost is told even if nobody answered.
  const isKept = mention.term.kind === 'safety' || (answer !== undefined && isCondition(mention));
  return assertion === undefined && isKept ? 'unanswered' : assertion;
}

/** `Does that hurt? – No.` is said of a place that only those in the room see. */
function isPointedAt({ clause, mention, answer }: Asked): boolean {
  return isHurt(mention) && answer?.kind === 'no' && pointing.test(textOf(clause.tokens));
}

const isHurt = ({ term, said }: Mention) => term.kind === 'symptom' && /\b(?:hurt|pain|painful|sore|tender)/.test(said);

/** `When I move the kneecap, does that hurt? – It doesn't hurt my knee.` denies no more than that. */
export function isOfTouch(clauses: readonly Clause[], at: number, mention: Mention): boolean {
  const turn = clauses[at]?.turn ?? 0;
  const asked = clauses.slice(Math.max(0, at - longestReply), at).findLast(({ isQuestion }) => isQuestion);
  return isHurt(mention) && asked?.turn === turn - 1 && pointing.test(textOf(asked.tokens));
}

/** In clauses. */
const longestReply = 6;

/** `You're not going to be able to weight-bear` forbids, and nobody declines. */
export const isForbidden = ({ role, tokens }: Clause, said: ReadAssertion): boolean =>
  said === 'declined' && role === 'clinician' && forbids.test(textOf(tokens));

const forbids = /\byou(?:'re| are|'ll| will)? (?:(?:not|won't|can't|cannot|shouldn't|mustn't)\b|aren't|will not)/;

const pointing =
  /\b(?:does|did|do|is|are) (?:that|this|these|those)\b(?! (?:pain|knee|leg|\w+ pain)\b)|\b(?:here|there)\b ?$|\b(?:when|if) i (?:press|push|touch|squeeze|bend|tap)\b/;

/** `Does it go down the leg? – Into the bum, not past the knee.` */
const isElsewhere =
  /^(?:(?:just|only|well|more|mostly|,) )*(?:into|in|to|up to|as far as|around|across|the) .*\b(?:not|only|no further)\b|\bonly (?:in|to|as far)\b/;

/** Whether a question asks who has something, and not a relative is named: only the words tell whom it is said of. */
function isAskedOfWhom({ clause, mention, said, answer }: Asked): boolean {
  if (!isOfBody(mention) || said === 'family' || answer === undefined) return false;
  return asksWhose.test(textOf(clause.tokens)) && !ofRelative.test(answer.text);
}

/** `He's for the left hernia? – Both sides.` */
function namesOtherSide({ clause, mention, said, answer }: Asked): boolean {
  if (!isOfBody(mention) || said !== 'present' || answer === undefined) return false;
  const [asked, told] = [textOf(clause.tokens), answer.text].map(placesApartIn);
  return asked?.length === 1 && told?.length === 1 && told[0] !== asked[0];
}

/** `Your tetanus? – No idea.` */
function isUnknown({ mention, said, answer }: Asked): boolean {
  if (said !== 'present' || !(isOfBody(mention) || isAction(mention))) return false;
  return /^(?:(?:um|uh|oh|well|honestly|,) )*(?:(?:i have )?no (?:idea|clue)|(?:i )?(?:couldn't|can't) (?:tell|say)(?: you)?) ?$/.test(
    answer?.text ?? '',
  );
}

/** `Pain in the jaw? – Down my arm, not the jaw.` */
function deniesPlace({ clause, mention, said, answer }: Asked): boolean {
  if (!isCondition(mention) || said !== 'present' || answer === undefined) return false;
  if (answer.kind === 'no' || answer.kind === 'yes') return false;
  const [, place] = /\bnot (?:in |on |at |so much )*(?:the |my |his |her )?(\p{L}{3,})$/u.exec(answer.text) ?? [];
  return place !== undefined && clause.tokens.some(({ text }) => text === place);
}

/** `Smoking? – Not cigarettes.` denies no smoking. */
function deniesOtherWord({ mention, said, answer, mentions }: Asked): boolean {
  if (mention.term.kind !== 'social' || said === 'absent' || answer?.kind !== 'other') return false;
  const named = answer.clauses
    .flatMap((at) => mentions[at] ?? [])
    .filter(({ term }) => term.name === mention.term.name);
  return /^not\b/.test(answer.text) && named.some((other) => other.said !== mention.said);
}

/** Whether more is said than a no, which may take it back, and not only of something else: `no, eliquis`, `no, it stays in my back`. */
function isTakenUp({ mention, answer, mentions }: Asked): boolean {
  // `Any metal in your body, pacemaker? – No pacemaker. There's a clip in my brain.`
  if (mention.term.kind === 'safety' && answer?.kind === 'denies-one' && answer.clauses.length > 1) return true;
  if (answer === undefined || answer.open === null) return false;
  if (answer.open === 'asked back' || answer.open === 'beside') return mention.term.kind === 'safety';
  if (mention.term.kind === 'safety') return true;
  // `No chest pain` denies it by name, whatever is told after `okay`.
  const isNamed = answer.clauses.some((at) => mentions[at]?.some(({ term }) => term.name === mention.term.name));
  if (answer.open === 'later' || (answer.open === 'added' && !(isNamed && isCondition(mention)))) return true;
  return !isNamed && !isAction(mention) && !isRadiation(mention);
}

/** `Any nausea, fever? – I felt a bit nauseated` answers with what it names, and leaves the rest unanswered. */
function namesOther({ mention, own, mentions }: Asked, { clauses }: Answer): boolean {
  const names = new Set(own.flatMap(({ term }) => (term.name === mention.term.name ? [] : [term.name])));
  return clauses.some((at) => mentions[at]?.some(({ term }) => names.has(term.name)));
}

/** `Did you have a seizure when you stopped drinking?` asks of the seizure. */
function isCircumstance({ clause, mention, own }: Asked): boolean {
  if (!isCondition(mention) && mention.term.kind !== 'social') return false;
  // `Did the fever come after the vomiting?` takes the vomiting for granted.
  if (isTakenForGranted(clause, mention)) return false;
  return own.some(
    ({ to, term }) =>
      to <= mention.from &&
      term.kind !== 'medication' &&
      /^(?:when|while|after|before|because|since) (?:you|he|she|they|the|your)\b/.test(
        textOf(clause.tokens.slice(to, mention.from)),
      ),
  );
}

/** Whether an answer is neither yes nor no, and short: `Any fever? – Low grade.`, `Do you have diabetes? – Type 2.` */
function saysMore({ clause, mention, said, answer, mentions }: Asked): boolean {
  if (
    (answer?.kind !== 'other' && answer?.kind !== 'detail') ||
    said !== 'present' ||
    !isCondition(mention) ||
    clause.role === 'patient'
  )
    return false;
  if (isRadiation(mention) || answer.clauses.some((at) => mentions[at]?.some(isCondition))) return false;
  return !stalls.test(answer.text) && answer.text.split(' ').length <= longestMore;
}

/** In words. */
const longestMore = 14;

/** `Do you take metformin? – Yes, 500.` */
function isTaken({ clause, mention, said, answer }: Asked): boolean {
  return (
    mention.term.kind === 'medication' &&
    said === 'present' &&
    answer?.kind === 'yes' &&
    !/\b(?:did|was|were|until|till|used to)\b/.test(answer.text) &&
    !everHad.test(textOf(clause.tokens)) &&
    !asksOfUse(clause, mention)
  );
}

const asksFor = /\b(?:can|could|may|should) (?:i|we|he|she)\b/;

function isAction({ term: { kind } }: Mention): boolean {
  return kind === 'procedure' || kind === 'order' || kind === 'medication';
}

function isCondition({ term: { kind } }: Mention): boolean {
  return kind === 'symptom' || kind === 'problem';
}

function answeredAssertion({ clause, mention, own, said, answer, mentions, direct }: Asked): ReadAssertion | undefined {
  const before = textOf(clause.tokens.slice(0, mention.from));
  const kind = answer?.kind;
  const told = answer?.text ?? '';
  const namesPlace = answer?.namesPlace === true;
  if (/\bhow long (?:is it |has it been )?since\b/.test(before) && mention.term.kind === 'social') return 'historical';
  // `Can I have the epidural?`
  if (answer === undefined && asksFor.test(textOf(clause.tokens)) && isAction(mention)) return undefined;
  // `How was the A1c?` orders none.
  if (answer === undefined && mention.term.kind === 'order' && asksForResult.test(textOf(clause.tokens)))
    return undefined;
  if (mention.term.kind === 'order' && asksHowItIs.test(before) && fares.test(textOf(clause.tokens.slice(mention.to))))
    return undefined;
  // `Is that for the cramps?` asks what it is taken for.
  if (isCondition(mention) && asksWhatFor.test(before)) return undefined;
  // `How is your diet?` advises nothing.
  if (presupposing.test(textOf(clause.tokens)) && mention.term.kind === 'advice') return undefined;
  // `Does it go into your leg?` is not answered by saying where else it goes.
  const restated = (isRadiation(mention) ? [] : (answer?.clauses ?? [])).flatMap((at) =>
    (mentions[at] ?? []).filter(({ term }) => term.name === mention.term.name).map((other) => direct(at, other)),
  );
  if (exceptsNext.test(before)) return said === 'absent' ? 'present' : said;
  if (said === 'family' && unknownFamily.test(told)) return restated[0];
  // `Anything like diabetes, high blood pressure? – My grandma has diabetes.`
  if (said === 'family' && own.length > 1 && restated.length === 0 && namesSomeOf(own, answer, mentions))
    return undefined;
  if (said === 'family')
    return kind === 'no' || kind === 'denies-one'
      ? 'absent'
      : kind === 'yes' || restated.length > 0 || clause.language.asking.relative.test(told) || whoHas.test(before)
        ? 'family'
        : undefined;
  if (ofRelative.test(told) && isOfBody(mention)) return 'family';
  // `Do you drink? – I don't think I drank that much.`
  if (kind === 'no' && mention.term.kind === 'social' && does.test(told)) return undefined;
  if (restated[0] !== undefined) return restated[0];
  // `The left or the right knee? – The left.`
  if (sideAsked.test(textOf(clause.tokens)) && namesPlace && kind !== 'no') return said;
  if (said === 'absent') {
    if (contradiction.test(told)) return 'present';
    return kind === 'yes' && !assent.test(told) ? undefined : 'absent';
  }
  if (mention.term.kind === 'social' && stopping.test(told)) return 'historical';
  if (mention.term.kind === 'medication') {
    const asksWhetherStopped = said === 'historical';
    if (asksWhetherStopped) return kind === 'no' ? 'present' : kind === 'yes' || kind === 'detail' ? said : undefined;
    // `You're on warfarin and simvastatin? – Not the simvastatin, they stopped that.`
    const named = (answer?.clauses ?? []).flatMap((at) => mentions[at] ?? []);
    const isOfOther = own.length > 1 && named.some(({ term }) => own.some((each) => each.term.name === term.name));
    if (stopping.test(told)) return isOfOther ? said : 'historical';
  }
  // `And the chest pain? – No.`
  if (kind === 'no' && bare.test(textOf(clause.tokens)) && isCondition(mention)) return 'absent';
  const isDefinite = clause.language.shown === null && isTakenForGranted(clause, mention);
  if (/\bwhen\b.*\blast\b/.test(before) && isOfBody(mention)) return 'historical';
  const isTaking = mention.term.kind === 'medication' && takes.test(before);
  const about = isOfBody(mention) ? askedAbout(clause, mention) : undefined;
  if (about === 'ends' && kind === 'yes') return 'historical';
  if (about === 'ends' && (kind === 'no' || kind === 'no-but' || still.test(told))) return 'present';
  if (isDefinite && !isTaking && about !== 'whether' && !isRadiation(mention))
    return kind === 'gone' || (about === 'lasts' && kind === 'no') ? 'historical' : said;
  if (kind === 'no' && howMuch.test(before)) return 'absent';
  if (presupposing.test(before) && !/\b(?:any|ever|how about|what about)\b/.test(before)) return said;
  const isEndorsed =
    /\b(?:endorsing|you have|you had|you've had|you've been|i know|you said|you mentioned|presents?|here for|you're having|because of|due to|we had you|had you on|have you on|put you on|placed you on|started you on|gave you|giving you|you're on|you are on|you're taking|supposed to)\b/.test(
      before,
    ) &&
    !/\b(?:any|anyone|anybody|ever|do you have|have you had|other|(?:can|could|may|should|would|must|did) (?:you|he|she|i|we) have)\b/.test(
      before,
    );
  if (childhood.test(told) && kind !== 'no') return own.length > 1 ? undefined : 'historical';
  const isRest = answer?.deniesTheRest === true && kind !== 'no' && !isEndorsed;
  const isListed = own.length > 1 && !excepts.test(textOf(clause.tokens));
  if (isRest && (isListed || namesOtherCondition(mention, answer, mentions))) return 'absent';
  switch (kind) {
    case 'no':
      return 'absent';
    case 'gone':
      return 'historical';
    case 'maybe':
      return 'possible';
    case 'no-but':
      // `No, just at night` says when.
      return isCondition(mention) || mention.term.kind === 'social' ? 'present' : 'possible';
    case 'unclear':
      // `Since we put you on the protonix` is so, whatever is answered.
      return isEndorsed ? said : undefined;
    case 'yes':
      return affirmed(isRadiation(mention) ? [mention] : own, said, answer, mentions);
    case 'denies-one':
      // `No thyroid`, said to `thyroid problems?`
      if (mention.said.split(' ').some((word) => told.includes(`no ${word}`))) return 'absent';
      return isEndorsed ? said : undefined;
    case 'other':
    case undefined:
      // `Do you smoke? – Ten a day.` tells how much.
      if (kind === 'other' && mention.term.kind === 'social' && own.length === 1) return said;
      // `Any surgeries? – My gallbladder in 2015.`
      if (kind === 'other' && mention.term.name === 'surgery' && !asksAhead.test(textOf(clause.tokens)))
        return 'historical';
      return isEndorsed ? said : undefined;
    case 'detail':
      // `Any weakness? – Just aching, I suppose.`
      if (answer !== undefined && namesOtherCondition(mention, answer, mentions)) return undefined;
      if (isRadiation(mention) ? !namesPlace : isCondition(mention) && namesElse.test(told)) return undefined;
      return own.length === 1 && !/\bor\b/.test(textOf(clause.tokens)) ? said : isEndorsed ? said : undefined;
    default:
      return kind satisfies never;
  }
}

/** `Any fever? – Just a cough.`, but not `Any chest pain? – When I cough, that's all.` */
function namesOtherCondition(mention: Mention, { clauses, text }: Answer, mentions: Asked['mentions']): boolean {
  if (!isCondition(mention)) return false;
  const others = clauses
    .flatMap((at) => mentions[at] ?? [])
    .filter((each) => isCondition(each) && each.term.name !== mention.term.name);
  return others.some(({ said }) => !depends.test(text.slice(0, Math.max(0, text.indexOf(said)))));
}

/** `Are your blood sugars okay?` orders none. */
const asksHowItIs = /^(?:(?:and|so|okay|well|um|uh|,) )*(?:are|is|have|has|do|does) (?:your|his|her|their)(?: \w+)?$/;
const fares =
  /^(?:$|(?:been |running |still )*(?:okay|ok|good|fine|all right|alright|normal|high|low|stable|steady|under control)\b)/;
const asksWhatFor =
  /\b(?:is|was|are) (?:that|it|this|those|these|they)(?: one| ones)? for\b|\b(?:take|took|taking|use|used|using) (?:it|that|them|those|this)? ?for\b/;
const excepts = /\b(?:other than|besides|apart from|aside from|in addition to|except(?: for)?)\b/;
const exceptsNext = new RegExp(`${excepts.source}(?: \\w+){0,2}$`);
const depends = /\b(?:when|if|after|while|with|at|in|on|during)\b/;

function isOfBody({ term: { kind } }: Mention): boolean {
  return kind === 'symptom' || kind === 'problem' || kind === 'allergy';
}

/** A plain yes to one thing affirms it; to a list it affirms some of it, unless the answer names what. */
function affirmed(
  own: readonly Mention[],
  said: ReadAssertion,
  answer: Answer | undefined,
  mentions: Asked['mentions'],
): ReadAssertion | undefined {
  if (everyOne.test(answer?.text ?? '')) return said;
  const alternatives = own.filter(({ term }) => term.kind === own[0]?.term.kind);
  if (alternatives.length <= 1) return said === 'historical' || isDoubtful(own[0], said) ? said : 'present';
  return namesSome(own, answer, mentions) ? undefined : 'possible';
}

/** `It was dropped, right? – Yes.` */
function isDoubtful(mention: Mention | undefined, said: ReadAssertion): boolean {
  return mention?.term.kind === 'medication' && said === 'possible';
}

/** Whether the answer to a list names one of it. */
function namesSomeOf(own: readonly Mention[], answer: Answer | undefined, mentions: Asked['mentions']): boolean {
  const names = new Set(own.map(({ term }) => term.name));
  return (answer?.clauses ?? []).some((at) => mentions[at]?.some(({ term }) => names.has(term.name)));
}

/** Whether the answer to a list names things of its kind. */
function namesSome(own: readonly Mention[], answer: Answer | undefined, mentions: Asked['mentions']): boolean {
  return (answer?.clauses ?? []).some((at) => (mentions[at] ?? []).some(({ term }) => term.kind === own[0]?.term.kind));
}
