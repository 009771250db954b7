type Replacement = readonly [found: RegExp, put: string];

/**
 * Written out where it is sure what for: `it's been` has been, `I'd like` would. `'d` and `'s` that may stand for two things, and the `'s` of
 * possession, stay.
 */
const expansions: readonly Replacement[] = [
  [/\bcan't\b/gi, 'cannot'],
  [/\b(w)on't\b/gi, '$1ill not'],
  [/\b(do|does|did|is|are|was|were|have|has|had|could|would|should|must|need)n't\b/gi, '$1 not'],
  [/\b(i)'m\b/gi, '$1 am'],
  [/\b(you|we|they)'re\b/gi, '$1 are'],
  [/\b(i|you|we|they|should|could|would|might|must)'ve\b/gi, '$1 have'],
  [/\b(i|you|we|they|he|she|it|that|there)'ll\b/gi, '$1 will'],
  [
    /\b(it|that|there|he|she|what|who|here)'s (?=(?:just |also |already |always |never |not |kind of |really |only )*(?:been|got|gotten|had|gone|become)\b)/gi,
    '$1 has ',
  ],
  [
    /\b(it|that|there|he|she|what|who|here)'s (?!own\b|(?:just |also |already |always |never |not |kind of |really |only )*\p{L}+(?:ed|en)\b)/giu,
    '$1 is ',
  ],
  [
    /\b(i|you|we|they|he|she|it|that)'d (?=(?:just |also |really |probably |still )*(?:like|love|rather|prefer|say|be|have|want|recommend|suggest)\b)/gi,
    '$1 would ',
  ],
  [/\b(i|you|we|they|he|she|it|that)'d (?=(?:just |also |already |always |never |not )*(?:been|had)\b)/gi, '$1 had '],
];

/** A sentence with its contractions written out. */
export function writtenOut(text: string): string {
  return expansions.reduce((expanded, [found, put]) => expanded.replace(found, put), text);
}
