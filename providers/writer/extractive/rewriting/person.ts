import { agreeVerbs } from './agreement.ts';
import { writtenOut } from './contractions.ts';
import { mentionAt, tokensOf, type Use } from './mentions.ts';
import { isDoubtful, type Voice } from './voices.ts';

/** The patient's sex where the source says it; null where it does not, or says both. */
export type Sex = 'male' | 'female' | null;

/** The words for a patient by their use; null where there is none. */
type Words = Readonly<Record<Use, string | null>>;

const noun: Words = { subject: 'the patient', object: 'the patient', possessive: "the patient's", reflexive: null };
const pronouns: Readonly<Record<'male' | 'female', Words>> = {
  male: { subject: 'he', object: 'him', possessive: 'his', reflexive: 'himself' },
  female: { subject: 'she', object: 'her', possessive: 'her', reflexive: 'herself' },
};

/** Somebody else in the sentence for whom `he` or `she` could stand. */
const someoneElse = new RegExp(
  `\\b(?:${`he she him his hers? himself herself husband wife m[ou]m mother father dad son daughter brother sister child kid friend boyfriend girlfriend partner
  uncle aunt grand\\w+ cousin doctor dr nurse boss guy man woman person somebody someone specialist \\w+ologist therapist`
    .split(/\s+/)
    .join('|')})\\b`,
  'i',
);

/**
 * What the patient says of herself (`I`, `my`), or the clinician to the patient (`you`, `your`), told of the patient in the third person. Of
 * the clinician's own `I` and `we` nothing changes: a note is the clinician's. Null where the reading is not sure.
 */
export function inThirdPerson(sentence: string, voice: Voice, sex: Sex): string | null {
  const text = writtenOut(sentence);
  if (isDoubtful(text, voice)) return null;
  const tokens = tokensOf(text);
  const told = [...tokens];
  let words = noun;
  for (const at of tokens.keys()) {
    const use = mentionAt(tokens, at, voice);
    if (use === null) continue;
    const word = use === 'unsure' ? null : words[use];
    if (word === null || (use === 'subject' && !agreeVerbs(tokens, told, at))) return null;
    told[at] = word;
    // Who is meant by a pronoun must have been named, and be the only one.
    if (sex !== null && !someoneElse.test(text)) words = pronouns[sex];
  }
  return told.join('');
}
