import { asserts } from './clauses.ts';
import { placesIn, type SpinalPlace } from './spine.ts';

const subluxation = /\bsubluxat\w*|\bsegmental (?:and somatic )?dysfunctions?|\bsomatic dysfunctions?/i;

/** The places that a clause calls subluxated, or the seat of a segmental dysfunction. */
export function subluxatedIn(clause: string): readonly SpinalPlace[] {
  return asserts(clause, subluxation) ? placesIn(clause) : [];
}
