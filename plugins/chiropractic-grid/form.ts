import type { NoteForm } from 'chronoscribe/kinds/transcripts';
import type { OutlineSection } from 'chronoscribe/kinds/writer';

/** The five sections of the grid. */
export type GridSection = 'Subjective' | 'Objective' | 'Assessment' | 'Diagnoses' | 'Plan';

const outline: readonly (OutlineSection & { readonly name: GridSection })[] = [
  {
    name: 'Subjective',
    contents: [
      'complaint',
      'history',
      'past-history',
      'medications',
      'allergies',
      'family-history',
      'social-history',
      'review-of-systems',
    ],
    guidance:
      'Symptoms with their onset, mechanism, location, radiation, intensity, and what makes them better or worse.',
  },
  {
    name: 'Objective',
    contents: ['examination', 'results', 'behavior'],
    guidance: 'Tenderness, asymmetry, range of motion and tissue tone, each with its level and side; imaging.',
  },
  {
    name: 'Assessment',
    contents: ['assessment', 'progress', 'response'],
    guidance: 'How the patient does, and what the clinician makes of it.',
  },
  {
    name: 'Diagnoses',
    contents: ['diagnoses'],
    guidance: 'Named conditions only, each with its level and side as it was said. No codes.',
  },
  {
    name: 'Plan',
    contents: ['intervention', 'plan', 'follow-up', 'goals'],
    guidance:
      'What was adjusted today and how; treatment goals; how often and how long the patient is to come; exercises and advice.',
  },
];

/** What of the note is read from the transcript. */
export type GridFinder = Pick<NoteForm, 'findings'> & Required<Pick<NoteForm, 'complete'>>;

/** The note of a chiropractic visit. @param finder reads its levels and the payers' requirements */
export const gridForm = ({ findings, complete }: GridFinder): NoteForm => ({
  name: 'chiropractic-grid',
  templates: ['grid'],
  instructions: () =>
    'Write the chiropractic note of this visit for the patient record. State only what was said, in short sentences of the field, and keep spinal levels, sides, ' +
    'numbers and negations exactly. Leave a section empty where nothing was said on it.',
  outline: () => outline,
  findings,
  complete,
});
