import { conjugateVerbs, type MentionRole, mentionAt, tokenize, type Voice } from './patient-mentions.ts';
import { alternation, testAny } from './patterns.ts';
import { expandContractions } from './speech-normalization.ts';

/** The patient's sex where the source says it; null where it does not, or says both. */
export type Sex = 'male' | 'female' | null;

/** The words for a patient by their use; null where there is none. */
type Words = Readonly<Record<MentionRole, string | null>>;

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
  const text = expandContractions(sentence);
  if (isAmbiguous(text, voice)) return null;
  const tokens = tokenize(text);
  const told = [...tokens];
  let words = noun;
  for (const at of tokens.keys()) {
    const use = mentionAt(tokens, at, voice);
    if (use === null) continue;
    const word = use === 'unsure' ? null : words[use];
    if (word === null || (use === 'subject' && !conjugateVerbs(tokens, told, at))) return null;
    told[at] = word;
    // Who is meant by a pronoun must have been named, and be the only one.
    if (sex !== null && !someoneElse.test(text)) words = pronouns[sex];
  }
  return told.join('');
}

/** Whether it is doubtful who is meant in a sentence, so that it can only be quoted. Its contractions are written out. */
export function isAmbiguous(text: string, voice: Voice): boolean {
  switch (voice) {
    case 'patient':
      return inCompany.test(text) || reported.test(text) || clinicianSpeaks.test(text);
    case 'clinician':
      return toSeveral.test(text) || patientCited.test(text) || definition.test(text) || patientSpeaks.test(text);
    default:
      return voice satisfies never;
  }
}

/** The patient with others, or to the clinician. */
const inCompany = testAny(
  /\b(?:you|your|yours|yourself|y'all|we|us|our|ours|ourselves|let's)\b/,
  /\b(?:me and|and me|than i|type i|mine|ain't|i'd)\b/,
);
/** `She said I will …` may mean either of them. */
const reported = /\b(?:said|says|like|goes|asked)[, ]+(?:i (?:am|will|think|want|would)|am i|do i|should i)\b/i;
/** A recogniser's turns are not always right: here the clinician is heard under the patient's name. */
const clinicianSpeaks = /\bi (?:\p{L}+ ){0,4}(?:prescrib|recommend|refer|examin|palpat|auscult|appreciate)/iu;

const toSeveral = testAny(
  /\b(?:you guys|you all|y'all|you two|yours|thank you|ain't|you'd|me and)\b/,
  /\byour \p{L}+ and you\b/u,
);
/** `You said I …`: the patient's own words. */
const patientCited = /\byou (?:said|say|were (?:saying|like)|are like|told me|mentioned|feel like)\b.*\b(?:i|my)\b/i;
/** `Asthma is when you wheeze`: of anybody. */
const definition = /\b(?:is|like|called) (?:when|where|if) you\b/i;

/** What clinicians say of themselves. Where they seem to say something else of `I`, the patient may be heard under their name. */
const clinicianDoes = alternation(
  /am (?:(?:not|also|just|really|a little|little|too|very) )*(?:going|concerned|worried|hearing|seeing|happy|glad|hoping|thinking|wondering)\b/,
  /am (?:(?:not|also|just|really|very) )*(?:looking|recommending|ordering|prescribing|referring|giving|putting|starting|sending)\b/,
  /am (?:(?:not|also|just|really|very) )*(?:feeling (?:a|some|your)|examining|sure|aware|pleased|proud)\b/,
  /was (?:concerned|worried|referring|able|hoping|going)\b/,
  /(?:can|could|will|would|should|may|might|cannot|did|do)\b/,
  /(?:want(?:ed)?|think|believe|suspect|recommend(?:ed)?|hope|wish|wonder|guess|know|need|agree|understand|explain(?:ed)?)\b/,
  /(?:appreciate|see|saw|hear|heard|listen(?:ed)?|look(?:ed)?|watched|observed|not(?:e|ed|ice|iced)|found|palpate|auscultate)\b/,
  /(?:feel (?:that|like|the|some|a|no|any)|felt (?:your|some|a|no)|press|push|pound|bend|twist|touch|move|turn|tap|lift|squeeze)\b/,
  /(?:review(?:ed)?|order(?:ed)?|examined?|prescribed?|refer(?:red)?|checked|start(?:ed)?|put|sent|gave|get|have (?:here|that))\b/,
  /(?:adjust(?:ed)?|treat(?:ed)?|mobili[sz]ed?|manipulated?|palpated|measured|stretched)\b/,
  /(?:said|told|mentioned|asked|discussed|talk(?:ed)?|spoke)\b/,
  /ha(?:ve|d) (?:(?:not|also|just|already|never) )*(?:reviewed|ordered|seen|heard|discussed|explained|written|sent|put|recommended)\b/,
  /ha(?:ve|d) (?:(?:not|also|just|already|never) )*(?:asked|told|advised|prescribed|noted|the|some|a few|your)\b/,
);
const clinicianHas = alternation(
  /exam|examination|plan|recommendations?|assessment|impression|diagnosis|opinion|suspicion|goal|thoughts?|hope|advice|concerns?/,
  /nurse|office|physical|template|notes?|assistant|medical|team|colleagues?|partners?|review|patients|general|staff|schedul\p{L}+/u,
  /first|next|hand|fingers?|resistance/,
);
const adverbs =
  /(?:(?:just|also|still|always|really|actually|definitely|certainly|probably|only|then|now|first|again|kind of|\p{L}{3,}ly) )*/u
    .source;
const patientSpeaks = new RegExp(
  `\\bi\\b(?! ${adverbs}(?:${clinicianDoes}))|\\bmy\\b(?! (?:${clinicianHas})\\b)|\\bmyself\\b`,
  'iu',
);
