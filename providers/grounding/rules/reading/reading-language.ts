import type { RulesLanguage } from 'chronoscribe/language';
import type { AssertionReader } from '../../assertion/assertion.ts';
import type { Mention } from './mention.ts';
import type { ReadAssertion } from './reading.ts';

/** What the reading knows of a language. Every piece of the reading takes its words from here. */
export interface ReadingLanguage {
  readonly code: RulesLanguage;
  readonly clauses: ClauseWords;
  /** Reads the table of what words assert. */
  readonly read: AssertionReader;
  mentionsIn(words: Spoken): readonly Mention[];
  /** Medicines that no list names. */
  unlisted(words: Spoken, listed: readonly Mention[]): readonly Mention[];
  replyKind(said: string): AnswerKind;
  readonly one: OneWords;
  readonly taking: TakingWords;
  readonly allergies: AllergyWords;
  readonly decisions: DecisionWords;
  readonly corrections: CorrectionWords;
  readonly amounts: AmountWords;
  /**
   * How facts are told. Null for English, whose words stand with the facts; with another language, only what is named is
   * told: scores, instructions and appointments stay with what the note does not mention.
   */
  readonly shown: ShownWords | null;
}

export interface ShownWords {
  /** A term with what its clause says of it: the place. */
  describe(words: Spoken, mention: Mention): Placed;
  /** A fact in a few words. */
  told(name: string, kind: string, assertion: ReadAssertion | 'unanswered'): string;
  readonly noAllergies: string;
  readonly safety: SafetyWords;
}

/** A term with its place, as a clause tells it. */
interface Placed {
  readonly text: string;
  readonly place: string | null;
  readonly hasResult: boolean;
  readonly endsInResult: boolean;
  readonly from: number;
  readonly to: number;
}

/** How a language tells of what must not be lost. */
export interface SafetyWords {
  /** An answer that denies, and what makes it more than that. */
  readonly no: RegExp;
  readonly hedge: RegExp;
  readonly lacks: RegExp;
  readonly warns: RegExp;
  /** What it is called. */
  label(name: string): string;
  /** A denial of no more than what was asked. */
  denied(mention: Mention, sentence: string): string;
  readonly unanswered: string;
}

/** The words of a clause, and who says them where that is known. */
export interface Spoken {
  readonly tokens: readonly { readonly text: string; readonly stem: string }[];
  readonly role?: 'clinician' | 'patient' | 'other' | 'unknown' | null;
  readonly isQuestion?: boolean;
}

/** How a language corrects a side, or a level of the spine. */
export interface RepairWords {
  /** Words that may be corrected. */
  readonly sorts: readonly RegExp[];
  /** Words of a correction, and those of them that say by themselves that it is one. */
  readonly filler: RegExp;
  readonly strong: RegExp;
  readonly no: RegExp;
  readonly determiner: RegExp;
}

/** How a language divides speech into clauses. */
export interface ClauseWords {
  /** Speech in lower case, with digits for spoken numbers. */
  plain(text: string): string;
  /** Whether a clause asks, by its words and the mark that ends it. */
  asks(text: string, end: string): boolean;
  /** Whether a clause begins with the next words, after those that were said. */
  begins(next: string, said: readonly string[]): boolean;
  /** Whether speech without marks answers there, in the turn of the question. */
  answersAt(word: string, next: string, said: readonly string[]): boolean;
  /** After these no clause begins. */
  readonly openEnds: RegExp;
  readonly questionStart: RegExp;
  readonly repairs: RepairWords;
}

/** How a language tells that a medicine is taken. */
export interface TakingWords {
  readonly taking: RegExp;
  readonly denied: RegExp;
  /** Anywhere in the clause: a verb in front may be denied behind the medicine. */
  readonly deniedAfter: RegExp;
  /** These deny nothing of the medicine. */
  readonly denials: RegExp;
}

/** How a language answers for one of several things, before it and after it. */
export interface OneWords {
  readonly yesTo: RegExp;
  readonly noTo: RegExp;
  readonly yesAfter: RegExp;
  readonly noAfter: RegExp;
}

/** How a language proposes, refuses and accepts. */
export interface DecisionWords {
  readonly offers: RegExp;
  readonly refuses: RegExp;
  /** Refuses nothing, although it begins as if. */
  readonly answers: RegExp;
  readonly accepts: RegExp;
}

/** How a language takes back what was just said. */
export interface CorrectionWords {
  /** Between what was said and what is meant. */
  readonly within: RegExp;
  /** At the start of the clause that corrects the one before. */
  readonly opening: RegExp;
}

/** How a language says numbers. */
export interface AmountWords {
  /** The canonical units by their spellings. */
  readonly units: ReadonlyMap<string, string>;
  readonly correction: RegExp;
  /** How often, at the start of what follows. */
  readonly frequency: RegExp;
  /** What may stand between a name and its number. */
  readonly linking: RegExp;
}

/** How a language tells of allergies. */
export interface AllergyWords {
  /** What speaks of an allergy, and what looks like it. */
  readonly cue: RegExp;
  readonly otherSense: RegExp;
  /** After these a medicine is taken, also in an answer about allergies. */
  readonly taking: RegExp;
  readonly ordered: RegExp;
  /** A question that goes on after one about allergies. */
  readonly goesOn: RegExp;
  /** Before what a patient reacts to; globally. */
  readonly before: RegExp;
  readonly heading: RegExp;
  readonly compound: RegExp;
  /** With these an answer begins that names what it is. */
  readonly opening: RegExp;
  readonly after: RegExp;
  readonly reaction: RegExp;
  /** Between two names of a list. */
  readonly joint: RegExp;
  readonly ends: RegExp;
  readonly skipped: RegExp;
  readonly general: RegExp;
  readonly noAllergies: RegExp;
  /** The sentence after the one that names what somebody is allergic to. */
  readonly namesReaction: RegExp;
}

/**
 * How a question is answered.
 *
 * - `yes`, `no`: plainly
 * - `maybe`: with doubt
 * - `denies-one`: `no fever`: only what it names is denied
 * - `gone`: it is over
 * - `detail`: a time, a place, a circumstance, which presupposes what was asked
 * - `other`: in some other way
 */
export type AnswerKind = 'yes' | 'no' | 'maybe' | 'denies-one' | 'gone' | 'detail' | 'other';
