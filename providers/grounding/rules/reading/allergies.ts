import { words } from '../../assertion/en/words.ts';
import { isPlainAnswer } from '../dialogue/small-talk.ts';
import {
  allergenSpans,
  answeredSpans,
  avoidedSpans,
  commonAllergens,
  englishAllergens,
  exceptedSpans,
  hasReaction,
  isNamedNext,
} from './allergens.ts';
import type { Clause } from './clauses.ts';
import { type Mention, mentionsIn, textOf } from './mentions.ts';
import { asksWhose } from './whose.ts';

/** Words that speak of an allergy. */
const cue = /\b(?:allerg(?:y|ies|ic)|reactions? to|anaphyla\w+|intoleran(?:t|ce|ces)|react(?:ed)? (?:badly )?to)\b/;
/** Words that ask for what somebody cannot take; an answer names an allergy if it tells a reaction. */
const harmCue =
  /\b(?:problems?|troubles?|issues?|difficult\w+|bad time) with (?:any |other |the )?(?:medic\w+|meds|drugs|pills|tablets|anesth\w+|antibiotics?|foods?)\b|\b(?:bad|adverse|allergic|terrible) reactions?\b|\bdisagree[sd]? with (?:you|him|her)\b|\bdon't get on with\b|\b(?:medic\w+|meds|drugs|foods?|anything|things) (?:that )?(?:you|he|she|they) (?:can't|cannot|can not|shouldn't|mustn't|should not) (?:take|have|eat)\b/;
/** `I can't take sulfa, I swell up`, `never take Bactrim again, I had hives`: an allergy, with what it does. */
const avoids =
  /\b(?:can't|cannot|can not|couldn't|not (?:able|allowed|supposed) to|never|not to|shouldn't|mustn't|unable to|avoid|stay away from|won't|don't|no longer|stopped|had to stop) (?:to |ever |again )*(?:(?:take|taking|(?<!(?:don't|never|longer|not) )have|use|using|get|be given|give me|eat|eating|touch|go near) )?(?:(?:any|the|anything with|my|all) )*$/;
const otherSense =
  /\ballerg(?:y|ies) (?:medicines?|medications?|meds|pills?|shots?|tests?|testing)\b|\bfor (?:my |your |the |his |her )?(?:seasonal )?allergies\b|\bseasonal\b/;
/** After these a medicine is taken, also in an answer about allergies. */
const taking =
  /\b(?<!\b(?:can|could|to) )(?:take|takes|taking|carry|carries|keep|keeps|i'm on|prescribed?|use|uses|using|start|started)\b|\b(?:have|has|had|got) (?:an?|my|his|her|\d+|some|the) $/;
/** `Stop the ramipril because of the cough`, `I want you to hold the Eliquis` is a decision on a medicine. */
const ordered = new RegExp(
  `^(?:(?:so|and|okay|alright|all right|right|then|please|well|but|now|,) )*(?:(?:${[
    "(?:i|we) (?:want|need) you to|(?:i'd|we'd) (?:like|want) you to|(?:i'm|we're) going to|(?:i'll|we'll)|let's",
    'you (?:should|must|can|may|could|need to|have to)(?: just| keep| not)?',
  ].join('|')}) )?(?:${[
    '(?:stop|hold|discontinue|continue|start|tak|us|switch|increas|reduc|try)(?:e|ing)?|put you on|give you|prescribe',
    "(?:don't|do not) (?:take|use|drive|start|stop|drink|skip)",
  ].join('|')})\\b`,
);
/** A patient's own story: `Don't take penicillin, I nearly died.` */
const ofOneself = /\b(?:i|i'd|i've|me|my)\b/;
/** `What to?`, after a question about allergies: it goes on. */
const goesOn = new RegExp(
  `^(?:(?:and|okay|oh|so|,) )*(?:(?:to )?what(?:$| (?:to|kind|sort|else|happens|happened|does it do|was it|are they|is it))|(?:are )?you(?:'re)? sure|sure|really|none|nothing|not even|never|which(?: ones?)?|anything else|any others?|any foods?|any other (?:foods?|medicines?|medications?|drugs?)|(?:(?:what about|how about|any|to|the) )*(?:${commonAllergens})\\b|(?:what|how) about(?! (?:(?:any|your|the|his|her|other|past|recent|previous|current) )*(?:family|medical|social|surgical|history|surger|operation|smok|tobacco|alcohol|drink|drug use|work|job|home|sleep|diet|appetite|pain|symptom|problem|condition|mother|father|mum|mom|dad|parents))|when you (?:take|took|eat|ate|use|used|have|had)|how (?:did|do) you react|what (?:was|is) (?:the|your) reaction|like what|do you know (?:what (?:happen|kind|sort|reaction|it)|which|of any|why))\\b`,
);
/** After `no allergies`, it asks for what is taken. */
export const ofOtherMedicines = /\bother (?:medicines?|medications?|drugs?)\b/;
/** `What tablets are you on?` asks for no allergies. */
const asksOfTaking =
  /^(?!(?:\S+ ){0,2}when\b).*\b(?:tak(?:e|es|ing)|(?:are|is|was|were) (?:you|he|she|they) (?:\w+ )?on|using|prescribed)\b/;
const tolerates =
  /\b(?:fine|okay|ok|good|no (?:problems?|trouble|issues?)) with (?:\w+ )?<>|\b(?:can|could|able to|allowed to) (?:take|have|eat|use|tolerate|handle) (?:\w+ )?<>|(?<!\b(?:can't|cannot|couldn't|not|\w+n't|never|poorly|to) )\btolerate[ds]? <>|\b(?:had|taken|took|have|take|been on|used) <>.*\b(?:fine|okay|ok|no (?:problems?|reactions?|issues?|trouble)|all right|alright|without (?:a |any )?(?:problems?|issues?|reactions?|trouble))\b|<> (?:\w+ ){0,2}(?:(?:is|was|are|were) (?:fine|okay|ok|all right|alright|(?:no|not a) problem)|(?:isn't|wasn't|aren't|weren't) a problem)\b/;
const noAllergies =
  /\bno (?:known )?(?:(?:drug|medication|medicine|food|environmental) (?:or )?)*allerg(?:y|ies)\b(?! to (?!any|medic|med|drug|food))|\bnkda\b|\bnka\b|\bnot (?:been )?allergic to (?:any\w*|medic\w+|meds|drugs)/;
/** What has been so of late is no reaction of former times. */
const ofToday =
  /\bsince (?!then|childhood|i was)|\b(?:now|today|tonight|lately|recently|all week|why i came|this (?:week|morning|month)|(?:past|last) (?:few|couple|week|month)|yesterday|currently|at the moment)\b/;
/** The sentence after the one that names what somebody is allergic to. */
const namesReaction = new RegExp(`^(?!.*(?:${ofToday.source}))(?:and |, |well |i think )*(?:it|that|they|my|i) `);

export const englishAllergies = {
  ...englishAllergens,
  ...{
    cue,
    harmCue,
    avoids,
    otherSense,
    taking,
    ordered,
    ofOneself,
    goesOn,
    asksOfTaking,
    tolerates,
    noAllergies,
    namesReaction,
  },
};
/** In clauses. */
const longestAnswer = 8;
/** In how many turns after its question the answer is looked for. */
const reach = 6;

/**
 * The mentions of a source, with those of what the patient reacts to as such: also of substances that no list knows, in a
 * clause that says so or that answers a question about allergies. A reaction belongs to its substance.
 */
export function withAllergens(clauses: readonly Clause[], mentions: readonly (readonly Mention[])[]): Mention[][] {
  let asked: Topic | undefined;
  const named = (at: number) => (mentions[at] ?? []).map(({ term }) => term.name);
  const none = new Set(clauses.flatMap(({ tokens }, at) => (isNone.test(textOf(tokens)) ? named(at) : [])));
  return clauses.map((clause, at) => {
    asked = topicAt(clause, at, asked);
    if (asked !== undefined && clause.isQuestion && ofOtherMedicines.test(textOf(clause.tokens)))
      asked = isDenied(clauses.slice(asked.clause + 1, at), asked) ? undefined : asked;
    const own = mentions[at] ?? [];
    const before = clauses[at - 1];
    const answered = clauses
      .slice(Math.max(0, at - longestAnswer), at)
      .flatMap(({ turn }, index) => (turn === clause.turn - 1 ? named(Math.max(0, at - longestAnswer) + index) : []));
    const found = allergensOf(clause, { at, previous: before, own, topic: asked, rest: restOf(clauses, at), answered });
    const isTaken = isTakenBack(clauses, at) || isHeeded(clauses, at);
    return found.filter(({ term }) => term.kind !== 'allergy' || !(isTaken || none.has(term.name)));
  });
}

function isDenied(since: readonly Clause[], { speaker }: Topic): boolean {
  const said = since.filter((each) => each.speaker !== speaker);
  return said.length > 0 && said.every(({ tokens }) => isPlainAnswer(textOf(tokens)));
}

function restOf(clauses: readonly Clause[], at: number): string {
  const next = clauses
    .slice(at + 1, at + 3)
    .filter(({ turn, isQuestion }) => turn === clauses[at]?.turn && !isQuestion);
  return next.map(({ tokens }) => textOf(tokens)).join(' ');
}

/** `Just latex, I get hives. – No latex then.`: what is to be avoided was named, and is not denied. */
function isHeeded(clauses: readonly Clause[], at: number): boolean {
  const own = clauses[at];
  const name = heeded.exec(textOf(own?.tokens ?? []))?.[1];
  if (own === undefined || own.role !== 'clinician' || name === undefined) return false;
  const said = clauses
    .slice(Math.max(0, at - longestAnswer), at)
    .filter(({ turn, role }) => turn === own.turn - 1 && role !== 'clinician');
  return said.some(({ tokens }) => tokens.some(({ text }) => text === name) && !deniesIt.test(textOf(tokens)));
}

const heeded =
  /^(?:(?:okay|ok|so|right|alright|all right|then|good|well|,) )*no (?:more )?(?!known|drug|allerg)([\p{L}-]+)(?: (?:for you|then|tape))*(?: ,.*)?$/u;
const deniesIt = /(?:^|\b(?:to|of|have|had|any) )(?:no|not|never)\b|n't\b/;

/** `Okay, so naltrexone isn't an allergy.` */
const isNone =
  /(?:\b(?:(?:is|was|are|were|that's|it's) )?not|n't) (?:really |actually )?(?:an? )(?:true |real |proper )?allerg(?:y|ies)\b|(?:n't|\bnot) (?:the )?(?:true |real |proper )?allergies\b/;

/** `Peanut. No, sorry, that is his sister.` */
function isTakenBack(clauses: readonly Clause[], at: number): boolean {
  const own = clauses[at];
  const rest = clauses.slice(at + 1, at + 1 + takenBackIn).filter(({ turn }) => turn === own?.turn);
  const text = rest.map(({ tokens }) => textOf(tokens)).join(' , ');
  if (takesBack.test(text)) return true;
  const reply = clauses.slice(at + 1, at + 1 + longestAnswer).filter(({ turn }) => turn > (own?.turn ?? 0));
  return reply.some((each) => each.role === 'clinician' && isNone.test(textOf(each.tokens)) && mentionsNone(each));
}

/** `That's a side effect, not an allergy` names nothing else. */
function mentionsNone({ tokens, language }: Clause): boolean {
  return mentionsIn({ tokens, language }).every(({ term }) => term.kind !== 'medication' && term.kind !== 'allergy');
}

const takenBackIn = 3;
const takesBack = new RegExp(
  `^(?:(?:oh|no|sorry|wait|actually|hang on|hold on|,) ?)+(?:(?:that|it)(?:'s| is| was)|not)\\b[^.?!]{0,40}\\b(?:${words.family}|him|her|me|mine)\\b`,
);

const toOne =
  /\breact(?:ions?|ed|s)? (?:badly )?to (?:the |your |his |her )?(?!any|medic|meds|drug|food|some|it\b|that|them|thing)\p{L}+|(?<!\p{L})vertr[aä]g\p{L}* (?:sie|er|du) (?!alle|irgend|etwas|medi|was)\p{L}/u;

/** The question about allergies, or the heading of a list, that a clause may answer. */
interface Topic {
  readonly turn: number;
  readonly clause: number;
  readonly speaker: string | null;
  readonly isHeading: boolean;
  /** Somebody takes it that there is none: only the other may answer. */
  readonly isAssumed?: boolean;
  /** The question names its substance: `any reaction to the contrast?` */
  readonly namesOwn?: boolean;
  /** Only what an answer gives a reaction to is an allergy. */
  readonly needsReaction?: boolean;
}

/** A clause's place, what is named in it, and what comes before it. */
interface Around {
  readonly at: number;
  readonly previous: Clause | undefined;
  readonly own: readonly Mention[];
  readonly topic: Topic | undefined;
  /** What the speaker goes on to say in the next clauses. */
  readonly rest: string;
  /** What the turn before names. */
  readonly answered: readonly string[];
}

function topicAt(clause: Clause, at: number, before: Topic | undefined): Topic | undefined {
  const text = textOf(clause.tokens);
  const { turn, speaker } = clause;
  const { otherSense, cue, harmCue, heading, goesOn, asksOfTaking } = clause.language.allergies;
  if (otherSense.test(text) || (clause.isQuestion && asksWhose.test(text))) return undefined;
  if (clause.isQuestion && !cue.test(text) && harmCue.test(text))
    return { turn, speaker, clause: at, isHeading: false, needsReaction: true };
  if (clause.isQuestion && !cue.test(text) && asksOfTaking.test(text)) return undefined;
  const isAssumed = clause.role === 'clinician' && clause.language.allergies.noAllergies.test(text);
  if ((clause.isQuestion || isAssumed) && cue.test(text))
    return { turn, speaker, clause: at, isHeading: false, isAssumed, namesOwn: toOne.test(text) };
  if (!clause.isQuestion && heading.test(text)) return { turn, speaker, clause: at, isHeading: true };
  if (before === undefined || turn - before.turn > reach || (before.isHeading && turn !== before.turn))
    return undefined;
  return clause.isQuestion && speaker === before.speaker && !goesOn.test(text) ? undefined : before;
}

function allergensOf(clause: Clause, { at, previous, own, topic, rest, answered }: Around): Mention[] {
  const { otherSense, cue, goesOn, taking, reaction, avoids } = clause.language.allergies;
  const text = textOf(clause.tokens);
  const isOrder = isOrdered(clause, rest);
  const isAnswer =
    topic !== undefined &&
    !clause.isQuestion &&
    !isOrder &&
    (topic.needsReaction !== true || reaction.test(`${text} ${rest}`)) &&
    (topic.isHeading
      ? reaction.test(text)
      : clause.turn !== topic.turn || (topic.isAssumed !== true && at - topic.clause <= answeredAtOnce));
  const isEcho =
    isAnswer &&
    !topic.isHeading &&
    clause.turn !== topic.turn &&
    clause.speaker !== null &&
    (clause.speaker === topic.speaker || clause.role === 'clinician');
  // What an answer goes on to tell names no other substance: `Clexane. Came up in welts. Lucky me.`
  const names =
    isAnswer &&
    !isEcho &&
    topic.namesOwn !== true &&
    (previous?.turn !== clause.turn || /^(?:and|also|plus|or|und|auch)\b/.test(text));
  const spans = otherSense.test(text)
    ? []
    : [
        ...allergenSpans(clause),
        ...(names ? answeredSpans(clause) : []),
        ...exceptedSpans(clause, previous),
        ...avoidedSpans(clause),
      ];
  const isAllergen = (mention: Mention): boolean => {
    if (spans.some(({ from, to }) => from < mention.to && mention.from < to)) return true;
    if (isOrder) return false;
    if (hasReaction(clause, mention)) return true;
    const before = `${textOf(clause.tokens.slice(0, mention.from))} `;
    if (!clause.isQuestion && isNamedNext(clause, mention)) return true;
    if (!clause.isQuestion && avoids.test(before) && reaction.test(`${text} ${rest}`)) return true;
    const isTaken = taking.test(before);
    if (clause.isQuestion && topic !== undefined && goesOn.test(text)) return true;
    if (clause.isQuestion) return cue.test(text) && !otherSense.test(text) && !isTaken;
    // An echo repeats; `Then penicillin G now` orders.
    const isRepeated =
      clause.tokens.length <= longestEcho && (answered.includes(mention.term.name) || !ordersNext.test(text));
    // `Allergies? I have haloperidol here.`, as a clinician reads from the record
    const isEaten = clause.role === 'clinician' ? ofTaken.test(text) : isBorne.test(text);
    return isAnswer && !isTaken && !isEaten && (!isEcho || isRepeated);
  };
  const substances = own.filter(isSubstance).filter(isAllergen).map(asAllergen);
  // `You get a rash with shingles`, as a clinician says it
  const illnesses = clause.role === 'clinician' ? own.filter(({ term }) => term.kind === 'problem') : [];
  const free = spans.filter(
    ({ from, to }) => ![...substances, ...illnesses].some((each) => each.from < to && from < each.to),
  );
  const found = [...substances, ...free.map(({ from, to }) => allergenAt(clause, from, to))];
  const others = own.filter(
    (mention) =>
      mention.term.kind !== 'allergy' && !found.some(({ from, to }) => from < mention.to && mention.from < to),
  );
  return [...others, ...found].toSorted((one, other) => one.from - other.from);
}

/** Whether a clause decides on a medicine. Where nobody is named, a harm or somebody's own story makes it an answer. */
function isOrdered({ tokens, role, language }: Clause, rest: string): boolean {
  const { ordered, ofOneself, reaction } = language.allergies;
  const text = textOf(tokens);
  const order = ordered.exec(text)?.[0];
  if (order === undefined || role === 'patient') return false;
  const more = `${text.slice(order.length)} ${rest}`;
  return role === 'clinician' || !(reaction.test(more) || ofOneself.test(more));
}

/** Number of clauses after a question in which the answer may stand in the same turn, where speakers are not told apart. */
const answeredAtOnce = 2;
/** `I eat eggs` */
const isBorne =
  /^(?:(?:well|oh|no|yes|yeah|but|,) )*i (?:eat|drink|love|like|wear|have) (?!an? )\p{L}+(?: (?:all the time|every day|daily|fine))?$/u;
/** `I have your list here, lisinopril ten` */
const ofTaken = /\byour (?!allerg)(?:\w+ )?(?:med\w* )?(?:list|medications?|medicines|meds)\b/;
const ordersNext = /\b(?:then|now|instead|start|give|let's|we|we'll|i'll|try|use)\b|\d/;
/** The clinician repeats what was answered: `Doxycycline. Okay.` */
const longestEcho = 4;

function isSubstance({ term }: Mention): boolean {
  return term.kind === 'medication' || term.kind === 'allergy';
}

function asAllergen(mention: Mention): Mention {
  return { ...mention, term: { ...mention.term, kind: 'allergy' } };
}

function allergenAt({ tokens }: Clause, from: number, to: number): Mention {
  const said = textOf(tokens.slice(from, to));
  return { term: { name: said, kind: 'allergy', needsCue: false }, said, from, to };
}

/** Whether a mention is what an allergy does, in its clause or after the one that names it: `it gives me hives`. */
export function isReaction(
  clauses: readonly Clause[],
  mentions: readonly (readonly Mention[])[],
  at: number,
  { said, term }: Mention,
): boolean {
  const clause = clauses[at];
  if (clause === undefined || term.kind === 'allergy') return false;
  const { reaction, namesReaction } = clause.language.allergies;
  const isOfSymptom = term.kind === 'symptom' && isToldOfAllergen(clauses, mentions, at);
  if (isOfSymptom || !reaction.test(said)) return isOfSymptom;
  const names = (index: number) => (mentions[index] ?? []).some((mention) => mention.term.kind === 'allergy');
  if (names(at)) return true;
  const text = textOf(clause.tokens);
  return clauses[at - 1]?.turn === clause.turn && names(at - 1) && namesReaction.test(text);
}

/** `Yes, codeine. Makes me swell up.`, `Any reaction to a vaccine? – Just a sore arm.`: no symptom of today. */
function isToldOfAllergen(clauses: readonly Clause[], mentions: readonly (readonly Mention[])[], at: number): boolean {
  const own = clauses[at];
  if (own === undefined || own.isQuestion) return false;
  const text = textOf(own.tokens);
  if (ofToday.test(text) || own.tokens.length > longestReaction) return false;
  const before = clauses.slice(Math.max(0, at - 2), at);
  const isNamed = before.some(
    ({ turn }, index) =>
      turn === own.turn && mentions[at - before.length + index]?.some(({ term }) => term.kind === 'allergy'),
  );
  const question = before.findLast(({ turn, isQuestion }) => isQuestion && turn === own.turn - 1);
  return (isNamed && tellsReaction.test(text)) || asksOfReaction.test(textOf(question?.tokens ?? []));
}

const tellsReaction =
  /^(?:(?:,|and|it|that|they|which|just|well|so|always) )*(?:makes?|made|gives?|gave|causes?|caused|brings?|brought|i (?:get|got|come|came|break|broke|swell|swelled|swole|went|go|itch|itched|react\w*)|my (?:\w+ ){1,2}(?:swells?|swelled|swole|swollen|itch\w*|clos\w*|goes|go|went|comes?|came)|an? \w+|throat|tongue|face|lips?)\b/;
const asksOfReaction =
  /\breact(?:ions?|ed|s)? (?:badly )?to\b|\b(?:what|how) (?:happens|happened|does it do|did it do|do you react|did you react)\b/;
/** In words. */
const longestReaction = 10;
