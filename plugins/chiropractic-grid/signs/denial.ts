const denial =
  /\b(?:no|not|without|never|negative|denies|denied|ruled out|absent|isn't|wasn't|aren't|don't|didn't|doesn't|haven't|hasn't|won't|can't|cannot|neither|nor|free of|instead of|rather than)\b/i;

/** Tells whether words deny what follows them. */
export function denies(words: string): boolean {
  return denial.test(words.replaceAll('’', "'"));
}

/** Tells whether a clause asserts what a pattern matches: no denial precedes it. */
export function asserts(clause: string, sought: RegExp): boolean {
  const text = clause.replaceAll('’', "'");
  const at = text.search(sought);
  return at >= 0 && !denies(text.slice(0, at));
}
