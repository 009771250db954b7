import { statementsOf } from './statements.ts';

/** A part of a text that is asserted or denied by itself. */
export interface Clause {
  readonly text: string;
  /** A question asserts nothing. */
  readonly isQuestion: boolean;
}

/** After these words nothing new begins. */
const openEnds =
  'last (?:time|week|visit|month)|since|before|when|where|after|yesterday|previously|ago|and|because|if|the|treatment|back|neck|spine|shoulder|hip|knee|joint';
/** Where a speaker goes on, in words without punctuation. */
const begins = [
  // A level that is called is confirmed in the same breath: `L5 okay`.
  '(?<!\\b[CTLS]\\d{1,2}\\s+)(?:okay|ok|alright|all right|so|now|next|there we go|there it (?:is|goes|went)|(?:and )?that was|(?:and )?there (?:is|are))',
  "(?:and |so )?(?:i|we) (?:did |also )?adjust(?:ed)?|(?:i|we) (?:did not|didn't|do not) adjust(?= (?:it|the|any|[CTLS]\\d))|i ?'?m (?:going to |gonna )?adjusting?",
  '(?<!\\b(?:was|were|is|i|we|not|[CTLS]\\d{1,2}|SI|joint|sacrum|ilium|left|right)\\s+)(?:also )?adjusted (?=(?:both|them|all|the|left|right)\\b)',
  "(?:i'm|im|we're|were) (?:going to|gonna)|we'?ll (?:check|adjust|try|see|do|start)|(?:i|we) will|i'll",
  '(?:no )?pain (?:score )?(?:went|is|was)|vas|no problems|(?:pre|post)[- ]?(?:treatment|adjustment)|after (?:the )?(?:treatment|adjustment)',
  'next (?:time|visit|week)|(?:(?:the )?treatment )?(?:goals?|plan|frequency|duration) (?:is|are|of|for|will)|(?:patient )?(?:will )?(?:continue|return)|(?:patient|she|he) (?:reports|states|tolerated|declin\\w+|refus\\w+)',
];
const restart = new RegExp(
  `(?<!\\b(?:${openEnds}))\\s+(?=(?:${begins.join('|')})\\b)|(?<=\\b(?:perfect|beautiful|excellent|there (?:we|you) go|there it (?:is|goes)|got it))\\s+(?=\\w)|(?<=\\b(?:good|great|nice))\\s+(?=(?:(?:and|now|then) )?(?:(?:the |left |right )*[CTLS]\\d|adjusting))`,
  'i',
);

/**
 * Splits a text into clauses: sentences, split where a new clause begins (`but`, `however`, `; `). A text without
 * punctuation is split where a speaker usually goes on (`okay`, `that was`, `i adjusted`).
 */
export function clausesOf(text: string): readonly Clause[] {
  return boundedTexts(text)
    .flatMap((piece) => piece.split(/(?<=[.?!…])\s+/))
    .flatMap((sentence) => (isUnpunctuated(sentence) ? sentence.split(restart) : [sentence]))
    .flatMap((sentence) => (conditional.test(sentence) ? [sentence] : sentence.split(asideQuestion)))
    .flatMap((sentence) => {
      const isQuestion = sentence.trimEnd().endsWith('?') && !states.test(sentence);
      return sentence
        .split(
          /;\s+|,\s+so (?!(?:is|are|was|were|do|does|did|that|far|much|it|you)\b)|\s+and (?=(?:we'll|well|i'll|we're|were|i'm|im|we|i) (?:leav(?:e|ing)|skip(?:ping)?|left|skipped)\b)|,\s+(?=(?:only|just) (?:the |your )?(?:left |right )?(?:[CTLS]\d|SI|sacrum|ilium|rib))|,\s+(?=[^,]{1,25} (?:i|we) (?:skipped|left|leave|omitted|spared)\b)|,\s+(?=(?:(?:the )?patient|she|he) (?:declin|refus))|,\s+(?=which (?:i|was|were|is|are)\b)|,?\s+except (?:that )?(?=(?:i|we|he|she)\b)|\s+and (?=(?:just|only|instead) (?:do|adjust|get|take|work|treat)\b)|,?\s+(?:(?<!\b(?:all|everything|anything|each) )but(?! not (?:the )?[CTLS]\d)|however|although|though|whereas)\s+/i,
        )
        .flatMap((part) => statementsOf(part))
        .map((clause) => ({ text: clause.trim(), isQuestion }));
    })
    .filter((clause) => clause.text !== '');
}

/** `I did T8, how was that?` asks only in its end. */
const asideQuestion =
  /,\s+(?=(?:how(?:'s| is| was| does| did)|what(?:'s| is| was| does)|is|are|does|do|did) [^,]*\?$)/i;
const conditional = /\b(?:if|when)\b/i;

/** `I'm going to adjust C5, okay?`, `It's sore there, isn't it?` and `See how L2 sticks out?` state that it is so. */
const states =
  /^\W*(?:you )?ready\s*\?$|,\s*(?:isn't it|aren't they|doesn't it|don't they|huh|right|correct|yeah)\s*\?$|\b(?:see|feel|notice) (?:how|that)\b|\b(?:going to|gonna|i'll|we'll|let me)\b.*,\s*(?:okay|ok|al(?:l )?right|ready)\s*\?$/i;

function isUnpunctuated(sentence: string): boolean {
  return !/[,.;:?!](?:\s|$)/.test(sentence) && sentence.split(/\s+/).length > 12;
}

/** Patterns look back and ahead, so that their time grows with the square of the length of a text. */
const pieces = /.{1,1000}(?:[.?] |$)|.{1,1000}(?: |$)|.{1,1000}/gs;

/**
 * A text in pieces of at most a thousand characters, cut after a sentence if possible, else between words, with plain
 * spaces and apostrophes.
 */
export function boundedTexts(text: string): readonly string[] {
  return (text.replaceAll('’', "'").replace(/\s+/g, ' ').trim().match(pieces) ?? []).map((piece) => piece.trim());
}
