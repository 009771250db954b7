import type { Code } from 'chronoscribe/kinds/transcripts';
import { isExtraspinal, regions } from './places/spine.ts';
import type { PlaceNotes, Visit } from './visit.ts';

/** ICD-10-CM, chapter 13, M99.0: segmental and somatic dysfunction by region, from M99.00 to M99.08. */
const diagnosed = 'head,cervical,thoracic,lumbar,sacral,pelvic,lower extremity,upper extremity,rib cage'.split(',');

/** A diagnosis for each region that was called subluxated or dysfunctional, from the head down. */
export function diagnosisCodes(visit: Visit): readonly Code[] {
  return regions.flatMap((region) => {
    const evidence = segmentsOf(
      visit.places.filter(({ place }) => place.region === region && place.name !== 'jaw'),
      subluxationEvidence,
    );
    return evidence.length === 0 ? [] : [{ system: 'ICD-10-CM', code: `M99.0${diagnosed.indexOf(region)}`, evidence }];
  });
}

/** The segments that call a place subluxated or dysfunctional. */
export function subluxationEvidence({ signs }: PlaceNotes): readonly string[] {
  return signs.flatMap(({ element, evidence }) => (element === 'subluxation' ? [...evidence] : []));
}

/**
 * The procedure codes for what was adjusted: 98940–98942 by the number of spinal regions, 98943 if a joint beside the
 * spine was. As in CPT, the atlanto-occipital joint counts as cervical, and the jaw as beside the spine.
 */
export function procedureCodes(visit: Visit): readonly Code[] {
  const adjusted = visit.places.filter((notes) => notes.adjusted.size > 0);
  const spinal = adjusted.filter(({ place }) => !isExtraspinal(place));
  const other = adjusted.filter(({ place }) => isExtraspinal(place));
  const counted = new Set(spinal.map(({ place: { region } }) => (region === 'head' ? 'cervical' : region)));
  const codes: Code[] = [];
  if (counted.size > 0) {
    const code = counted.size <= 2 ? '98940' : counted.size <= 4 ? '98941' : '98942';
    codes.push({ system: 'CPT', code, evidence: segmentsOf(spinal, (notes) => notes.adjusted) });
  }
  if (other.length > 0)
    codes.push({ system: 'CPT', code: '98943', evidence: segmentsOf(other, (notes) => notes.adjusted) });
  return codes;
}

function segmentsOf(
  places: readonly PlaceNotes[],
  evidence: (notes: PlaceNotes) => Iterable<string>,
): readonly string[] {
  return [...new Set(places.flatMap((notes) => [...evidence(notes)]))];
}
