import type { OutlineSection, SectionContent } from 'chronoscribe/kinds/writer';
import { type BroadContent, countCuePhrases, type NarrowContent } from './cue-phrases.ts';
import { isSmallTalk } from './dialogue-acts.ts';
import { normalizeApostrophes } from './patterns.ts';
import type { Sentence } from './sentences.ts';

/** A summary is of everything: nothing is sorted into it. */
type RoutableContent = Exclude<SectionContent, 'summary'>;

/** Where a content goes in an outline that has no section for it, the nearest first. */
const sectionFallback: Readonly<Record<RoutableContent, readonly RoutableContent[]>> = {
  complaint: ['history'],
  history: ['complaint', 'review-of-systems', 'behavior', 'response', 'progress'],
  'past-history': ['history'],
  medications: ['history'],
  allergies: ['history'],
  'family-history': ['history'],
  'social-history': ['history'],
  'review-of-systems': ['history'],
  goals: ['history', 'plan'],
  examination: ['results', 'behavior', 'history', 'progress'],
  results: ['examination', 'assessment', 'history', 'behavior', 'progress'],
  behavior: ['examination', 'history'],
  assessment: ['diagnoses', 'progress', 'plan', 'follow-up'],
  diagnoses: ['assessment', 'plan'],
  progress: ['assessment', 'history'],
  intervention: ['plan'],
  response: ['history'],
  plan: ['follow-up', 'assessment'],
  'follow-up': ['plan', 'assessment'],
};

/**
 * The section of an outline that holds a content: of several the one with the fewest others. An outline of one section takes
 * everything, unless a summary is all it asks for; undefined where no section has room for it.
 */
export function routeToSection(content: RoutableContent, outline: readonly OutlineSection[]): OutlineSection | undefined {
  const [only, ...others] = outline;
  if (only !== undefined && others.length === 0 && !only.contents.includes('summary')) return only;
  for (const wanted of [content, ...sectionFallback[content]]) {
    const homes = outline.filter(({ contents }) => contents.includes(wanted));
    if (homes.length > 0) return homes.reduce((a, b) => (b.contents.length < a.contents.length ? b : a));
  }
  return undefined;
}

/** Of which wide contents a narrow one is a part, by who speaks; the first whose cues stand in a sentence takes it. */
const refinements: readonly (readonly [
  narrow: NarrowContent,
  of: readonly (BroadContent | null)[],
  said: 'clinician' | 'patient' | 'any',
])[] = [
  ['allergies', ['history'], 'any'],
  ['family-history', ['history'], 'any'],
  ['response', ['history', 'plan', null], 'patient'],
  ['goals', ['history', 'plan'], 'any'],
  ['intervention', ['history', 'examination', 'assessment', 'plan', null], 'clinician'],
  ['medications', ['history'], 'any'],
  ['social-history', ['history'], 'any'],
  ['past-history', ['history'], 'any'],
  ['progress', ['history', 'assessment'], 'any'],
  ['diagnoses', ['assessment'], 'any'],
  ['behavior', ['history', 'examination', null], 'any'],
];

/** The complaint is told early. */
const complaintEnds = 0.25;
/** What the patient answers to an intervention comes after the opening of a session. */
const responseBegins = 0.4;

export type RefineContent = (sentence: Sentence, content: BroadContent | null) => BroadContent | NarrowContent | null;

/**
 * Tells the narrower contents apart that a section of the outline is first of all about; all others stay what they are, wherever
 * they go. In a session of counselling or treatment, what belongs in no other note may be an intervention or the response to it.
 */
export function sectionRefinement(outline: readonly OutlineSection[]): RefineContent {
  const leading = new Set(outline.map(({ contents }) => contents[0]));
  return (sentence, content) => {
    const has = (narrow: NarrowContent) => leading.has(narrow) && countCuePhrases(sentence.text, narrow) > 0;
    if (content === null && (sentence.isQuestion || isSmallTalk(sentence.text))) return null;
    if (content === 'history' && has('complaint') && sentence.position <= complaintEnds) return 'complaint';
    if (content === 'history' && has('review-of-systems') && sentence.asked !== null) return 'review-of-systems';
    const part = refinements.find(
      ([narrow, of, said]) => of.includes(content) && has(narrow) && refinementApplies(narrow, said, sentence),
    );
    return part?.[0] ?? content;
  };
}

/** What the clinician gives for the time after the session, and what is said of the patient, is no intervention. */
const forLater =
  /\b(?:homework|continue|until then|next (?:time|week|session|visit)|(?:each|every) \w+|(?:twice|times) a (?:day|week)|refer|schedule)\b/i;
const ofPatient = /^you(?:'re|'ve| are| have| did| do| were| had| managed| seem| look| sound)\b/i;

function refinementApplies(narrow: NarrowContent, said: 'clinician' | 'patient' | 'any', sentence: Sentence): boolean {
  const { text, role, position, asked } = sentence;
  if (narrow === 'response' && position < responseBegins) return false;
  if (narrow === 'intervention' && (forLater.test(text) || ofPatient.test(normalizeApostrophes(text)))) return false;
  return said === 'any' || (role === said && asked === null);
}
