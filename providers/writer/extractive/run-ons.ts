import { eitherOf, oneOf } from './patterns.ts';

/** A recogniser that writes no marks leaves "sentences" longer than this many words. */
const longestUnmarked = 12;
/** With marks it may be longer. */
const longestMarked = 25;
/** Parts are at least this long, so that each still says something. */
const leastPart = 5;

/** Cuts a very long sentence where clauses begin; others stay as they are. */
export function cutRunOn(sentence: string): string[] {
  const longest = /[.?!,;]/.test(sentence) ? longestMarked : longestUnmarked;
  if (wordsIn(sentence) <= longest) return [sentence];
  const parts: string[] = [];
  for (const clause of sentence.split(newClause)) {
    const previous = parts.at(-1);
    const isShort = previous !== undefined && wordsIn(previous) < leastPart;
    if (isShort && !question.test(clause)) parts[parts.length - 1] = `${previous} ${clause}`;
    else parts.push(clause);
  }
  return parts;
}

/** Where a joint is followed by a subject of its own: `… on your knee and you have some swelling`. */
const joint = /(?:and|but|so|now|okay|alright|well|then|because)\s(?:(?:then|so|now|also|again)\s)*/.source;
const subject = eitherOf(
  /i|i'm|i've|you|you're|your|we|we're|he|she|his|her|it|it's|they|there|there's|that's|the|my/,
  /on|for|let's|in terms|as far|how|do|does|did|are|is|any|have you/,
);

/** What the clinician is about to do, where no word before it makes it a part: not `what i want to do`. */
const intention = eitherOf(
  /i want (?:to|you)|i wan na|i(?:'m| am) (?:gon na|going to)|i(?:'d| would) like|i (?:do )?(?:n't )?appreciate|i(?:'ll| will)/,
  /we(?:'re| are) (?:gon na|going to)|we(?:'ll| will)|let's|let me|lem me/,
);
const notBeforeIntention =
  /(?<!\b(?:what|that|if|when|where|because|which|like|as|until|since|than|while|think|know|said|things?|how|so|and|but|or|why|who|before|after|now|then|well|okay))/
    .source;

/** A question, where no word before it makes it a part: not `what do you`, not `i'll have you`. */
const notBeforeQuestion =
  /(?<!\b(?:what|how|when|where|why|who|which|kind|many|much|long|often|bad|to|will|would|i|we|they|going|that|let's|than|\p{L}+'ll))/u
    .source;
const asked =
  /(?:do|did|have|are|were|can|could|would|is|does) (?:you|it|that)\b|how (?:long|bad|much|many|often|have|are|do|does|is)\b|what kind\b|tell me\b/
    .source;
const question = new RegExp(`^(?:${asked})`, 'i');

/** Where a new clause begins. No negation reaches over such a place, while `no fever and chills` is never cut. */
const newClause = oneOf(
  new RegExp(`\\s(?=${joint}(?:${subject})(?![\\p{L}'-]))`, 'u'),
  /\s(?=(?:okay|alright|all right)\b)/,
  /\s(?=(?:as far as|in terms of|with regards? to|regarding)\b)/,
  /\s(?=(?:on|for) (?:your|the) (?:[\p{L}-]+ ){0,3}(?:exam|examination|(?:first|second|third|next) problem)\b)/u,
  new RegExp(`${notBeforeIntention}\\s(?=(?:${intention})(?![\\p{L}']))`, 'u'),
  new RegExp(`${notBeforeQuestion}\\s(?=${asked})`, 'u'),
);

function wordsIn(text: string): number {
  return text.split(' ').length;
}
