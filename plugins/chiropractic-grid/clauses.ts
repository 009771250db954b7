/** A part of a text that is asserted or denied by itself. */
export interface Clause {
  readonly text: string;
  /** A question asserts nothing. */
  readonly isQuestion: boolean;
}

/** Where a speaker goes on, in words without punctuation. */
const restart =
  /(?<!\b(?:last (?:time|week|visit|month)|since|before|when|where|after|yesterday|previously|ago|and|because|if|back|neck|spine|shoulder|hip|knee|joint|[CTLS]\d{1,2}))\s+(?=(?:okay|ok|alright|all right|so|now|next|there we go|there it (?:is|goes|went)|(?:and )?that was|(?:and |so )?(?:i|we) (?:did(?: not|n't)?|do not|also )?(?: )?adjust(?:ed)?|i ?'?m (?:going to |gonna )?adjusting?|(?:i'm|im|we're|were) (?:going to|gonna)|we'?ll (?:check|adjust|try|see|do|start)|(?:no )?pain (?:went|is|was)|vas|no problems|next (?:time|visit|week))\b)/i;

/**
 * Splits a text into clauses: sentences, split where a new clause begins (`but`, `however`, `; `). A text without
 * punctuation is split where a speaker usually goes on (`okay`, `that was`, `i adjusted`).
 */
export function clausesOf(text: string): readonly Clause[] {
  return boundedTexts(text)
    .flatMap((piece) => piece.split(/(?<=[.?!…])\s+/))
    .flatMap((sentence) => (isUnpunctuated(sentence) ? sentence.split(restart) : [sentence]))
    .flatMap((sentence) => {
      const isQuestion = sentence.trimEnd().endsWith('?');
      return sentence
        .split(/;\s+|,?\s+(?:but|however|although|though|whereas)\s+/i)
        .flatMap(splitAtNewSubject)
        .map((clause) => ({ text: clause.trim(), isQuestion }));
    })
    .filter((clause) => clause.text !== '');
}

/** `tenderness at C5 and L4 is restricted` are two; `C5 and L4 are restricted` is one. */
const newSubject =
  /,?\s+and\s+(?=(?:the )?(?:(?:left|right) )?(?:[CTLS]\d{1,2}(?:,? and | to | through |[ ,-])*)+(?:is|are|was|were)\b)/g;

function splitAtNewSubject(clause: string): readonly string[] {
  const parts = clause.split(newSubject);
  return parts.slice(0, -1).every((part) => /\b(?:at|over|around)\b.*[CTLS]\d/i.test(part)) ? parts : [clause];
}

function isUnpunctuated(sentence: string): boolean {
  return !/[,.;:?!](?:\s|$)/.test(sentence) && sentence.split(/\s+/).length > 12;
}

/** Patterns look back and ahead, so that their time grows with the square of the length of a text. */
const longestText = 1000;

/**
 * A text in pieces of at most a thousand characters, cut after a sentence if possible, else between words, with plain
 * spaces and apostrophes.
 */
export function boundedTexts(text: string): readonly string[] {
  const plain = text.replaceAll('’', "'").replace(/\s+/g, ' ').trim();
  const pieces: string[] = [];
  for (let at = 0; at < plain.length; ) {
    const window = plain.slice(at, at + longestText);
    const cut = at + longestText >= plain.length ? -1 : Math.max(window.lastIndexOf('. '), window.lastIndexOf('? '));
    const end = cut > 0 ? cut + 1 : at + longestText >= plain.length ? window.length : window.lastIndexOf(' ');
    const length = end > 0 ? end : window.length;
    pieces.push(window.slice(0, length).trim());
    at += length;
  }
  return pieces;
}

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
