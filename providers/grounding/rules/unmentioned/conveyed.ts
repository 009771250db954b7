import type { CitingStatement } from 'chronoscribe/kinds/grounding';
import { type Content, contentOf, isEmpty, joined } from '../dialogue/content.ts';
import type { Exchange } from '../dialogue/exchanges.ts';
import { placesApartIn } from '../dialogue/sides.ts';
import { isPlainAnswer } from '../dialogue/small-talk.ts';

const spellings = ['as said', 'canonical'] as const;

/** A statement of the note as it is compared, in both spellings. */
type ReadStatement = readonly Content[];

/** Builds a function that tells whether the statements of a note convey an exchange. */
export function conveyedBy(
  statements: readonly CitingStatement[],
): (exchange: Exchange, evidence: readonly string[]) => boolean {
  const byPassage = new Map<string, ReadStatement[]>();
  const byWord = new Map<string, ReadStatement[]>();
  const sides = new Map<ReadStatement, string>();
  for (const { text, evidence } of statements) {
    const read = spellings.map((spelling) => contentOf(text, spelling));
    sides.set(read, placesApartIn(text).join(' '));
    for (const id of new Set(evidence)) byPassage.set(id, [...(byPassage.get(id) ?? []), read]);
    for (const word of new Set(read.flatMap(({ telling }) => [...telling])))
      byWord.set(word, [...(byWord.get(word) ?? []), read]);
  }
  return (exchange, evidence) => {
    const wanted = readExchange(exchange);
    const citing = new Set(evidence.flatMap((id) => byPassage.get(id) ?? []));
    // What an answer tells belongs to its question: both stand in one statement, or the tie between them is lost.
    const isTied = exchange.asked.length > 0 && !wanted.isPlain;
    const together = isTied ? [...citing].map((statement) => [statement]) : [[...citing]];
    if (citing.size > 0 && together.some((statements) => states(statements, wanted, 'citing'))) return true;
    // What another passage says too is said in the note if one statement has all its words: more than `my sister has it`.
    const { telling, numbers } = contentOf(wanted.text, 'as said');
    if (telling.size + numbers.size < leastWords) return false;
    const [rarest = ''] = [...telling].toSorted(
      (one, other) => (byWord.get(one)?.length ?? 0) - (byWord.get(other)?.length ?? 0),
    );
    // `The right arm, and the face droops on the left` does not say that it droops on the right.
    const own = placesApartIn(wanted.text).join(' ');
    return (byWord.get(rarest) ?? []).some(
      (statement) =>
        (own === '' || (!own.includes(' ') && own === sides.get(statement))) && states([statement], wanted, 'other'),
    );
  };
}

/** Whether a sentence has only words of what was said just before: `six times a day`, as a clinician repeats an answer. */
export function repeats(exchange: Exchange, before: Exchange | undefined): boolean {
  if (before === undefined || exchange.asked.length > 0 || exchange.said.some(({ text }) => claims.test(text)))
    return false;
  const [said, now] = [before, exchange].map(({ asked, said: answer }) =>
    contentOf(textOf([...asked, ...answer]), 'as said'),
  );
  const side = placesApartIn(textOf(exchange.said)).join(' ');
  const isSameSide = side === '' || side === placesApartIn(textOf([...before.asked, ...before.said])).join(' ');
  return isSameSide && said !== undefined && now !== undefined && hasContent(said, now, 'other');
}

/** What says more than the words that it repeats: `But I wouldn't do anything.`, `That can be the amlodipine.` */
const claims = /\b(?:can|could|may|might|must|should|would|because|but|due|from|explains?)\b|n't\b/i;

/** An exchange as it is compared. */
interface ReadExchange {
  readonly text: string;
  /** In both spellings; the question is null for a sentence. */
  readonly contents: readonly {
    readonly question: Content | null;
    /** The questions that consist of everyday words. */
    readonly vague: readonly Content[];
    readonly answer: Content;
    /** What it says after `but`: what is told without it says something else. */
    readonly sequels: readonly Content[];
  }[];
  readonly isDenied: boolean;
  readonly isAffirmed: boolean;
  /** The answer has no words of its own. */
  readonly isPlain: boolean;
}

const denial =
  /(?:^|[.,;–-] *)(?:\W|well|oh|um|uh)*(?:no|nope|nah|not really|never|none|nein|non|nie|jamais|nunca)\b/iu;
const affirmation = /\b(?:yes|yeah|yep|yup|correct|mm-?hmm|uh-huh|ja|doch|oui|sí)\b/iu;
/** What is said with fewer telling words is not found again in another statement. */
const leastWords = 2;

/** `I held the bottle but I put it back` */
const turnsAround = /(?<!\p{L})(?:but|except|until|unless|although|though|aber|außer|bis)(?!\p{L})/iu;

/** In words: `He didn't mean it` is more than a yes or no, though of everyday words. */
const mostOfPlain = 3;

function readExchange({ asked, said }: Exchange): ReadExchange {
  const answer = textOf(said);
  const contents = spellings.map((spelling) => ({
    question: asked.length === 0 ? null : contentOf(textOf(asked), spelling),
    // `Do you feel like not being around? Any pain? – No.`: what has no words of its own is not told by the other.
    vague: asked.map(({ text }) => contentOf(text, spelling)).filter(({ telling }) => telling.size === 0),
    answer: contentOf(answer, spelling),
    sequels: answer
      .split(turnsAround)
      .slice(1)
      .map((part) => contentOf(part, spelling)),
  }));
  return {
    text: `${textOf(asked)} . ${answer}`,
    contents,
    isDenied: denial.test(answer),
    isAffirmed: affirmation.test(answer),
    isPlain: said.every(
      ({ text }) =>
        isPlainAnswer(text) ||
        (isEmpty(contentOf(text, 'as said')) &&
          text.split(' ').length <= mostOfPlain &&
          !/\b(?:both|neither|beide)\b/i.test(text)),
    ),
  };
}

function textOf(sentences: Exchange['said']): string {
  return sentences.map(({ text }) => text).join(' . ');
}

/** Whether statements together say what an exchange says. */
function states(statements: readonly ReadStatement[], wanted: ReadExchange, how: 'citing' | 'other'): boolean {
  const stated = joined(statements.flat());
  const { isDenied, isAffirmed, isPlain } = wanted;
  return wanted.contents.some(({ question, vague, answer, sequels }) => {
    if (!sequels.every((part) => isEmpty(part) || hasContent(stated, part, how))) return false;
    if (question === null) return hasContent(stated, answer, how);
    if (!isPlain && !hasContent(stated, answer, how)) return false;
    const words = [...question.telling];
    const found = words.filter((word) => stated.telling.has(word));
    if (!isPlain && !isDenied && !isAffirmed) return found.length >= words.length / 2;
    if (found.length < words.length || words.length + question.everyday.size === 0) return false;
    if (!vague.every(({ everyday }) => [...everyday].every((word) => stated.everyday.has(word)))) return false;
    if ([...question.numbers].some((number) => !stated.numbers.has(number))) return false;
    if (isDenied === isAffirmed || question.negated.size > 0) return true;
    return words.every((word) => (isDenied ? stated.negated : stated.affirmed).has(word));
  });
}

/** How many of the everyday words of a sentence a statement that cites it must have, by the number of its other words. */
const everydayShares = [0.75, 0.5];

/** Whether a text has every telling word and number of another, denied where they are denied there. */
function hasContent(stated: Content, wanted: Content, how: 'citing' | 'other'): boolean {
  const { telling, negated, affirmed, everyday, numbers, isConditional, denies } = wanted;
  if (isEmpty(wanted) || (isConditional && !stated.isConditional)) return false;
  if (denies && !stated.denies) return false;
  if ([...numbers].some((number) => !stated.numbers.has(number))) return false;
  const isSaid = (word: string) =>
    stated.telling.has(word) &&
    (negated.has(word) === affirmed.has(word) || (negated.has(word) ? stated.negated : stated.affirmed).has(word));
  if (![...telling].every(isSaid)) return false;
  const share = how === 'other' ? 1 : (everydayShares[telling.size === 0 ? 0 : telling.size + numbers.size] ?? 0);
  return [...everyday].filter((word) => stated.everyday.has(word)).length >= share * everyday.size;
}
