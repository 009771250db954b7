import { expandContractions } from '../english/speech-normalization.ts';

/** What only joins a question to the one before. */
const opening = /^(?:(?:and|so|okay|alright|now|then|but)\b[\s,]*)+(?=\p{L})/iu;
const amountOfTime =
  /(?:(?:about|around|maybe|probably|over|almost|nearly|at least|roughly) )*(?:an?|\p{L}+|\d+)(?: (?:or|to) (?:\p{L}+|\d+))? (?:minutes?|hours?|days?|weeks?|months?|years?)(?= now\b|[.,!]|$| ago\b)(?: ago)?|since (?:last )?\p{L}+(?: \d+)?(?=[.,!]|$)/giu;
const howLong =
  /^how long (?:(?:have|did) you (?:had|have|been having|been feeling|felt|noticed)|has there been) (?:this |that |the |these |those |your |any )?(\p{L}[^?]{2,40}?)(?: for| going on| now)?$/iu;
const whenStarted =
  /^when did (?:(?:this|that|the|these|your|all this) ?)?(\p{L}[^?]{0,30}?)? ?(?:first )?(?:start|begin|come on|happen)$/iu;
const longestTime = 8;

/**
 * Tells since when in the clinician's words.
 *
 * @returns `You have had cough for three weeks.`; null if a question asks for no time, or its answer tells none
 */
export function timeStatement(asked: string, answer: string): string | null {
  const given = expandContractions(answer.trim());
  const question = expandContractions(asked.replace(opening, '').replace(/[?？.\s]+$/, ''));
  const times = given.match(amountOfTime) ?? [];
  const what = howLong.exec(question)?.[1];
  if (what !== undefined && times.length === 1 && !/\bor\b|\band\b/.test(what)) {
    const time = times[0].replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
    if (/ago$/.test(time)) return null;
    return `You have had ${what}${time.startsWith('since') ? '' : ' for'} ${time}.`.replace(/ {2,}/g, ' ');
  }
  const started = whenStarted.exec(question);
  if (started === null || given.split(' ').length > longestTime || !startsTime.test(given)) return null;
  const [, subject = ''] = started;
  const it = /^(?:it|this|that|)$/i.test(subject.trim()) ? 'It' : `The ${subject.trim()}`;
  return `${it} started ${given.replace(/[.\s]+$/, '').replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())}.`;
}

const startsTime =
  /^(?:(?:about|around|maybe|probably) )?(?:last|yesterday|this|on|in|two|three|four|five|six|seven|eight|nine|ten|an?|\d+)\b.*\b(?:ago|night|morning|evening|week|month|year|weekend|day|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)\.?$|^yesterday\.?$/i;
