import type { Clause } from './clauses.ts';
import type { Mention } from './mention.ts';
import { isPlace, placeAt, placesFrom } from './places.ts';
import type { Term } from './terms.ts';

/** The words of a clause, and who says them where that is known. */
export type Words = Pick<Clause, 'tokens'> & Partial<Pick<Clause, 'role' | 'isQuestion' | 'language'>>;

const radiation: Term = { name: 'radiating pain', kind: 'symptom', needsCue: false };
const adjustment: Term = { name: 'adjustment', kind: 'procedure', needsCue: false };

/**
 * Terms that no list of words holds, since they are made with a place: pain that goes somewhere, trouble with an organ,
 * the adjustment of a joint.
 */
export function phraseMentions(words: Words): Mention[] {
  return [...troubles(words), ...radiations(words), ...adjustments(words), ...operations(words)];
}

const functions =
  /^(?:bladder|bowels?|balance|coordination|speech|vision|eyesight|hearing|memory|concentration|urination|urinating|swallowing|walking|appetite)$/;
const troubleWith =
  /^(?:troubles?|problems?|difficult(?:y|ies)|issues?) (?:with |in |controlling |emptying |moving )?(?:(?:your|the|my|his|her|patient's|controlling|emptying|going|to) )*$/;
const ownTrouble = /^(?:troubles?|problems?|issues?|control)$/;

/** `Trouble with your bladder or bowels`, `bladder problems`. */
function troubles({ tokens }: Words): Mention[] {
  const text = (at: number) => tokens[at]?.text ?? '';
  return tokens.flatMap(({ text: word }, at): Mention[] => {
    if (!functions.test(word)) return [];
    const isFirst = !/^(?:or|and|,)$/.test(text(at - 1)) || !functions.test(text(at - 2));
    if (!isFirst) return [];
    let to = at + 1;
    while (/^(?:or|and|,)$/.test(text(to)) && functions.test(text(to + 1).replace(/^your$/, text(to + 2))))
      to += functions.test(text(to + 1)) ? 2 : 3;
    const name = `${word.replace(/s$/, '')} trouble`;
    if (ownTrouble.test(text(to))) return [mentionOf(tokens, { name, kind: 'symptom', needsCue: false }, at, to + 1)];
    for (let from = at - 1; from >= Math.max(0, at - 5); from -= 1)
      if (troubleWith.test(`${said(tokens, from, at)} `))
        return [mentionOf(tokens, { name, kind: 'symptom', needsCue: false }, from, to)];
    return [];
  });
}

/** Verbs that mean spreading by themselves, and those that do with a place and a pain. */
const spreads = /^(?:radiat(?:es?|ed|ing)|shoots?|shooting|spreads?|spreading|travels?|travell?ing)$/;
const moves = /^(?:go|goes|going|went|runs?|running|moves?|moving|extends?|comes?)$/;
const mover =
  /^(?:it|pain|pains|that|this|they|numbness|tingling|burning|ache|aching|sensation|which|and|headache|discomfort)$/;
const betweenMoverAndVerb =
  /^(?:does|do|did|doesn't|don't|didn't|not|never|really|also|just|sometimes|usually|kinda|still|is|isn't|ever|can|will|like|even)$/;
const ofPain = /\b(?:pain|numbness|tingling|burning|ache|aching|discomfort|sensation|hurts?)\b/;
const elided =
  /^(?:but|and) not (?=(?:below|past|beyond|down|into|above|to|further)\b)(?:further than |any further than )?/;

/** `It goes into the right buttock`, `does it radiate anywhere?`, `but not below the knee`. */
function radiations({ tokens, role, isQuestion }: Words): Mention[] {
  const text = (at: number) => tokens[at]?.text ?? '';
  const whole = said(tokens, 0, tokens.length);
  const start = elided.exec(whole)?.[0].trim().split(' ').length;
  if (start !== undefined) {
    const end = placeAt(tokens, start);
    return end > start && /^[ ,.]*$/.test(said(tokens, end, tokens.length))
      ? [mentionOf(tokens, radiation, start, end)]
      : [];
  }
  return tokens.flatMap(({ text: word }, at): Mention[] => {
    const isStrong = spreads.test(word);
    if (!isStrong && !moves.test(word)) return [];
    let before = at - 1;
    while (betweenMoverAndVerb.test(text(before))) before -= 1;
    const canMove = mover.test(text(before)) || (before < 0 && isQuestion === true);
    if (!canMove) return [];
    if (!isStrong && role === 'clinician' && isQuestion !== true && !ofPain.test(whole)) return [];
    const anywhere = /^(?:anywhere|somewhere)(?: else)?/.exec(said(tokens, at + 1, at + 3))?.[0];
    const end = anywhere === undefined ? placeAt(tokens, at + 1) : at + 1 + anywhere.split(' ').length;
    const isBare = end === at + 1;
    if (isBare && !/^radiat/.test(word)) return [];
    if (!isBare && anywhere === undefined && !tokens.slice(at + 1, end).some(isBodyPart)) return [];
    return [mentionOf(tokens, radiation, at, end)];
  });
}

function isBodyPart(token: Clause['tokens'][number]): boolean {
  return isPlace(token) && !/^(?:left|right|both|side|sides)$/.test(token.text);
}

/** Tells a pain that goes somewhere from a listed `radiating pain`. */
export function isRadiation({ term }: Mention): boolean {
  return term === radiation;
}

const thirdPerson: Readonly<Record<string, string>> = { go: 'goes', radiate: 'radiates' };

/** How the place of a pain is told: `pain goes into the right buttock`, `pain does not go below the knee`. */
export function radiationText(words: string, isAbsent: boolean): string {
  const [verb = '', ...rest] = words.replace(/\b(?:your|my|his|her)\b/g, 'the').split(' ');
  if (!spreads.test(verb) && !moves.test(verb)) return isAbsent ? `pain does not go ${words}` : `pain ${words}`;
  const base = /^(?:going|goes|went)$/.test(verb)
    ? 'go'
    : verb
        .replace(/^radiat\w+$/, 'radiate')
        .replace(/(?:l?ing|s)$/, '')
        .replace(/^(run)n$/, '$1')
        .replace(/^mov$/, 'move');
  const told = isAbsent ? `does not ${base}` : (thirdPerson[base] ?? `${base}s`);
  return ['pain', told, ...rest].join(' ').replace('anywhere', isAbsent ? 'anywhere' : 'somewhere');
}

const replaced = /^(?:hips?|knees?|shoulders?|ankles?|elbows?|valves?|discs?|aorta|lens|joints?)$/;
const removed =
  /^(?:gallbladder|appendix|tonsils?|adenoids|uterus|womb|ovar(?:y|ies)|spleen|thyroid|prostate|kidney|breasts?|lung|colon|teeth|tooth|bladder|testicle|stomach|parathyroids?|cataracts?|hemorrhoids?)$/;

/** `I had the left hip replaced`, `they took my gallbladder out`. */
function operations({ tokens }: Words): Mention[] {
  const text = (at: number) => tokens[at]?.text ?? '';
  return tokens.flatMap(({ text: word }, at): Mention[] => {
    const isReplaced = replaced.test(word);
    if (!isReplaced && !removed.test(word)) return [];
    const rest = said(tokens, at + 1, at + 5);
    const done = (
      isReplaced
        ? /^(?:(?:was|were|been|is|got|also|completely) )*(?:replaced|fused)\b/
        : /^(?:(?:was|were|been|got|also|surgery) )*(?:removed|taken out|out)\b(?! of)/
    ).exec(rest)?.[0];
    const isTaken =
      done === 'out' &&
      !/^(?:had|have|has|took|taken|get|getting|got)$/.test(text(at - 2)) &&
      !/^(?:had|have|took)$/.test(text(at - 3));
    if (done === undefined || isTaken) return [];
    const name = isReplaced ? `${word.replace(/s$/, '')} replacement` : `${word} removal`;
    const from = /^(?:left|right|both)$/.test(text(at - 1)) ? at - 1 : at;
    return [mentionOf(tokens, { name, kind: 'procedure', needsCue: false }, from, at + 1 + done.split(' ').length)];
  });
}

const adjusts = /^(?:adjust(?:ed|ing|ments?)?|manipulat(?:e|ed|ing|ions?)|mobili[sz](?:e|ed|ing|ations?))$/;
const device = /^(?:brace|splint|sling|strap|belt|pillow|chair|medications?|medicines?|dose|dosage|device|pain)$/;

/** `I am going to adjust L5`, `manipulation of the left SI joint`, `C2 was adjusted`. */
function adjustments({ tokens }: Words): Mention[] {
  const text = (at: number) => tokens[at]?.text ?? '';
  return tokens.flatMap(({ text: word }, at): Mention[] => {
    if (!adjusts.test(word)) return [];
    const from = /^(?:of|to|at|on|for)$/.test(text(at + 1)) ? at + 2 : at + 1;
    const to = placesFrom(tokens, from);
    if (to > from && !device.test(text(to))) return [mentionOf(tokens, adjustment, at, to)];
    let end = at;
    while (/^(?:is|was|were|are|been|being|has|have|had|got|get|just|also|both)$/.test(text(end - 1))) end -= 1;
    let start = end;
    while (
      start > 0 &&
      end - start < 8 &&
      (isPlace(tokens[start - 1] ?? nothing) || /^(?:and|,|the|your|my|spine)$/.test(text(start - 1)))
    )
      start -= 1;
    while (start < end && /^(?:and|,)$/.test(text(start))) start += 1;
    // `C2 was adjusted`, `I had my neck adjusted`
    const isPassive = end < at || /^(?:had|have|has|get|gets|got|getting)$/.test(text(start - 1));
    const hasPlace = isPassive && tokens.slice(start, end).some(isPlace);
    return hasPlace ? [mentionOf(tokens, adjustment, start, at + 1)] : [];
  });
}

const nothing = { text: '' };
/** An adjustment counts where it is told as done. */
export function isAdjustment({ term }: Mention): boolean {
  return term === adjustment;
}

function mentionOf(tokens: Clause['tokens'], term: Term, from: number, to: number): Mention {
  return { term, said: said(tokens, from, to), from, to };
}

function said(tokens: Clause['tokens'], from: number, to: number): string {
  return tokens
    .slice(Math.max(0, from), Math.max(0, to))
    .map(({ text }) => text)
    .join(' ');
}
