import { asserts, says } from './clauses.ts';
import { placesIn, type SpinalPlace } from './spine.ts';

const adjustment = /\b(?:adjust(?:ed|ing|ments?)?|manipulat(?:ed|ing|ions?)|thrusts?|activator)\b/i;
/** Said of another time or as an intention: it shows nothing that was done today. */
const notNow =
  /\b(?:will|'ll|would|'d|could|can|should|may|might|going to|gonna|want to|like to|plan(?:ning)? to|let's|let me|next (?:time|visit|week)|last (?:time|visit|week|month|year)|previous\w*|before|ago|used to|history of|recommend\w*|schedule\w*|return|come (?:back|in))\b/i;

/** The places that a clause says were adjusted, in this session. */
export function adjustedIn(clause: string): readonly SpinalPlace[] {
  return asserts(clause, adjustment) && !says(clause, notNow) ? placesIn(clause) : [];
}

/** The places whose adjustment a clause only announces or remembers. */
export function announcedIn(clause: string): readonly SpinalPlace[] {
  return asserts(clause, adjustment) && says(clause, notNow) ? placesIn(clause) : [];
}
