/**
 * What an answer says of what was asked.
 *
 * - `yes`, `no`: plainly
 * - `no-but`: a no, and a case in which it is not so: `no, just at night`
 * - `maybe`: with doubt
 * - `denies-one`: `no fever`: only what it names is denied
 * - `gone`: it is over
 * - `detail`: a time, a place, a circumstance, which presupposes what was asked
 * - `other`: in some other way, or not at all
 * - `unclear`: both yes and no, or one says yes and another no
 */
export type ReplyKind = 'yes' | 'no' | 'no-but' | 'maybe' | 'denies-one' | 'gone' | 'detail' | 'other' | 'unclear';

const hesitation =
  /^(?:(?:um+|uh|er|ah|oh|well|so|actually|hm+|hmm|okay|ok|alright|all right|i mean|you know|(?:oh )?(?:my )?(?:gosh|goodness|god|lord)|let me see|honestly|yeah no|thank god|luckily|fortunately|as far as i (?:know|can tell|remember))\b[ ,]*|, )+(?=.)/;
/** `I don't know` and `he never checks` deny nothing. */
const unlooked =
  '(?! (?:know|measur\\w*|check\\w*|weigh\\w*|look\\w*|count\\w*|remember|recall|notice if|watch\\w*|ask\\w*)\\b)';
const plainNo = new RegExp(
  `^(?:(?:no|nope|nah) ?,? ?)*(?:no|nope|nah|none|never${unlooked}|nothing|neither|uh uh|negative|denies|nobody|${[
    '(?:absolutely|definitely|certainly|of course) not',
    'not (?:really(?! sure)|at all|as far|that|any|anymore|recently|since|particularly|much|yet|so far|lately|to my|right now|i|usually)',
    `it (?:doesn't|didn't|does not|did not|hasn't|wasn't|isn't)(?= ?$| ,| (?:really|at all|hurt|seem|bother|happen|any ?more|get|have|no|not)\\b)`,
    `(?:i|we|he|she|they) (?:(?:don't|haven't|didn't|never|do not|have not|did not|hasn't|doesn't|wasn't)${unlooked}|can't say)`,
    "i've never|i have never|i've not|(?:i'm|i am|he's|she's) not",
  ].join('|')})\\b`,
);
/** `No fever`, against `no, nothing`. */
const noWithNoun =
  /^(?:no ,? ?)*no (?!no\b|nobody|not\b|yeah|yes|nothing|none|never|chance|way|i\b|i'm|i've|it\b|it's|that|sir|ma'am|doctor|doc\b|just|only|except|unless|well|really|um|uh|we\b|he\b|she\b|they|but|other|more|there|and|because|thank|problem|issue|complaint|,|anything|any\b|so\b|okay|all\b|my\b|the\b|you\b|in\b|sorry)\w+/;
const plainYes = new RegExp(
  `^(?:(?:yes|yeah) ,? ?)*(?:${[
    'yes|yeah|yep|yup|correct|right|exactly|absolutely|definitely|of course|sure|certainly|mm ?hmm|mm|uh huh|mhm',
    '(?:i|we|he|she|it|they) (?:do|did|have|has|does|sure do)',
    "(?:i|we|he|she) (?:am|was|is)(?= (?:yeah|yes|,|too|still|actually)\\b|$)|that's (?:right|correct|true)",
    "(?:sometimes|occasionally|most (?:days|nights|mornings|evenings|of the time))(?! (?:not|no|never|(?:it|i|he|she|they) (?:\\w+n't|(?:is|do|does|am|are) not)))|a (?:little|bit|lot|few)|some|slightly",
    'kind of|kinda|sort of|once in a while|both|every|all the time|quite|pretty|it comes and goes|comes and goes',
    "from time|here and there|on and off|off and on|now and then|usually|mostly|often|constantly|who (?:doesn't|hasn't|isn't)",
    'couple (?:of )?times|once a|twice a',
    '(?:once|twice|(?:several|many|\\d+) times?)(?: ?$| ,| (?:but|and|yes|yeah|i|in|last|this|yesterday|when|since|on|at|a|maybe|or|so)\\b)',
    "i'm(?! not\\b)|i've(?! gone)",
  ].join('|')})\\b`,
);
/** `A bit of ringing` names what there is. */
const someOf =
  /^(?:a (?:little )?bit|a little|some|kind|sort) of (?!it\b|that\b|the\b|both\b|them\b|yes\b|yeah\b|$)[a-z]+/;
const doubtful =
  /^(?:maybe|possibly|i think so|probably|might|i'm not sure|i am not sure|not (?:really )?sure|i guess|perhaps|could be|i don't know|i'm not certain)\b/;
export const everyOne =
  /^(?:(?:yes|yeah|well|oh|um|,) )*(?:both\b(?! sides| of us)|all (?:of (?:them|it|that|those|the above)|three|four|the above))/;
const gone = new RegExp(
  `\\b(?:${[
    'not in a while|not (?:really )?having any|went away|no longer|not anymore|not any more|it stopped|resolved',
    "(?<!\\bhave |i've |(?:foot|leg|arm|hand|eye|side|half) has )" +
      'gone(?= ?$| ,| (?:now|away|since|completely|thank|by|for|after)\\b)',
    '(?:it|they|that|those)(?: all)? (?:went|stopped|settled|cleared|lifted)(?= ?$| ,| (?:away|off|now|since|on|down)\\b)|^(?:it|they) (?:was|were)(?= ?$| ,| not since)|^(?:lifted|settled|cleared|resolved|gone|no more)(?= ?$| ,| (?:since|on|now|last|yesterday)\\b)|had none since',
    "cleared up|got better completely|have(?:n't| not) had (?:1|any|it|them) since",
  ].join('|')})\\b`,
);
/** `It went away and came back twice`, `gone, till I climb a stair`: it is not over. */
const notOver = /\b(?:back|again|returned|worse|till|until|unless|except|but|comes|then|would|'d)\b/;
const detail =
  /^(?:in|on|at|since|for|about|when|after|before|down|up|into|to|across|along|around|behind|under|over|below|above|mainly|only|just|from|with|during|around|it's|it is|they're|two|three|half|\d+|mostly|socially|regularly|daily|weekly|rarely|weekends?)\b/;
/** A case that is left out of a no: `just at night`, `except when I run`, `not until I move`. */
const exception =
  /^(?:(?:no|nope|nah|not|never|none|well|really|,) )+(?:but )?(?:(?:just|only|except|maybe)(?: for)? (?:when|if(?! anything)|after|at|in|on|with|during|while|once|the (?:odd|occasional)|sometimes|occasionally|last|this|now)\b|unless|until|when|if(?! anything)|sometimes|occasionally|except|(?:\w+ ){1,4}(?:now and then|sometimes|occasionally|once in a while)\b)/;
/** `No. I get winded sometimes.`: something else, or a case of it in other words. */
const otherSometimes =
  /^(?:(?:no|nope|nah|not really|well|,) )+i (?!(?:do|get|have|feel|had|got) (?:it|them|one|some|that|those|a little|a bit|sometimes|occasionally)\b|sometimes|occasionally|do\b)(?:\w+ ){1,4}(?:now and then|sometimes|occasionally|once in a while)\b/;
/** `Other than my tonsils, no.` */
const exceptFor =
  /^(?:(?:well|,) )*(?:other than|apart from|aside from|except(?: for)?|besides)\b.*\b(?:no|nope|none|nothing(?: else)?)$/;
/** A short answer that ends with a yes or no: `not that I know, no`. */
const closing = /^(?:\S+ ){0,5}(no|nope|nah|yes|yeah|yep)$/;
const yesAndNo = /^(?=.*\b(?:no|nope|nah)\b)(?=.*\b(?:yes|yep|yeah)\b)(?:(?:no|nope|nah|yes|yep|yeah|and|,) ?){2,}$/;

/** `No. Well, a bit yesterday.`, `None. Oh, my appendix.` */
const takesBack =
  /^(?:no|nope|nah|none|nothing|never|not really)(?:(?: ,)? (?:no|none|nothing|never|not (?:really|at all)))*(?: ,)? (?:(?:oh|ah|um|uh|sorry|,) ?)*(?:well|oh|actually|wait|hang on|hold on|apart from|although|except)\b(?!.*\b(?:no|not|never|nothing|none|\w+n't|fine|okay)\b)/;
/** `Yes. No, not today.` */
const turnsBack =
  /^(?:yes|yeah|yep)\b(?: ,)? (?:(?:well|oh|actually|sorry|,) )*(?:no|nope)(?= ?$| ,| (?:not|it|that|i|wait|sorry|actually)\b)/;
/** `No more than usual` */
const notMore = /^no (?:more|worse|different|less) than\b/;

/** `No, it just started, sorry, yes.` */
const turnsRound = /^(?:no|nope|nah)\b.{0,60}\b(?:sorry|wait|actually|i mean)(?: ,)* (?:yes|yeah|yep)\b/;
/** `One moment`: what was asked is not answered yet. */
export const stalls =
  /^(?:let me (?:see|think|look|check)|hold on|hang on|(?:1|one|just a) (?:moment|second|sec|minute)|could you repeat|what was that|sorry what)\b/;

/**
 * Reads an answer.
 *
 * @example replyKind('No, just at night.') // 'no-but'
 */
export function replyKind(said: string): ReplyKind {
  const text = plainText(said).replace(hesitation, '');
  if (stalls.test(text)) return 'other';
  if (/^(?:no|nope|nah)$/.test(text)) return 'no';
  if (yesAndNo.test(text) || turnsRound.test(text) || turnsBack.test(text)) return 'unclear';
  if (/\bbut\b.{0,40}\b(?:yes|yeah)$/.test(text)) return 'yes';
  if (notMore.test(text)) return 'other';
  if (otherSometimes.test(text)) return 'unclear';
  if (exception.test(text) || exceptFor.test(text)) return 'no-but';
  if (takesBack.test(text)) return 'unclear';
  if (noWithNoun.test(text)) return 'denies-one';
  if (someOf.test(text)) return 'other';
  if (gone.test(text.slice(0, 60)) && !notOver.test(text)) return 'gone';
  if (doubtful.test(text)) return 'maybe';
  if (plainNo.test(text)) return 'no';
  const last = closing.exec(text)?.[1];
  if (last?.startsWith('n') === true && !/^(?:yes|yeah|yep)\b/.test(text)) return 'no';
  if (plainYes.test(text) || everyOne.test(text) || last !== undefined) return 'yes';
  return detail.test(text) ? 'detail' : 'other';
}

/** In lower case, without marks but commas. */
function plainText(said: string): string {
  const marked = said.toLowerCase().replaceAll('’', "'");
  const words = marked.replace(/(?:[?!;:…,–—]|\.(?!\d))+/g, ' , ').replace(/[-\s]+/g, ' ');
  return words.replace(/^[ ,]+|[ ,]+$/g, '').replace(/(?:, )+/g, ', ');
}

const firmNo =
  /^(?:(?:well|um|uh|oh|,),? )*(?:no|nope|nah|never|none|nothing|not at all|(?:absolutely|definitely|of course|certainly) not|i (?:don't|do not|haven't|have not|didn't|did not|never|am not)|i'm not|i've (?:never|not))\b/i;
/** `In quite a while`, `for years`: a denial that holds for a time. */
export const forTime =
  'in (?:a |quite a |some |over a? ?|about a? ?|\\w+ )?(?:while|years?|months?|weeks?|ages)|for (?:years|months|ages|a while|\\w+ (?:years|months))';
const hedge = new RegExp(
  `\\b(?:but|except|only|unless|sometimes|any ?more|lately|recently|today|now|yet|say no|used to|really|guess|think|maybe|until|since|last|once|when|if|just|usually|far|yes|yeah|${forTime})\\b`,
  'i',
);

/** Whether an answer denies, and does nothing else: `not today` and `I wouldn't say no` do not. */
export function isFirmNo(said: string): boolean {
  return firmNo.test(said) && !hedge.test(said);
}
