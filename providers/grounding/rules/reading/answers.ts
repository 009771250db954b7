import type { Clause } from './clauses.ts';
import { mentionsIn, textOf } from './mentions.ts';
import { isPlace } from './places.ts';
import type { AnswerKind } from './reading-language.ts';

export interface Answer {
  readonly kind: AnswerKind;
  /** Indexes of its passages. */
  readonly passages: readonly number[];
  /** The clauses of the answer. */
  readonly clauses: readonly number[];
  /** `Everything else is fine`, `just a cough`: what it does not name is denied. */
  readonly deniesTheRest: boolean;
  /** `Both`, `all of them`: each thing of a list is affirmed. */
  readonly affirmsAll: boolean;
  /** It names a relative, or the whole family. */
  readonly namesRelative: boolean;
  /** `I was adopted`: nothing is known of the family. */
  readonly lacksFamilyHistory: boolean;
  /** `My dad does`: a relative has what was asked of the patient. */
  readonly isOfRelative: boolean;
  /** `I don't`, said beside a relative who does. */
  readonly deniesForPatient: boolean;
  readonly namesPlace: boolean;
  /** What `no` stands before: `no thyroid`. */
  readonly denied: readonly string[];
  /** `I do, actually`: to a question that expects a no, it says yes. */
  readonly contradicts: boolean;
  /** `I stopped it`. */
  readonly saysStopped: boolean;
  /** `When I was a child`. */
  readonly inChildhood: boolean;
}

const hesitation =
  /^(?:(?:um+|uh|er|ah|oh|well|so|actually|hm+|hmm|okay|ok|alright|all right|i mean|you know|(?:oh )?(?:my )?(?:gosh|goodness|god|lord)|let me see|honestly|yeah no|thank god|luckily|fortunately)\b[ ,]*|, )+(?=.)/;
const plainNo =
  /^(?:(?:no|nope|nah) ?,? ?)*(?:no|nope|nah|none|never|nothing|neither|uh uh|negative|(?:absolutely|definitely|certainly|of course) not|not (?:really|at all|that|any|anymore|recently|since|particularly|much|yet|so far|lately|to my|right now|i)|(?:i|we|he|she|it|they) (?:(?:don't|haven't|didn't)(?! (?:know|measured?|check(?:ed)?|weigh(?:ed)?|look(?:ed)?|count(?:ed)?|remember|recall)\b)|hasn't|doesn't|do not|have not|did not|never|wasn't|can't say)|nobody|i've never|i have never|i've not|denies)\b/;
/** `No fever`, against `no, nothing`. */
const noWithNoun =
  /^(?:no ,? ?)*no (?!no\b|nobody|not\b|yeah|yes|nothing|none|never|i\b|i'm|i've|it\b|it's|that|sir|ma'am|doctor|doc\b|just|really|um|uh|we\b|he\b|she\b|they|but|other|more|there|and|because|thank|problem|issue|complaint|,|anything|any\b|so\b|okay|all\b|my\b|the\b|you\b|in\b|sorry)\w+/;
const plainYes =
  /^(?:(?:yes|yeah) ,? ?)*(?:yes|yeah|yep|yup|correct|right|exactly|absolutely|definitely|of course|sure|certainly|mm ?hmm|mm|uh huh|mhm|(?:i|we|he|she|it|they) (?:do|did|have|has|does|sure do)|(?:i|we|he|she) (?:am|was|is)(?= (?:yeah|yes|,|too|still|actually)\b|$)|that's (?:right|correct|true)|sometimes|occasionally|most (?:days|nights|mornings|evenings|of the time)|a (?:little|bit|lot|few)|some|slightly|kind of|kinda|sort of|once in a while|both|every|all the time|quite|pretty|it comes and goes|comes and goes|from time|here and there|on and off|off and on|now and then|usually|mostly|often|constantly|who (?:doesn't|hasn't|isn't)|couple (?:of )?times|once a|twice a|(?:once|twice|(?:several|many|\d+) times?)(?: ?$| ,| (?:but|and|yes|yeah|i|in|last|this|yesterday|when|since|on|at|a|maybe|or|so)\b)|i'm|i've)\b/;
/** `A bit of ringing` names what there is. */
const someOf =
  /^(?:a (?:little )?bit|a little|some|kind|sort) of (?!it\b|that\b|the\b|both\b|them\b|yes\b|yeah\b|$)[a-z]+/;
const doubtful =
  /^(?:maybe|possibly|i think so|probably|might|i'm not sure|i am not sure|not sure|i guess|perhaps|could be|i don't know|i'm not certain)\b/;
const restDenied =
  /\b(?:everything else|other than that|otherwise|nothing else|no other|but no(?: not| mostly| nothing| ,|$)|that's (?:it|about it|all))\b/;
/** Before what is named, and nothing but that. `Only when I climb stairs` says when. */
const nothingBut =
  /^(?:(?:yes|yeah|well|no|oh|it's|i have|i've had|i get|i had|,) )*(?:just|only)(?: (?:a|an|the|my|some|little|bit|of|mild|slight|really|bad))* $/;
const everyOne =
  /^(?:(?:yes|yeah|well|oh|um|,) )*(?:both\b(?! sides| of us)|all (?:of (?:them|it|that|those|the above)|three|four|the above))/;
const relative =
  /\b(?:mother|father|mom|mum|dad|brothers?|sisters?|grand\w+|aunts?|uncles?|cousins?|parents?|siblings?|son|daughter|every(?:body|one)|all of (?:them|us)|both sides|(?:mother|father|mom|dad)'s side)\b/;
/** `My dad does`, `just my brother`, `on my mother's side`, to a question that is not about the family. */
const ofRelative =
  /^(?:(?:well|no|yes|yeah|just|only|actually|oh|um|uh|but|not me|i don't|,) ?)*(?:(?:my|his|her|our|on my|both my|all my) (?:\w+ )?(?:mother|father|mom|mum|dad|brothers?|sisters?|grand\w+|aunts?|uncles?|cousins?|parents?|son|daughter|kids?|children|husband|wife|partner|twin|in-?laws?)(?:'s)?\b(?! (?:said|says|told|thinks|thought|noticed|took|made|drove|gave|brought|wants?|found|saw|lives?|helps?|came)\b))/;
const unknownFamily =
  /\b(?:adopted|fostered|orphan\w*|raised by|never (?:knew|met)|(?:don't|didn't) (?:really )?know (?:my|them|him|her|much)|(?:died|passed(?: away)?) when i was)\b/;
const gone =
  /\b(?:not in a while|not (?:really )?having any|went away|gone|no longer|not anymore|not any more|it stopped|resolved|cleared up|got better completely|have(?:n't| not) had (?:1|any|it|them) since)\b/;
const contradiction =
  /^(?:yes |yeah |well |actually |, )*(?:(?:i|he|she) (?:do|did|have|am|has|does)\b(?! not|n't)|there (?:is|are|was)|sometimes|occasionally|some\b|a (?:little|bit|few)|once in a while|on and off|off and on|only (?:when|if|at|in|after|with)|just (?:when|a|some))/;
/** `No, I stopped it`. */
const stopping =
  /\b(?:i|we|he|she|they|doctor)(?:'ve| have| had| just| actually| already)* (?:stopped|quit|came off|discontinued|went off|got off)\b|\btook me off\b/;
const childhood =
  /\b(?:when (?:i|he|she) was (?:a |an |in |little|young|younger|small|growing|\d)|as a (?:kid|child|baby|teen\w*|toddler)|in (?:my )?(?:childhood|high school|college)|growing up|a long time ago)\b/;
/** A question about the question. */
export const asksForMeaning =
  /^(?:(?:,|um|uh|i'm sorry|sorry|oh|okay|well) )*(?:what(?:'s| is| are| does| do)(?: that| those| they| you)?(?: mean(?: by that)?)?|what do you mean(?: by that)?|like what|meaning what|such as|how do you mean)\b[ \w]{0,12}$/;
const detail =
  /^(?:in|on|at|since|for|about|when|after|before|down|up|into|to|across|along|around|behind|under|over|below|above|mainly|only|just|from|with|during|around|it's|it is|they're|two|three|half|\d+|mostly|socially|regularly|daily|weekly|rarely|weekends?)\b/;

/** A short answer that ends with a yes or no: `not that I know, no`. */
const closing = /^(?:\S+ ){0,5}(no|nope|nah|yes|yeah|yep)$/;

/** Maximum number of clauses of a turn that may follow its question. */
const maxAfterQuestion = 2;
/** Maximum number of clauses that are searched. */
const maxRow = 30;
const answerLength = 5;

const plainly = {
  kind: 'no',
  deniesTheRest: false,
  affirmsAll: false,
  namesRelative: false,
  lacksFamilyHistory: false,
  isOfRelative: false,
  deniesForPatient: false,
  namesPlace: false,
  denied: [],
  contradicts: false,
  saysStopped: false,
  inChildhood: false,
} as const;

/** Finds the answer to the question `at`: later in the same turn, or at the start of the next turn. */
export function answerTo(clauses: readonly Clause[], at: number): Answer | undefined {
  const question = clauses[at];
  if (question === undefined) return undefined;
  let next = at + 1;
  let others = 0;
  while (clauses[next]?.turn === question.turn && next - at <= maxRow) {
    const clause = clauses[next];
    if (clause === undefined) break;
    const text = textOf(clause.tokens).replace(hesitation, '');
    if (
      !clause.isQuestion &&
      (plainNo.test(text) || /^(?:yes|yeah|yep)\b/.test(text)) &&
      /^(?:no|yes|yeah|nope|yep)\b/.test(text)
    )
      return answerFrom(clauses, next);
    if (isSaidAtOnce(question, clause)) return answerFrom(clauses, next);
    if (clause.isQuestion && /\bno(?: no)*$/.test(text))
      return { ...plainly, passages: clause.passages, clauses: [next] };
    if (!clause.isQuestion) others += 1;
    next += 1;
  }
  if (others > maxAfterQuestion) return undefined;
  while (isHesitation(clauses[next])) next += 1;
  return answerFrom(clauses, afterExplanation(clauses, next));
}

/** `Any nausea I feel nauseated`: speech without marks, in which the patient answers in the turn of the question. */
function isSaidAtOnce(question: Clause, { sentence, isQuestion, tokens }: Clause): boolean {
  if (isQuestion || sentence !== question.sentence || !/^(?:i feel|i'm|i am|i've|i have|i get)\b/.test(textOf(tokens)))
    return false;
  return mentionsIn({ tokens, language: question.language }).some(({ term: { kind } }) => kind === 'symptom');
}

/** `What is that? – When your heart races. – No.`: the answer comes after the explanation. */
function afterExplanation(clauses: readonly Clause[], start: number): number {
  const first = clauses[start];
  if (first?.isQuestion !== true || !asksForMeaning.test(textOf(first.tokens))) return start;
  const later = clauses.findIndex(({ turn }, at) => at > start && turn === first.turn + 2);
  return clauses[later]?.speaker === first.speaker ? later : start;
}

function isHesitation(clause: Clause | undefined): boolean {
  return clause !== undefined && /^(?:um+|uh|er|well|okay|so|,| )+$/.test(textOf(clause.tokens));
}

function answerFrom(clauses: readonly Clause[], start: number): Answer | undefined {
  const first = clauses[start];
  if (first === undefined) return undefined;
  const own = clauses
    .slice(start, start + answerLength)
    .flatMap((clause, index) => (clause.turn === first.turn ? start + index : []));
  const text = own.map((index) => textOf(clauses[index]?.tokens ?? [])).join(' ');
  return {
    kind: first.language.replyKind(text),
    passages: passagesOf(clauses, own),
    clauses: own,
    deniesTheRest: restDenied.test(text) || namesOnly(first),
    affirmsAll: everyOne.test(text),
    namesRelative: relative.test(text),
    lacksFamilyHistory: unknownFamily.test(text),
    isOfRelative: ofRelative.test(text),
    deniesForPatient:
      /\b(?:i don't|i do not|i haven't|i never|not me|not myself|i'm not|i am not|but i|he doesn't|she doesn't|he is not|she is not|he's not|she's not|he isn't|she isn't)\b/.test(
        text,
      ),
    namesPlace: own.some((index) => clauses[index]?.tokens.some(isPlace)),
    denied: [...text.matchAll(/\bno ([a-z]+)/g)].flatMap(([, word]) => word ?? []),
    contradicts: contradiction.test(text.replace(hesitation, '')),
    saysStopped: stopping.test(text),
    inChildhood: childhood.test(text),
  };
}

/** The passages of the sentence with which an answer begins. */
function passagesOf(clauses: readonly Clause[], own: readonly number[]): readonly number[] {
  const [first, ...rest] = own.flatMap((index) => clauses[index] ?? []);
  const sentence = rest.filter((clause) => clause.sentence === first?.sentence);
  return [...new Set([...(first?.passages ?? []), ...sentence.flatMap((clause) => clause.passages)])];
}

/** `Just a cough` names a condition and no other. */
function namesOnly({ tokens, language }: Clause): boolean {
  const named = mentionsIn({ tokens, language }).find(({ term: { kind } }) => kind === 'symptom' || kind === 'problem');
  return named !== undefined && nothingBut.test(`${textOf(tokens.slice(0, named.from))} `);
}

/** `One moment`: what was asked is not answered yet. */
export const stalls =
  /^(?:let me (?:see|think|look|check)|hold on|hang on|(?:1|one|just a) (?:moment|second|sec|minute)|could you repeat|what was that|sorry what)\b/;

/** How an English answer answers. */
export function replyKind(said: string): AnswerKind {
  const text = said.replace(hesitation, '');
  if (stalls.test(text)) return 'other';
  if (/^no$|^nope$|^nah$/.test(text)) return 'no';
  if (/\bbut\b.{0,40}\b(?:yes|yeah)$/.test(text)) return 'yes';
  if (noWithNoun.test(text)) return 'denies-one';
  if (someOf.test(text)) return 'other';
  if (gone.test(text.slice(0, 60))) return 'gone';
  if (doubtful.test(text)) return 'maybe';
  if (plainNo.test(text)) return 'no';
  const last = closing.exec(text)?.[1];
  if (last?.startsWith('n') === true && !/^(?:yes|yeah|yep)\b/.test(text)) return 'no';
  if (plainYes.test(text) || everyOne.test(text) || last !== undefined) return 'yes';
  return detail.test(text) ? 'detail' : 'other';
}
