import { contentOf } from './content.ts';
import { placesApartIn } from './sides.ts';
import { isAssent, isSmallTalk } from './small-talk.ts';

/** What one speaker says without another between. */
export interface Turn {
  readonly speaker: string | null;
  readonly text: string;
  /** All of it asks. */
  readonly asks: boolean;
  /** Its end asks. */
  readonly asksLast: boolean;
}

/** In turns: how soon a decision is overturned. */
const reach = 6;
/** In words: who says more goes on to something else. */
const longest = 24;
/** `Okay, full dose.`: so many everyday words tell that the same is meant. */
const leastEveryday = 2;
/** In words: `It will.` settles nothing. */
const longestAside = 4;

const opening =
  /^(?:(?:,|okay|ok|fine|all ?right|alright|sure|good|good point|fair (?:enough|point)|i see|i understand|understood|oh|ah|hm+|well|so|let me see|yes|yeah|no problem|thanks?(?: you)?|you're right|right(?= ?,)|gut|na gut|ach|also|ja|in ordnung|verstehe) ?)*/u;
/** Something else comes in place of what was decided, in any sentence of a turn. */
const turns =
  /^(?:then(?! (?:(?:we|i)(?:'ll| will)? )?(?:see|come|call|follow|if|let me know|go to|you can)\b)|in that case|instead|except|wait|hold (?:off|on)|hang on|leave|keep|stay|stick|continue|carry on|skip|scratch|never ?mind|forget|back to|make (?:it|that)|half|half of|only|let's (?:not|leave|keep|stay|stick|skip|hold|wait)|we(?:'ll| will)? (?:leave|keep|stay|stick|skip|hold|wait|not)|dann|stattdessen|lassen|bleib\p{L}*|doch nicht|warten|nur)(?!\p{L})|(?<!\p{L})(?:then|instead|after all|stattdessen|dann)$|^(?:\p{L}+ ){1,2}then(?: ?,|$)|^(?!(?:and|i|we|you|he|she|it|they|if|since|but|so|when|what|that)(?!\p{L}))(?:\p{L}+ ){1,3}then(?!\p{L})/u;
/** After an answer to what the same turn asks: `I'd give you ulipristal. Are you breastfeeding? – Yes. – Levonorgestrel then.` */
const turnsAfterAnswer =
  /^(?:\p{L}+ ){1,3}then(?: ?,|$)|^(?:\p{L}+ ){1,2}(?:instead|stattdessen)(?!\p{L})|^(?:in that case|leave|skip|scratch|forget)(?!\p{L})/u;
/** The last question of a turn goes on to something else: `Atorvastatin?`, `And how is the leg?` */
const asksOfElse = /(?:^|[.!?;] ?)(?:[\p{L}'-]+|(?:and|how|how's|what about|next) [^.?!;]*) ?[?. ]*$/u;
/** `I don't fancy either of them`: whatever is said to it, that is no agreement. */
const declines =
  /^(?!.*\bbut (?:okay|ok|fine|sure|alright)\b).*(?:\bi (?:don't|do not|wouldn't) (?:really |much )?(?:want|fancy|like)\b|\bi'd rather not\b|\b(?:n?either of (?:them|those)|not keen|no,? thanks?|i'll (?:pass|leave it))\b)/u;
/** After a question alone: `Except Sunday? – Except Sunday.` */
const narrows = /^(?:except|only|but not|not on|wait|nur|außer)(?!\p{L})/u;
/** What is said at once against an objection, and would answer a question. */
const turnsAgainst =
  /^(?:no|not|nein|nicht|just|left|right|upper|lower|both|links|rechts|beide)(?!\p{L})(?! (?:problem|worries))/u;
const affirms = /^(?:(?:,|oh|well) )*(?:yes|yeah|yep|right|correct|exactly|ja|genau|richtig)(?!\p{L})/u;
const accepts =
  /^(?:(?:,|well|oh|um|uh) )*(?:okay|ok|fine|sure|yes|yeah|great|good|perfect|thanks?|thank you|all ?right|alright|sounds|that's (?:fine|great|good)|go (?:for it|ahead|on)|let's|why not|happy|deal|please(?! (?:don't|do not|no))|will do|gut|ja|gern|danke|klar|in ordnung)(?!\p{L})/u;

/**
 * The turn in which who decided something takes it back or changes it, after somebody else objected; undefined where nothing
 * tells of it. What was decided does not stand then, and only the whole exchange says what does.
 *
 * @param said in the order of the source, in lower case
 * @param at the turn of the decision
 * @param decision its sentence, in lower case: what is said against another one of the turn leaves it as it is
 * @example `Start Augmentin.` – `My throat closed on that.` – `Then doxycycline.`
 */
export function overturnedAt(said: readonly Turn[], at: number, decision?: string): number | undefined {
  const own = said[at];
  if (own === undefined || own.speaker === null) return undefined;
  let objection = '';
  let isAsked = false;
  let isAnswered = false;
  for (let next = at + 1; next <= at + reach; next += 1) {
    const turn = said[next];
    if (turn === undefined || turn.text.split(' ').length > longest) return undefined;
    if (turn.speaker !== own.speaker) {
      if (turn.asks) isAsked = true;
      else if (next === at + 1 && own.asksLast && !asksOfElse.test(own.text)) isAnswered = true;
      else if (objection === '' && (isAssent(turn.text) || isSmallTalk(turn.text) || accepts.test(turn.text)))
        return undefined;
      // Who answers objects to nothing, unless with a question before.
      else if (said[next - 1]?.asksLast !== true || isAsked || objection !== '') {
        if (objection === '' && isOfRest(own.text, decision, turn.text)) return undefined;
        objection += ` ${turn.text}`;
      }
      continue;
    }
    if (turn.asks) {
      // `The one that hurts is upper. – Upper right? – Yes.`
      const reply = said[next + 1];
      if (objection !== '' && sharesWords(turn.text, objection) && affirms.test(reply?.text ?? '')) return next + 1;
      continue;
    }
    const sentences = turn.text.split(/ ?[.;!?] /).map((text) => text.replace(/[ .!?]+$/, ''));
    const isTurned = sentences.some((text) => {
      const rest = text.replace(opening, '');
      if (objection === '') return isAnswered ? turnsAfterAnswer.test(rest) : narrows.test(rest);
      return turns.test(rest) || turnsAgainst.test(rest);
    });
    if (isTurned && (objection !== '' || isAsked || isAnswered)) return next;
    if (objection === '') {
      const isReply = said[next - 1]?.asksLast === true && said[next - 1]?.speaker !== own.speaker;
      if (turn.text.split(' ').length > longestAside && !turn.asksLast && !isReply) return undefined;
      continue;
    }
    const isDeclined = declines.test(objection) && !accepts.test(said[next + 1]?.text ?? '');
    if (takesUp(turn.text, objection) || isDeclined) return next;
    // What goes on about something else leaves the decision as it is, unless the objection is repeated.
    const again = said[next + 1];
    if (turn.text.split(' ').length > longestAside && !sharesWords(again?.text ?? '', objection)) return undefined;
  }
  return undefined;
}

/**
 * `Doxycycline instead. Come back Thursday. – Thursday I can't.` is said against the second alone, and so is `I cough on that` against the
 * treatment where the other is a test or an appointment.
 */
function isOfRest(turn: string, decision: string | undefined, objection: string): boolean {
  if (decision === undefined || !turn.includes(decision) || sharesWords(decision, objection)) return false;
  const rest = turn.replace(decision, ' ');
  if (arranges.test(decision) && !treats.test(decision) && treats.test(rest) && !ofTime.test(objection)) return true;
  return sharesWords(rest, objection);
}

const arranges =
  /\b(?:refer\w*|see (?:an?|the)|send(?:ing)? you|book\w*|schedul\w*|set(?:ting)? up|order\w*|x-?rays?|scans?|mri|ultrasound|blood ?(?:work|tests?)|labs?|come back|follow[- ]?up|appointment)\b/u;
/** What is said against an appointment. */
const ofTime =
  /\b(?:make it|come|then|away|busy|off|holidays?|vacation|travel\w*|work(?:ing)?|\w+day|weeks?|months?|tomorrow|morning|afternoon|far|drive|ride|copay|insurance|afford|claustrophobi\w*|radiation|lie|kneel|treadmill|needles?)\b/u;
const treats =
  /\b(?:start\w*|add\w*|giv(?:e|ing)|put(?:ting)? you on|try|prescrib\w*|switch\w*|increas\w*|rais\w*|doubl\w*|take|use|inject\w*|shot|\d+ ?(?:mg|milligrams?))\b/u;

/** `Left, thank you.`, `Okay, full dose.`: who decided repeats what was objected. */
function takesUp(text: string, objection: string): boolean {
  const isConceded = opening.exec(text)?.[0] !== '' || text.split(' ').length <= longestAside;
  return isConceded && sharesWords(text, objection);
}

function sharesWords(text: string, other: string): boolean {
  const [own, said] = [contentOf(text, 'as said'), contentOf(other, 'as said')];
  return (
    [...own.telling].some((word) => said.telling.has(word)) ||
    [...own.everyday].filter((word) => said.everyday.has(word)).length >= leastEveryday ||
    placesApartIn(text).some((side) => placesApartIn(other).includes(side))
  );
}
