import type { Code } from 'chronoscribe/kinds/transcripts';
import type { Region } from './spine.ts';

/** ICD-10-CM, chapter 13, M99.0: segmental and somatic dysfunction, by region. */
const diagnosis: Readonly<Record<Region, string>> = {
  head: 'M99.00',
  cervical: 'M99.01',
  thoracic: 'M99.02',
  lumbar: 'M99.03',
  sacral: 'M99.04',
  pelvic: 'M99.05',
};

/** The ids of the segments that speak of each region. */
export type RegionEvidence = ReadonlyMap<Region, readonly string[]>;

/** A diagnosis for each region that was spoken of as subluxated or dysfunctional. */
export function diagnosisCodes(subluxated: RegionEvidence): readonly Code[] {
  return [...subluxated].map(([region, evidence]) => ({ system: 'ICD-10-CM', code: diagnosis[region], evidence }));
}

/** The one procedure code that the number of adjusted regions gives; none where none was adjusted. The joint of head and neck counts with the neck, as CPT has it. */
export function procedureCodes(adjusted: RegionEvidence): readonly Code[] {
  const counted = new Set([...adjusted.keys()].map((region) => (region === 'head' ? 'cervical' : region)));
  if (counted.size === 0) return [];
  const code = counted.size <= 2 ? '98940' : counted.size <= 4 ? '98941' : '98942';
  return [{ system: 'CPT', code, evidence: [...new Set([...adjusted.values()].flat())] }];
}
