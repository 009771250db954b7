import type { Passage } from 'chronoscribe/kinds/writer';
import type { Sex } from './person.ts';

/** What says the patient's sex in a consultation: the clinician's introduction, and how the patient is addressed. */
const introduction = /\byears?[- ]old,?\s(?:[\w-]+,?\s){0,3}?(?:(female|woman|lady|girl)|(male|man|gentleman|boy))\b/gi;
const address =
  /(?:\b(?:hi|hey|hello|good (?:morning|afternoon|evening)|so|okay|thank you|yes|no),?\s(?:there,?\s)?(?:(ma'am|mrs|ms|miss)|(sir|mr|mister))\b|\b(?:yes|no|okay|thank you),?\s(?:(ma'am)|(sir))\b)/gi;

/** The patient's sex where the source says it plainly; null where it does not, or where its words disagree. */
export function sexOf(passages: readonly Passage[]): Sex {
  const said = new Set<'male' | 'female'>();
  for (const { speaker, text } of passages) {
    if (speaker?.role !== 'clinician' && speaker?.role !== 'unknown') continue;
    for (const pattern of [introduction, address]) {
      for (const [, ...groups] of text.matchAll(pattern)) {
        const group = groups.findIndex((word) => word !== undefined);
        if (group !== -1) said.add(group % 2 === 0 ? 'female' : 'male');
      }
    }
  }
  const [only] = said;
  return said.size === 1 && only !== undefined ? only : null;
}
