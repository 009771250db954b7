import { everydayWords, functionWords } from '../dialogue/common-words.ts';
import type { Clause } from './clauses.ts';
import { type Mention, textOf } from './mentions.ts';

/** Before what a patient reacts to. */
const before = new RegExp(
  `\\b(?:${[
    'allergic to|allerg(?:y|ies) to|intoleran(?:t|ce) (?:to|of)|sensitiv(?:e|ity|ities) to(?! (?:(?:bright|loud|strong|direct|harsh|hot|very|any|the|certain|sudden|light) )*(?:lights?|sun\\w*|smells?|odou?rs?|noises?|sounds?|movement|touch|palpation|cold|heat|temperature|pressure|sound|noise))',
    "(?:(?:can't|cannot|couldn't|unable to|not able to|don't|doesn't|did not|didn't|poorly) tolerate[ds]?|does not tolerate)",
    '(?:react(?:s|ed|ing)?|(?:allergic |bad |adverse |severe |terrible )*reactions?)(?: (?:badly|strongly|severely))?(?: to| with| from)',
    'anaphyla\\w+ (?:to|from|with|after)|anaphyla\\w+ reaction (?:to|from|with)',
    `(?:hives|rash(?:es)?|welts|blisters|swelling|itching|broke out(?: in \\w+)?|(?:swelled|swollen|swell|came|come) up|threw up|closed up)(?: once| twice| badly)? (?:from|with|to|after|off)`,
  ].join('|')})(?: (?:when i (?:eat|ate|take|took|had|use|used)|eating|taking|using))? `,
  'g',
);
/** `Allergies: cefalexin, rash.` */
const heading =
  /^(?:(?:drug|medication|medicine|food|known|other|and) )*allerg(?:y|ies) (?:(?:are|is|include|includes|to) )?/;
/** `A kiwi allergy`, at its end. */
const compound = /\ballerg(?:y|ies)\b/g;
/** After what a patient reacts to: `gives me hives`, `triggers my asthma`. */
const after =
  /^(?:,? ?(?:it|that|they|which|once|always|just|also|really) ?)*(?:gives?|gave|makes?|made|causes?|caused|triggers?|triggered|sets? off|brings? on|brought on|and i|i|my)\b/;
const reaction =
  /\b(?:hives|rash(?:es)?|welts|blister\w*|swell(?:s|ing|ed)?|swollen|itch\w*|anaphyla\w+|br(?:eak|oke|eaks|eaking) out|throat (?:clos\w+|swell\w*|tight\w*)|clos\w+ (?:up )?my throat|(?:throw|threw|throws|throwing) up|vomit\w*|wheez\w*|(?:my|the|your|her|his) asthma|stop(?:ped|s)? breathing|can't breathe|couldn't breathe|(?:nearly|almost) (?:died|killed)|angio ?edema)\b/;
/** Here a name ends. */
const ends =
  /^(?:because|since|when|whenever|if|but|which|that|it|i|i'm|i've|he|she|they|we|you|my|gives?|gave|makes?|made|causes?|so|as|for|with|though|although|is|was|are|were|has|had|have|does|did|can|will|right|okay|yes|no|nope|too|also|either|at|last|years?|once|until|while|after|in|from|on|then|not|anymore|now|this|about|growing|turns?|as)$/;
const skipped =
  /^(?:the|a|an|any|some|all|other|certain|most|those|these|just|only|really|maybe|like|called|uh|um|well|oh|wait|hold on|hang on|yes|yeah|probably|think|both|either|especially|his|her|your|their|taking|eating|using|old)$/;
/** No name of what somebody reacts to. */
const general =
  /^(?:\w+n't|anything|something|everything|nothing|medications?|medicines?|meds|drugs?|foods?|it|them|this|that|one|ones|none|known|what|which|environmental|seasonal|drug|food|medication|medicine|no|not|severe|bad|mild|new|possible|allergies|allergy|allergic|two|three|\d.*|treatment|lots|things?|stuff|many|much|kind|type|reactions?|real|true|proper|actual|serious|status|list|section|record|profile|update|history|aware|far|know|of|nka|nkda|correct|exactly|absolutely|doctor|doc|nurse|love|dear|dearie|darling|sir|madam|ma'am|mate|sweetheart|boss|indeed|agreed|wait|hold|hang)$/;
const longestName = 3;

/** The names of a list that begins at a token: `penicillin and adhesive tape`. */
function namesFrom({ tokens, language }: Clause, start: number): { readonly from: number; readonly to: number }[] {
  const { skipped, general, reaction, joint, ends } = language.allergies;
  const names: { from: number; to: number }[] = [];
  let from = start;
  const close = (to: number) => {
    while (from < to && skipped.test(tokens[from]?.text ?? '')) from += 1;
    const words = tokens.slice(from, to).map(({ text }) => text);
    const isName = words.length > 0 && words.length <= longestName && !words.some((word) => general.test(word));
    const isEveryday = words.every((word) => functionWords.has(word) || everydayWords.has(word));
    if (isName && !isEveryday && !reaction.test(words.join(' '))) names.push({ from, to });
    from = to + 1;
  };
  for (let at = start; at <= tokens.length; at += 1) {
    const text = tokens[at]?.text ?? '';
    if (joint.test(text)) close(at);
    else if (at === tokens.length || ends.test(text) || (at > from && reaction.test(text))) {
      close(at);
      break;
    }
  }
  return names;
}

/** Where a clause names what somebody reacts to, by the words around it alone. */
export function allergenSpans(clause: Clause): { readonly from: number; readonly to: number }[] {
  const { tokens } = clause;
  const { before, heading, compound, general, skipped, ends } = clause.language.allergies;
  const text = textOf(tokens);
  const wordAt = (offset: number) => text.slice(0, offset).split(' ').length - 1;
  const spans = [...text.matchAll(before)].flatMap(({ 0: said, index }) =>
    namesFrom(clause, wordAt(index + said.length)),
  );
  const title = heading.exec(text)?.[0];
  if (title !== undefined && !clause.isQuestion) spans.push(...namesFrom(clause, wordAt(title.length)));
  spans.push(...reactedTo(clause));
  for (const { index } of text.matchAll(compound)) {
    const at = wordAt(index);
    const word = tokens[at - 1]?.text ?? '';
    if (/^\p{L}{3,}$/u.test(word) && ![general, skipped, ends].some((each) => each.test(word)))
      if (!/^(?:and|or|your|my|his|her|their|with|to|of)$/.test(word)) spans.push({ from: at - 1, to: at });
  }
  return spans;
}

/** Whether a known name stands right after such words, whatever is said next: `allergic to codeine by the way`. */
export function isNamedNext({ tokens, language }: Clause, { from }: Pick<Mention, 'from'>): boolean {
  const { before, skipped } = language.allergies;
  const text = `${textOf(tokens.slice(0, from))} `;
  return [...text.matchAll(before)].some(({ 0: said, index }) =>
    text
      .slice(index + said.length)
      .split(' ')
      .every((word) => word === '' || skipped.test(word)),
  );
}

/** `But strawberries give me hives`: what stands before the verb, if no list knows it. */
function reactedTo(clause: Clause): { readonly from: number; readonly to: number }[] {
  const { tokens, isQuestion, language } = clause;
  if (isQuestion || language.shown !== null) return [];
  const at = tokens.findIndex((_, index) => gives.test(textOf(tokens.slice(index))));
  if (at < 1) return [];
  let from = at;
  while (from > 0 && at - from < longestName && !beforeSubject.test(tokens[from - 1]?.text ?? '')) from -= 1;
  return namesFrom({ ...clause, tokens: tokens.slice(0, at) }, from).filter(
    (span) => !noSubstance.test(textOf(tokens.slice(span.from, span.to))),
  );
}

const gives =
  /^(?:gives?|gave|causes?|caused|brings? on|brought on)(?: me| him| her)? (?:\w+ ){0,2}?(?:hives|rash(?:es)?|welts|blisters|anaphyla\w+|angio ?edema)\b|^(?:makes?|made) (?:me|him|her|my (?:throat|lips|tongue|face)|his (?:throat|lips|tongue|face)|her (?:throat|lips|tongue|face)) (?:\w+ )?(?:swell|close|itch all over|break out)\b/;
const beforeSubject = /^(?:,|and|but|that|so|when|if|because|or|know|think|of|some|even|then|than|like|just|also)$/;
/** What brings a rash on, and nobody is allergic to. */
const noSubstance =
  /\b(?:heat|sun|sunlight|stress|anxiety|exercise|running|walking|sweating|shaving|standing|cold|who|what|he|she|they|we|there|doctor|nurse)\b/;

/** What people ask for besides medicines. */
export const commonAllergens =
  'foods?|latex|rubber|adhesives?|(?:adhesive |surgical )?tape|plasters|bees?|wasps?|insects?|stings?|pollen|pets?|cats|dogs|nuts|peanuts?|shellfish|seafood|shrimp|eggs?|dairy|gluten|soy|contrast(?: dye)?|dyes?|iodine|metals?|nickel';
const avoided = new RegExp(
  `\\b(?:can't|cannot|can not|(?:not|isn't|wasn't) (?:allowed|supposed|able)(?: to)?|unable to)(?: ever)? (?:(?:have|take|use|eat|touch|wear|do|tolerate|get|be (?:near|around)) )?(?:any |the )?(${commonAllergens})\\b`,
);

/** `I can't have latex`, whose reason is not told. */
export function avoidedSpans({ tokens, isQuestion, role }: Clause): { readonly from: number; readonly to: number }[] {
  const text = textOf(tokens);
  const [said = '', name = ''] = isQuestion || role === 'clinician' ? [] : (avoided.exec(text) ?? []);
  if (name === '') return [];
  const to = text.slice(0, text.indexOf(said) + said.length).split(' ').length;
  return [{ from: to - name.split(' ').length, to }];
}

/** `NKDA except sulfa`, also where the exception is a clause of its own. */
export const exception = /(?:^|\b)(?:except|other than|apart from|aside from|besides)(?: for| to)?(?: |$)/;

/** What a denial of all allergies leaves out. */
export function exceptedSpans(
  clause: Clause,
  previous: Clause | undefined,
): { readonly from: number; readonly to: number }[] {
  const text = textOf(clause.tokens);
  const found = exception.exec(text);
  if (found === null || clause.isQuestion) return [];
  const before = `${textOf(previous?.tokens ?? [])} ${text.slice(0, found.index)}`;
  if (!clause.language.allergies.noAllergies.test(before)) return [];
  return namesFrom(clause, text.slice(0, found.index + found[0].length).split(' ').length - 1);
}

/** Where the answer to `any allergies?` names what it is: a list of names, and no sentence of its own. */
export function answeredSpans(clause: Clause): { readonly from: number; readonly to: number }[] {
  const text = textOf(clause.tokens);
  const { opening, after, reaction } = clause.language.allergies;
  const start = opening.exec(text)?.[0] ?? '';
  const first = start.trim() === '' ? 0 : start.trim().split(' ').length;
  const names = namesFrom(clause, first);
  const rest = textOf(clause.tokens.slice(names.at(-1)?.to ?? first));
  const isList = rest === '' || after.test(rest) || reaction.test(rest);
  return isList ? names : [];
}

/** Whether what stands around a mention says that the patient reacts to it: `penicillin gives me hives`. */
export function hasReaction({ tokens, language }: Clause, { to }: Pick<Mention, 'to'>): boolean {
  const { after, reaction } = language.allergies;
  const rest = textOf(tokens.slice(to));
  return after.test(rest) && reaction.test(rest);
}

export const englishAllergens = {
  ...{ before, heading, compound, after, reaction, ends, skipped, general },
  joint: /^(?:,|and|or|\/)$/,
  opening: /^(?:(?:yes|yeah|yep|just|only|well|um|uh|oh|so|i think|i'm|i am|allergic|to|it's|that's|,) ?)*/,
};
