const opening =
  /^(?:(?:and|so|but|or|okay|ok|alright|now|then|also|well|however|um|uh|obviously|in the meantime|of course)[, ]+)*(?:if|in case|unless)\b/iu;
/** What a condition is said of: an order, or somebody who does something. */
const main =
  /^(?:(?:and|so|then|well|um|uh|obviously|definitely|just|please|maybe|either|of course|you know)[, ]+)*(?:then\b|(?:(?:the|your|my) )?\p{L}+(?:'ll|'d|'re|'m|'s| will| would| should| can| could| may| might| must| need| want| is| are| do| does| don't| have| has)\b|let\b|let's|please|come|call|ring|phone|go|get|give|see|stop|take|try|use|make|do|don't|keep|start|contact|book|tell|return|hold|skip|avoid|no\b|yes\b|straight)/iu;

/** `If you're vomiting I would rest`, where no comma tells. */
const unmarkedMain =
  /\b(?:if|unless|in case)\b(?:[^\p{L},]+[\p{L}'’]+){2,}?\s(?:(?:i|we)(?:['’](?:d|ll)| (?:would|will|can|could|should|recommend|advise|suggest|want|need))|you (?:should|must|need to)|please)\b/iu;

/** In characters: whoever goes from one condition to the next is not followed further. */
const longest = 400;

/**
 * Tells whether words are a condition and nothing that it is said of, which the speaker goes on to say.
 *
 * @example `However, if anything changes, if anything deteriorates.`
 */
export function isConditionOnly(text: string): boolean {
  if (text.length > longest || !opening.test(text)) return false;
  const parts = text.replace(/[.\s]+$/u, '').split(/,\s*/u);
  const condition = parts.findIndex((part) => opening.test(part));
  // `If it gets worse then call me`: the word that follows tells where the condition ends.
  if (/\bthen [\p{L}']+ /iu.test(text) || unmarkedMain.test(text)) return false;
  return parts
    .slice(condition + 1)
    .every((part) => opening.test(part) || /^(?:and|or)\b/iu.test(part) || !main.test(part));
}

/** In words: a condition that is longer has ended. */
const longestCondition = 14;

/** Tells whether words without marks end within a condition, or right after it: what follows depends on it. */
export function endsInCondition(text: string): boolean {
  if (text.length > longest) return false;
  const tail = /\b(?:if|in case|unless)\b(?!.*\b(?:if|in case|unless)\b)(?<tail>.*)$/isu.exec(
    text.replace(/[.\s]+$/u, ''),
  )?.groups?.tail;
  if (tail === undefined || /\bthen\b|[.?!]/u.test(tail)) return false;
  // `If it isn't settling in the next couple of days, so forty eight hours,`
  return tail.trim().split(/\s+/u).length < longestCondition || (tail.includes(',') && isConditionOnly(`if${tail}`));
}
