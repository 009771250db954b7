import type { Sentence } from './sentences.ts';

/**
 * A consultation proceeds from talk (what brings the patient) to the examination and the plan. `unclear` if there are
 * too few sentences.
 */
export type Phase = 'talk' | 'examination' | 'plan' | 'unclear';

const examinationBegins =
  /physical exam|examine you|\b(?:do|start) (?:your|the|an?) (?:[\w-]+ )?exam|take a (?:look|listen)|quick (?:exam|look|listen)|vital signs|listen to your|let me (?:check|examine|feel|press)|look at your|do a quick|go ahead and (?:take|do|look)/i;
const planBegins =
  /assessment|in summary|my recommendation|(?:my|the) plan\b|your first problem|what i think|my impression|talk (?:a little bit )?about (?:my|the|what)|so i think|what i'd like to do|diagnos|(?:i'm|i am) (?:gon ?na|going to) (?:order|prescribe|start|refer)|i (?:want to|wan ?na) go ahead(?! and (?:just )?(?:do|take|look|listen|examine|check|review|see|talk))/i;

/** A heading of a dictation or a document, and to what part of a visit what follows it belongs. */
const headings: readonly (readonly [RegExp, Phase])[] = [
  [
    /^(?:(?:my |the )?(?:plan|impression|assessment|recommendations?|diagnos[ei]s)|problem list)\b.{0,25}?[:.]/i,
    'plan',
  ],
  [
    /^(?:on )?(?:physical )?exam(?:ination)?\b|^(?:vital signs|vitals|objective|labs?|results|imaging)\b\s?[:,.]/i,
    'examination',
  ],
  [
    /^(?:current |home )?(?:medications?|medicines|allergies)(?: are\b| include\b|\s?[:.])|^[\w ]{0,30}\bhistory\s?[:.]/i,
    'talk',
  ],
];

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
 * Finds where the phases begin, by headings, else by the clinician's announcements.
 *
 * @returns the phase at a position, 0 to 1
 */
export function detectPhases(sentences: readonly Sentence[]): (position: number) => Phase {
  const told = sentences.filter(({ role }) => role !== 'patient' && role !== 'other');
  const headed = told.flatMap(({ text, position }) => {
    const heading = headings.find(([words]) => words.test(text));
    return heading === undefined ? [] : [{ position, phase: heading[1] }];
  });
  const announced = announcedPhases(sentences);
  return (at) => headed.findLast(({ position }) => position <= at)?.phase ?? announced(at);
}

function announcedPhases(sentences: readonly Sentence[]): (position: number) => Phase {
  if (sentences.length < shortestVisit) return () => 'unclear';
  return beginning(sentences, examinationBegins, planBegins);
}

/** As clinicians announce them in German; where they do not, and in other languages, as in most visits. */
export function phasesWithoutRules(sentences: readonly Sentence[]): (position: number) => Phase {
  return beginning(sentences, examinationBeginsInGerman, planBeginsInGerman);
}

const examinationBeginsInGerman =
  /(?<!\p{L})(?:untersuche?n? (?:ich|wir)|(?:dann|jetzt) (?:schauen|untersuch|hör|tast)\p{L}*|(?:auf der|zur) liege|befund|blutdruck (?:ist |liegt |heute |bei )*[\p{L}\d]+ zu|auskultation|auskultatorisch|palpation|inspektorisch)/iu;
const planBeginsInGerman =
  /(?<!\p{L})(?:ich (?:vermute|denke|glaube|gehe davon aus|möchte sie|empfehle|verschreibe|überweise|würde (?:ihnen|vorschlagen|empfehlen))|das (?:ist|sind) (?:wohl |wahrscheinlich |vermutlich )?(?:ein|eine|die folge)(?!\p{L})|(?:wir|ich) (?:machen|nehmen|mache|nehme) (?:jetzt )?(?:ein|blut|den|folgendes)|beurteilung|procedere|therapie)/iu;

function beginning(
  sentences: readonly Sentence[],
  examinationBegins: RegExp,
  planBegins: RegExp,
): (position: number) => Phase {
  const announcements = sentences.filter(({ role }) => role === 'clinician' || role === 'unknown');
  const begin = (words: RegExp, earliest: number) =>
    announcements.find(({ text, position }) => position >= earliest && words.test(text))?.position;

  const examination = begin(examinationBegins, earliestExamination);
  const plan = begin(planBegins, examination ?? earliestPlan);
  return phasesFrom(examination ?? usualExamination, plan ?? usualPlan);
}

function phasesFrom(examination: number, plan: number): (position: number) => Phase {
  return (position) =>
    position >= Math.max(plan, examination) ? 'plan' : position >= examination ? 'examination' : 'talk';
}
