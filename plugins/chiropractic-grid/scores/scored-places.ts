import type { PlaceGroup } from '../places/place-groups.ts';
import type { SpinalPlace } from '../places/spine.ts';
import type { PainScore } from './pain-scores.ts';

/**
 * The places of each score of a clause. They stand before the score (`neck is a six, low back an eight`) or after it (`a
 * six in the neck, an eight in the low back`); a score with none of its own is of the places of the one before it
 * (`neck was a six, now a two`).
 *
 * @param known.unnamed what a score is of whose clause names no place
 * @param known.complaint what the visit is about: tells which part of the back is `my back`
 */
export function scoredPlaces(
  text: string,
  scores: readonly PainScore[],
  groups: readonly PlaceGroup[],
  known: Readonly<Record<'unnamed' | 'complaint', readonly SpinalPlace[]>>,
): readonly (readonly SpinalPlace[])[] {
  const first = scores[0]?.start ?? 0;
  const follows = groups.every(({ start }) => start > first);
  const placed: (readonly SpinalPlace[])[] = [];
  scores.forEach((score, index) => {
    const from = follows ? score.end : (scores[index - 1]?.end ?? 0);
    const to = follows ? (scores[index + 1]?.start ?? text.length) : score.start;
    const beside = groups.filter((group) => group.start >= from && group.end <= to);
    const named = beside.flatMap(({ members }) => members.map(({ place }) => place));
    const back = spokenBack.test(text.slice(from, to)) ? known.complaint.filter(isBack) : [];
    placed.push([named, back, placed.at(-1) ?? [], known.unnamed].find((places) => places.length > 0) ?? []);
  });
  return placed;
}

const spokenBack = /\b(?:the|my|your) back\b|^\W*(?:and )?back\b|\bback(?:'s| is| pain)/i;

function isBack({ region, isLevel }: SpinalPlace): boolean {
  return !isLevel && (region === 'lumbar' || region === 'thoracic');
}
