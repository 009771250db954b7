import type { OutlineSection, SectionContent } from 'chronoscribe/kinds/writer';
import { type BroadContent, countCuePhrases, type NarrowContent } from './cue-phrases.ts';
import { isSmallTalk } from './dialogue-acts.ts';
import { normalizeApostrophes } from './english/patterns.ts';
import type { Sentence } from './sentences.ts';

/** Contents that sentences are assigned to. A summary covers everything, so nothing is assigned to it. */
export type RoutableContent = Exclude<SectionContent, 'summary'>;

/** The contents whose sections take a content that has no section of its own, the closest first. */
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
 * Finds the section for a content: the one with the fewest other contents. An outline of a single section takes
 * everything, unless it asks for a summary only.
 *
 * @returns undefined if no section takes the content
 */
export function routeToSection(
  content: RoutableContent,
  outline: readonly OutlineSection[],
): OutlineSection | undefined {
  const [only, ...others] = outline;
  if (only !== undefined && others.length === 0 && !only.contents.includes('summary')) return only;
  for (const wanted of [content, ...sectionFallback[content]]) {
    const homes = outline.filter(({ contents }) => contents.includes(wanted));
    if (homes.length > 0) return homes.reduce((a, b) => (b.contents.length < a.contents.length ? b : a));
  }
  return undefined;
}

/**
 * The broad contents that a narrow content refines, and whose words it is. The first narrow content with a cue phrase
 * in the sentence is used.
 */
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

/** Share of the visit in which the complaint is stated. */
const complaintEnds = 0.25;
/** Responses to an intervention come after this share of a session. */
const responseBegins = 0.4;

export type RefineContent = (sentence: Sentence, content: BroadContent | null) => BroadContent | NarrowContent | null;

/**
 * Builds the function that refines a broad content to a narrow one. Only narrow contents that come first in some
 * section are used. In counselling or treatment sessions, sentences that belong in no other note may be an intervention
 * or a response.
 *
 * @param outline the sections of the document
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

/** Homework and statements about the patient are not interventions. */
const forLater =
  /\b(?:homework|continue|until then|next (?:time|week|session|visit)|(?:each|every) \w+|(?:twice|times) a (?:day|week)|refer|schedule)\b/i;
const ofPatient = /^you(?:'re|'ve| are| have| did| do| were| had| managed| seem| look| sound)\b/i;

function refinementApplies(narrow: NarrowContent, said: 'clinician' | 'patient' | 'any', sentence: Sentence): boolean {
  const { text, role, position, asked } = sentence;
  if (narrow === 'response' && position < responseBegins) return false;
  if (narrow === 'intervention' && (forLater.test(text) || ofPatient.test(normalizeApostrophes(text)))) return false;
  return said === 'any' || (role === said && asked === null);
}
