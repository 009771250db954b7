import { expandContractions } from '../english/speech-normalization.ts';
import type { Voice } from '../person/patient-mentions.ts';
import { filled } from './asked-for.ts';
import { anyThing, chosen, inverted, pointing } from './inversion.ts';
import { bareTopic, labelled } from './labels.ts';
import { type Answer, readAnswer } from './read-answer.ts';
import { capital, ofPatient, whole } from './wording.ts';

/**
 * Tells a question with its answer as one sentence: all that was said, in the order of a statement. A question in a form that is not
 * known, an answer with a doubt or a turn in it, and what is pointed at give null: they can only be quoted.
 *
 * @param by who answers: of a clinician's answers only those about a thing that is named are told
 * @param topic what a question speaks of that names nothing
 * @example answeredStatement('Are you taking the lisinopril?', 'Yes, 10 mg in the morning.') // 'The patient is taking the lisinopril: 10 mg in the morning.'
 */
export function answeredStatement(asked: string, answer: string, by: Voice = 'patient', topic?: string): string | null {
  const question = plainQuestion(asked);
  const reply = question === null ? null : readAnswer(answer, by, question);
  if (question === null || reply === null || (fares.test(question) && !yesOrNo.test(answer))) return null;
  // `And the furosemide? – Halve it.`: what a clinician answers otherwise may be an order or a judgement.
  if (by === 'clinician') return bareTopic.test(question) ? null : labelled(question, reply);
  const told =
    labelled(question, reply) ??
    anyOf(question, reply) ??
    filled(question, reply) ??
    affirmed(question, reply) ??
    chosen(question, reply) ??
    inverted(question, reply);
  if (topic !== undefined) return ofTopic(topic, question, reply, told);
  return told === null ? null : withPronoun(told);
}

/** `Are your sugars okay? – A bit high.` says that they are not. */
const fares = /\b(?:okay|ok|good|fine|normal|all right|alright|stable|under control|better)$/i;
const yesOrNo = /^\W*(?:yes|yeah|yep|yup|no|nope|nah)\b/i;

/** `Headache, how often: daily.`, `Chest pain: it lasts for five minutes.` */
function ofTopic(
  topic: string,
  question: string,
  { kind, manner, pieces }: Answer,
  told: string | null,
): string | null {
  if (told !== null)
    return /^(?:it|they|that)\b/i.test(told)
      ? `${topic}: ${told.replace(/^./, (first) => first.toLowerCase())}`
      : withPronoun(told);
  // Who is meant by `you` a label does not say.
  if (/\byour?\b/i.test(question)) return null;
  if (kind === 'other') return whole(`${topic}, ${question}`, pieces, ': ');
  return whole(`${topic}, ${question}: ${[kind, manner].filter(Boolean).join(', ')}`, pieces);
}

/** `The patient uses the patient's inhaler` */
function withPronoun(told: string): string {
  return told.startsWith('The patient ') ? told.replaceAll(/(?<=.)\bthe patient's\b/g, 'their') : told;
}

const opening =
  /^(?:(?:and|so|okay|ok|alright|all right|now|then|but|well|oh|great|good|right|sure|got it|i see|also|first|hm+|um|uh)\b[\s,.]*)+(?=\p{L})/iu;
const tag = /,? *(?:right|correct|is that right|is that correct|yeah|yes|or no|or not|by any chance)$/i;

/** What denies, points at something, or speaks of the conversation cannot be turned round safely. */
const unclear =
  /\b(?:not|never|no|nobody|nothing|hardly|here|this way|like (?:this|that)|when i|if i|i|me|we|us|mind|opinion|think|guess|mean|wonder|questions?|want|wish|prefer|like to|understand|believe|agree|ready|sound|sounds|suppose|hear about|heard of)\b/i;
/** A single question without what opens and closes it; null if it is more, or not plain. */
function plainQuestion(asked: string): string | null {
  const text = expandContractions(asked.replaceAll('’', "'"))
    .replace(opening, '')
    .replace(/\b(how|where|when)'s\b/gi, '$1 is')
    .replace(sinceVisit, 'since the last visit')
    .replace(named, 'the ')
    .replace(/[?？.\s]+$/, '')
    .replace(tag, '');
  if (/[.?!;:–—…]|\p{L}- /u.test(text) || unclear.test(text) || text.split(' ').length > longestQuestion) return null;
  return text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}

/** `How long have you had these headaches?` names them. */
const named =
  /(?<=\bhow long .*)\b(?:these|those|this|that) (?=(?!is\b|was\b|for\b|been\b|one\b|before\b|going\b|like\b)\p{L}{3,})/iu;
const longestQuestion = 18;
const sinceVisit = /\bsince (?:i|we) (?:last )?(?:saw|spoke|talked|met)(?: (?:you|to you|with you))?(?: last)?\b/i;

/** `Any mucus? – Yes, green.` */
function anyOf(question: string, { kind, isImplied, manner, pieces }: Answer): string | null {
  const [, named] =
    /^(?:have you (?:had|noticed) )?any (?!other|others|more|else|questions|concerns|chance|idea|luck|better|worse|of\b|(?:at|in|on|with|when|during|while|after|before)\b)(.+)$/i.exec(
      question,
    ) ?? [];
  const name = named === undefined ? null : ofPatient(named);
  if (name === null) return null;
  // `Any falls? – Rarely.`
  if (manner !== '') return whole(`${name}: ${kind === 'no' ? `not ${manner}` : manner}`, pieces);
  // `Any falls? – Not since May.`
  if (kind === 'no')
    return pieces[0]?.text.startsWith('not ') ? whole(name, pieces, ': ') : whole(`Denies ${name}`, pieces);
  return (kind === 'yes' || isImplied) && !/\bor\b/.test(name) ? whole(`Reports ${name}`, pieces) : null;
}

/** `You're on warfarin? – Yes, at night.`, `You had the scan? – Last week.` */
function affirmed(question: string, { kind, pieces }: Answer): string | null {
  if (kind !== 'yes' || !/^(?:you|your|he|she|it|the)\b/.test(question) || pointing.test(question)) return null;
  const told = ofPatient(question);
  return told === null || anyThing.test(told) || !/\b(?:is|are|was|were|has|had|\p{L}+ed|\p{L}+s|\p{L}+t)\b/u.test(told)
    ? null
    : whole(capital(told), pieces);
}
