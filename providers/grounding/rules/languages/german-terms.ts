import { readFileSync } from 'node:fs';
import { type FactKind, factKinds } from 'chronoscribe/kinds/grounding';
import type { Mention } from '../reading/mention.ts';
import type { Spoken } from '../reading/reading-language.ts';
import { type Term, termKey, terms } from '../reading/terms.ts';
import { germanSafety } from './german-safety.ts';

const file = new URL('../../terms/german.txt', import.meta.url);
const longest = 4;

/** Without umlauts, which recognisers and typists write apart, and without endings. */
function wordKey(word: string): string {
  const plain = word
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/ae|ä/g, 'a')
    .replace(/oe|ö/g, 'o')
    .replace(/ue|ü/g, 'u');
  return plain.length < 5 ? plain : plain.replace(/(?:en|em|er|es|e|n|s)$/, '');
}

function termOf(name: string, kind: FactKind): Term {
  return { name, kind, needsCue: false };
}

const listed: ReadonlyMap<string, Term> = new Map(
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => {
      const [kind = '', list = ''] = line.split(/: (.*)/s);
      return list.split(', ').flatMap((entry) => {
        const [name = '', others = ''] = entry.split(' = ');
        const term = termOf(name.toLowerCase(), kindOf(kind));
        return [name, ...others.split('; ')].map((said): [string, Term] => [
          said.split(/[ -]/).filter(Boolean).map(wordKey).join(' '),
          term,
        ]);
      });
    }),
);

function kindOf(name: string): FactKind {
  const kind = factKinds.find((each) => each === name);
  if (kind === undefined) throw new Error(`terms/german.txt names a kind that does not exist: "${name}".`);
  return kind;
}

const salts = /(?:succinat|tartrat|besilat|maleat|natrium|kalium|calcium|hydrochlorid|sulfat|mesilat|fumarat|citrat)$/;
/** Of words of one language that are no medicine of the other. */
const shortestMedicine = 6;

/** An international name with a German ending: `Metoprololsuccinat`, `Amlodipin`, `Hydrochlorothiazid`. */
function medicine(word: string): Term | undefined {
  if (word.length < shortestMedicine) return undefined;
  for (const base of [word, word.replace(salts, '')])
    for (const name of [base, `${base}e`]) {
      const term = terms.get(termKey(name));
      if (term?.kind === 'medication' && !term.needsCue) return term;
    }
  return undefined;
}

const compounds: readonly (readonly [RegExp, FactKind])[] = [
  [/^\p{L}{3,}schmerz(?:en)?$/u, 'symptom'],
  [
    /^\p{L}{4,}(?:itis|entzündung|fraktur|karzinom|infarkt|embolie|thrombose|insuffizienz|syndrom|störung)$/u,
    'problem',
  ],
];

/** What stands before a dose and names no medicine: `früher 5, jetzt 10 mg`. */
const noMedicine =
  /^(?:jetzt|heute|frü?her|fruher|früher|zuerst|dann|danach|später|zuletzt|aktuell|derzeit|momentan|wieder|insgesamt|immer|morgens|abends|mittags|nachts|täglich|jeweils|ungefähr|ungefahr|höchstens|mindestens|maximal|dosis|einmal|zweimal|dreimal|sonst|inzwischen|mittlerweile|vorher|nachher|damals|anfangs|bisher|nehme|nehmen|nimmt|erhält|bekommt|bekomme|steigern|erhöhen|reduzieren|tablette|tabletten|statt|knapp)$/u;

/** The longest term that begins at a word. A word with a dose right behind it is a medicine. */
function termAt(words: readonly string[], at: number): { readonly term: Term; readonly to: number } | undefined {
  for (let to = Math.min(words.length, at + longest); to > at; to -= 1) {
    const term = listed.get(words.slice(at, to).map(wordKey).join(' '));
    if (term !== undefined) return { term, to };
  }
  const word = words[at] ?? '';
  const allergen = /^(\p{L}{4,}?)s?allergie$/u.exec(word)?.[1];
  if (allergen !== undefined)
    return { term: termOf(listed.get(wordKey(allergen))?.name ?? allergen, 'allergy'), to: at + 1 };
  const kind = compounds.find(([pattern]) => pattern.test(word))?.[1];
  const isDosed =
    /^\p{L}{5,}$/u.test(word) &&
    !noMedicine.test(word) &&
    /^\d/.test(words[at + 1] ?? '') &&
    /^(?:mg|µg|mcg|ie)$/.test(words[at + 2] ?? '');
  const term =
    kind === undefined ? (medicine(word) ?? (isDosed ? termOf(word, 'medication') : undefined)) : termOf(word, kind);
  return term === undefined ? undefined : { term, to: at + 1 };
}

const safety = Object.entries(germanSafety).map(
  ([name, pattern]) => [termOf(name, 'safety'), new RegExp(pattern.source, 'gu')] as const,
);

/** The German terms of a clause, and what must never be lost, however it is worded. */
export function germanMentions({ tokens }: Spoken): readonly Mention[] {
  const words = tokens.map(({ text }) => text);
  const text = words.join(' ');
  const found = safety.flatMap(([term, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: said, index }): Mention => {
      const from = text.slice(0, index).split(' ').length - 1;
      return { term, said, from, to: from + said.split(' ').length };
    }),
  );
  for (let at = 0; at < words.length; at += 1) {
    const { term, to } = termAt(words, at) ?? {};
    if (term === undefined || to === undefined || found.some((each) => each.from < to && at < each.to)) continue;
    found.push({ term, said: words.slice(at, to).join(' '), from: at, to });
    at = to - 1;
  }
  return found.toSorted((one, other) => one.from - other.from);
}
