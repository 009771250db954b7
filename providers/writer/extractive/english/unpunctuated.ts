import { alternation } from './patterns.ts';

/** Minimum length of a clause in words, to begin a new sentence after it. */
const leastClause = 4;

/** A clause that states something of its own begins: `it's`, `there is`, `your heart rate is`, `sometimes i`. */
const noun = /(?:[\p{L}\p{N}'-]+ ){1,3}?/u.source;
const statement = alternation(
  /(?:it|that|there|he|she)(?:'s| is| was| has)\b(?! that\b)|(?:they|there|these|those) (?:are|were)\b/,
  /(?:it|he|she|they) (?:does|do|did|can|could|will|would|just|also|feels?|gets?|hurts?|helps?|started|looks?|seems?)\b/,
  new RegExp(
    `(?:your|my|his|her|the|this) ${noun}(?:is|are|was|were|looks?|feels?|hurts?|has been|have been)\\b(?! that\\b)`,
    'u',
  ),
  /i (?:do(?:n't| not)?|did(?:n't| not)?|also|just|usually|really|took|take|tried|went|had|have been|was|am|can't)\b/,
  /i'm\b|you (?:do(?:n't| not)? have|should|can|may|might)\b|(?:sometimes|usually|otherwise|currently|today|yesterday) (?:i|it|the|he|she|my)\b/,
);
/** After these words a clause goes on: prepositions, conjunctions, verbs of saying and thinking, determiners. */
const goesOn = alternation(
  /and|or|but|so|because|cause|if|when|where|while|since|until|unless|than|then|that|which|who|what|how|why|as|though|whether|once|after|before|like|maybe/,
  /of|in|on|at|to|for|with|from|by|about|into|over|under|around|without|during|through|not|no|every|each|any|all|some|only|just|even|both|more|most/,
  /a|an|the|your|my|his|her|their|our|this|these|those|is|are|was|were|be|been|am|have|has|had|do|does|did|can|will|would|should|could|may|might|must/,
  /think|thought|know|knew|say|said|says|saying|see|saw|feel|felt|hope|guess|mean|sure|believe|suspect|hear|heard|notice|noticed|make|makes|made|let|sounds?|looks?|seems?|tell|told|glad|sorry|afraid|worried|showed|shows?|suggests?|wish|bet/,
  /i|you|we|they|he|she|it|really|very|pretty|actually|probably|sometimes|usually|first|again|time|way|whenever|everything|anything|something|nothing|thing|things|reason|one/,
);
const boundary = new RegExp(`(?<!(?<![\\p{L}\\p{N}'-])(?:${goesOn}))\\s(?=(?:${statement}))`, 'iu');

/** A clause needs one of these to be a sentence. */
const finite = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${alternation(
    /is|are|was|were|am|has|have|had|do|does|did|can|can't|cannot|could|will|won't|would|should|may|might|must|don't|doesn't|didn't|isn't|wasn't/,
    /\p{L}+'(?:s|m|re|ve|ll|d)|\p{L}{2,}ed|(?:i|you|we|they|he|she|it) \p{L}+|took|went|got|felt|fell|came|gave|saw|hurts?|denies|reports|shows?|let's/u,
    /(?:order|prescribe|take|continue|start|stop|increase|decrease|refer|schedule|show|keep|use|follow|avoid|please)/,
  )})(?![\\p{L}\\p{N}-])`,
  'iu',
);
/** What such a clause says of, the next one says: `if it gets worse`, `on your heart exam`. */
const dependent =
  /^(?:(?:and|so|but|okay|alright|now|then|also) )*(?:if|when|whenever|because|since|although|though|while|once|until|unless|as (?:far|long|soon)|in terms|with regards?|regarding|what)\b/i;
const fronted =
  /^(?:(?:and|so|but|okay|alright|now|then|also) )*(?:on|for|in|with|from|at|over|during|after|before|besides|other than)\b/i;
/** A sentence does not end in these. */
const endsOpen =
  /\b(?:of|in|to|for|with|from|by|about|into|the|a|an|your|my|his|her|their|our|is|are|was|were|that|which|and|or|but|because|if|when|than|these|i|you|we|they|he|she|what (?:concerns|worries|bothers) (?:me|you))$/i;

/** A dependent clause that is longer has probably ended. */
const longestDependent = 20;

/** Splits words without punctuation where a clause with its own subject and verb follows a complete one. */
export function splitUnmarked(text: string): string[] {
  const parts: string[] = [];
  for (const clause of text.split(boundary)) {
    const previous = parts.at(-1);
    if (previous !== undefined && (isShort(previous) || isShort(clause) || isIncomplete(previous)))
      parts[parts.length - 1] = `${previous} ${clause}`;
    else parts.push(clause);
  }
  return parts;
}

/** Tells whether words cannot stand as a sentence, and what follows belongs to them. */
export function isIncomplete(clause: string): boolean {
  if (/[.?!]$/.test(clause)) return false;
  if (dependent.test(clause)) return !clause.includes(',') && clause.split(' ').length < longestDependent;
  return endsOpen.test(clause) || (fronted.test(clause) && !finite.test(clause)) || !finite.test(clause);
}

function isShort(clause: string): boolean {
  return clause.split(' ').length < leastClause;
}
