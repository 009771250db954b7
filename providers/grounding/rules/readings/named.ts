import { rememberedFor } from '../../language/remembered.ts';
import { isReaction, withAllergens } from '../reading/allergies.ts';
import { type Clause, clausesOfTurn } from '../reading/clauses.ts';
import { type Mention, mentionsIn, textOf } from '../reading/mentions.ts';
import { isPlace } from '../reading/places.ts';
import { isVaccineName } from '../reading/vaccines.ts';
import { answerTo } from './answers.ts';
import { withSafetySequels } from './safety-sequels.ts';

/** The terms of each clause. */
export const mentionsOf = rememberedFor((clauses: readonly Clause[]): readonly (readonly Mention[])[] => {
  const named = clauses.map((clause, at) => {
    const listed = mentionsIn(clause)
      .map((mention) => {
        if (isWayHere(clause, mention)) return { ...mention, term: { ...mention.term, kind: 'history' as const } };
        return isDone(clause, mention) ? { ...mention, term: { ...mention.term, kind: 'result' as const } } : mention;
      })
      .filter(
        (mention) =>
          !isDoneToThing(clause, mention) &&
          !isVaccineName(clauses, at, mention) &&
          !isFluid(clauses, at, mention) &&
          !isDoer(clause, mention) &&
          !(mention.term.name === 'self-harm' && isByAccident(clauses, at, mention)) &&
          !isKnownTest(clause, mention) &&
          !(mention.term.kind === 'social' && moreThanNow.test(textOf(clause.tokens))) &&
          !isOfNobody(clause, mention),
      );
    return [...listed, ...clause.language.unlisted(clause, listed)].toSorted((one, other) => one.from - other.from);
  });
  const all = withAllergens(clauses, named);
  const read = all.map((own, at) => own.filter((mention) => !isReaction(clauses, all, at, mention)));
  return withSafetySequels(clauses, read);
});

/** `They did the biopsy` is done, and orders none. */
function isDone({ tokens }: Clause, { term, from }: Mention): boolean {
  return term.kind === 'order' && wasDone.test(`${textOf(tokens.slice(0, from))} `);
}

const wasDone =
  /\b(?:they|he|she|you|the (?:er|hospital|doctors?|other doctor)) (?:have |has |had |also |already |just )*(?:did|done|took|taken|performed) (?:the|an?|that|another|some|your|my) (?:\w+ )?$/;

/** `She referred you to me` is how the patient came, and no order. */
function isWayHere({ tokens }: Clause, { term, from, to }: Mention): boolean {
  return (
    term.name === 'referral' &&
    (wayHere.test(`${textOf(tokens.slice(0, from))} `) || toMe.test(textOf(tokens.slice(to))))
  );
}

const wayHere =
  /\b(?:(?:he|she|they|who|doctor|pcp|gp|physician)(?: has| have| had)?|he's|she's|they've|was|were|been) (?:kindly |just |also )?$|\b(?:got|received) (?:a|the|your) $/;
const toMe = /^(?:to me|to us|over from|here)\b/;

/**
 * Who itches scratches; `I hurt myself when I fell` and `I burned myself on the stove` tell of no harm that was meant, unless
 * somebody says why, with what, or how it felt: what happened by accident may then stand as a matter of safety, too.
 */
function isByAccident(clauses: readonly Clause[], at: number, { said, to }: Mention): boolean {
  if (said.startsWith('scratch')) return tellsOfItch(clauses);
  const [own, next] = [clauses[at], clauses[at + 1]];
  const goesOn = next?.turn === own?.turn && next?.sentence === own?.sentence ? textOf(next?.tokens ?? []) : '';
  const turn = clausesOfTurn(clauses, own?.turn ?? -1).map(({ tokens }) => textOf(tokens));
  const isAccident = /^h(?:urt|arm)/.test(said)
    ? accident.test(`${textOf(own?.tokens.slice(to) ?? [])} ${goesOn}`.trim())
    : !/^with\b/.test(textOf(own?.tokens.slice(to) ?? [])) && turn.some((words) => things.test(words));
  return isAccident && !turn.some((words) => meant.test(words));
}

const accident =
  /^(?:pretty |really |very )?(?:bad(?:ly)? )?(?:, )?(?:when|while|as|after|from|by|in|at|playing|falling|lifting)\b(?: \w+){0,4}? ?\b(?:(?:fell|fall(?:ing)?|slip(?:ped|ping)?)(?! (?:into|apart|back|out|behind))|tripp(?:ed|ing)|lift(?:ed|ing)|carry(?:ing)?|carried|crash(?:ed)?|play(?:ed|ing)|ski(?:ed|ing)|skat(?:ed|ing)|stumbl(?:ed|ing)|shovel(?:l?ed|l?ing)|the gym|accident)\b/;
const things =
  /\b(?:cook\w*|kitchen|stove|oven|pan|pot|kettle|grill|barbecue|grease|oil|coffee|tea|soup|onions?|vegetables?|potato\w*|bread|tin|can|glass|paper|iron|hot water|tools?|saw|drill|fence|garden\w*|nail|thorns?|work|shav\w*)\b/;
const meant =
  /\b(?:purpose|deliberate\w*|intention\w*|meant|want\w*|again|always|often|usually|nights?|razors?|knife|knives|blades?|lighters?|cigarettes?|feel\w*|felt|numb|nothing|deserve\w*|pain away|die|dying|dead|alive)\b/;
const tellsOfItch = rememberedFor((clauses: readonly Clause[]) =>
  clauses.some(({ tokens }) => itch.test(textOf(tokens))),
);
const itch = /\b(?:itch\w*|rash\w*|eczema|dermatitis|psoriasis|scabies|hives|dry skin|cracked)\b/;

/** `You fell on the ice`, `it's Dr Pell from the surgery`, `so long as he hasn't had a drink`, as a patient says of a partner. */
function isOfNobody({ role, tokens }: Clause, { term, from, to }: Mention): boolean {
  const before = `${textOf(tokens.slice(0, from))} `;
  // `That is for colon cancer screening`
  if (term.kind === 'problem' && /^(?:screening|screens?|prevention|awareness)\b/.test(textOf(tokens.slice(to))))
    return true;
  if (term.name === 'stroke') return /^(?:score|risk)\b/.test(textOf(tokens.slice(to)));
  if (term.name === 'ice') return /\b(?:on|black|thin)(?: the)? $/.test(before);
  if (term.name === 'surgery') return /\b(?:from|ring|call|phone|contact) the $/.test(before);
  return term.kind === 'social' && role === 'patient' && ofThird.test(before) && !ofSelf.test(before);
}

const ofThird = /\b(?:he|she|they)(?:'\w+)?\b/;
const ofSelf = /\b(?:i|me|my|we|us|our)(?:'\w+)?\b/;

/** `I flushed it`, `my gun is locked up`: what is done to a thing is no symptom. */
function isDoneToThing({ tokens, role }: Clause, { term, said, from, to }: Mention): boolean {
  if (term.kind !== 'symptom' || !/ed$|^(?:lock|burn)/.test(said)) return false;
  // `I lock my door`, `burning the house`
  if (/^(?:lock|locking|burn|burning|burned|burnt)$/.test(said)) {
    // `You burned some nerves for a friend of mine.`
    if (role === 'patient' && byOthers.test(`${textOf(tokens.slice(0, from))} `)) return true;
    const [owner, thing] = tokens.slice(to, to + 2);
    return thing !== undefined && /^(?:the|my|our|his|her|a|their)$/.test(owner?.text ?? '') && !isPlace(thing);
  }
  return (said === 'locked' ? /^(?:it|them|up|out|away|in)\b/ : /^(?:it|them|those)\b/).test(textOf(tokens.slice(to)));
}

const byOthers = /\b(?:you|they|he|she|doctor|surgeon)(?: (?:guys|just|also))? $/;

/** `Is he drinking OK?` asks for no alcohol, nor does `Is he drinking? – Plenty of milk.` */
function isFluid(clauses: readonly Clause[], at: number, { term, said, to }: Mention): boolean {
  if (term.name !== 'alcohol' || !/^drink/.test(said)) return false;
  const clause = clauses[at];
  const before =
    clauses[at - 1]?.sentence === clause?.sentence && clauses[at - 1]?.turn === clause?.turn
      ? clauses[at - 1]
      : undefined;
  const own = `${textOf(before?.tokens ?? [])} ${textOf(clause?.tokens ?? [])}`.trim();
  if (little.test(own) && !ofDrink.test(own)) return true;
  const after = clauses[at + 1]?.sentence === clause?.sentence ? textOf(clauses[at + 1]?.tokens ?? []) : '';
  if (withMeals.test(`${own} ${after}`) && !ofDrink.test(`${own} ${after}`)) return true;
  if (clauses[at]?.isQuestion === true && ofChild.test(own)) return true;
  if (noAlcohol.test(own) || asksOfFluid.test(own)) return true;
  const answer = (answerTo(clauses, at)?.text ?? '').replace(fill, '<> ');
  return (
    fluid.test(`${textOf(clauses[at]?.tokens.slice(to) ?? [])} ${after}`.trim()) ||
    ((/<>/.test(answer) || fluids.test(answer)) && !alcoholic.test(answer))
  );
}

const fluid =
  /^(?:(?:a|lots?|of|plenty|enough|any|some|more|her|his|your|my|much|near|nearly|anywhere|close|to|the|amount|as|that|half) )*(?:(?:ok|okay|well|fine|normally|properly)(?: ,| ?$)|(?:fluids?|water|milk|juice|tea|coffee)\b)/;

const ofChild =
  /\b(?:is|are|has) (?:he|she|they|the baby|baby) (?:been )?(?:eating and )?drinking(?! (?:alcohol|beer|wine|again|heavily|every|a lot))/;
/** `If she won't drink`, `the sugar drink` */
const noAlcohol =
  /\b(?:he|she|baby|child)(?:'s| is| was)? (?:won't|not|isn't|wasn't|can't|refuses to|barely|hardly) drink|\b(?:sugar|sugary|soft|fizzy|energy|sports?|hot|cold|glucose) drinks?\b/;
/** `I used to drink a lot more` says nothing of whether it is over. */
const moreThanNow = /\bused to (?:\w+ )?(?:drink|smoke|use|vape)(?: \w+){0,3} (?:more|less|heavier)\b/;
/** `I've been drinking, and eating as normal` */
const ofDrink = /\b(?:too much|heavily|beers?|wine|whiske?y|vodka|gin|rum|liquor|spirits|cocktails?|alcohol\w*)\b/;
/** `I can't think why, I'm not drinking very much` */
const little =
  /(?:\b(?:not|hardly|barely|never)|n't)(?: think (?:i|he|she))?(?: really)? (?:drink(?:ing)?|drank)(?: (?:very|that|so|nearly|anywhere|near))* (?:much|a lot|enough|well)\b/;
const withMeals = /\bdrink(?:ing)?(?: ,)? and eat|\beat(?:ing)?(?: ,)? and drink/;
const soft =
  'milk|water|juice|formula|coffee|latte|cappuccino|espresso|tea|soda|cola|coke|pepsi|sprite|lemonade|kombucha|smoothies?|shakes?|fluids?';
/** `How much water do you drink?` */
const asksOfFluid = new RegExp(`\\b(?:${soft})\\b[^,]{0,20}\\bdrink`);
const fluids = new RegExp(`\\b(?:(?:her|his) usual|${soft})\\b`);
/** `A pint of milk` */
const fill = new RegExp(
  `\\b(?:pints?|glass(?:es)?|cans?|cups?|bottles?|shots?) (?:of|a) (?:\\w+ )?(?:${soft})\\b`,
  'g',
);
const alcoholic =
  /\b(?:beers?|wine|whiske?y|vodka|gin|rum|liquor|spirits|cocktails?|drinks?|alcohol|pints?|shots?|six-?packs?|sometimes|socially|weekends?|occasionally)\b/;

/** `Your A1c was a little higher`, `have you been checking your sugars` order no test, and nobody is told to watch what is asked for. */
function isKnownTest({ tokens }: Clause, { term, from, to }: Mention): boolean {
  if (term.kind === 'advice') return asksOfHabit.test(textOf(tokens.slice(0, from)));
  if (term.kind !== 'order' || pictures.test(term.name)) return false;
  const before = textOf(tokens.slice(0, from));
  return outcome.test(textOf(tokens.slice(to))) || measuresOneself.test(before) || asksOfHabit.test(before);
}

const pictures = /x-?ray|mri|\bct\b|scan|ultrasound|oscopy|gram\b|e[ck]g|echo|biops/;
const outcome =
  /^(?:was|were|came back|has been|have been)(?: (?:a|just|only|little|bit|also|still|quite|pretty|very|really))* (?:higher|lower|up|down)\b/;
/** `Are you watching your salt?` */
const asksOfHabit =
  /\b(?:are|were|do|did|have|has) (?:you|he|she|they)(?: (?:been|still|also|ever|really|actually|regularly))* (?:watch|check|monitor|measur|track|keep|kept|record|follow|log|limit|cut|avoid)\p{L}*(?: \p{L}+){0,4}$/u;
const measuresOneself =
  /\b(?:(?:have|has) (?:you|he|she|they) been|(?:do|does|did) (?:you|he|she|they)|i(?:'ve been)?) (?:\w+ )?(?:tak|check|monitor|measur|test|writ)(?:e|es|ing|ed)? (?:down )?(?:your|his|her|their|my)(?: \w+)?$/;

/** `The neurologist stopped it` orders no neurologist. */
function isDoer({ tokens, isQuestion }: Clause, { term, from, to }: Mention): boolean {
  const isPerson = /(?:ist|surgeon)$/.test(term.name) && term.kind === 'order';
  if (isPerson && talksTo.test(textOf(tokens.slice(0, from)))) return true;
  if (isQuestion && isPerson && asksWhatDid.test(textOf(tokens.slice(0, from)))) return true;
  return (
    term.kind === 'order' &&
    /(?:ist|surgeon|doctor|physician|dentist)$/.test(term.name) &&
    does.test(textOf(tokens.slice(to)))
  );
}

/** `What did the oncologist say?` */
const asksWhatDid = /\b(?:did|has|does|is|was|seen|saw|see) (?:the|your|his|her|a) ?$/;
const talksTo = /\b(?:talk|speak|chat|discuss\w*)(?: \w+){0,3} (?:to|with) (?:your|his|her|the)(?: \w+)?$/;
const does =
  /^(?:has |had |just |also |then |already )*(?:stopped|said|says|told|gave|given|put|took|taken|doubled|halved|started|increased|decreased|raised|lowered|changed|switched|prescribed|thinks|thought|recommended|wants|wanted|did|suggested|found|saw|diagnosed|advised|asked|ordered)\b/;
