import type { Answer } from './read-answer.ts';
import { ofPatient, whole } from './wording.ts';

/** `How's your appetite? – Fine.`, `And the swelling? – Goes down at night.` */
const topic =
  /^(?:(?:how (?:is|are|was|were|about)|what about|(?:what|when) (?:is|are|was|were)) (?:(?:your|my|the|his|her) )?|(?:your|my|the) |which )((?:\p{L}[\p{L}'-]*)(?: [\p{L}'-]+){0,3}?(?:, [\p{L}-]+)?)(?: like| is it| was it| hurts| doing| going| now| today| lately| these days| at the moment)*$/iu;
const noTopic =
  /\b(?:and|or|one|ones|both|left|right|you|it|he|she|they|things?|everything|everybody|anything|that|this|are|is|was|were|been|doing|going|day|weather|(?:your )?name)\b/i;

/** `How are you sleeping? – Badly.` */
const doing =
  /^how (?:are|have) you (?:been )?(?!doing|feeling|going|getting|coming)(\p{L}+ing)(?: lately| now| these days| at night)?$/iu;
/** `What makes it worse? – Bending.` */
const changing = /^what (?:makes|made) (it|the [\p{L} ]+?|your [\p{L} ]+?) (worse|better|easier)$/iu;

/** `Mood? – Irritable.`, `Caffeine, energy drinks? – Two coffees.` */
export const bareTopic =
  /^(?!(?:any|no|do|does|did|are|is|was|were|have|has|had|can|could|will|would|should|may|how|what|when|where|which|who|why|tell|show|okay|sorry|pardon|really|yes|and|or|the|a|an|my|this|that|since|for|about|every|each|most|same|still|worse|better|ever|never|twenty|thirty|forty|fifty|at|in|on|with|to|so|like|more|less|anyone|anybody|everything|you|your|he|she|it|they|we|i)\b)\p{L}[\p{L}\d-]*(?:,? [\p{L}\d-]+){0,3}$/iu;

/** An answer below the name of what it is of. */
export function labelled(question: string, { kind, pieces }: Answer): string | null {
  const [first] = pieces;
  if (kind !== 'other' || first === undefined) return null;
  if (/^(?:what|when|which)\b/.test(question) && first.isClause) return null;
  const [, what = '', course = ''] = changing.exec(question) ?? [];
  if (what !== '') {
    if (first.isClause && !/^(?:when|if|after|while|before)\b/.test(first.text)) return null;
    const subject = ofPatient(what);
    const joint = /^(?:when|if|after|while|with|in|at|on|during|before|by)\b/.test(first.text) ? ' ' : ' with ';
    return subject === null ? null : whole(`${subject} is ${course}`, pieces, joint);
  }
  const name = doing.exec(question)?.[1] ?? topic.exec(question)?.[1] ?? (bareTopic.test(question) ? question : '');
  if (name === '' || noTopic.test(name) || first.text.toLowerCase() === name.toLowerCase()) return null;
  return whole(name.replace(/\b(?:your|my) /gi, ''), pieces, ': ');
}
