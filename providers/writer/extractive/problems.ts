import type { Fact, FactKind } from 'chronoscribe/kinds/grounding';
import type { Passage, Statement } from 'chronoscribe/kinds/writer';
import { contentWords } from 'chronoscribe/language';
import { groundedIn } from 'chronoscribe/reading';
import type { Sentence } from './sentences.ts';

/** A problem that the clinician speaks of by name, as in `As for the diabetes, …`, `Diabetes: …`. */
interface Opening {
  /** The problem in the words of the source, without articles: `type 2 diabetes`. */
  readonly name: string;
  /** The term of its fact, which is the same for all its names. */
  readonly term: string;
  readonly sentence: Sentence;
  /** The last position at which the clinician still speaks of it without another thing said between. */
  readonly until: number;
}

/** The order in which the clinician takes the problems up. */
export interface Problems {
  /** The number of the problem that a statement at a position belongs to; -1 before the first. */
  of(position: number, text: string): number;
  /** Names the problem of a statement that follows where it was taken up, if the check finds that said. */
  named(position: number, statement: Statement): Statement;
}

const problemKinds: ReadonlySet<FactKind> = new Set(['problem', 'symptom', 'history']);
/** What a statement can be about, other than the problem that was taken up. */
const causes: ReadonlySet<FactKind> = new Set([...problemKinds, 'finding', 'vital', 'result']);

/** What comes before the name of a problem where it is taken up. A word of it must be there, or a mark after the name. */
const connective = /^(?:(?:so|and|now|okay|alright|all right|then|next|well|first|lastly|finally)\b[\s,]*)+/i;
const frame =
  /^(?:(?:(?:moving|going|coming|getting) (?:on|back) to|back to|as for|for|as far as|in terms of|regarding|concerning|when it comes to|with (?:regards?|respect) to)\s+)?(?:(?:(?:your|the|his|her|my)\s+)?(?:first|second|third|fourth|fifth|next|last|other|main)\s+(?:problem|issue|diagnosis|concern)(?:\s+(?:is|of|here is))?[\s,:]+|(?:for\s+)?(?:problem\s+)?(?:number|problem)\s+\w+[\s,:.]+|\d+[.)]\s+)?(?:(?:your|the|his|her|this)\s+)?/i;
/** Words that may stand before those that the fact has: `your very mild diabetes`. */
const mostBefore = 2;
/** A statement is told under a name that is not its own only this many sentences after it. */
const nearby = 2;

/**
 * Reads which problems the clinician takes up, and where. A sentence belongs to the problem that was taken up last, or to
 * the one that it is said to be for.
 *
 * @param isConcluding whether a sentence concludes or plans; problems of the history are in no order
 */
export function problemsOf(
  sentences: readonly Sentence[],
  facts: readonly Fact[],
  passages: readonly Passage[],
  isConcluding: (sentence: Sentence) => boolean,
): Problems {
  const problems = facts.filter(
    ({ kind, of, assertion }) => problemKinds.has(kind) && of === 'patient' && assertion !== 'absent',
  );
  const openings = sentences.flatMap((sentence, index): Opening[] => {
    if (sentence.isQuestion || sentence.role === 'patient' || sentence.role === 'other') return [];
    const found = problemAtStart(sentence.text, problems);
    if (found === null || !isConcluding(sentence)) return [];
    return [{ ...found, sentence, until: endOf(sentences, index) }];
  });
  const terms = [...new Set(openings.map(({ term }) => term))];
  const isGrounded = groundedIn(passages);
  const lastAt = (position: number) => openings.findLast(({ sentence }) => sentence.position <= position);
  return {
    of(position, text) {
      const meant = new Set(openings.filter(({ name }) => isFor(text, name)).map(({ term }) => term));
      const [only] = meant;
      return terms.indexOf((meant.size === 1 ? only : undefined) ?? lastAt(position)?.term ?? '');
    },
    named(position, statement) {
      const opening = lastAt(position);
      if (opening === undefined || position > opening.until || /^[^.,]*:/.test(statement.text)) return statement;
      const said = new Set(contentWords(statement.text));
      if (contentWords(opening.name).some((word) => said.has(word))) return statement;
      // `For that murmur`, `any of those medicines`: it says itself what it is about.
      if (/\b(?:those|these)\b/i.test(statement.text)) return statement;
      if (facts.some(({ kind, term }) => causes.has(kind) && contentWords(term).every((word) => said.has(word))))
        return statement;
      const evidence = [...new Set([...opening.sentence.evidence, ...statement.evidence])];
      const text = `${opening.name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())}: ${statement.text}`;
      return isGrounded({ text, evidence }) ? { text, evidence } : statement;
    },
  };
}

/** The problem with which a sentence begins, with the words that name it. */
function problemAtStart(sentence: string, problems: readonly Fact[]): Pick<Opening, 'name' | 'term'> | null {
  const text = sentence.replace(connective, '');
  const framed = frame.exec(text)?.[0] ?? '';
  const words = text.slice(framed.length).split(/\s+/);
  let best: { readonly term: string; readonly from: number; readonly length: number } | null = null;
  for (const { term, text: phrase } of problems)
    for (const name of [phrase, term]) {
      const stems = contentWords(name);
      const near = words.slice(0, stems.length + mostBefore);
      const at = stems.map((stem) => near.findIndex((word) => contentWords(word).includes(stem)));
      if (stems.length === 0 || at.includes(-1)) continue;
      const from = Math.min(...at);
      const length = Math.max(...at) + 1;
      const isPhrase =
        !words.slice(0, length - 1).some(endsPhrase) &&
        words.slice(0, from).every((word) => contentWords(word).length > 0);
      const isBetter = best === null || from < best.from || (from === best.from && length > best.length);
      if (isPhrase && isBetter) best = { term, from, length };
    }
  if (best === null) return null;
  const last = words[best.length - 1] ?? '';
  if (framed === '' && best.length < words.length && !endsPhrase(last)) return null;
  return {
    term: best.term,
    name: words
      .slice(0, best.length)
      .join(' ')
      .replace(/[^\p{L}\p{N})]+$/u, ''),
  };
}

function endsPhrase(word: string): boolean {
  return /[,;:.–—]$/.test(word);
}

function isFor(text: string, name: string): boolean {
  const at = text.toLowerCase().indexOf(` ${name.toLowerCase()}`);
  return at !== -1 && /\bfor(?: the patient's| the| his| her| their| this)?$/i.test(text.slice(0, at));
}

/** Begins something else. */
const besides =
  /^(?:(?:and|so|okay|then)\b[\s,]*)*(?:also|separately|finally|lastly|otherwise|in addition|besides|plan\b)/i;

/** Where something else is said after a sentence, or it is too far away. */
function endOf(sentences: readonly Sentence[], index: number): number {
  const own = sentences[index];
  let end = own?.position ?? 0;
  for (const { speaker, text, words, position } of sentences.slice(index + 1, index + 1 + nearby)) {
    if ((speaker !== own?.speaker && words.length > 1) || besides.test(text)) break;
    end = position;
  }
  return end;
}
