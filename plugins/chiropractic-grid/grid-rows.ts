import type { GridRow } from 'chronoscribe/kinds/transcripts';
import type { Side } from './places/place-groups.ts';
import { anatomically, isExtraspinal } from './places/spine.ts';
import type { PlaceNotes, Visit } from './visit.ts';

/**
 * The rows of the grid, from the head down: each level that the clinician spoke of, each rib, and each other joint that
 * was found tender, restricted or subluxated or was adjusted. A region has a row only if it was adjusted and none of its
 * levels was.
 */
export function gridRows(visit: Visit): readonly GridRow[] {
  const rows = visit.places.filter((notes) => hasRow(notes, visit)).toSorted((a, b) => anatomically(a.place, b.place));
  return rows.map((notes) => rowOf(notes, visit));
}

function hasRow(notes: PlaceNotes, visit: Visit): boolean {
  const { place, signs, adjusted } = notes;
  if (place.isLevel || place.name.startsWith('rib ')) return true;
  if (isExtraspinal(place) && !/extremity|cage/.test(place.name)) {
    return adjusted.size > 0 || signs.some(({ element }) => jointSigns.has(element));
  }
  const inRegion = (other: PlaceNotes) => other.place.isLevel && other.place.region === place.region;
  return adjusted.size > 0 && !visit.places.some((other) => inRegion(other) && other.adjusted.size > 0);
}

/** A high shoulder or a tight hip is no finding at that joint. */
const jointSigns: ReadonlySet<string> = new Set(['pain or tenderness', 'range of motion', 'subluxation']);

function rowOf(notes: PlaceNotes, visit: Visit): GridRow {
  const { place, sides, signs, adjusted, mentioned } = notes;
  const techniques = notes.techniques.size === 0 && adjusted.size > 0 ? visit.usual : [...notes.techniques];
  const { own, region } = visit.scoresOf(place);
  const [before, after] = (['before', 'after'] as const).map(
    (time) => own[time] ?? (isScored(notes, visit) ? region[time] : undefined),
  );
  return {
    level: place.name,
    region: place.region,
    side: sideOf(sides),
    findings: signs.map(({ element, words, evidence }) => ({ element, value: words, evidence: [...evidence] })),
    technique: techniques.join(', ') || null,
    adjusted: adjusted.size > 0,
    vas_before: before?.value ?? null,
    vas_after: after?.value ?? null,
    evidence: [
      ...new Set([
        ...mentioned,
        ...signs.flatMap(({ evidence }) => [...evidence]),
        ...adjusted,
        ...(before?.segments ?? []),
        ...(after?.segments ?? []),
      ]),
    ],
  };
}

/** The pain of a region is that of its adjusted places; if none is adjusted, of those with findings. */
function isScored({ place, signs, adjusted }: PlaceNotes, visit: Visit): boolean {
  const treated = visit.places.some((other) => other.place.region === place.region && other.adjusted.size > 0);
  return treated ? adjusted.size > 0 : signs.length > 0;
}

function sideOf(sides: ReadonlySet<Side>): Side | null {
  if (sides.has('both') || sides.size > 1) return 'both';
  return [...sides][0] ?? null;
}
