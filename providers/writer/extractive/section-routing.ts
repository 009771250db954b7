import type { OutlineSection, SectionContent } from 'chronoscribe/kinds/writer';

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
