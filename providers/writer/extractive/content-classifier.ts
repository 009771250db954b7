import { type BroadContent, countCuePhrases } from './cue-phrases.ts';
import {
  isAboutConversation,
  isExaminationQuestion,
  isFinding,
  isInstruction,
  isIntroduction,
  isObservation,
  isSmallTalk,
} from './dialogue-acts.ts';
import type { Sentence } from './sentences.ts';

/** Sentences with fewer content words are too short to quote. */
const leastWords = 2;
/** Small talk with this many content words may contain a finding: `great, your lungs sound clear and …`. */
const richWords = 6;
/** After this share of the visit patients repeat and thank; history comes earlier. */
const historyEnds = 0.8;

type Count = (content: BroadContent) => number;

/**
 * Classifies a sentence by its cue phrases, speaker and phase.
 *
 * @returns null for what belongs in no note: small talk, bare questions, announcements
 */
export function classifyByCues(sentence: Sentence, phase: Phase): BroadContent | null {
  const { text, role, words } = sentence;
  const count: Count = (content) => countCuePhrases(text, content);
  if (isTooShort(sentence)) return null;
  if (role === null) return mostCued(count);
  if (isIntroduction(text)) return 'history';
  if (sentence.isQuestion || (isSmallTalk(text) && words.length < richWords)) return null;
  if (sentence.asked !== null && isAboutConversation(sentence.asked.question)) return null;
  if (sentence.asked !== null && isExaminationQuestion(text)) return 'examination';
  if (role === 'patient' || role === 'other' || (role === 'unknown' && isSelfReport(text)))
    return classifyPatient(sentence, phase, count);
  if (sentence.asked !== null && needsOrNot.test(text)) return 'plan';
  return classifyClinician(text, phase, count);
}

/** `Do I need an x-ray? – No, we do not need one.` is a plan, whenever it is asked. */
const needsOrNot = /^do i (?:really |still )?(?:need|have to)\b/i;

/** Classifies a sentence by speaker and phase only, for languages without cue phrases. */
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

/** `Any fever? No.` names what it is about and suffices; `Does that hurt? Yes.` does not. */
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
      if (isInstruction(text)) return concludingContent(count);
      return mostCuedByClinician(count) ?? (isObservation(text) ? 'examination' : null);
    default:
      return phase satisfies never;
  }
}

function concludingContent(count: Count): BroadContent {
  if (count('follow-up') > 0) return 'follow-up';
  return count('assessment') > count('plan') ? 'assessment' : 'plan';
}

/**
 * Recognises the patient if roles are unknown: speaks about themselves, not to the other person and without
 * conclusions.
 */
function isSelfReport(text: string): boolean {
  const toTheOther =
    /\b(?:you|your|(?:call|see) me|i (?:do )?(?:think|believe|suspect|recommend|appreciate|hear|see))\b/i;
  return /\b(?:i|my)\b/i.test(text) && !toTheOther.test(text);
}

/**
 * Classifies a clinician's sentence by cue phrases alone. History, whose cues are everywhere, is used only without
 * others.
 */
function mostCuedByClinician(count: Count): BroadContent | null {
  const contents: readonly BroadContent[] = ['follow-up', 'results', 'examination', 'assessment', 'plan'];
  const most = contents.reduce((best, content) => (count(content) > count(best) ? content : best));
  if (count(most) > 0) return most;
  return count('history') > 0 ? 'history' : null;
}

/** For text that was not spoken: the content with the most cue phrases, by default history. */
function mostCued(count: Count): BroadContent {
  const contents: readonly BroadContent[] = ['history', 'examination', 'results', 'assessment', 'plan', 'follow-up'];
  return contents.reduce((most, content) => (count(content) > count(most) ? content : most));
}

/**
 * A consultation proceeds from talk (what brings the patient) to the examination and the plan. `unclear` if there are
 * too few sentences.
 */
export type Phase = 'talk' | 'examination' | 'plan' | 'unclear';

const examinationBegins =
  /physical exam|examine you|\b(?:do|start) (?:your|the|an?) (?:[\w-]+ )?exam|take a (?:look|listen)|quick (?:exam|look|listen)|vital signs|listen to your|let me (?:check|examine|feel|press)|look at your|do a quick|go ahead and (?:take|do|look)/i;
const planBegins =
  /assessment|in summary|my recommendation|(?:my|the) plan\b|your first problem|what i think|my impression|talk (?:a little bit )?about (?:my|the|what)|so i think|what i'd like to do|diagnos|(?:i'm|i am) (?:gon ?na|going to) (?:order|prescribe|start|refer)|i (?:want to|wan ?na) go ahead(?! and (?:just )?(?:do|take|look|listen|examine|check|review|see|talk))/i;

/** Earliest position of the examination; similar words before it only announce one. */
const earliestExamination = 0.15;
/** Positions at which the phases begin in most consultations, for those that announce none. */
const usualExamination = 0.55;
const usualPlan = 0.7;
/** With fewer sentences, positions mean nothing. */
const shortestVisit = 30;
/** Earliest position of a plan in a visit without an examination. */
const earliestPlan = 0.4;

/**
 * Finds where the phases begin, by the clinician's announcements.
 *
 * @returns the phase at a position, 0 to 1
 */
export function detectPhases(sentences: readonly Sentence[]): (position: number) => Phase {
  if (sentences.length < shortestVisit) return () => 'unclear';
  const announcements = sentences.filter(({ role }) => role === 'clinician' || role === 'unknown');
  const begin = (words: RegExp, earliest: number) =>
    announcements.find(({ text, position }) => position >= earliest && words.test(text))?.position;

  const examination = begin(examinationBegins, earliestExamination);
  const plan = begin(planBegins, examination ?? earliestPlan);
  return phasesFrom(examination ?? usualExamination, plan ?? usualPlan);
}

/** The phases of a visit whose announcements are not understood. */
export const typicalPhases = phasesFrom(usualExamination, usualPlan);

function phasesFrom(examination: number, plan: number): (position: number) => Phase {
  return (position) =>
    position >= Math.max(plan, examination) ? 'plan' : position >= examination ? 'examination' : 'talk';
}
