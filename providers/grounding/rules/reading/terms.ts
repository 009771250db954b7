import { readFileSync } from 'node:fs';
import type { FactKind } from 'chronoscribe/kinds/grounding';
import { genericNames, stem } from 'chronoscribe/language';

/** A medical term of the word lists. */
export interface Term {
  /** The canonical name: the generic name of a medicine. */
  readonly name: string;
  readonly kind: FactKind;
  /** True for a brand that is an everyday word or a name of people: it counts only beside a dose or a verb of taking. */
  readonly needsCue: boolean;
}

/** Forms of terms that are no nouns, as stems: `hurts`, `dizzy`. A fact says the canonical name instead. */
const noNouns = new Set<string>();

/** The name by which a fact shows a term: as it was said, or the canonical name if that is no noun. */
export function shownName({ name }: Term, said: string): string {
  return noNouns.has(said) ? name : said;
}

/** The longest term, in words. */
export const longestTerm = 5;

const folder = new URL('../../terms/', import.meta.url);

function linesOf(file: string): string[] {
  const lines = readFileSync(new URL(file, folder), 'utf8').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

/** The stems of the words of a term, by which it is found in a text. */
export function termKey(term: string): string {
  return (term.toLowerCase().match(/[a-z0-9]+(?:\.\d+)?(?:'[a-z]+)?/g) ?? []).map(termStem).join(' ');
}

/** The stem of a word of a term. Words in -itis and -osis are not plurals. */
export function termStem(word: string): string {
  const plain = word.split("'", 1)[0] ?? word;
  return plain.length < 5 || /(?:[iou]s|ss)$/.test(plain) ? plain.replace(/(?<=[a-z]{2}[^su])s$/, '') : stem(plain);
}

/** The list of symptoms holds diseases too: `gastroenteritis` is concluded, not felt. */
const namesDisease =
  /(?:itis|anemia|anaemia|penia|septicemia|pathy|fibrillation|effusion|failure|ischemia|obesity|apnea|urticaria)$/;

/** All terms by the stems of their words. Where lists share a term, the first list that is read has it. */
export const terms: ReadonlyMap<string, Term> = loadTerms();

/** The stems with which a term begins: most words begin none. */
export const firstStems: ReadonlySet<string> = new Set(terms.keys().map((key) => key.split(' ', 1)[0] ?? key));

function loadTerms(): ReadonlyMap<string, Term> {
  const found = new Map<string, Term>();
  const excluded = new Set(linesOf('not-terms.txt').map(termKey));
  const add = (said: string, name: string, kind: FactKind, needsCue = false): void => {
    const key = termKey(said);
    if (key.length < 3 && kind !== 'vital' && kind !== 'order') return;
    if (key.split(' ').length > longestTerm || found.has(key)) return;
    found.set(key, { name, kind, needsCue });
  };
  for (const line of linesOf('additions.txt')) {
    const [kind = '', list = ''] = splitOnce(line, ':');
    for (const entry of list.split(',')) {
      const [name = '', others = ''] = splitOnce(entry, '=');
      for (const said of [name, ...others.split(';')]) add(said, name.trim(), kind as FactKind);
      for (const [, form = ''] of others.matchAll(/~([^;]+)/g)) noNouns.add(form.trim().replaceAll('-', ' '));
    }
  }
  for (const [brand, generic] of genericNames) add(brand, generic, 'medication');
  const everyday = new Set(linesOf('everyday-names.txt'));
  const lists = [
    ['medications.txt', 'medication'],
    ['symptoms.txt', 'symptom'],
    ['diseases.txt', 'problem'],
    ['rxnorm-ingredients.txt', 'medication'],
    ['brands.txt', 'medication'],
    ['rxnorm-brands.txt', 'medication'],
  ] as const;
  for (const [file, kind] of lists) {
    for (const term of linesOf(file)) {
      const own = kind === 'symptom' && namesDisease.test(term) ? 'problem' : kind;
      if (excluded.has(termKey(term))) continue;
      if (term.endsWith(' allergy')) add(term, term.replace(/ allergy$/, ''), 'allergy');
      else add(term, term, own, file.endsWith('brands.txt') && everyday.has(term));
    }
  }
  return found;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
