import { pauseMark } from './marks.ts';

const me = 'i|we|he|she|they';
/** `So do I`, `me neither`, `same here`, `ich auch nicht`: what was said of somebody holds for another too. */
const words = [
  `(?:so|neither|nor) (?:do|did|am|is|are|can|could|have|has|had|was|were|would|will|should|must) (?:${me})`,
  'me,? (?:too|neither|either|as well|also)|(?:the )?same (?:here|goes for me|with me|for me|as me)|(?:the )?same (?:thing )?happen(?:s|ed) to me',
  `(?:${me})(?: (?:do|did|am|is|are|can|could|have|has|had|was|were|would|will|must|cannot|can not)|['’]m|['’]ve| \\w+n['’]t)(?: not)?(?: \\w+)?,? (?:too|as well|also|either|neither)`,
  '(?:just |exactly )?(?:like|as) me',
  '(?:und )?(?:ich|mir|wir|er)(?: selbst)? (?:auch|genauso|ebenso|ebenfalls)(?: nicht| keine?[nrs]?)?|bei (?:mir|uns) (?:auch|genauso|ebenso)(?: nicht)?|genau(?:so)? wie (?:ich|bei mir)|geht mir (?:auch|genauso)(?: so)?',
].join('|');

const end = `(?=[\\s"”]*(?:[.,!?;…${pauseMark}]|$))`;
const ofSpeaker = 'i|me|ich|mir|we|uns|wir';

/** Whether words say that the same holds of who speaks. */
export const holdsOfSpeaker = new RegExp(
  `(?<![\\p{L}'’])(?=(?:[^.;]{0,40}?(?<!\\p{L}))?(?:${ofSpeaker}|i['’]\\w+)(?!\\p{L})|same here)(?:${words})${end}`,
  'iu',
);
const alone = new RegExp(`[.!…](["”]?)( ${pauseMark})? (?=(?:(?:and|but|well|und),? )?(?:${words})${end})`, 'giu');

/**
 * A sentence says nothing without the one before it if it only says that the same holds of another, so both are one: `My
 * sister can't have latex. Neither can I.`
 */
export const withLikewise = (text: string): string => text.replace(alone, ',$1$2 ');
