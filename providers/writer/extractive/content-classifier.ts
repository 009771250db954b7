import { type BroadContent, countCuePhrases } from './cue-phrases.ts';
import { isExaminationQuestion, isFinding, isInstruction, isIntroduction, isSmallTalk } from './dialogue-acts.ts';
import type { Sentence } from './sentences.ts';

/** A sentence of fewer content words says too little to be quoted. */
const leastWords = 2;
/** Talk that carries this many content words may carry a finding too: `great, your lungs sound clear and …`. */
const richWords = 6;
/** Late in the visit a patient repeats and thanks; history is told before this. */
const historyEnds = 0.8;

type Count = (content: BroadContent) => number;

/**
 * What a sentence tells, by its cues, its speaker and the phase it stands in; null where it belongs in no note: chat, bare questions,
 * announcements.
 */
export function classifyByCues(sentence: Sentence, phase: Phase): BroadContent | null {
  const { text, role, words } = sentence;
  const count: Count = (content) => countCuePhrases(text, content);
  if (isTooShort(sentence)) return null;
  if (role === null) return mostCued(count);
  if (isIntroduction(text)) return 'history';
  if (sentence.isQuestion || (isSmallTalk(text) && words.length < richWords)) return null;
  if (sentence.asked !== null && isExaminationQuestion(text)) return 'examination';
  if (role === 'patient' || role === 'other' || (role === 'unknown' && isSelfReport(text)))
    return classifyPatient(sentence, phase, count);
  return classifyClinician(text, phase, count);
}

/** The same without cues, for languages that they do not know: who speaks, and when. */
export function classifyByPosition(sentence: Sentence, phase: Phase): BroadContent | null {
  const { role, isQuestion } = sentence;
  if (isTooShort(sentence) || isQuestion) return null;
  if (role === null || role === 'patient' || role === 'other') return 'history';
  switch (phase) {
    case 'talk':
    case 'unclear':
      return role === 'unknown' ? 'history' : null;
    case 'examination':
      return 'examination';
    case 'plan':
      return 'plan';
    default:
      return phase satisfies never;
  }
}

/** `Any fever? No.` is about a single thing, and says enough; `Does that hurt? Yes.` does not say what. */
function isTooShort({ words, asked }: Sentence): boolean {
  if (asked === null) return words.length < leastWords;
  return words.length === 0 || (words.length <= leastWords && /\b(?:that|this|it|here|there)\b/i.test(asked.question));
}

function classifyPatient({ words, position, asked }: Sentence, phase: Phase, count: Count): BroadContent | null {
  if (count('history') > 0) return phase === 'plan' && position >= historyEnds ? null : 'history';
  return phase !== 'plan' && asked === null && words.length > leastWords ? 'history' : null;
}

function classifyClinician(text: string, phase: Phase, count: Count): BroadContent | null {
  switch (phase) {
    case 'talk':
      if (isFinding(text)) return 'examination';
      return count('history') > 0 ? 'history' : null;
    case 'examination':
      if (count('results') > 0 && count('results') >= count('examination')) return 'results';
      if (count('examination') > 0) return 'examination';
      if (count('plan') > 0 || count('assessment') > 0) return concludingContent(count);
      return count('history') > 0 ? 'history' : null;
    case 'plan':
      if (isFinding(text)) return count('results') > count('examination') ? 'results' : 'examination';
      if (count('plan') > 0) return concludingContent(count);
      if (count('results') > 0 && /show|review|looks|normal|elevated|\bwas\b|\bis\b/i.test(text)) return 'results';
      if (count('examination') > 1) return 'examination';
      return count('assessment') + count('follow-up') > 0
        ? concludingContent(count)
        : count('examination') > 0 || count('history') > 0
          ? 'assessment'
          : null;
    case 'unclear':
      if (isFinding(text)) return 'examination';
      return isInstruction(text) ? concludingContent(count) : mostCuedByClinician(count);
    default:
      return phase satisfies never;
  }
}

function concludingContent(count: Count): BroadContent {
  if (count('follow-up') > 0) return 'follow-up';
  return count('assessment') > count('plan') ? 'assessment' : 'plan';
}

/** The patient's voice where the roles are not known: of oneself, and not to the other or as one who concludes. */
function isSelfReport(text: string): boolean {
  const toTheOther = /\b(?:you|your|(?:call|see) me|i (?:do )?(?:think|believe|suspect|recommend|appreciate|hear|see))\b/i;
  return /\b(?:i|my)\b/i.test(text) && !toTheOther.test(text);
}

/** For a clinician whose words alone must tell: history, whose cues are everywhere, only where there are no others. */
function mostCuedByClinician(count: Count): BroadContent | null {
  const contents: readonly BroadContent[] = ['follow-up', 'results', 'examination', 'assessment', 'plan'];
  const most = contents.reduce((best, content) => (count(content) > count(best) ? content : best));
  if (count(most) > 0) return most;
  return count('history') > 0 ? 'history' : null;
}

/** For text that nobody spoke: the content with most cues, history where there are none. */
function mostCued(count: Count): BroadContent {
  const contents: readonly BroadContent[] = ['history', 'examination', 'results', 'assessment', 'plan', 'follow-up'];
  return contents.reduce((most, content) => (count(content) > count(most) ? content : most));
}

/** A consultation goes from talk (what brings the patient) over the examination to the plan. A few sentences may be from any of them. */
export type Phase = 'talk' | 'examination' | 'plan' | 'unclear';

const examinationBegins =
  /physical exam|examine you|\b(?:do|start) (?:your|the|an?) (?:[\w-]+ )?exam|take a (?:look|listen)|quick (?:exam|look|listen)|vital signs|listen to your|let me (?:check|examine|feel|press)|look at your|do a quick|go ahead and (?:take|do|look)/i;
const planBegins =
  /assessment|in summary|my recommendation|(?:my|the) plan\b|your first problem|what i think|my impression|talk (?:a little bit )?about (?:my|the|what)|so i think|what i'd like to do|diagnos|(?:i'm|i am) (?:gon ?na|going to) (?:order|prescribe|start|refer)|i (?:want to|wan ?na) go ahead(?! and (?:just )?(?:do|take|look|listen|examine|check|review|see|talk))/i;

/** No examination begins this early: words like it in the first minutes announce one. */
const earliestExamination = 0.15;
/** Where the phases begin in most consultations that do not say so themselves. */
const usualExamination = 0.55;
const usualPlan = 0.7;
/** With fewer sentences than this, their places tell nothing. */
const shortestVisit = 30;
/** Without an examination, a plan that is announced before this belongs to the talk. */
const earliestPlan = 0.4;

/** Finds where the phases begin, by what the clinician announces, and gives the phase of a place in the source. */
export function detectPhases(sentences: readonly Sentence[]): (position: number) => Phase {
  if (sentences.length < shortestVisit) return () => 'unclear';
  const announcements = sentences.filter(({ role }) => role === 'clinician' || role === 'unknown');
  const begin = (words: RegExp, earliest: number) =>
    announcements.find(({ text, position }) => position >= earliest && words.test(text))?.position;

  const examination = begin(examinationBegins, earliestExamination);
  const plan = begin(planBegins, examination ?? earliestPlan);
  return phasesFrom(examination ?? usualExamination, plan ?? usualPlan);
}

/** The phase of a place in a visit whose announcements are not understood. */
export const typicalPhases = phasesFrom(usualExamination, usualPlan);

function phasesFrom(examination: number, plan: number): (position: number) => Phase {
  return (position) => (position >= Math.max(plan, examination) ? 'plan' : position >= examination ? 'examination' : 'talk');
}
