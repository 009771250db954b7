import { clauseOf, measure, pointing, statementOf } from './inversion.ts';
import type { Answer } from './read-answer.ts';
import { whole } from './wording.ts';

/** What a question asks for, after which a statement has the answer in its place: `How often do you use it? – Daily.` */
const wanted =
  /^(?:(how often|how long|where|when|who)|(how much|how many|what|which)(?: (\p{L}[\p{L} ]*?))?) ((?:do|does|did|are|is|was|were|have|has) (?:you|it|he|she|they|(?:the|your|his|her) [\p{L}'-]+|this|that|all this)\b.*)$/iu;
const place =
  /^(?:(?:right|just|mostly|mainly|all|down|up|only|more) )*(?:in|on|at|behind|under|over|above|below|between|across|around|along|near|inside|down|up|from|the|my|both|left|right)\b/i;
const afterVerb = /^(?:a|an|per|every|each|in|at|on an?|during|for|when|with|before|after)\b/;
const noGap = /^(?:do|think|mean|want|call|need|say|feel|look|prefer|expect|notice)$/;

export function filled(question: string, { kind, pieces }: Answer): string | null {
  const [, plain, counted = '', noun = '', turned = ''] = wanted.exec(question) ?? [];
  const how = plain ?? counted;
  const [first, ...others] = pieces;
  if (how === '' || kind !== 'other' || first === undefined || first.isClause || /\bor\b/.test(question)) return null;
  const asked = how.toLowerCase();
  const isOfThing = asked === 'what' || asked === 'which' || asked === 'who';
  const fits = isOfThing || (asked === 'where' ? place : measure).test(first.text);
  const clause = clauseOf(turned.replace(/^(\w+) (?:this|that|all this)\b/, '$1 it').split(' '));
  if (!fits || clause === null || noGap.test(clause.verb) || pointing.test(clause.rest)) return null;
  const isBe = /^(?:are|is|was|were)$/.test(clause.aux);
  if (isBe && !/^(?:on|taking|using|allergic|doing|eating|drinking|sleeping|smoking|getting)$/.test(clause.verb))
    return null;
  const isLong = asked === 'how long';
  const amount = isLong && !/^(?:for|since|until|all)\b/i.test(first.text) ? `for ${first.text}` : first.text;
  const isCounted = noun !== '' && /^how m/.test(asked) && /^[\p{L}-]+$|^\d+$/u.test(amount);
  const answer = isCounted ? `${amount} ${noun}` : amount;
  const { rest } = clause;
  const at = rest === '' || afterVerb.test(rest) ? 0 : rest.length;
  const isMiddle = /^(?:how much|how many|what|which|who)$/.test(asked);
  if (isMiddle && at !== 0 && !/^(?:on|with|of|for|to|at)\b/.test(rest)) return null;
  const isFor = /^(?:on|with|of|to|at)$/.test(rest);
  const object = isMiddle && !isFor ? `${answer} ${rest}` : `${rest} ${answer}`;
  const told = statementOf({ ...clause, rest: object.trim() }, true, '');
  return told === null ? null : whole(told, others);
}
