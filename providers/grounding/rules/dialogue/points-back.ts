/**
 * Whether an answer speaks of what its question named, so that it says nothing without it: `They bumped it to 20`,
 * `My mum said so`. What it names itself before it says `it` needs no question: `I had a scan and it was fine`.
 */
export function pointsBack(answer: string): boolean {
  return pronoun.test(answer);
}

const pronoun =
  /^(?:\W|yes\b|yeah\b|no\b|well\b|oh\b)*(?:(?!and\b|but\b|because\b|when\b|if\b|(?:a|an|the|my|his|her|our|some|your)\s+\p{L}+\s+(?!said|says|told|thinks|thought|put|took|stopped|gave|wanted|wants|changed|did|does)\p{L}+)[\p{L}\p{N}'’-]+\s+){1,6}(?:it|them|so|that|this|those|these|one|ones)(?=\W*$|[.,;!]|\s+(?:to|by|for|in|at|on|up|down|off|out|away|over|from|last|yesterday|today|this|because|since|when|but|and|again|now|once|twice|every|about|with|without|too|any\s?more|back|before|after|as|until|years?|a)\b)/iu;
