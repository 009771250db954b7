import type { FactKind } from 'chronoscribe/kinds/grounding';

/** What a cue does to what it stands by. `lacking` denies by a word of its own (`without`), so that `not` turns it round. */
export const operators = [
  'absent',
  'lacking',
  'possible',
  'conditional',
  'historical',
  'planned',
  'kept',
  'declined',
  'stopped',
] as const;
export type Operator = (typeof operators)[number];

/** Whose it is, if not the patient's. `nobody`: said of people in general. */
export type Holder = 'relative' | 'other' | 'nobody';

/** `certain` overrides every operator, `pseudo` looks like a cue and is none, `end` ends the scope of others. */
export type Category = Operator | Holder | 'certain' | 'pseudo' | 'end';

/**
 * Rules that differ in their cue alone, as in ConText (Harkema et al., 2009).
 *
 * A cue is a line of words: `(a|b c)` are alternatives, `{name}` are the words of that name in the table, `?` makes what
 * it follows optional, `<term>` is the start of another term, `<year>` a year, `<number>` what begins with a digit, and `..` is the place of the term, of up to `gap` words.
 */
export interface Rules {
  readonly category: Category;
  /** Where the term stands: after the cue, before it, or within it, at its `..`. Of a cue with `..`, nothing else counts. */
  readonly direction: 'forward' | 'backward' | 'both';
  readonly cues: string;
  /** Maximum number of words between cue and term, or from the last comma, `or` or term of a list; 8 unless told. */
  readonly reach?: number;
  /** Words of `..`; 6 unless told. */
  readonly gap?: number;
  /** Only these words, other terms and numbers may stand between. */
  readonly over?: string;
  /** One of these words must stand between, unless the term follows at once. */
  readonly needs?: string;
  /** Kinds of terms that it applies to; all unless told. */
  readonly kinds?: readonly FactKind[];
  /** Who has to say it: `clinician` is everybody but the patient. */
  readonly role?: 'patient' | 'clinician';
  /** The cue has to begin its clause, or to end it. */
  readonly at?: 'head' | 'tail';
  /** It reaches into other clauses of its sentence. */
  readonly crosses?: boolean;
  /** It does not reach what is known: `the pain`, `your cough`. */
  readonly indefinite?: boolean;
  /** No other term may stand between. */
  readonly nearest?: boolean;
  /** The categories whose scope an `end` ends; all unless told. */
  readonly ends?: readonly Category[];
}

/** What rules say of their cues, if not the usual. */
type Scope = Omit<Rules, 'category' | 'direction' | 'cues'>;

/**
 * Rules of a table, by where the term stands: `forward`, `backward` or `around` their cues, which follow one a line.
 *
 * @example forward('absent', { reach: 3 })`no (sign|signs) of`
 */
export const forward = rulesOf('forward');
export const backward = rulesOf('backward');
export const around = rulesOf('both');

function rulesOf(direction: Rules['direction']) {
  return (category: Category, scope: Scope = {}) =>
    (cues: TemplateStringsArray, ...lists: readonly string[]): Rules => ({
      ...scope,
      category,
      direction,
      cues: String.raw(cues, ...lists),
    });
}

/** What is known of a language. Lists are words with blanks between them. */
export interface AssertionTable {
  /** Named words for cues. */
  readonly words: Readonly<Record<string, string>>;
  readonly rules: readonly Rules[];
  /** Between parts of a sentence, each of which may be a clause: `and`. */
  readonly joints: string;
  /** Between parts of a list, which have one subject: `or`. */
  readonly alternatives: string;
  /** Subjects with which a clause begins: `she`. */
  readonly subjects: string;
  /** After these a subject begins no clause: `that`. */
  readonly openers: string;
  /** Verbs by which a part of a sentence is a clause. */
  readonly verbs: string;
  /** After these a verb is none: `since May`. */
  readonly beforeDates: string;
  /** `the`, `my`. */
  readonly determiners: string;
  /** What a denial reaches through a determiner by: `of the`. */
  readonly governing: string;
  /** Subjects that carry on the holder of the clause before: `she`. */
  readonly continuing: string;
}

export const conditions: readonly FactKind[] = [
  'symptom',
  'problem',
  'finding',
  'allergy',
  'history',
  'family',
  'vital',
  'safety',
];
export const actions: readonly FactKind[] = ['order', 'procedure', 'medication', 'advice', 'follow_up'];
export const treatments: readonly FactKind[] = ['procedure', 'medication', 'advice'];
