/** A recogniser that writes no marks leaves "sentences" longer than this many words. */
const longestSentence = 30;
/** Parts are at least this long, so that each still says something. */
const leastPart = 8;

/**
 * Where a new clause begins with a subject of its own: `… on your knee and you have some swelling`. No negation reaches over such a
 * place, while `no fever and chills` is never cut.
 */
const newClause =
  /\s(?=(?:and|but|so|now|okay|alright|well|then)\s(?:i|you|your|we|he|she|his|her|it|they|there|the|my|on|for)\b)/i;

/** Cuts a very long sentence where clauses begin; others stay as they are. */
export function cutRunOn(sentence: string): string[] {
  if (lengthOf(sentence) <= longestSentence) return [sentence];
  const parts: string[] = [];
  for (const clause of sentence.split(newClause)) {
    const previous = parts.at(-1);
    if (previous !== undefined && lengthOf(previous) < leastPart) parts[parts.length - 1] = `${previous} ${clause}`;
    else parts.push(clause);
  }
  return parts;
}

function lengthOf(text: string): number {
  return text.split(' ').length;
}
