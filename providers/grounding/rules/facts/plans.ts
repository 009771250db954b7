import { type Clause, neighbour } from '../reading/clauses.ts';
import { textOf } from '../reading/mentions.ts';
import { asksToBeTold } from '../readings/of-nobody.ts';
import { type FactDraft, plainDraft } from './fact-draft.ts';

const warning =
  /\b(?:if|when|should)\b.*\b(?:worse|worsen\w*|persist\w*|fever|chills|bleeding|chest pain|shortness of breath|numbness|develop\w*|not (?:get|getting|feel|improv)\w*|doesn't (?:get|improve|help|go)|don't (?:get|feel|improve)|still (?:having|hurting|in)|symptoms|pain|swelling|redness|anything (?:changes|else|happens)|any (?:problems|issues|concerns|changes)|flare|happens? again|any of (?:those|these|that))\b/;
const action =
  /\b(?:call|come (?:back|in)|let (?:me|us) know|go to the (?:er|emergency|hospital|nearest)|emergency (?:room|department)|911|seek|contact|reach out|return|get (?:back|seen)|urgent care|give (?:me|us) a call|message (?:me|us)|see (?:me|us|a doctor)|right away|immediately)\b/;
/** What is told with a condition and one of these is a warning, whatever the condition. */
const urgent =
  /\b(?:(?:go|come|head|get|take \w+) (?:straight |right |directly )?(?:to|into) (?:the|an|your nearest) (?:er|ed|emergency|hospital|nearest|urgent care)|emergency (?:room|department)|911|nine one one|urgent care|(?:right away|immediately|at once))\b/;
/** In what case somebody is to get help, whatever the case is. */
const inCase = /\b(?:if|unless|in case|should (?:you|he|she|it|they|that|this|the|your|there|any\w*))\b/;
const help =
  /(?<!\b(?:i|we|they|you|somebody|someone|he|she)(?:'ll| will|'d| would|'ve| have| had)? )\b(?:call|ring|phone|text|contact|message|dial|come (?:straight |right |and |back|in\b|here)|go (?:straight |right |back )?to|get (?:to|yourself|help|seen)|take (?:yourself|him|her) to|see (?:me|us|somebody|someone|(?:a|your|the) (?:gp|doctor|dentist|nurse|midwife|pharmacist|specialist))|(?:give|drop) (?:me|us|them) a (?:call|ring|line)|let (?:me|us) know|speak to|(?:get|be|keep) in touch)\b|\b(?:999|112|911|111|ambulance|a (?:and|&) e|casualty|emergency)\b/;
/** `If you come back in spring`, `if you have questions`: the case itself, or nothing to worry about. */
const noCase =
  /\b(?:if|unless|in case) (?:you|he|she|they|we|i)(?:'d|'re| would| do| are| want| need| have| like| can| could| should| to| ever| decide)* (?:call|ring|phone|come|go|get (?:to|back)|see (?:me|us))|\b(?:questions?|you (?:want|like|wish|can|prefer|need anything|(?:do not|don't) mind|(?:are|'re) (?:okay|ok|happy|willing|interested|up for))|(?<= )you're (?:okay|ok|happy|willing|interested|up for)|possible|that's (?:okay|ok|alright|fine)|convenient|needed|necessary)\b/;

/** `Fever, a stiff neck or a rash, come straight back.` */
const anyOfThese =
  /^(?!.*\b(?:i|we|they)(?:'ll| will)\b)(?:and |so |but )?(?!if\b|come|call|ring).*, (?:you |just |please |then )*(?:come|go|call|ring|phone|dial) (?:straight|right|back|us|me|999|911|111|112|an? ambulance)\b/;

/** When something is to happen. */
const time =
  '(?:in (?:a|an|about|\\d+|the)|on (?:the )?(?:\\d\\w*|\\w+day|(?:twenty |thirty )?\\w+(?:th|st|nd|rd)|january|february|march|april|may|june|july|august|september|october|november|december)\\b|next (?:week|month|year|time|\\w+day)|tomorrow|(?:this|on|by|before|until)? ?(?:mon|tues|wednes|thurs|fri|satur|sun)day|after (?:the|your|that|you)|once (?:the|your|you)|when (?:the|your) (?:results?|scan|labs?|report)|a (?:week|fortnight|month)|fortnight|every \\w+|as soon as)';
/** `See you in a fortnight`, `we will ring you with the results by Friday`, `book in with the nurse`. */
const appointed = new RegExp(
  `\\b(?:(?:see|seeing|want|like|need|have) (?:you|him|her|them) (?:back|again|here)?.{0,30}?\\b${time}|(?:come|be|get) back.{0,30}?\\b${time}|(?:your |the )?next (?:visit|appointment|session|check)\\b.{0,20}?(?:is|will be|on|in)\\b|(?:book|check) in with\\b|make (?:an|another|your) appointment|(?:come back(?! (?:up|down|(?:at|as) \\d|to (?!see|me|us|the (?:office|clinic))))|see (?:you|me|us) (?:back|again)|return (?:to|in))\\b|(?:we'll|i'll|we will|i will|they'll|they will|the (?:nurse|office|clinic|hospital) will|somebody will|someone will) (?:call|ring|phone|contact|text|email|mail|write|send)(?: to)? (?:you|him|her|them)\\b(?! (?:for|to|over|up|off|home|down)\\b))`,
);
/** When somebody may work, drive or do sports again. */
const atWork =
  /\b(?:off (?:of )?(?:work|school)|(?:back|return) to (?:work|school|sports?|training|driving|duty)|light (?:duty|duties|work)|(?:sick|fit|work|doctor's) note|sign(?:ed)? (?:you|him|her) off|not (?:go|be) (?:back )?(?:to|at) (?:work|school)|(?:not|n't|no) (?:to )?(?:driv(?:e|ing)|fly(?:ing)?|operat(?:e|ing)|swim(?:ming)?|travel(?:ling|ing)?|div(?:e|ing)) (?:for|until|while|any|till|yet|at)\b)/;
/** `Come back in one week, and call me if it gets worse`: the appointment is a fact of its own. */
const appointmentFirst =
  /^[^,]*\b(?:come back|see you|return|follow up)\b[^,]*\b\d+ \w+ ?,? and (?=(?:call|go|come|let|return|see)\b.*\b(?:if|when)\b)/;
const longest = 28;

/** Warnings (`call me if it gets worse`) and appointments, which no word list finds. */
export function plansOf(clauses: readonly Clause[], at: number): FactDraft[] {
  const clause = clauses[at];
  if (clause === undefined || clause.role === 'patient' || asksToBeTold(clauses, at)) return [];
  if (clause.isQuestion && !/\bif\b/.test(textOf(clause.tokens))) return [];
  const own = textOf(clause.tokens);
  const base = plainDraft(clause, at);
  const next = neighbour(clauses, at, 1);
  const joined = [clause, ...(next === undefined ? [] : [next])];
  // `If it isn't settling, so in two days, give me a call`
  const third = next?.sentence === clause.sentence ? neighbour(clauses, at + 1, 1) : undefined;
  if (third?.sentence === clause.sentence && inCase.test(own) && !help.test(joined.map(saidBy).join(' ')))
    joined.push(third);
  const isConditionFirst = /\bwhen\b/.test(own) || inCase.test(own);
  const whole = joined.map(saidBy).join(' ');
  const isWarning = (text: string) =>
    (action.test(text) && (warning.test(text) || urgent.test(text))) ||
    (inCase.test(text) && help.test(text) && !noCase.test(text)) ||
    anyOfThese.test(text);
  if ((isConditionFirst || anyOfThese.test(own)) && isWarning(own))
    return [{ ...base, kind: 'red_flag', term: 'warning', text: shorten(restOfSentence(clauses, at)) }];
  const before = neighbour(clauses, at, -1);
  if (
    next !== undefined &&
    isWarning(whole) &&
    (warning.test(own) ||
      isConditionFirst ||
      (next.sentence === clause.sentence && /^\W*(?:if|when|unless|in case|should)\b/.test(textOf(next.tokens)))) &&
    !(before !== undefined && action.test(textOf(before.tokens)) && isConditionFirst)
  )
    return [{ ...base, kind: 'red_flag', term: 'warning', text: shorten(restOfSentence(clauses, at, joined)) }];
  // What is said after a condition depends on it: `If anything changes. Go straight to A and E.`
  const isConditional = before?.sentence === clause.sentence && /\b(?:if|unless|in case)\b/.test(textOf(before.tokens));
  if (isConditional && appointed.test(own))
    return [{ ...base, kind: 'red_flag', term: 'warning', text: shorten(`${textOf(before.tokens)} ${own}`) }];
  const isPlain = !isConditional && !/\b(?:if|unless)\b/.test(own) && !clause.isQuestion;
  if (isPlain && atWork.test(own)) return [{ ...base, kind: 'advice', term: 'instruction', text: shorten(own) }];
  if (isPlain && appointed.test(own) && !/\b\d+ (?:to \d+ )?(?:days?|weeks?|months?|years?)\b/.test(own))
    return [{ ...base, kind: 'follow_up', term: 'follow up', text: `follow up: ${shorten(own)}` }];
  return [];
}

/** A clause, or more, with what ends their sentence: `Let me know if you have | any trouble`. */
function restOfSentence(
  clauses: readonly Clause[],
  at: number,
  joined: readonly Clause[] = clauses.slice(at, at + 1),
): string {
  const last = joined.at(-1);
  const after = clauses[at + joined.length];
  const isSame = last !== undefined && after?.turn === last.turn && after.sentence === last.sentence;
  const goesOn = isSame && /\b(?:have|get|feel|notice|with|having|of|or|and)$/.test(textOf(last.tokens));
  return [...joined, ...(goesOn ? [after] : [])].map(saidBy).join(' ');
}

const saidBy = ({ tokens }: Clause): string => textOf(tokens);

function shorten(text: string): string {
  return text
    .split(' ')
    .slice(0, longest)
    .join(' ')
    .replaceAll(' ,', ',')
    .replace(/^(?:so|and|okay|but|alright|then|,) /, '')
    .replace(appointmentFirst, '');
}
