/**
 * The parts of a text that are asserted or denied by themselves: its sentences, cut where a new clause begins (`but`, `however`, `; `). A question asserts nothing and is left out.
 */
export function clausesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.?!])\s+/)
    .filter((sentence) => !sentence.trimEnd().endsWith('?'))
    .flatMap((sentence) => sentence.split(/;\s+|,?\s+(?:but|however|although|though|whereas)\s+/i))
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}

const denial =
  /\b(?:no|not|without|never|negative|denies|denied|ruled out|absent|isn't|wasn't|aren't|don't|didn't|doesn't|haven't|hasn't|won't|can't|cannot|neither|nor|free of|instead of|rather than)\b/i;

/** Whether a clause says what a pattern looks for, and does not deny it: no denial stands before it. */
export function asserts(clause: string, sought: RegExp): boolean {
  const at = straight(clause).search(sought);
  return at >= 0 && !denial.test(straight(clause).slice(0, at));
}

/** Whether what a pattern looks for stands anywhere in a clause, denied or not. */
export function says(clause: string, sought: RegExp): boolean {
  return sought.test(straight(clause));
}

/** Patterns are written with the plain apostrophe; some recognisers and subtitle files write the typographic one. */
function straight(text: string): string {
  return text.replaceAll('’', "'");
}
