import { normalizeSynonyms, numbersToDigits, stem } from 'chronoscribe/language';
import { remembered } from '../../language/remembered.ts';
import { everydayWords, functionWords } from './common-words.ts';

/** The content of a text, for comparison with another. */
export interface Content {
  /** Stems of all words that are not everyday ones, known or not. */
  readonly telling: ReadonlySet<string>;
  /** Those of them that are denied at one place or all; and that are not. */
  readonly negated: ReadonlySet<string>;
  readonly affirmed: ReadonlySet<string>;
  readonly everyday: ReadonlySet<string>;
  /** Their digits alone: `25` for 2.5 and for 2,5. */
  readonly numbers: ReadonlySet<string>;
  /** It says what holds, or is to be done, in some case only. */
  readonly isConditional: boolean;
  /** It denies something, if only by a verb: `the naproxen does not`. */
  readonly denies: boolean;
}

const negation =
  /^(?:no|not|never|none|nothing|nobody|nor|neither|without|denie[sd]|deny|denying|negative|cannot|can't|won't|nope|kein\w*|nicht|nichts|nie|niemals|ohne|weder|verneint|pas|jamais|aucune?|sans|rien|nunca|sin|ningun\w*|nada|niega)$|n't$/u;
const scopeEnd = /^(?:[.?!;:]|but|except|however|although|though|aber|sondern|außer|mais|sauf|pero|sino|excepto)$/u;
/** After a comma a person begins anew: `no fever, I cough`. */
const subject = /^(?:i|i'm|i've|it|it's|he|she|they|we|you|there|ich|es|er|sie|je|il|elle|patient)$/u;
/** In words. */
const scope = 16;
const conditional = /\b(?:if|unless|in case|otherwise|wenn|falls|sofern|sauf si|à moins|en caso)\b|\bsi\b(?! señor)/iu;
/** `L'hôpital` is two words. */
const elision = /\b((?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)')(?=\p{L}{2})/giu;
/** `Ex- exerting`. */
const brokenOff = /(?<!\p{L})\p{L}+-(?=\s)/gu;
/** A quoted question that is denied. */
const deniedQuestion =
  /(?:\?| [–-]) *(?:\W|well|oh|um|uh)*(?:no|nope|nah|not (?:really|at all|me|any ?more|that i)|never|none|nothing|nein|nie|non|jamais|nunca)\b/iu;
/** `One` that counts nothing. */
const pronounOne =
  /\b(?:this|that|the|no|any|which|each|every|other|another|good|bad|same|last|next|first) ones?\b|(?<=\b(?:right|left) )ones?\b|\bones?(?= of\b)|\bone thing\b/giu;
/** `Right` that is no side. */
export const noSide =
  /\b(?:all right|that's right|right (?:now|away|here|there|after|before|around|when|where|in|up|at))\b|^right\b(?! \p{L})|^right(?= ,)|\bright(?=\s*[?,]|\s*$)/giu;

/** A text as both spellings are read from it. */
const plainContent = remembered((said) =>
  numbersToDigits(
    said
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(/ n't\b/g, "n't")
      .replace(elision, '$1 ')
      .replace(brokenOff, ' ')
      .replace(pronounOne, ' ')
      .replace(noSide, ' '),
  ),
);

/** Reads a text under canonical names or as it is. */
export function contentOf(said: string, named: 'as said' | 'canonical'): Content {
  return readContent[named](said);
}

const readContent = {
  'as said': remembered((said) => contentIn(plainContent(said), (plain) => plain)),
  canonical: remembered((said) => contentIn(plainContent(said), normalizeSynonyms)),
} as const;

function contentIn(plain: string, spelled: (plain: string) => string): Content {
  const words = spelled(plain).match(token) ?? [];
  const sets = {
    telling: new Set<string>(),
    negated: new Set<string>(),
    affirmed: new Set<string>(),
    everyday: new Set<string>(),
  };
  const isDenied = deniedQuestion.test(plain);
  let left = 0;
  for (const [at, word] of words.entries()) {
    if (negation.test(word)) left = scope + 1;
    else if (isEnd(words, at) || (words[at - 1] === ',' && subject.test(word))) left = 0;
    left = Math.max(0, left - 1);
    if (/^[\d.,;:?!]/.test(word) || negation.test(word) || functionWords.has(word)) continue;
    const key = stem(word);
    if (everydayWords.has(word)) sets.everyday.add(key);
    else {
      sets.telling.add(key);
      (left > 0 ? sets.negated : sets.affirmed).add(key);
      if (isDenied) sets.negated.add(key);
    }
  }
  return {
    ...sets,
    numbers: numbersIn(plain),
    isConditional: conditional.test(plain),
    denies: words.some((word) => negation.test(word)),
  };
}

/** `Denies: fever, cough` denies what follows. */
function isEnd(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  return scopeEnd.test(word) && !(word === ':' && negation.test(words[at - 1] ?? ''));
}

const token =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}][\p{L}\p{N}\p{M}]*(?:['’][\p{L}]+)*|\d+(?:[.,·:/-]\d+)*|[.?!;:,]/gu;

function numbersIn(text: string): Set<string> {
  const spaced = text.replace(/(?<=\d) \. (?=\d)/g, '.');
  return new Set((spaced.match(/\d+(?:[.,·]\d+)*/g) ?? []).map((number) => number.replace(/[.,·]/g, '')));
}

/** Whether a text has nothing but function words: `it is`, `nothing like that`. */
export function isEmpty({ telling, everyday, numbers }: Content): boolean {
  return telling.size + everyday.size + numbers.size === 0;
}

/** The content of several texts together. */
export function joined(contents: readonly Content[]): Content {
  const union = (key: 'telling' | 'negated' | 'affirmed' | 'everyday' | 'numbers') =>
    new Set(contents.flatMap((content) => [...content[key]]));
  return {
    ...{ telling: union('telling'), negated: union('negated'), affirmed: union('affirmed') },
    ...{ everyday: union('everyday'), numbers: union('numbers') },
    isConditional: contents.some((content) => content.isConditional),
    denies: contents.some((content) => content.denies),
  };
}
