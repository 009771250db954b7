import { type Content, contentOf, joined } from './content.ts';
import { replyKind } from './replies.ts';
import { isPlainAnswer, isSmallTalk } from './small-talk.ts';

/** Within an answer: each part denies by itself, or says something else. */
const parts = /[.?!;:](?=\s|$)|[,…–—]/u;
/** Words that deny. */
export const denies =
  /(?<!\p{L})(?:no|nope|nah|not|never|none|nothing|nobody|neither|nor|denies|kein\p{L}*|nicht|nichts|nie|niemals|weder|nein|nö|nee)(?!\p{L})|n't\b/iu;
/** `The rest no`: all that was asked besides; `nobody's ever said`. */
const idle = /\b(?:the rest|everything else)\b|['’]s\b/giu;
/** Who will not speak of it denies nothing: `I don't want to talk about that`, `nothing I'd tell you`. */
const withholds =
  /(?<!\p{L})(?:say|saying|tell|telling|talk\p{L}*|ask\p{L}*|answer\p{L}*|discuss\p{L}*|mention\p{L}*|questions?|need (?:this|that)|(?:get|go) (?:into|there)|sag\p{L}*|reden|sprechen|erzähl\p{L}*|frag\p{L}*)(?!\p{L})/iu;
/** `I can't say I have`, `as I told the nurse`, `no other questions` */
const saysSo =
  /\b(?:can't|cannot|can not|couldn't|could not) say (?:that )?(?:i|we|he|she|they)(?: have| do| am| did)?\b|\b(?:as|like) i(?:'ve)? (?:said|told|mentioned)(?: (?:the|you|your|them|him|her|before|earlier|\w+ \w+)\b)*|\b(?:no|any|other|further|more) questions?\b|wie (?:ich )?(?:schon )?gesagt/giu;
/**
 * `Not much`, `not yet`, `never again`, `hardly`: a no that holds for a time, a measure or a manner, which no list has all of. After a
 * `not` only these words deny at all.
 */
const qualified =
  /^(?:(?:well|um|uh|oh|no|nope|nah|nein|eigentlich|also)[\s,]+)*(?:not (?!at (?:all|this (?:point|time))|really|a (?:single|bit)|ever|one\b|that i(?:'m| am)? (?:know|aware|can|remember|recall|think|ever|have|noticed)|that i've|to my knowledge|as far|me\b|myself|i\b|any|in my life)\p{L}|(?:never again|hardly|barely|scarcely|rarely|seldom|nicht (?:mehr|so|oft|viel|immer|jeden|heute|seit|bei|wenn|im)|noch nicht|(?:zur ?zeit|momentan|im moment|derzeit) nicht|kaum|selten)(?!\p{L}))/iu;
/** `I don't take it when I go out` */
const limits = /(?<!\p{L})(?:when|whenever|if|unless|except|until|wenn|außer)(?!\p{L})/iu;
/** `I'm not as dizzy as before` */
const compares = /(?:\bnot|n't) (?:as|so|too|quite|exactly)(?! (?:far|i)\b)\b/iu;
/** How somebody fares says nothing against a denial: `I feel fine`. */
const fares = /(?<!\p{L})(?:fine|good|well|great|okay|ok|normal|gut)(?!\p{L})/iu;
/** A case in which it is so after all, though of everyday words alone: `sometimes`, `here and there`, `just at night`. */
const openKinds: ReadonlySet<string> = new Set(['yes', 'no-but', 'maybe', 'unclear', 'detail', 'gone']);

/**
 * Whether an answer denies what was asked, and says nothing else. Whatever else it says may take the denial back, in words
 * that no list has: then only question and answer together tell what was meant.
 *
 * @example deniesPlainly(['No, never.'], 'Do you smoke?') // true
 * @example deniesPlainly(['Not really, a bottle of wine at night.'], 'Do you drink?') // false
 */
export function deniesPlainly(said: readonly string[], asked: string): boolean {
  return said.flatMap((text) => text.replace(idle, ' ').split(parts)).every((part) => isPlain(part, asked));
}

function isPlain(part: string, asked: string): boolean {
  if (compares.test(part)) return false;
  if (qualified.test(part) && isVague(part)) return false;
  if (!/\p{L}|\d/u.test(part) || isPlainAnswer(part) || isSmallTalk(part)) return true;
  const rest = part.replace(saysSo, ' ');
  if (!/\p{L}|\d/u.test(rest)) return true;
  if (withholds.test(rest) && !withholds.test(asked)) return false;
  if (limits.test(rest) && !limits.test(asked)) return false;
  const own = contentOf(part, 'as said');
  if (own.numbers.size > 0 || !(denies.test(part) || (own.telling.size === 0 && isIdle(own, part)))) return false;
  return (['as said', 'canonical'] as const).some((spelling) =>
    addsNothing(contentOf(part, spelling), contentOf(asked, spelling)),
  );
}

/** Whether a part has no word of its own that may be what was asked for: `not dizzy` denies that. */
function isVague(part: string): boolean {
  return contentOf(part, 'as said').telling.size === 0;
}

/** Whether a part that denies nothing says nothing: `as I said`, `I feel fine`. */
function isIdle({ everyday }: Content, part: string): boolean {
  return fares.test(part) || (everyday.size === 0 && !openKinds.has(replyKind(part)));
}

/** Whether there is no number, and no word but everyday ones that was not said before. */
function addsNothing({ telling, numbers }: Content, before: Content): boolean {
  return numbers.size === 0 && [...telling].every((word) => before.telling.has(word) || denies.test(word));
}

/** In words: `And at night?`, against `And what about any family history?` */
const shortQuestion = 4;

/** Whether words stay with what was asked: `Not at all?`, `No pain?`, `And at night?`, `Okay.` */
export function staysWith(text: string, asked: readonly string[]): boolean {
  const before = joined(asked.map((each) => contentOf(each, 'as said')));
  const own = contentOf(text, 'as said');
  const isOfSame =
    (/^(?:and|und) /i.test(text) && text.split(' ').length <= shortQuestion) ||
    [...own.everyday].every((word) => before.everyday.has(word));
  return isPlainAnswer(text) || (isOfSame && addsNothing(own, before));
}
