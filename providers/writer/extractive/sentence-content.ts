import type { Fact, FactKind } from 'chronoscribe/kinds/grounding';
import type { OutlineSection } from 'chronoscribe/kinds/writer';
import { isGeneral, isSmallTalk } from 'chronoscribe/reading';
import { normalizeApostrophes } from './english/patterns.ts';
import { contentOf as factContent, type sayersOf } from './fact-coverage.ts';
import { voiceOf } from './person/third-person.ts';
import type { Phase } from './phases.ts';
import type { RoutableContent } from './section-routing.ts';
import type { Candidate } from './selection.ts';
import type { Sentence } from './sentences.ts';
import { sessionContent } from './session-content.ts';
import {
  concludes,
  isAboutConversation,
  isAboutVisit,
  isDirection,
  isToTypist,
  namesCondition,
  speechAct,
} from './speech-acts.ts';

/** What the clinician finds, concludes and does. */
const fromClinician: ReadonlySet<RoutableContent> = new Set([
  'examination',
  'results',
  'assessment',
  'plan',
  'follow-up',
]);

/** Facts that a clinician also names in what is concluded and planned. */
const ofAnySection: ReadonlySet<FactKind> = new Set(['symptom', 'problem', 'history', 'finding', 'score', 'social']);

/** Of the facts of a sentence, the one that decides where it stands: what came out or is to be done before what is. */
const deciding: readonly RoutableContent[] = [
  'follow-up',
  'results',
  'plan',
  'examination',
  'assessment',
  'allergies',
  'medications',
  'family-history',
  'social-history',
  'past-history',
  'history',
];

/** Facts of what a clinician answers who says how to go on: `And the iron tablets? – Four hours apart.` */
const ordered: ReadonlySet<FactKind> = new Set(['medication', 'history']);

/** Sentences with fewer content words are too short to quote. */
const leastWords = 2;

/**
 * Builds a function that tells the content of a candidate; null for what belongs in no note. A sentence stands where its
 * facts belong. One without facts, and what a clinician says of known things, stands by what its speaker does with it.
 *
 * @param cued false for a language without rules: then position and speaker decide
 */
export function contentReader(
  outline: readonly OutlineSection[],
  cued: boolean,
  phaseAt: (position: number) => Phase,
  sayerOf: ReturnType<typeof sayersOf>,
): (candidate: Candidate) => RoutableContent | null {
  const leading = new Set(outline.flatMap(({ contents }) => contents[0] ?? []));
  return ({ sentence, facts }) => {
    const phase = phaseAt(sentence.position);
    if (!cued && !sentence.isQuestion && isGermanJudgement(sentence, facts, phase)) return 'assessment';
    if (isTooShort(sentence) || sentence.isQuestion) return null;
    if (sentence.role !== null && (isSmallTalk(sentence.text) || isToTypist(sentence.text))) return null;
    if (
      sentence.role === 'clinician' &&
      (isDirection(sentence.text) || ofNobody.test(sentence.text) || introducesOneself.test(sentence.text))
    )
      return null;
    if (sentence.role === 'clinician' && sentence.asked === null && facts.length === 0 && isAboutVisit(sentence.text))
      return null;
    if (!cued) return byFacts(sentence, facts, phase) ?? byPosition(sentence, phase);
    const isAnswer = sentence.role === 'clinician' && sentence.asked !== null;
    const isDecision = sentence.asked?.isQuoted === true && sentence.role === 'clinician';
    if (isDecision || (isAnswer && facts.every(({ kind }) => ordered.has(kind)))) return 'plan';
    if (sentence.asked !== null && isAboutConversation(sentence.asked.question)) return null;
    const told = isOfPatient(sentence);
    const content = told ? ofPatient(sentence, facts, phase) : ofClinician(sentence, facts, phase, sayerOf);
    const own = content === null || leading.has(content) ? content : broadOf(content);
    return sessionContent(sentence, facts, own, leading);
  };
}

/** `Sometimes people have thoughts of dying`, `you would have swelling of the lips`: it is said of nobody here. */
const ofNobody =
  /^(?:(?:so|and|well|for example|then|or|also),? )*you(?: would|'d) (?:also |then |probably |usually )?(?:have|get|feel|notice|see|develop|become|be|find)\b|^(?:(?:so|and|well|you know|okay|sometimes|often|when),? )*(?:(?:some|many|most|a lot of|lots of|other|older|young) )?(?:people|folks|patients|women|men|parents|kids|children)\b/i;

/** `Hello Mr Brennan, it's Dr Szabo from the hospice team.` */
const introducesOneself =
  /^(?:hello|hi|hey|good (?:morning|afternoon|evening))\b.*\b(?:it's|i'm|this is|my name|it is|i am)\b.*\b(?:dr|doctor|nurse|from|here)\b/i;

/** `Any fever? No.` names what it is about and suffices; `Does that hurt? Yes.` does not. */
function isTooShort({ words, asked, text, role }: Sentence): boolean {
  // `It's a clot.`
  if (asked === null && role === 'clinician' && namesCondition.test(normalizeApostrophes(text))) return false;
  if (asked === null) return words.length < leastWords;
  if (asked.isQuoted === true) return words.length === 0;
  return words.length === 0 || (words.length <= leastWords && /\b(?:that|this|it|here|there)\b/i.test(asked.question));
}

/** `Das ist eine Lungenentzündung`: where a language has no cues, what the clinician concludes is told by its words. */
function isGermanJudgement({ role, text }: Sentence, facts: readonly Fact[], phase: Phase): boolean {
  if (role === 'patient' || role === 'other') return false;
  const isConcluding = phase === 'plan' || facts.some(({ kind }) => kind === 'problem');
  return judges.test(text) || (isConcluding && concludesOf.test(text));
}

const judges = /^(?:beurteilung|einschätzung|diagnosen?|epikrise)(?!\p{L})/iu;
const concludesOf =
  /^(?:also,? )?(?:das|es|dies) (?:ist|sind|wäre) (?:\p{L}+ )?eine?(?!\p{L})|^(?:also,? )?sie haben (?:\p{L}+ )?eine?n?(?!\p{L})|(?<!\p{L})(?:ich denke|ich glaube|ich gehe von|handelt sich um|verdacht auf|am ehesten|spricht für|passt zu|passend zu|klingt nach|sieht (?:mir )?nach|klingt das nach|sieht das nach|vermutlich|wahrscheinlich|vereinbar mit)(?!\p{L})/iu;

/** What a clinician says stands where its facts belong, in any language that has them. */
function byFacts({ role }: Sentence, facts: readonly Fact[], phase: Phase): RoutableContent | undefined {
  if (role !== 'clinician') return undefined;
  const homes = new Set(facts.map((fact) => factContent(fact, role, phase)));
  return deciding.find((home) => homes.has(home));
}

function byPosition({ role }: Sentence, phase: Phase): RoutableContent | null {
  if (role === null || role === 'patient' || role === 'other') return 'history';
  if (phase === 'examination' || phase === 'plan') return phase;
  return role === 'unknown' ? 'history' : null;
}

/** Whether the patient, or somebody beside the patient, says it. */
function isOfPatient({ role, text }: Sentence): boolean {
  return role === 'patient' || role === 'other' || (role === 'unknown' && voiceOf(text) === 'patient');
}

/** Patients assent and thank at the end of a visit; what states no fact there is left to the list. */
function ofPatient({ asked }: Sentence, facts: readonly Fact[], phase: Phase): RoutableContent | null {
  if (facts.length === 0) return phase === 'plan' && asked === null ? null : 'history';
  const homes = new Set(facts.map((fact) => factContent(fact, 'patient', phase)));
  return deciding.find((home) => homes.has(home) && !fromClinician.has(home)) ?? 'history';
}

function ofClinician(
  { role, text, asked: answered }: Sentence,
  facts: readonly Fact[],
  phase: Phase,
  sayerOf: ReturnType<typeof sayersOf>,
): RoutableContent | null {
  if (introduces.test(text)) return 'history';
  // Counselling: `Typically sensation is fine after it.`
  if (answered === null && isGeneral(text.toLowerCase())) return 'plan';
  const act = speechAct(text);
  if (act === 'follow-up') return act;
  const own = act === null ? facts : facts.filter((fact) => isDecisive(fact, act));
  // `You are on escitalopram 10 mg`: before the plan, a clinician tells what the patient takes and has.
  const isJudged =
    judgesIt.test(text) && facts.some(({ kind, assertion }) => kind === 'problem' && assertion === 'present');
  const isRecalled = act === null && phase === 'unclear' && ofListener.test(text) && !isJudged && !findsNone.test(text);
  const asked = isRecalled ? 'talk' : phase;
  const isDiagnosis = names.test(text) || (thinks.test(text) && facts.some(({ kind }) => kind === 'problem'));
  if (isDiagnosis && (act === 'assessment' || act === null)) return 'assessment';
  const homes = new Set(own.map((fact) => homeOf(fact, asked, sayerOf)));
  const home = deciding.find((each) => homes.has(each));
  if (act === null && facts.some(({ kind }) => kind === 'medication') && changesTreatment.test(text)) return 'plan';
  if (act === 'plan') return home === 'follow-up' ? home : 'plan';
  // `The most common side effects are going to be nausea.`, `That will help with the swelling.`
  if (act === null && home !== undefined && ofBody.has(home) && foretells.test(text) && !notes.test(text))
    return 'plan';
  // `You don't have diabetes.`
  if (home === 'results' && ofYou.test(text) && !own.some(({ kind }) => kind === 'result')) return 'assessment';
  if (home !== undefined || act !== null) return home ?? act;
  return role === null ? 'history' : bySubject(text, phase);
}

/** `That's a frozen shoulder.` */
const judgesIt = /^(?:(?:so|okay|well|and|right|no),? )*(?:this|that|it|these|those)(?:'s| is|'re| are)\b/i;

/** An order within a sentence without punctuation. */
const changesTreatment =
  /(?<!\b(?:you|he|she|i|they|to) )\b(?:start|continue|increase|decrease|reduce|resume|stop|hold|switch)\b/i;

/** What a fact means for a sentence that concludes or describes: only what is to be done leads elsewhere. */
function isDecisive({ kind, assertion }: Fact, act: RoutableContent): boolean {
  if (kind === 'medication') return assertion === 'planned' || assertion === 'stopped' || assertion === 'declined';
  return act === 'examination' ? !ofAnySection.has(kind) || kind === 'finding' : !ofAnySection.has(kind);
}

/** The content of what a clinician says: the symptoms that are spoken of after the history are found or judged. */
function homeOf(fact: Fact, phase: Phase, sayerOf: ReturnType<typeof sayersOf>): RoutableContent {
  // What the patient says is taken stays that when the clinician repeats it.
  const isTaken = fact.kind === 'medication' && fact.assertion === 'present';
  if (isTaken && fact.evidence.some((id) => sayerOf({ ...fact, evidence: [id] }) === 'patient')) return 'medications';
  const home = factContent(fact, sayerOf(fact), phase);
  if (home !== 'history' || fact.kind !== 'symptom') return home;
  return phase === 'plan' ? 'assessment' : home;
}

const names = /\b(?:my|the) (?:diagnosis|impression|assessment) (?:here )?(?:is|was|would be)\b/i;
const thinks = /\bi (?:do |don't |do not )?(?:think|believe|suspect)\b|\bmost likely\b/i;
const foretells =
  /(?:\b(?:is|are|am)|'s|'re|'m) (?:also |just |only |really |probably |definitely )?going to\b|\b(?:will|would|won't) (?:also |probably |then |usually |help|be|need|have|map|rest|start|get|feel|take)\b/i;
const notes = /\b(?:i (?:do )?(?:note|see|hear|feel|appreciate|palpate)|shows?|showed|reveal(?:s|ed))\b/i;
const ofBody: ReadonlySet<RoutableContent> = new Set(['history', 'past-history', 'examination', 'results']);
const ofYou = /^(?:(?:so|and|but|okay|well),? )*you\b/i;
/** `There is no fracture.` */
const findsNone = /^(?:(?:and|so|but|okay),? )*there(?:'s| is| are) no\b/i;

const describes =
  /^(?!(?:i|we|you|it|this|that|these|those|he|she|they|there|here|what|who|how|my|our|one)\b)(?:[\p{L}'-]+ ){1,5}?(?:is|are|looks?|feels?|sounds?|seems?|was|were)\b/iu;
const ofThirdPerson = /^(?:the patient|he|she|they)\b/i;
/** `Anna is a 43 year old woman here for knee pain` opens the history. */
const introduces = /\byears?[- ]old\b/i;
const ofListener = /^(?:you|your|it|this|that|the|he|she|there)\b/i;

/** Without facts and without an act: by what it is about, and when it is said. */
function bySubject(text: string, phase: Phase): RoutableContent | null {
  if (concludes.test(text)) return 'assessment';
  switch (phase) {
    case 'talk':
      return ofThirdPerson.test(text) ? 'history' : null;
    case 'examination':
      return foretells.test(text) ? 'plan' : describes.test(text) ? 'examination' : null;
    case 'plan':
      return ofListener.test(text) ? 'assessment' : null;
    case 'unclear':
      return ofThirdPerson.test(text) ? 'history' : describes.test(text) ? 'examination' : null;
    default:
      return phase satisfies never;
  }
}

/** The broad content that a narrow one is part of. */
function broadOf(content: RoutableContent): RoutableContent {
  return fromClinician.has(content) ? content : 'history';
}
