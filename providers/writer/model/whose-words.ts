import type { Passage } from 'chronoscribe/kinds/grounding';
import { type Role, said } from './said.ts';

/** Relatives, by the names that people give them. */
const relatives: readonly (readonly [name: string, names: string])[] = [
  ['mother', 'mother|mum|mummy|mom|mommy|mam'],
  ['father', 'father|dad|daddy'],
  ['grandmother', 'grandmother|grandma|granny|gran|nan|nana'],
  ['grandfather', 'grandfather|grandpa|grandad|granddad'],
  ['husband', 'husband|hubby'],
  ...'sister brother son daughter wife partner aunt uncle cousin nephew niece twin'
    .split(' ')
    .map((name) => [name, name] as const),
];
const named = relatives.map(([name, names]) => [name, new RegExp(`\\b(?:${names})s?\\b`, 'i')] as const);
const anyOf = `(?:${relatives.map(([, names]) => names).join('|')})`;
const reports =
  '(?:say|said|think|thought|told|tell|notice|mention|report|state|describe|reckon|worr|concern|want|ask|made|g[ai]ve)';
/** `My cousin says that I …`: somebody tells of the patient. */
const teller = new RegExp(`\\b${anyOf}\\b,? (?:also |always |has |had |is |was )?${reports}`, 'i');
const begins = '^(?:(?:and|but|so|well|oh|no|yes|yeah|then|also)\\b,? )*';
const ofRelative = new RegExp(`${begins}(?:(?:my|your|his|her|our|the|their) (?:\\w+ )?)?${anyOf}\\b`, 'i');
const ofOther = new RegExp(`${begins}(?:he|she)\\b`, 'i');
const first = /\b(?:i|i['’]\w+|me|myself)\b/i;
const third = /\b(?:he|she|him|her|his|he['’]s|she['’]s|they|them)\b/i;

function relativesIn(text: string): ReadonlySet<string> {
  return new Set(named.flatMap(([name, pattern]) => (pattern.test(text) ? name : [])));
}

/** Whether somebody speaks of another than the patient. */
function isOfOther(sentence: string, role: Role | undefined): boolean {
  if (role === 'other' && first.test(sentence) && !third.test(sentence)) return true;
  if (first.test(sentence) || teller.test(sentence)) return false;
  return ofRelative.test(sentence) || (role === 'patient' && ofOther.test(sentence));
}

/** Whether a sentence tells of another person than the lines that it cites, where most of its words stand. */
export function isOfAnother(sentence: string, cited: readonly Passage[]): boolean {
  const own = teller.test(sentence) ? new Set<string>() : relativesIn(sentence);
  const found = said(sentence.replaceAll(new RegExp(`\\b${anyOf}s?\\b`, 'gi'), ''), cited);
  const answers = found.filter(({ text }) => !text.endsWith('?'));
  const places = answers.length > 0 ? answers : found;
  if (places.length === 0) return false;
  if (own.size === 0) return !relativesIn(sentence).size && places.every(({ text, role }) => isOfOther(text, role));
  return !own.values().every((name) =>
    places.some(({ text }) => {
      const others = relativesIn(text);
      return others.has(name) ? !teller.test(text) : others.size === 0 && third.test(text);
    }),
  );
}
