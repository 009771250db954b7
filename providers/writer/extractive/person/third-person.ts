import { alternation, testAny } from '../english/patterns.ts';
import { expandContractions } from '../english/speech-normalization.ts';
import { conjugateVerbs, type MentionRole, mentionAt, tokenize, type Voice } from './patient-mentions.ts';

/** The patient's sex as stated in the source; null if it is not stated, or both are. */
export type Sex = 'male' | 'female' | null;

/** Words for the patient by grammatical role; null if there is none. */
type Words = Readonly<Record<MentionRole, string | null>>;

const noun: Words = { subject: 'the patient', object: 'the patient', possessive: "the patient's", reflexive: null };
const pronouns: Readonly<Record<'male' | 'female' | 'unknown', Words>> = {
  unknown: { subject: 'they', object: 'them', possessive: 'their', reflexive: 'themself' },
  male: { subject: 'he', object: 'him', possessive: 'his', reflexive: 'himself' },
  female: { subject: 'she', object: 'her', possessive: 'her', reflexive: 'herself' },
};

/** Somebody else in the sentence whom `he` or `she` could mean. */
const someoneElse = new RegExp(
  `\\b(?:${`he she him his hers? himself herself husband wife m[ou]m mother father dad son daughter brother sister child kid friend boyfriend girlfriend partner
  uncle aunt grand\\w+ cousin doctor dr nurse boss guy man woman person somebody someone specialist \\w+ologist therapist`
    .split(/\s+/)
    .join('|')})\\b`,
  'i',
);

/** Several in the sentence whom `they` could mean. */
const others =
  /\b(?:they|them|their|theirs|themselves|these|those|people|folks|guys|parents|kids|children|\p{L}+ists|(?:doctor|nurse|friend|patient|brother|sister|cousin|surgeon|relative|grand\p{L}+|neighbou?r|coworker|colleague)s)\b/iu;

/**
 * Rephrases a sentence about the patient in the third person: the patient's `I` and `my`, or the clinician's `you` and
 * `your`. The clinician's own `I` and `we` stay, since the note is the clinician's.
 *
 * @returns null if the reading is uncertain
 */
export function inThirdPerson(sentence: string, voice: Voice, sex: Sex): string | null {
  const text = expandContractions(sentence);
  if (isAmbiguous(text, voice)) return null;
  const tokens = tokenize(text);
  const told = [...tokens];
  let words = noun;
  let last: MentionRole | null = null;
  for (const at of tokens.keys()) {
    const use = mentionAt(tokens, at, voice);
    if (use === null) continue;
    // `The tablets made the patient sick, so they stopped` may mean the tablets.
    const isUnclear = sex === null && use === 'subject' && last === 'object';
    const word = use === 'unsure' ? null : (isUnclear ? noun : words)[use];
    const isPlural = word === pronouns.unknown.subject;
    if (word === null || (use === 'subject' && !conjugateVerbs(tokens, told, at, isPlural))) return null;
    told[at] = word;
    if (use !== 'unsure') last = use;
    // A pronoun needs an antecedent, and nobody else in the sentence.
    if (!someoneElse.test(text) && (sex !== null || !others.test(text))) words = pronouns[sex ?? 'unknown'];
  }
  return told.join('');
}

/**
 * Tells whether it is uncertain who is meant in a sentence, so that it can only be quoted. Expects expanded
 * contractions.
 */
export function isAmbiguous(text: string, voice: Voice): boolean {
  switch (voice) {
    case 'patient':
      return inCompany.test(text) || reported.test(text) || clinicianSpeaks.test(text);
    case 'clinician':
      return (
        toSeveral.test(text) ||
        toCompanion.test(text) ||
        patientCited.test(text) ||
        definition.test(text) ||
        patientSpeaks.test(text)
      );
    default:
      return voice satisfies never;
  }
}

/** The patient with others, or addressing the clinician. */
const inCompany = testAny(
  /\b(?:you|your|yours|yourself|y'all|we|us|our|ours|ourselves|let's)\b/,
  /\b(?:me and|and me|than i|type i|mine|ain't|i'd)\b/,
);
/** In `She said I will …` either of them may be meant. */
const reported = /\b(?:said|says|like|goes|asked)[, ]+(?:i (?:am|will|think|want|would)|am i|do i|should i)\b/i;
/** Speaker turns may be wrong: here the clinician speaks under the patient's name. */
const clinicianSpeaks = /\bi (?:\p{L}+ ){0,4}(?:prescrib|recommend|refer|examin|palpat|auscult|appreciate)/iu;

/** `If he gets drowsy, you call 999.` is said to whoever came along. */
const toCompanion = /^(?=.*\b(?:he|she|him)\b).*\byou\b(?! (?:know|see)\b)/i;
const toSeveral = testAny(
  /\b(?:you guys|you all|y'all|you two|yours|thank you|ain't|you'd|me and)\b/,
  /\byour \p{L}+ and you\b/u,
);
/** The patient's own words in `You said I …`. */
const patientCited = /\byou (?:said|say|were (?:saying|like)|are like|told me|mentioned|feel like)\b.*\b(?:i|my)\b/i;
/** A definition, which is about anybody: `Asthma is when you wheeze`. */
const definition = /\b(?:is|like|called) (?:when|where|if) you\b/i;

/** What clinicians say of themselves. After another `I …` the patient may be speaking under their name. */
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

/** Whether words in the first person may be the patient's. */
export function mayBePatient(text: string): boolean {
  return patientSpeaks.test(expandContractions(text));
}

/** What the clinician tells the patient. */
const toPatient =
  /\b(?:i|we) (?:will|would like|want|am going to|are going to|recommend)\b.*\byou\b|\byou (?:need|should|must|have to|are going)\b|\byour\b/i;
/** What the patient says of the clinician. */
const ofClinician =
  /\byou (?:gave|prescribed?|said|told|put|started|ordered|sent|did|referred|wanted|asked|recommended|changed|stopped|increased)\b/i;
const ofSpeaker = /\b(?:i|me|my|myself)\b/i;
const ofListener = /\b(?:you|your|yours|yourself)\b/i;

/**
 * Whose words a sentence is of a speaker whose role is not known; null where either may have said it. `I want to stop it` is
 * nobody's order.
 */
export function voiceOf(sentence: string): Voice | null {
  const text = expandContractions(sentence);
  if (text.endsWith('?') || ofClinician.test(text)) return null;
  if (toPatient.test(text) && !patientSpeaks.test(text)) return 'clinician';
  return ofSpeaker.test(text) && !ofListener.test(text) && patientSpeaks.test(text) ? 'patient' : null;
}
