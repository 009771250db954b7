import type { OutlineSection, SectionContent } from 'chronoscribe/kinds/writer';

/** A summary is of everything: nothing is sorted into it. */
type Sorted = Exclude<SectionContent, 'summary'>;

/** Where a content goes in an outline that has no section for it, the nearest first. */
const neighbours: Readonly<Record<Sorted, readonly Sorted[]>> = {
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
export function sectionFor(content: Sorted, outline: readonly OutlineSection[]): OutlineSection | undefined {
  const [only, ...others] = outline;
  if (only !== undefined && others.length === 0 && !only.contents.includes('summary')) return only;
  for (const wanted of [content, ...neighbours[content]]) {
    const homes = outline.filter(({ contents }) => contents.includes(wanted));
    if (homes.length > 0) return homes.reduce((a, b) => (b.contents.length < a.contents.length ? b : a));
  }
  return undefined;
}
