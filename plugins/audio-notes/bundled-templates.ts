import type { OutlineSection, SectionContent } from 'chronoscribe/kinds/writer';

/** A note's sections, and what kind of note it is. */
export interface NoteTemplate {
  /** For people who choose one: its name and what it is for; empty for one of the operator's. */
  readonly title: string;
  readonly description: string;
  /** The kind of note, as a sentence for writers that follow words; empty if the sections say everything. */
  readonly about: string;
  /** The names are the headings of the note, in this order. */
  readonly outline: readonly OutlineSection[];
}

const section = (name: string, contents: readonly SectionContent[], guidance: string): OutlineSection => ({
  name,
  contents,
  guidance,
});

const counselling = 'It is the note of a counselling session; the patient may be called the client.';

const intervention = section(
  'Intervention',
  ['intervention'],
  'What the clinician did in this session to help: questions that were explored, techniques, teaching, advice, checks of safety.',
);

const response = section(
  'Response',
  ['response', 'progress', 'assessment'],
  'How the patient took it: what changed in the session, progress, how it stands now.',
);

const nextSteps = section(
  'Plan',
  ['plan', 'follow-up'],
  'What is agreed from now on: next session, tasks until then, referrals.',
);

/**
 * Subjective, Objective, Assessment, Plan: the note of Lawrence Weed's problem-oriented record (Medical records that
 * guide and teach, N Engl J Med 1968;278:593), with the follow-up as a section of its own.
 */
const soap: NoteTemplate = {
  title: 'SOAP',
  description:
    'Subjective, Objective, Assessment, Plan, with the follow-up as a section of its own: the usual note of a visit',
  about: '',
  outline: [
    section(
      'Subjective',
      ['history'],
      'What the patient reports: complaint and its course, symptoms that were asked for, past illness, medications, allergies, family and life.',
    ),
    section(
      'Objective',
      ['examination', 'results'],
      'What was found: vital signs, examination, results of tests and imaging.',
    ),
    section(
      'Assessment',
      ['assessment'],
      'What the clinician concludes: conditions by name, how they stand, how sure it is.',
    ),
    section('Plan', ['plan'], 'What is done from now on: treatment with doses, tests, referrals, advice.'),
    section(
      'Follow-Up',
      ['follow-up'],
      'When and whether to come back, and what should bring the patient back sooner.',
    ),
  ],
};

/**
 * History and Physical: the elements that CMS names in its Documentation Guidelines for Evaluation and Management
 * Services (1995, 1997).
 */
const hp: NoteTemplate = {
  title: 'History and physical',
  description: 'A full first account of a patient, by the elements of the CMS guidelines',
  about: 'It is a history and physical: a full first account of the patient.',
  outline: [
    section('Chief Complaint', ['complaint'], 'Why the patient comes, in one sentence, if possible in the own words.'),
    section(
      'History of Present Illness',
      ['history'],
      'What brings the patient: since when, where, how strong, its course, what helps, what goes with it.',
    ),
    section('Past Medical History', ['past-history'], 'Earlier illnesses, operations, stays in hospital.'),
    section('Medications', ['medications'], 'What is taken now, with doses.'),
    section('Allergies', ['allergies'], 'Allergies and what they did, or that there are none.'),
    section('Family History', ['family-history'], 'Illnesses of relatives.'),
    section('Social History', ['social-history'], 'Work, home, tobacco, alcohol, drugs, exercise.'),
    section(
      'Review of Systems',
      ['review-of-systems'],
      'Symptoms that were asked for one by one, those that were denied too.',
    ),
    section('Physical Examination', ['examination', 'behavior'], 'Vital signs and what the clinician found.'),
    section('Results', ['results'], 'Results of tests and imaging.'),
    section('Assessment', ['assessment', 'diagnoses'], 'Conditions by name and how they stand.'),
    section(
      'Plan',
      ['plan', 'follow-up', 'intervention'],
      'Treatment with doses, tests, referrals, advice, when to come back.',
    ),
  ],
};

/** Data, Assessment, Plan: usual in behavioral health. Data combines what was said and observed. */
const dap: NoteTemplate = {
  title: 'DAP',
  description: 'Data, Assessment, Plan: usual in behavioral health',
  about: counselling,
  outline: [
    section(
      'Data',
      ['history', 'behavior', 'examination', 'results', 'intervention', 'response'],
      'What happened in the session without judgement: what the patient said, how the patient seemed, what was done and how it was taken.',
    ),
    section(
      'Assessment',
      ['assessment', 'diagnoses', 'progress'],
      'What the clinician concludes: conditions, risks, progress towards the goals.',
    ),
    section(
      'Plan',
      ['plan', 'follow-up', 'goals'],
      'What is agreed from now on: next session, tasks until then, referrals.',
    ),
  ],
};

/** Behavior, Intervention, Response, Plan: usual in behavioral health. */
const birp: NoteTemplate = {
  title: 'BIRP',
  description: 'Behavior, Intervention, Response, Plan: usual in behavioral health',
  about: counselling,
  outline: [
    section(
      'Behavior',
      ['behavior', 'history', 'examination', 'results', 'goals'],
      'How the patient presents: what the patient reports, mood and conduct as they were seen, what was worked on.',
    ),
    intervention,
    response,
    nextSteps,
  ],
};

/** Goals, Intervention, Response, Progress, Plan: GIRP, usual in behavioral health, with a section for progress. */
const girpp: NoteTemplate = {
  title: 'GIRPP',
  description: 'Goals, Intervention, Response, Progress, Plan: usual in behavioral health',
  about: counselling,
  outline: [
    section(
      'Goals',
      ['goals', 'complaint'],
      'Which goals of the treatment the session was about, in the own words where they were said.',
    ),
    intervention,
    section(
      'Response',
      ['response', 'behavior', 'examination', 'results'],
      'How the patient took it, and how the patient seemed.',
    ),
    section(
      'Progress',
      ['progress', 'history', 'assessment'],
      'How things have been since the last session and how near the goals are.',
    ),
    section(
      'Plan',
      ['plan', 'follow-up'],
      'What is agreed from now on: next session, tasks until then, changes of the goals.',
    ),
  ],
};

/** Situation, Intervention, Response, Plan: usual in behavioral health and case management. */
const sirp: NoteTemplate = {
  title: 'SIRP',
  description: 'Situation, Intervention, Response, Plan: usual in behavioral health and case management',
  about: counselling,
  outline: [
    section(
      'Situation',
      ['history', 'complaint', 'behavior', 'examination', 'results', 'goals'],
      'What the patient comes with today: concerns, symptoms, what happened, how the patient seemed, risks.',
    ),
    intervention,
    response,
    nextSteps,
  ],
};

/** The note of a visit during a treatment: what is new since the last one. */
const progress: NoteTemplate = {
  title: 'Progress note',
  description: 'What is new since the last visit of a treatment',
  about: 'It is a progress note: what matters is what is new since the last visit.',
  outline: [
    section(
      'Interval History',
      ['history', 'complaint'],
      'What happened since the last visit: symptoms, effects of treatment and side effects.',
    ),
    section('Findings', ['examination', 'results', 'behavior'], 'Vital signs, examination and results of today.'),
    section(
      'Assessment',
      ['assessment', 'diagnoses', 'progress', 'response'],
      'Whether it is better, the same or worse, and why.',
    ),
    section(
      'Plan',
      ['plan', 'follow-up', 'intervention'],
      'What is continued, changed, begun or stopped, with doses, and when to come back.',
    ),
  ],
};

/** The bundled templates by name; the first is the default. */
export const bundledTemplates = { soap, hp, dap, birp, girpp, sirp, progress } as const;
