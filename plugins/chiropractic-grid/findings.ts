import type { Code, Finding, Findings, Segment } from 'chronoscribe/kinds/transcripts';
import {
  adjustedPlaces,
  announcedPlaces,
  careElements,
  decisiveElements,
  findCareElements,
  findPartElements,
  type PartElement,
  partElements,
  splitClauses,
  subluxatedPlaces,
} from './payer-elements.ts';
import { findPlaces, type Region, regions, type SpinalPlace } from './spine.ts';

/** A clause and the id of its segment. */
interface Clause {
  readonly text: string;
  readonly segment: string;
}

/**
 * Finds what payers require of a chiropractic record (CMS Benefit Policy Manual, chapter 15, §240.1.2 and §240.1.3):
 * what the clinician said of it, with the segments that say so, and what is missing.
 *
 * What the patient says is history and proves nothing here. Codes follow from spoken levels alone; nothing is inferred.
 *
 * @param segments of the whole transcript
 */
export function findingsOf(segments: readonly Segment[]): Findings {
  const clauses = segments
    .filter(({ role }) => role === 'clinician' || role === 'unknown')
    .flatMap(({ id, text }) => splitClauses(text).map((clause): Clause => ({ text: clause, segment: id })));

  const part = collectFindings(clauses, ({ text }) =>
    findPartElements(text).map((element) => ({ element, value: text })),
  );
  const levels = collectFindings(clauses, ({ text }) => findPlaces(text).filter(isLevel).map(placeAs('spinal level')));
  const subluxations = collectFindings(clauses, ({ text }) => subluxatedPlaces(text).map(placeAs('subluxation level')));
  const adjustments = collectFindings(clauses, ({ text }) => adjustedPlaces(text).map(placeAs('adjusted')));
  const care = collectFindings(clauses, ({ text }) => findCareElements(text));
  const announced = clauses.flatMap(({ text }) => announcedPlaces(text)).map(({ name }) => name);

  const codes: readonly Code[] = [
    ...diagnosisCodes(evidenceByRegion(clauses, subluxatedPlaces)),
    ...procedureCodes(evidenceByRegion(clauses, adjustedPlaces)),
  ];
  return {
    completeness: {
      findings: [...part, ...levels, ...subluxations, ...adjustments, ...care],
      missing: [
        ...missingPart(part),
        ...(levels.length === 0 ? ['No level of the spine was named.'] : []),
        ...(subluxations.length === 0
          ? ['No level or region was spoken of as subluxated or as a segmental dysfunction.']
          : []),
        ...(adjustments.length === 0 ? [missingAdjustment(announced)] : []),
        ...careElements.filter((element) => !has(care, element)).map((element) => `The plan names no ${element}.`),
      ],
    },
    codes,
  };
}

type Found = Pick<Finding, 'element' | 'value'>;

function isLevel(place: SpinalPlace): boolean {
  return place.isLevel;
}

function placeAs(element: string): (place: SpinalPlace) => Found {
  return ({ name }) => ({ element, value: name });
}

/** Distinct findings, each with all segments that state it. */
function collectFindings(clauses: readonly Clause[], read: (clause: Clause) => readonly Found[]): Finding[] {
  const found = new Map<string, { element: string; value: string; evidence: Set<string> }>();
  for (const clause of clauses) {
    for (const { element, value } of read(clause)) {
      const key = JSON.stringify([element, value]);
      const known = found.get(key);
      if (known === undefined) found.set(key, { element, value, evidence: new Set([clause.segment]) });
      else known.evidence.add(clause.segment);
    }
  }
  return [...found.values()].map(({ evidence, ...rest }) => ({ ...rest, evidence: [...evidence] }));
}

/** Segments by region, from the head down. */
function evidenceByRegion(clauses: readonly Clause[], read: (text: string) => readonly SpinalPlace[]): RegionEvidence {
  const found = clauses.flatMap(({ text, segment }) => read(text).map(({ region }) => ({ region, segment })));
  const evidence = Map.groupBy(found, ({ region }) => region);
  return new Map(
    regions
      .filter((region) => evidence.has(region))
      .map((region): [Region, string[]] => [
        region,
        [...new Set((evidence.get(region) ?? []).map(({ segment }) => segment))],
      ]),
  );
}

function has(findings: readonly Finding[], element: string): boolean {
  return findings.some((finding) => finding.element === element);
}

function missingPart(part: readonly Finding[]): readonly string[] {
  const found = partElements.filter((element) => has(part, element));
  const others = partElements.filter((element) => !found.includes(element));
  const missing: string[] = [];
  if (found.length < 2) {
    missing.push(
      `The examination shows ${listSigns(found)}; two of ${partElements.join(', ')} are needed. Not found: ${others.join(', ')}.`,
    );
  }
  if (!decisiveElements.some((element) => found.includes(element))) {
    missing.push(`The examination shows neither ${decisiveElements.join(' nor ')}; one of these is needed.`);
  }
  return missing;
}

function listSigns(found: readonly PartElement[]): string {
  return found.length === 0 ? 'none of the signs of a subluxation' : `only ${found.join(', ')}`;
}

function missingAdjustment(announced: readonly string[]): string {
  const places = [...new Set(announced)];
  return places.length === 0
    ? 'No region was said to be adjusted.'
    : `No region was said to be adjusted; an adjustment of ${places.join(', ')} was spoken of as planned or past.`;
}

/** ICD-10-CM, chapter 13, M99.0: segmental and somatic dysfunction by region. */
const diagnosis: Readonly<Record<Region, string>> = {
  head: 'M99.00',
  cervical: 'M99.01',
  thoracic: 'M99.02',
  lumbar: 'M99.03',
  sacral: 'M99.04',
  pelvic: 'M99.05',
};

/** Ids of the segments that mention each region. */
export type RegionEvidence = ReadonlyMap<Region, readonly string[]>;

/** A diagnosis for each region that was called subluxated or dysfunctional. */
export function diagnosisCodes(subluxated: RegionEvidence): readonly Code[] {
  return [...subluxated].map(([region, evidence]) => ({ system: 'ICD-10-CM', code: diagnosis[region], evidence }));
}

/**
 * The procedure code for the number of adjusted regions; none if none was adjusted. As in CPT, the atlanto-occipital
 * joint counts as cervical.
 */
export function procedureCodes(adjusted: RegionEvidence): readonly Code[] {
  const counted = new Set([...adjusted.keys()].map((region) => (region === 'head' ? 'cervical' : region)));
  if (counted.size === 0) return [];
  const code = counted.size <= 2 ? '98940' : counted.size <= 4 ? '98941' : '98942';
  return [{ system: 'CPT', code, evidence: [...new Set([...adjusted.values()].flat())] }];
}
