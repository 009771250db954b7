import { cutMark, pauseMark } from './marks.ts';
import type { Turn } from './turn.ts';

const word = (words: string) => new RegExp(`(?<![\\p{L}'’-])(?:${words})$`, 'iu');
/** Nothing ends in these. */
const bound = word(
  "an?|the|my|your|our|their|of|for|with|from|into|without|during|than|and|or|because|der|dem|den|des|eine?[nrms]?|kein|mein(?:e[nrms]?)?|zum|zur|im|vom|gegen|von|für|ohne|und|oder|weil|dass|(?:is|are|was|were|have|has|had|with|there’s|there's) (?:no|any)|(?:habe|hat|hatte|nehme|ist|sind|war) (?:ich |sie |er )?keine[nrms]?|(?:setzen|nehmen|stoppen) sie (?:das|die|den)",
);
/** These end an answer, and nothing else. */
const elliptic = word(
  "to|am|is|are|was|were|be|been|have|has|had|do|does|did|will|would|should|can|cannot|\\p{L}+n['’]t|not|never|i|we|he|they|i['’](?:m|ve|ll|d)|take|taking|denies|reports|nicht|nie|ich|wir|habe|hatte|hat|bin|nehme",
);
/** `If you get` */
const conditional = /(?<!\p{L})(?:if|when|unless|wenn|falls)(?: \p{L}+){0,2}$/iu;
/** `I am allergic`, before `to clindamycin`. */
const reacts = /(?<!\p{L})(?:allergic|allergisch)$/iu;
const toWhat = /^\s*(?:to|gegen|auf)(?!\p{L})/iu;
/** A question may end in any of them: `What are you allergic to`, `does that help or`. */
const open =
  /(?<!\p{L})(?:what|who|where|which|how|(?:do|did|does|are|is|was|were|have|has|can|could|would) (?:you|he|she|it|that|there)|was|wer|wo|wie|wogegen|(?:haben|nehmen|hatten|sind) sie)(?!\p{L})/iu;
const asks =
  /\?\s*$|^\W*(?:(?:so|and|okay|ok|well|now|und) )*(?:any|do|does|did|have|has|are|is|was|were|can|how|what|when|where|haben|hatten|nehmen|sind|gibt|wie|was|wann)(?!\p{L})[^.!]*$/iu;
/** `das Ramipril`, against `das weiß ich` */
const object = /^\s*(?:das|die|den|der) \p{Lu}/u;
/** With these somebody begins to speak. */
const beginning =
  /^\W*(?:yes|yeah|yep|no|nope|nah|none|never|nothing|okay|ok|right|all right|alright|well|so|oh|ah|um+|uh\S*|hm+|mm\S*|mhm|sure|good|great|exactly|correct|i|i['’]\p{L}+|you|you['’]\p{L}+|we|he|she|it|it['’]s|they|there|that|that['’]s|this|these|those|what|how|when|where|why|who|which|do|does|did|are|is|was|were|can|could|would|will|have (?:you|they|there)|has (?:he|she|it)|any|and|but|because|or|if|then|now|let['’]?s?|hi|hello|sorry|thank\p{L}*|please|maybe|not|sometimes|ja|nein|nicht|doch|gut|also|ach|ich|sie|wir|er|es|das|dann|und|aber|oder|wenn|wie|was|wann|wo|warum|haben|hatten|sind|nehmen|gibt|genau|danke|bitte|keine?[nrs]?|nie|na)(?![\p{L}'’])/iu;

/** Whether words go on with what was cut before them, where a recogniser cuts anywhere: `stomach started hurting`. */
export const goesOnWith = (after: string): boolean => /^\s*n?or\b/i.test(after) || !beginning.test(after);

const lastSentence = new RegExp(`(?:[.?!…]["”]?\\s+|${pauseMark}\\s*)(?=[^.?!…${pauseMark}]*[.?!…]?\\s*$)`, 'u');
const firstSentence = new RegExp(`[.?!…]["”]?(?=\\s)|\\s${pauseMark}`, 'u');

/** Whether words cannot end there, and those after them begin in the middle. `question` is what they may answer. */
export function isTorn(said: string, after: string, question = ''): boolean {
  const tail = said.slice(startOfLast(said)).replaceAll(` – ${cutMark}`, '').trim();
  // A recogniser ends every line with a full stop.
  const end = tail.replace(/(?<=\s(?:an?|the|ein|eine|einen))\.$/iu, '');
  if (
    /[.?!…:;,]["”]?$/u.test(end) ||
    end.includes(':') ||
    (beginning.test(after) && !object.test(after)) ||
    !/\p{L}/u.test(after)
  )
    return false;
  if (reacts.test(end)) return toWhat.test(after);
  if (open.test(end)) return /(?<!\p{L})(?:an?|the|my|your|any)$/iu.test(end);
  return bound.test(end) || conditional.test(end) || (elliptic.test(end) && !asks.test(question));
}

/**
 * Takes a sentence that is cut across two speakers out of both turns: `I don't`, `have any pain`. Whoever said it, neither
 * part says anything by itself, so they are a turn of their own, of which nothing is stated but its words.
 */
export function withTorn(turns: readonly Turn[]): Turn[] {
  const all: Turn[] = [];
  for (const turn of turns) {
    const last = all.at(-1);
    const isOne = last === undefined || (last.isTorn !== true && last.speaker === turn.speaker);
    if (isOne || !isTorn(last.text, turn.text, all.at(-2)?.text)) {
      all.push(turn);
      continue;
    }
    all.pop();
    const [head, tail] = splitTurn(last, last.isTorn === true ? 0 : startOfLast(last.text));
    const found = firstSentence.exec(turn.text);
    const [first, rest] = splitTurn(turn, found === null ? turn.text.length : found.index + found[0].length);
    const passages = [...tail.passages, ...first.passages];
    all.push(
      ...(isSaid(head) ? [head] : []),
      {
        ...tail,
        text: `${tail.text.replace(/\.$/, '')} – ${cutMark} ${first.text}`,
        passages,
        role: 'unknown',
        isTorn: true,
      },
      ...(isSaid(rest) ? [rest] : []),
    );
  }
  return all;
}

export const isSaid = ({ text }: Turn) => /[\p{L}\p{N}]/u.test(text);

/** Where the last sentence of a text begins. */
export function startOfLast(text: string): number {
  const found = lastSentence.exec(text);
  return found === null ? 0 : found.index + found[0].length;
}

/** The parts of a turn before and after a place in its text, each with its passages. */
export function splitTurn(turn: Turn, at: number): [Turn, Turn] {
  const marks = new RegExp(`[${cutMark}${pauseMark}]`, 'gu');
  const edge = new RegExp(`^[\\s${cutMark}${pauseMark}]+|[\\s${cutMark}${pauseMark}]+$`, 'gu');
  const [before, after] = [turn.text.slice(0, at).replace(edge, ''), turn.text.slice(at).replace(edge, '')];
  const count = (text: string) => (text.match(marks)?.length ?? 0) + 1;
  return [
    { ...turn, text: before, passages: turn.passages.slice(0, count(before)) },
    { ...turn, text: after, passages: turn.passages.slice(-count(after)) },
  ];
}
