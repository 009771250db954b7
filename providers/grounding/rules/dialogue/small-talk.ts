import { remembered } from '../../language/remembered.ts';
import { assents, courtesies, fillers, logistics } from './small-talk-phrases.ts';

const assent = [...fillers, ...assents].flatMap(fromWordToWord);
const smallTalk = [...assent, ...[...courtesies, ...logistics].flatMap(fromWordToWord)];
const denial = [
  ...assent,
  ...[
    "no|nope|nah|uh-uh|mm-mm|never|none|neither|nothing|not really|i don't think so|not at (?:all|this (?:point|time))",
    "(?:i|he|she|it|they|there) (?:am|is|are|was|were|do|does|did|have|has)(?: not|n't)?|i'm not|actually|at all",
    '(?:nothing|none) (?:like|of) (?:that|those|these|it|them)(?: sort)?|neither of (?:them|those)|no problems?',
    "(?:no|none|nothing|not) (?:whatsoever|that i(?:'m| am)? (?:can think of|know of|(?:have )?noticed|aware of|(?:can )?recall))",
    "(?:i think )?that's (?:it|all|everything)|(?:i think )?(?:i'm|we're) (?:all )?(?:good|set|okay|fine)",
    '(?:further |other )?questions|thank (?:god|goodness)|luckily|fortunately|doctor',
    'nein|nö|nee|niemals|nie|non|nichts|rien|nada|keine?[nrs]?|nicht dass ich (?:wüsste|weiß)|(?:eigentlich|auch|gar|bisher|überhaupt|das|ich) nicht',
    'as far as i (?:know|remember|can tell)|(?:absolutely|definitely|certainly|of course) not',
    '(?:gar |überhaupt |auch |nein )*keine?[nrs]?(?: bekannt)?|(?:habe|hatte|bin|war|nehme) ich (?:auch |gar |noch )*(?:nicht|nie)',
  ].flatMap(fromWordToWord),
];
const hesitation = [...fillers, 'm+|let me (?:see|think)|okay|ok|hold on|take your time|good question'].flatMap(
  fromWordToWord,
);

/** A phrase up to the end, and to a word before. */
function fromWordToWord(phrase: string): RegExp[] {
  return [new RegExp(`(?:${phrase})$`, 'iuy'), new RegExp(`(?:${phrase})(?= )`, 'iuy')];
}

/** In characters. What is longer is content. */
const longest = 300;

/** Whether a text consists of nothing but phrases. */
function consistsOf(text: string, phrases: readonly RegExp[]): boolean {
  const plain = plainText(text);
  if (plain.length > longest) return false;
  const reached = new Set([0]);
  for (const from of reached) {
    for (const phrase of phrases) {
      phrase.lastIndex = from;
      const end = phrase.test(plain) ? phrase.lastIndex : from;
      if (end === plain.length) return true;
      if (end > from) reached.add(end + 1);
    }
  }
  return plain === '';
}

/** Whether a sentence is surely a greeting, thanks, back-channel or logistics. What is not known is content. */
export const isSmallTalk = remembered((text) => consistsOf(text, smallTalk));

/** Whether an answer says no more than yes, no or okay. */
export const isPlainAnswer = remembered((text) => consistsOf(text, denial));

/** Whether somebody only assents: `okay`, `that makes sense`. */
export const isAssent = remembered((text) => consistsOf(text, assent));

/** Whether somebody hesitates, and the answer is to come: `um, let me think`. */
export const isHesitation = remembered((text) => consistsOf(text, hesitation));

/** Whether a line of a document is a heading without words below it, or the number of a page. */
export function isFurniture(text: string): boolean {
  return (
    /^(?:page|seite|página)\s*\d+(?:\s*(?:of|von|de|sur|\/)\s*\d+)?\.?$/iu.test(text) ||
    (/^[^\d]{1,40}:$/u.test(text) && text.split(/\s+/).length <= 4)
  );
}

function plainText(text: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(/ n't\b/g, "n't")
      .replace(/\b(gon|wan) na\b/g, '$1na')
      .replace(/\blem me\b/g, 'let me')
      .replace(/\b(?:um+|uh+|er|erm|you know)\b/g, ' ')
      .replace(/[.?!…"“”()¿¡,;:–—]+|-+(?=\s|$)|(?<=\s|^)-+/gu, ' ')
      .replace(/\s+/g, ' ')
      // `That, that makes sense.`
      .replace(/(?<![\p{L}'])(\p{L}[\p{L}']*(?: \p{L}[\p{L}']*)?)(?: \1(?![\p{L}']))+/gu, '$1')
      .trim()
  );
}
