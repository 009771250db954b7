import type { Sentence } from './sentences.ts';

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
export function phasesOf(sentences: readonly Sentence[]): (position: number) => Phase {
  if (sentences.length < shortestVisit) return () => 'unclear';
  const announcements = sentences.filter(({ role }) => role === 'clinician' || role === 'unknown');
  const begin = (words: RegExp, earliest: number) =>
    announcements.find(({ text, position }) => position >= earliest && words.test(text))?.position;

  const examination = begin(examinationBegins, earliestExamination);
  const plan = begin(planBegins, examination ?? earliestPlan);
  return phasesFrom(examination ?? usualExamination, plan ?? usualPlan);
}

/** The phase of a place in a visit whose announcements are not understood. */
export const usualPhases = phasesFrom(usualExamination, usualPlan);

function phasesFrom(examination: number, plan: number): (position: number) => Phase {
  return (position) => (position >= Math.max(plan, examination) ? 'plan' : position >= examination ? 'examination' : 'talk');
}
