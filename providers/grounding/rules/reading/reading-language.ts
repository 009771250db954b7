import type { RulesLanguage } from 'chronoscribe/language';
import type { AssertionReader } from '../../assertion/assertion.ts';
import type { ReplyKind } from '../dialogue/replies.ts';
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
  replyKind(said: string): ReplyKind;
  readonly asking: AskingWords;
  /** What a patient says of a medicine that cannot be taken. */
  readonly objects: RegExp;
  readonly one: Words<'yesTo' | 'noTo' | 'yesAfter' | 'noAfter'>;
  /** Where facts are not earned: by which words a medicine is taken, and by which it is not. */
  readonly taking?: Words<'taking' | 'denied'>;
  readonly allergies: Words<
    | 'cue'
    | 'harmCue'
    | 'avoids'
    | 'otherSense'
    | 'taking'
    | 'ordered'
    | 'ofOneself'
    | 'goesOn'
    | 'asksOfTaking'
    | 'tolerates'
    | 'before'
    | 'heading'
    | 'compound'
    | 'opening'
    | 'after'
    | 'reaction'
    | 'joint'
    | 'ends'
    | 'skipped'
    | 'general'
    | 'noAllergies'
    | 'namesReaction'
  >;
  readonly decisions: Words<'offers' | 'refuses' | 'answers' | 'accepts'>;
  readonly corrections: Words<'within' | 'opening'> & { readonly beforeAmount?: RegExp };
  readonly lastWords: Words<
    | 'retracts'
    | 'denies'
    | 'affirms'
    | 'isOver'
    | 'opening'
    | 'openWords'
    | 'you'
    | 'others'
    | 'proposes'
    | 'isNoDenial'
    | 'plainDenial'
  >;
  readonly amounts: Words<'frequency' | 'linking'> & { readonly correction?: RegExp | undefined };
  /**
   * How facts are told. Null for English, whose words stand with the facts; with another language, only what is named is
   * told: scores, instructions and appointments stay with what the note does not mention.
   */
  readonly shown: ShownWords | null;
}

/** Patterns by name, in small letters; English, in the file that uses them, says what each is for. */
type Words<Name extends string> = Readonly<Record<Name, RegExp>>;

/** How a language divides speech into clauses. */
export interface ClauseWords extends Words<'openEnds' | 'questionStart'> {
  /** Speech in lower case, with digits for spoken numbers. */
  plain(text: string): string;
  /** Whether a clause asks, by its words and the mark that ends it. */
  asks(text: string, end: string): boolean;
  /** Whether a clause begins with the next words, after those that were said. */
  begins(next: string, said: readonly string[]): boolean;
  /** Whether speech without marks answers there, in the turn of the question. */
  answersAt(word: string, next: string, said: readonly string[]): boolean;
  /** How a side or a level is said again; English is read as it was meant before. */
  readonly repairs?: RepairWords;
}

/** By which words a question asks for what it names, and for nothing else, and how an answer says more than no. */
export interface AskingWords
  extends Words<
    | 'definite'
    | 'oneRelative'
    | 'corrects'
    | 'relative'
    | 'ofRelative'
    | 'tolerates'
    | 'ofOrder'
    | 'ofTaken'
    | 'ofChange'
  > {
  frames(word: string, before: string | undefined, next: string | undefined): boolean;
}

export type RepairWords = Words<'filler' | 'strong' | 'no' | 'determiner'> & { readonly sorts: readonly RegExp[] };

export interface ShownWords {
  /** A term with what its clause says of it: the place. */
  describe(words: Spoken, mention: Mention): Described;
  /** A fact in a few words. */
  told(name: string, kind: string, assertion: ReadAssertion | 'unanswered'): string;
  readonly noAllergies: string;
  readonly safety: SafetyWords;
}

/** A term with the words of its clause that say what was found, where, and on which side. */
export interface Described {
  /** `edema of the right knee`, `straight leg raise negative on both sides`. */
  readonly text: string;
  /** The place, by which two findings are told apart; null if none is named. */
  readonly place: string | null;
  /** Whether the words say how it came out, as in `reflexes equal`, `decreased range of motion`. */
  readonly hasResult: boolean;
  /** Whether these words follow the term, so that nothing need be said before it: `straight leg raise negative`. */
  readonly endsInResult: boolean;
  /** Indexes of its first token and of the token after its last. */
  readonly from: number;
  readonly to: number;
}

/** How a language tells of what must not be lost. */
export interface SafetyWords {
  /** Whether an answer denies, and does nothing else. */
  isFirmNo(said: string): boolean;
  /** Whether a sentence that is no answer may deny it. */
  readonly denies: RegExp;
  readonly lacks: RegExp;
  readonly warns: RegExp;
  /** What it is called. */
  label(name: string, said: string): string;
  /** What somebody who feels safe, or does not, speaks of. */
  readonly safety: string;
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
