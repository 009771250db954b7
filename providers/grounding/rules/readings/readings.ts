import { rememberedFor } from '../../language/remembered.ts';
import { denies } from '../dialogue/plain-denials.ts';
import type { ReplyKind } from '../dialogue/replies.ts';
import { isPlainAnswer } from '../dialogue/small-talk.ts';
import { type Clause, clausesOfTurn, placesOfTurn } from '../reading/clauses.ts';
import { replacementOf } from '../reading/corrections.ts';
import { withDecisions } from '../reading/decisions.ts';
import { directReader } from '../reading/direct-assertion.ts';
import { type Mention, textOf } from '../reading/mentions.ts';
import type { ReadAssertion, Reading } from '../reading/reading.ts';
import { isAboutFamily, ofRelative } from './about-family.ts';
import { withLaterAcceptance } from './accepted-later.ts';
import { answerTo, asksForMeaning } from './answers.ts';
import { answersAskedBack, askedBackAt, isActedOn, isNamedAlone } from './asked-back.ts';
import { askedAssertion, exceptFor, isDeniedOfPatient, isForbidden, isOfTouch } from './assertion.ts';
import { isBare } from './bare-questions.ts';
import { withLastWords } from './last-words.ts';
import { asksOfChange, avoidedBy, isBorrowed } from './medicines.ts';
import { mentionsOf } from './named.ts';
import { asksToBeTold, endsBefore, isOfNobody } from './of-nobody.ts';

/** Reads every term of the source. A question without an answer says nothing. */
export const readingsOf = rememberedFor((clauses: readonly Clause[]): readonly Reading[] => {
  const mentions = mentionsOf(clauses);
  const read = directReader(clauses, mentions);
  const direct = (at: number, mention: Mention): ReadAssertion => {
    const clause = clauses[at];
    if (clause === undefined) return 'present';
    const own = mentions[at] ?? [];
    const next = clauses[at + 1];
    const following =
      next?.turn === clause.turn && !next.isQuestion ? { clause: next, mentions: mentions[at + 1] ?? [] } : undefined;
    if (
      mention.term.kind === 'medication' &&
      clauses[at - 1]?.turn === clause.turn &&
      goesOnWithList(clause, mention)
    ) {
      const last = mentions[at - 1]?.findLast(({ term }) => term.kind === 'medication');
      if (last !== undefined && direct(at - 1, last) === 'historical') return 'historical';
    }
    if (mention.term.kind === 'medication' && harms.test(textOf(clause.tokens.slice(mention.to)))) return 'possible';
    if (mention.term.kind === 'medication' && isBorrowed(clause, mention)) return 'possible';
    const before = `${textOf(clause.tokens.slice(0, mention.from))} `;
    // `Before the MRI, any metal?` orders none.
    if (mention.term.kind === 'order' && ahead.test(before)) return 'possible';
    // `Tolerates: cephalexin` says not whether it is taken.
    if (
      mention.term.kind === 'medication' &&
      /^tolerate[sd] (?:[\w-]+ (?:, |and )?)*$/.test(before) &&
      !/\b(?:well|fine|without)\b/.test(textOf(clause.tokens))
    )
      return 'possible';
    if (mention.term.kind === 'allergy' && clause.language.allergies.avoids.test(before)) return 'present';
    if (mention.term.kind === 'allergy' && isTolerated(clauses, at, mention)) return 'absent';
    if (mention.term.kind === 'allergy' && harmless.test(textOf(clause.tokens.slice(mention.to)))) return 'absent';
    // `Apart from hay fever, no.`
    if (!clause.isQuestion && exceptFor.test(before)) return 'present';
    if (isSymptom(mention) && anchored.test(before)) return 'present';
    const one = isSymptom(mention) || mention.term.kind === 'medication' ? saidOfOne(clause, mention) : undefined;
    if (one !== undefined) return one;
    const said = read.assertionOf(at, mention, isAboutFamily(clauses, at));
    if (said === 'present' && isSymptom(mention) && (warned.test(before) || wonders.test(before))) return 'possible';
    // `No ibuprofen with heart failure`
    const isCircumstance = own.some(({ to, term }) => to <= mention.from && term.kind === 'medication');
    if (said === 'absent' && isSymptom(mention) && isCircumstance && withIt.test(before)) return 'present';
    // `Metronidazole. Finished it on Sunday.`
    const after = following?.mentions.length === 0 ? textOf(following.clause.tokens) : '';
    if (said === 'present' && mention.term.kind === 'medication' && endsBefore.test(after)) return 'historical';
    if (said === 'historical' && mention.term.kind === 'medication' && isNeverBegun(clauses, at, mention))
      return 'absent';
    // `I'm not short of breath unless I climb stairs.`
    if (said === 'absent' && isSymptom(mention) && unless.test(textOf(clause.tokens.slice(mention.to))))
      return 'present';
    // `Soll ich das Marcumar absetzen, frage ich mich.`
    if (said === 'historical' && mention.term.kind === 'medication' && asksOfChange(clause)) return 'possible';
    if (said === 'absent' && mention.term.kind === 'medication' && namesInstead.test(before)) return 'possible';
    if (said === 'absent' && isPastDenial(textOf(clause.tokens.slice(0, mention.from)))) return 'present';
    if (said === 'absent' && following !== undefined) return exceptionIn(following.clause, mention) ?? said;
    const isOver = said === 'present' && following?.mentions.length === 0 && over.test(textOf(following.clause.tokens));
    return isOver && own.at(-1) === mention && isSymptom(mention) ? 'historical' : said;
  };
  const isWarnedOf = ({ language }: Clause, at: number, mention: Mention) =>
    language.shown !== null && isSymptom(mention) && read.statusOf(at, mention) === 'conditional';
  const takenBack = new Map<Mention, ReadAssertion>();
  const readings = clauses.flatMap((clause, at) => {
    const own = mentions[at] ?? [];
    if (own.length === 0 || asksToBeTold(clauses, at)) return [];
    const isAsked = clause.isQuestion || isBareQuestion(clauses, at, own) || explainsQuestion(clauses, at);
    const answer = isAsked ? answerTo(clauses, at) : undefined;
    const asksOnly = isBare(questionAt(clauses, mentions, at));
    return own.flatMap((mention): Reading[] => {
      // Without words for warnings, what might be stays with what is not mentioned.
      if (isWarnedOf(clause, at, mention) || isOfNobody(clauses, at, mention)) return [];
      if (isActedOn(mention) && answersAskedBack(clauses, at)) return [];
      const said = direct(at, mention);
      const meant = replacementOf(clauses, mentions, at, mention);
      if (meant !== undefined) {
        takenBack.set(meant, said);
        return [];
      }
      const avoiding = isAsked ? undefined : avoidedBy(clause, mention, clauses[at + 1]);
      if (avoiding !== undefined) {
        const allergen = { ...mention, term: { ...mention.term, kind: 'allergy' } } as const;
        const read = { mention: allergen, clause: at, passages: clause.passages };
        return [
          avoiding === 'relative'
            ? { ...read, assertion: 'family' }
            : { ...read, assertion: 'possible', isQuoted: true, answer: [] },
        ];
      }
      const harm = isAsked ? undefined : (harmAsked(clauses, at) ?? safetyAsked(clauses, mentions, at));
      // What it does is told with it.
      if (harm !== undefined && mention.term.kind === 'symptom' && isOfMedicine(clauses, mentions, at)) return [];
      const isProposed = mention.term.kind === 'medication' && (said === 'present' || said === 'possible');
      const objection = isProposed ? objectionTo(clauses, mentions, at) : [];
      if (objection.length > 0) {
        const passages = [
          ...new Set([...clause.passages, ...objection.flatMap((each) => clauses[each]?.passages ?? [])]),
        ];
        return [{ mention, assertion: 'possible', isQuoted: true, clause: at, answer: objection, passages }];
      }
      if (harm !== undefined && mention.term.kind === 'medication') {
        const passages = [...new Set([...(clauses[harm]?.passages ?? []), ...clause.passages])];
        const answer = placesOfTurn(clauses, clause.turn).filter((index) => index >= at);
        return [{ mention, assertion: 'possible', isQuoted: true, clause: harm, answer: answer.slice(0, 3), passages }];
      }
      const isNamed =
        isActedOn(mention) && (isNamedAlone(clauses, at, answer) || askedBackAt(clauses, at) !== undefined);
      if (isNamed && (answer !== undefined || !clause.isQuestion)) {
        const passages = [...clause.passages, ...(answer?.passages ?? [])];
        return [
          { mention, assertion: 'possible', isQuoted: true, clause: at, answer: answer?.clauses ?? [], passages },
        ];
      }
      if (!isAsked) {
        if (said === 'absent' && isOfTouch(clauses, at, mention)) return [];
        const told = isForbidden(clause, said) ? 'absent' : said;
        const assertion = told === 'present' ? (takenBack.get(mention) ?? told) : told;
        // The parts make the dose: `half of the fifty of losartan`.
        const rest = [clause, clauses[at + 1]].filter((each) => each?.sentence === clause.sentence);
        if (isProposed && inParts.test(rest.map((each) => textOf(each?.tokens ?? [])).join(' , ')))
          return [{ mention, assertion, isQuoted: true, clause: at, answer: [], passages: clause.passages }];
        const isOfFamily =
          assertion === 'absent' && isDeniedOfAll(clauses, at, mention) ? { isDeniedOfFamily: true as const } : {};
        return [{ mention, assertion, clause: at, passages: clause.passages, ...isOfFamily }];
      }
      const isExplanation = !clause.isQuestion && explainsQuestion(clauses, at);
      const assertion = isExplanation
        ? assertedByAnswer[answer?.kind ?? 'other']
        : askedAssertion({ clause, mention, own, said, answer, mentions, isBare: asksOnly, direct });
      if (assertion === undefined) return [];
      const passages = [...new Set([...clause.passages, ...(answer?.passages ?? [])])];
      const read = { mention, clause: at, passages, ...(answer !== undefined && { answer: answer.clauses }) };
      if (assertion === 'unanswered') return [{ ...read, assertion: 'possible', isUnanswered: true }];
      const isDeniedOfFamily = said === 'family' && { isDeniedOfFamily: true as const };
      if (typeof assertion === 'object') {
        const { quoted } = assertion;
        return [{ ...read, assertion: quoted, isQuoted: true, ...(quoted === 'absent' && isDeniedOfFamily) }];
      }
      // `My dad does. I don't.`
      const isDeniedToo =
        assertion === 'family' && said !== 'family' && answer !== undefined && isDeniedOfPatient(answer);
      return [
        ...(isDeniedToo ? [{ ...read, assertion: 'absent' } as const] : []),
        { ...read, assertion, ...(assertion === 'absent' && isDeniedOfFamily) },
      ];
    });
  });
  const last = withLastWords(clauses, mentions, readings);
  const decided = withDecisions(clauses, last, (reading) => read.statusOf(reading.clause, reading.mention));
  return withLaterAcceptance(clauses, mentions, decided);
});

const unit =
  'm[cg]|mgs?|mcg|g|ml|l|cc|units?|grams?|milli\\w+|micro\\w+|tab(?:let)?s?|pills?|hours?|days?|lit(?:er|re)s?';
const inParts = new RegExp(
  [
    '\\b(?:\\d+(?:\\.\\d+)?(?: tablets?| pills?)?|double|triple|all) of (?:the|my|your|those|these) (?:\\d|\\w+s\\b)',
    `\\b0\\.\\d+ (?:of an? )?(?:\\d|(?!(?:${unit}|of|an?|the|to)\\b)[a-z]+ \\d+ ?(?:$|,))`,
    '\\b(?:double|triple|halve[sd]?|halving) (?:the|my|it|them)\\b|\\b(?:but|only|just) 0\\.\\d+ ?(?:$|,)',
    '\\b\\d at a time\\b|\\bcut\\b.* in (?:2|0\\.5|halves)\\b',
  ].join('|'),
);

/** The question about safety that a medicine answers: `Have you ever tried to take your life? – Yes, paracetamol.` */
function safetyAsked(
  clauses: readonly Clause[],
  mentions: readonly (readonly Mention[])[],
  at: number,
): number | undefined {
  const own = clauses[at];
  const asked = placesOfTurn(clauses, (own?.turn ?? 0) - 1).findLast((index) => clauses[index]?.isQuestion) ?? -1;
  if (own === undefined || clauses[asked] === undefined || clauses[asked].speaker === own.speaker) return undefined;
  // `No. I take lisinopril.` goes on to something else.
  if (/\b(?:take|takes|taking|on|use|using)\b/.test(textOf(own.tokens))) return undefined;
  return (mentions[asked] ?? []).some(({ term }) => ofHarm.test(term.name)) ? asked : undefined;
}

/** Whether a medicine is named in the sentence of a clause. */
function isOfMedicine(clauses: readonly Clause[], mentions: readonly (readonly Mention[])[], at: number): boolean {
  const own = clauses[at];
  return placesOfTurn(clauses, own?.turn ?? 0).some(
    (index) =>
      clauses[index]?.sentence === own?.sentence &&
      mentions[index]?.some(({ term }) => term.kind === 'medication') === true,
  );
}

const ofHarm = /^(?:suicidality(?: or self-harm)?|self-harm|harm to others)$/;

/** The clauses in which the patient says at once why a medicine cannot be: `I'd start lisinopril. – My tongue swelled on it.` */
function objectionTo(clauses: readonly Clause[], mentions: readonly (readonly Mention[])[], at: number): number[] {
  const own = clauses[at];
  if (own === undefined || own.isQuestion || own.role === 'patient' || own.speaker === null) return [];
  const next = placesOfTurn(clauses, own.turn + 1).filter((index) => {
    const each = clauses[index];
    return each !== undefined && each.speaker !== own.speaker && !each.isQuestion;
  });
  const isOther = next.some((index) =>
    mentions[index]?.some(({ term }) => term.kind === 'medication' || term.kind === 'allergy'),
  );
  const text = next.map((index) => textOf(clauses[index]?.tokens ?? [])).join(' ');
  return !isOther && own.language.objects.test(text) ? next.slice(0, 4) : [];
}

/** What a patient says of a medicine that cannot be taken. */
const englishObjections =
  /\b(?:can't|cannot|can not|couldn't|not allowed to|shouldn't|not supposed to) (?:have|take|tolerate|use|do) (?:that|it|them|those|one|any)\b|\ballergic to (?:that|it|those|them)\b|\b(?:i'm|i am|she's|he's) allergic\b|\b(?:tongue|lips?|face|throat) (?:\w+ )?(?:swell\w*|swollen|clos\w+)\b|\b(?:hives|anaphyla\w+|broke out|rash)\b|\b(?:it|that|they|those) (?:already |always |just |really )?(?:gave|gives|made|makes|upsets?|set|sets|nearly killed|almost killed) (?:me|my|off)\b|\bi (?:had|have) (?:an ulcer|ulcers|a bleed)\b/;

/** The question that a medicine answers of which no reaction is told: `Anything you can't take? – Metformin, my stomach.` */
function harmAsked(clauses: readonly Clause[], at: number): number | undefined {
  const own = clauses[at];
  const asked = placesOfTurn(clauses, (own?.turn ?? 0) - 1).findLast((index) => clauses[index]?.isQuestion) ?? -1;
  const question = clauses[asked];
  if (question === undefined || question.speaker === own?.speaker) return undefined;
  const text = textOf(question.tokens);
  return question.language.allergies.harmCue.test(text) || ofPast.test(text) ? asked : undefined;
}

/** `Before the pregnancy were you on anything?`, `And before that?` ask for no medicine of today. */
const ofPast =
  /\bbefore(?= ?$| (?:that|then|this|the (?:pregnancy|operation|surgery|accident|fall|hospital)))|\b(?:previously|used to|in the past|in those days)\b|\b(?:were|was) (?:you|he|she) (?:\w+ )?(?:on|taking|using|given)\b|\bever tried\b/;

/** The clauses of a question, with what they name. */
function questionAt(clauses: readonly Clause[], mentions: readonly (readonly Mention[])[], at: number) {
  const own = clauses[at];
  const isPart = (index: number) => {
    const each = clauses[index];
    return each?.isQuestion === true && each.turn === own?.turn && each.sentence === own.sentence;
  };
  let [from, to] = [at, at + 1];
  while (isPart(from - 1)) from -= 1;
  while (isPart(to)) to += 1;
  return clauses.slice(from, to).map((each, index) => [each, mentions[from + index] ?? []] as const);
}

/** `Not since the chest pain` */
const anchored = /\b(?:since|after|before|until) (?:the|my|that) $/;
const ahead =
  /^(?:(?:and|so|okay|,) )*(?:before|prior to|ahead of) (?:the|your|an?|this|any|that|we do the) (?:\w+ )?$/;
/** `Ozempic? – No, the insulin one.` */
const namesInstead = /^(?:no|nope|nah) , (?:it's |it was |just |only )?(?:the|my|a|an) (?:\w+ )?$/;

/** `Not really, a bottle of wine`: a denial ends at the comma, unless what follows is denied too. */
function isPastDenial(before: string): boolean {
  const [lead = '', ...rest] = before.split(' , ');
  if (rest.length === 0 || !lead.includes(' ') || goesOnDenied.test(rest.join(' '))) return false;
  return isPlainAnswer(lead) || /^(?:\w+ )?not (?:much|often|many|a lot|very often)/.test(lead);
}

const goesOnDenied = new RegExp(`${denies.source}|\\b(?:or|any|oder)\\b`, 'iu');
/** `Let me know if you develop a rash.` */
const warned =
  /\b(?:let (?:me|us) know|tell (?:me|us)|call(?: me| us)?|come (?:back|in)|return|ring(?: me| us)?)(?: right away| immediately| back| at once)? (?:if|should) (?:you|he|she|they|it|there|the)\b/;

/** `Is it meningitis, I don't know`: in speech without marks. */
const wonders = /\b(?:is|was|could|might) (?:it|this|that)(?: just)?(?: an?)? $/;
const withIt = /\b(?:with|given|because of|due to|on account of) (?:(?:your|his|her|the|that|this|a|my) )?(?:\w+ )?$/;

/** `Codeine makes me sick` does not say that it is taken. */
const harms =
  /^(?:(?:always|just|really|only) )?(?:gives|gave|makes|made|causes|caused|sets off|set off|upsets?|messes) (?:me|him|her|my|his|off|with|up)\b/;
/** `I was given amitriptyline but I never took it.` */
function isNeverBegun(clauses: readonly Clause[], at: number, { to }: Mention): boolean {
  const [own, next] = [clauses[at], clauses[at + 1]];
  const after = next?.turn === own?.turn && next?.sentence === own?.sentence ? textOf(next?.tokens ?? []) : '';
  return neverBegun.test(`${textOf(own?.tokens.slice(to) ?? [])} ${after}`);
}

const neverBegun =
  /\bnever (?:actually |even )?(?:took|take|taken|started|filled|picked|used|begun)\b|\b(?:haven't|have not|hasn't|didn't) (?:actually |even |yet )?(?:started|start|filled|fill|picked|pick|begun)\b/;
const unless = /^(?:\S+ ){0,6}?unless\b/;
/** `No one in my family has cancer.`, and in an answer about the family: `nobody had bowel cancer`. */
function isDeniedOfAll(clauses: readonly Clause[], at: number, { from }: Mention): boolean {
  const before = textOf(clauses[at]?.tokens.slice(0, from) ?? []);
  return nobodyInFamily.test(before) || (/\b(?:nobody|no ?one)\b/.test(before) && isAboutFamily(clauses, at));
}

const nobodyInFamily =
  /\b(?:no ?one|nobody|none)(?: else)? (?:of us |)(?:in|on) (?:my|our|his|her|the|either) (?:\w+ )?(?:family|side|\w+'s side)\b/;

const exception =
  /^(?:(?:,|oh|well|but|just|i mean|or|actually|maybe) )*(?:(?:except|only|unless)(?: maybe| for)? (?:when|if|after|at|in|on|with|during|for|i|sometimes|occasionally|once)|unless)\b/;
const exceptionOfOld =
  /^(?:(?:,|oh|well|but|i mean|actually) )*(?:i|he|she|we) (?:did|had (?:it|one|some|that)|used to)\b.*\b(?:when (?:i|he|she) was|as a (?:kid|child|baby|teen\w*)|back in|years ago|in the past|growing up|once)\b/;

/** `I've had amoxicillin since and was fine`, `but I can take erythromycin`. */
function isTolerated(clauses: readonly Clause[], at: number, { from, to }: Mention): boolean {
  const own = clauses[at];
  if (own === undefined) return false;
  const { tolerates, reaction } = own.language.allergies;
  // `I had penicillin and was fine, and then broke out in hives.`
  const turn = clausesOfTurn(clauses, own.turn).filter((each) => each.sentence >= own.sentence);
  if (turn.some(({ tokens }) => reaction.test(textOf(tokens)))) return false;
  const next = clauses[at + 1];
  const after = next?.turn === own.turn && next.sentence === own.sentence ? textOf(next.tokens) : '';
  const rest = `${textOf(own.tokens.slice(to))} ${after}`;
  if (/\b(?:until|except|unless|not|then|once|first|at first)\b/.test(rest)) return false;
  return tolerates.test(`${textOf(own.tokens.slice(0, from))} <> ${rest}`);
}

/** `Latex is fine`, said of what somebody may be allergic to. */
const harmless = /^(?:is|are|was|were|'s|has been)? ?(?:fine|okay|ok|no problem|all right|alright|never a problem)\b/;

/** `It was swollen, but it's not anymore.` */
const over =
  /^(?:(?:,|but|and|though|now) )*(?:(?:it|that|they|those) ?)?(?:'s |is |are |has |have )?(?:all )?(?:not any ?more|gone|went away|cleared up|resolved|better now|fine now)\b|^(?:(?:,|but|and) )*(?:it's|they're) (?:all )?(?:not any ?more|gone|better now|fine now|resolved)\b/;

const yesTo = /\b(?:yes|yeah|yep) (?:to|for|on|about)(?: (?:the|my))* ?$/;
const noTo =
  /\b(?:(?:no|not) (?:to|for|on|about)|(?:all|everything|anything|any|both)(?: of (?:them|those|that))? (?:but|except)(?: for)?)(?: (?:the|my))* ?$/;

const englishOne = {
  ...{ yesTo, noTo },
  yesAfter: /^(?:, )?(?:yes|yeah|yep)\b/,
  noAfter: /^(?:, )?(?:no|nope)(?: ,|$)/,
};

/** What an answer to several things says of one: `nausea yes, the rest no`, `yes to the dizziness`, `all but the cough`. */
function saidOfOne({ tokens, language }: Clause, { from, to }: Mention): ReadAssertion | undefined {
  const { yesTo, noTo, yesAfter, noAfter } = language.one;
  const [before, after] = [textOf(tokens.slice(0, from)), textOf(tokens.slice(to))];
  if (noTo.test(before) || noAfter.test(after)) return 'absent';
  return yesTo.test(before) || yesAfter.test(after) ? 'present' : undefined;
}

function isSymptom({ term }: Mention): boolean {
  return term.kind === 'symptom' || term.kind === 'problem';
}

/** `No headaches. Except when I skip a meal.`, `I don't have asthma. Well, I did as a kid.` */
function exceptionIn({ tokens }: Clause, mention: Mention): ReadAssertion | undefined {
  if (!isSymptom(mention)) return undefined;
  const text = textOf(tokens);
  if (exception.test(text)) return 'present';
  return exceptionOfOld.test(text) ? 'historical' : undefined;
}

/** What a plain answer asserts. */
const assertedByAnswer: Readonly<Partial<Record<ReplyKind, ReadAssertion>>> = {
  yes: 'present',
  no: 'absent',
  maybe: 'possible',
  gone: 'historical',
};

/** `When your heart races`, said to a patient who asked what a word of the question means. */
function explainsQuestion(clauses: readonly Clause[], at: number): boolean {
  const clause = clauses[at];
  const before = clauses.slice(Math.max(0, at - 3), at).findLast(({ turn }) => turn === (clause?.turn ?? 0) - 1);
  if (clause === undefined || before?.isQuestion !== true || clause.role === 'patient') return false;
  return asksForMeaning.test(textOf(before.tokens)) && before.speaker !== clause.speaker;
}

/** `Shortness of breath`, said by the clinician alone, and the next speaker says yes or no. */
function isBareQuestion(clauses: readonly Clause[], at: number, own: readonly Mention[]): boolean {
  const clause = clauses[at];
  const next = clauses[at + 1];
  if (clause === undefined || next === undefined || next.turn === clause.turn) return false;
  if (clause.role === 'patient' || clause.speaker === next.speaker) return false;
  const startsWithAnswer = /^(?:(?:well|,) )*(?:no|nope|yes|yeah|not|none|nothing|never|yep)\b/.test(
    textOf(next.tokens),
  );
  if (
    startsWithAnswer &&
    /\b(?<!(?:no|not|n't|without|if|have) )any\b/.test(textOf(clause.tokens.slice(0, own[0]?.from)))
  )
    return true;
  // `Cocaine, cannabis. – The second.`
  const isChosen = own.length > 1 && next.role === 'patient' && !next.isQuestion && choice.test(textOf(next.tokens));
  const covered = own.reduce((sum, { from, to }) => sum + to - from, 0);
  const words = clause.tokens.filter(({ text }) => !/^(?:,|and|or|okay|alright|so|uh|um|the|a)$/.test(text)).length;
  return covered >= words && (startsWithAnswer || isChosen);
}

const choice = /^(?:(?:then|just|only|all|but|the) )*(?:first|second|third|last|latter|former|neither)\b/;

export const englishReadings = { objects: englishObjections, one: englishOne, ofRelative };
/** `Stop the Tylenol and the Advil`: a clause goes on with the list of the one before it. */
function goesOnWithList({ tokens }: Clause, { from }: Mention): boolean {
  return /^(?:, )?(?:and|or)(?: (?:also|the|your|my|his|her|that))*$/.test(textOf(tokens.slice(0, from)));
}
