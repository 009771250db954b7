const denial =
  /\b(?:no|not|nothing|none|without|never|negative|denies|denied|ruled out|absent|isn't|wasn't|aren't|don't|didn't|doesn't|haven't|hasn't|won't|can't|cannot|neither|nor|free of|instead of|rather than)\b/i;

/** `No wait` takes back; it denies nothing that follows. */
const hesitation = /\bno,? (?:wait|sorry|actually)\b|\bwait,? no\b/gi;

/** Tells whether words deny what follows them. */
export function denies(words: string): boolean {
  return denial.test(words.replaceAll('’', "'").replace(hesitation, ''));
}

/** Tells whether words only suppose what follows them: `once the swelling is gone`, `possible subluxation` */
export function supposes(words: string): boolean {
  return /\b(?:once (?=the|your|his|her|that|this|it|you|he|she|we|i\b)|until|till|if|unless|as soon as|in case|rule out)\b[^,.;]*$|\b(?:possible|possibly|probable|probably|suspect(?:ed)?|questionable|maybe|might (?:be|have)|suspicious for) (?:an? |some |mild )*$/i.test(
    words,
  );
}

/** Tells whether words tell of another visit: `last time C5 was` subluxated */
export function recalls(words: string): boolean {
  return /\b(?:last (?:time|visit|week|month)|previously|originally|used to)\b.*\b(?:was|were|had|be|been)\b/i.test(
    words,
  );
}

/** Tells whether a sign at a position is told of another visit by what follows: `you were` tender `at C3 last time` */
export function isRecalled(text: string, at: number): boolean {
  const [said = ''] = text.slice(at).split(/[,;]/);
  return (
    /\b(?:was|were|had)\b[^,;]*$/i.test(text.slice(0, at)) && /\b(?:last (?:time|visit|week|month)|ago)\b/i.test(said)
  );
}

/** Tells whether a clause asserts what a pattern matches: neither a denial nor a condition precedes it. */
export function asserts(clause: string, sought: RegExp): boolean {
  const text = clause.replaceAll('’', "'");
  const at = text.search(sought);
  return at >= 0 && !denies(text.slice(0, at)) && !supposes(text.slice(0, at));
}
