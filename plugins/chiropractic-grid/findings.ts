import type { Finding, Findings, Segment } from 'chronoscribe/kinds/transcripts';
import { diagnosisCodes, procedureCodes, subluxationEvidence } from './codes.ts';
import { gridRows } from './grid-rows.ts';
import { findPlaces } from './places/places.ts';
import { isExtraspinal, isLimb } from './places/spine.ts';
import { readVisit } from './read-visit.ts';
import { careElements, findCareElements, findPartElements } from './signs/payer-elements.ts';
import { decisiveElements, type PartElement, partElements } from './signs/sign-words.ts';
import { clausesOf } from './speech/clauses.ts';
import { findingsOfPlaces, type PlaceNotes, type Visit } from './visit.ts';

/**
 * Finds what was found and done at each level of the spine, and what payers require of a chiropractic record (CMS Benefit
 * Policy Manual, chapter 15, §240.1.2 and §240.1.3): what the clinician said of it, with the segments that say so, and
 * what is missing.
 *
 * What the patient says is history and proves nothing here, except how much it hurts. Codes follow from spoken levels
 * alone; nothing is inferred.
 *
 * @param segments of the whole transcript
 */
export function findingsOf(segments: readonly Segment[]): Findings {
  const visit = readVisit(segments);
  const clauses = segments
    .filter(({ role }) => role === 'clinician' || role === 'unknown')
    .flatMap(({ id: segment, text: said }) =>
      clausesOf(said).flatMap(({ text, isQuestion }) => (isQuestion ? [] : [{ text, segment }])),
    );

  const part = collectFindings([
    ...clauses.flatMap(({ text, segment }) =>
      partElementsOf(text).map((element) => ({ element, value: text, segment })),
    ),
    ...visit.places.flatMap((notes) => signsOf(notes)),
  ]);
  const levels = findingsOfPlaces(visit, 'spinal level', ({ place, mentioned }) => (place.isLevel ? mentioned : []));
  const subluxations = findingsOfPlaces(visit, 'subluxation level', subluxationEvidence);
  const adjustments = findingsOfPlaces(visit, 'adjusted', ({ adjusted }) => adjusted);
  const care = collectFindings(
    clauses.flatMap(({ text, segment }) => findCareElements(text).map((found) => ({ ...found, segment }))),
  );

  return {
    completeness: {
      findings: [...part, ...levels, ...subluxations, ...adjustments, ...care],
      missing: [
        ...missingPart(part),
        ...(levels.length === 0 ? ['No level of the spine was named.'] : []),
        ...(subluxations.length === 0
          ? ['No level or region was spoken of as subluxated or as a segmental dysfunction.']
          : []),
        ...missingAdjustment(visit),
        ...careElements.filter((element) => !has(care, element)).map((element) => `The plan names no ${element}.`),
        ...noLevels(clauses.map(({ text }) => text)),
      ],
    },
    codes: [...diagnosisCodes(visit), ...procedureCodes(visit)],
    grid: gridRows(visit),
  };
}

/** A finding of one segment. */
type Found = Pick<Finding, 'element' | 'value'> & { readonly segment: string };

/** The signs of the spine in a clause: those of a wrist or an ankle are none. */
function partElementsOf(clause: string): readonly PartElement[] {
  const places = findPlaces(clause);
  return places.length > 0 && places.every(isLimb) ? [] : findPartElements(clause);
}

/** The signs at the levels of the spine, `fixated at C5`. */
function signsOf({ place, signs }: PlaceNotes): readonly Found[] {
  if (isLimb(place)) return [];
  return signs
    .filter(({ element }) => element !== 'subluxation')
    .flatMap(({ element, words, evidence }) =>
      [...evidence].map((segment) => ({ element, value: `${words}: ${place.name}`, segment })),
    );
}

/** Distinct findings, each with all segments that state it. */
function collectFindings(found: readonly Found[]): readonly Finding[] {
  const groups = Map.groupBy(found, ({ element, value }) => JSON.stringify([element, value])).values();
  return [...groups].flatMap((same) => {
    const evidence = [...new Set(same.map(({ segment }) => segment))];
    return same.slice(0, 1).map(({ element, value }) => ({ element, value, evidence }));
  });
}

function has(findings: readonly Finding[], element: string): boolean {
  return findings.some((finding) => finding.element === element);
}

function missingPart(part: readonly Finding[]): readonly string[] {
  const found = partElements.filter((element) => has(part, element));
  const others = partElements.filter((element) => !found.includes(element));
  const shown = found.length === 0 ? 'none of the signs of a subluxation' : `only ${found.join(', ')}`;
  const few = `The examination shows ${shown}; two of ${partElements.join(', ')} are needed. Not found: ${others.join(', ')}.`;
  const weak = `The examination shows neither ${decisiveElements.join(' nor ')}; one of these is needed.`;
  const isWeak = !decisiveElements.some((element) => found.includes(element));
  return [...(found.length < 2 ? [few] : []), ...(isWeak ? [weak] : [])];
}

function missingAdjustment({ places }: Visit): readonly string[] {
  const adjusted = places.filter((notes) => notes.adjusted.size > 0);
  if (adjusted.some(({ place }) => !isExtraspinal(place))) return [];
  if (adjusted.length > 0) return [`No region of the spine was said to be adjusted, only ${namesOf(adjusted)}.`];
  const announced = places.filter((notes) => notes.announced.size > 0);
  return announced.length === 0
    ? ['No region was said to be adjusted.']
    : [`No region was said to be adjusted; an adjustment of ${namesOf(announced)} was spoken of as planned or past.`];
}

const noLevel = /\b(?:C-?(?:9|1\d)|T-?1[3-9]|[LS]-?(?:[6-9]|1\d))\b(?![./:]?\d| ?(?:mm|cm|mg|%|nerve|dermatome))/g;

/** Names of levels that no spine has: what was meant has no row. */
function noLevels(clauses: readonly string[]): readonly string[] {
  const named = new Set(clauses.flatMap((text) => text.match(noLevel) ?? []));
  return [...named].map((name) => `${name} is no level of the spine, so it has no row; correct the transcript.`);
}

const namesOf = (places: readonly PlaceNotes[]): string => places.map(({ place }) => place.name).join(', ');
