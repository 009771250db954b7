import type { Passage } from 'chronoscribe/kinds/grounding';
import { isConditionOnly } from './conditions.ts';
import { spokenTexts } from './dictation.ts';
import { withLaterConsequences } from './later-consequences.ts';
import { withLikewise } from './likewise.ts';
import { cutMark, pauseMark } from './marks.ts';
import { goesOnWith, isTorn, startOfLast, withTorn } from './torn-sentences.ts';
import type { Turn } from './turn.ts';

/** After these words a sentence cannot end. */
const open =
  /(?:[,–-]|\b(?:a|an|the|this|that|these|those|my|your|his|her|its|our|their|some|any|every|each|no|not|never|of|in|on|at|to|for|with|from|by|about|into|over|under|around|without|during|through|since|until|than|as|like|and|or|but|so|because|cause|if|when|where|while|although|whether|which|who|is|are|was|were|be|been|am|have|has|had|do|does|did|can|could|will|would|should|may|might|must|i|i'm|i've|you|we|he|she|they|very|really|more|less|take|takes|taking|start|stop|stopped|started|hold|holding|held|continue|increase|decrease|double|reduce|restart|keep|give|gave|giving|given|prescribe|add|order|check|recheck|repeat|avoid|try|use|uses|using|need|needs|want|wants|feel|feels|get|gets|called|denies|reports|mr|mrs|dr|der|die|das|den|dem|des|ein|eine|einen|einem|kein|keine|keinen|und|oder|aber|weil|wenn|dass|mit|von|zu|bei|nach|vor|seit|auf|an|im|am|zum|zur|ich|wir|sie|er|nicht|sehr))\s*$/iu;
const numberWord =
  /(?:\s|^)(?:\d[\d.,]*|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|point|half|and a|(?:hundred|thousand) and)\s*$/iu;
const beginsWithNumber =
  /^\s*(?:\d|zero\b|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b|eleven\b|twelve\b|\p{L}+teen\b|\p{L}{3,5}ty\b|hundred\b|thousand\b|point\b|over\b|and a half\b|percent\b|milli|micro|mg\b|mcg\b|ml\b|units?\b|out of\b)/iu;

/** `put weight on it after that` / `okay any other injuries`: who speaks next may be somebody else. */
const beginsAnew = /^\s*(?:okay|ok|all right|alright|yeah|yes|any|do you|did you|are you|have you)\b/iu;
const mayEnd = /\b(?:that|this|these|those|her|no|not|so|like|more|less|you|it)\s*$/iu;

/** Whether a sentence goes on from one passage to the next: a cue or the piece of a recogniser ended within it. */
function isCut(before: string, after: string): boolean {
  if (after.startsWith(cutMark)) return true;
  if (/[.?!…:;]["”')\]]*\s*$/u.test(before)) return false;
  if (beginsAnew.test(after) && mayEnd.test(before)) return false;
  if (isConditionOnly(before.slice(startOfLast(before)))) return true;
  if (open.test(before) || beginsWithNumber.test(after) || isTorn(before, after)) return true;
  // In a text without capitals a small letter tells nothing.
  return /\p{Lu}/u.test(before) && /^\s*\p{Ll}/u.test(after);
}

/** Share of the borders within sentences, from which a recogniser without marks is known to cut anywhere. */
const cutShare = 0.15;
/** Fewer borders tell nothing. */
const fewest = 4;

function isCutAnywhere(texts: readonly string[]): boolean {
  const borders = texts.slice(1).map((after, at) => [texts[at] ?? '', after] as const);
  if (borders.length < fewest || texts.some((text) => /[.?!;:,]/.test(text))) return false;
  return borders.filter(([before, after]) => isCut(before, after)).length >= cutShare * borders.length;
}

/**
 * Joins the passages of one speaker to turns. In a source of one speaker, where an answer may stand under the same name as
 * its question, only sentences that were cut are joined; what was not spoken stays as it is. The commands of a dictation
 * are obeyed.
 */
export function speakerTurns(passages: readonly Passage[]): Turn[] {
  const isDialogue = new Set(passages.map(({ speaker }) => speaker?.label ?? null)).size > 1;
  const turns: { texts: string[]; passages: number[]; speaker: Passage['speaker'] }[] = [];
  const texts = spokenTexts(passages);
  const isAnywhere = !isDialogue && isCutAnywhere(texts);
  for (const [index, { speaker }] of passages.entries()) {
    const text = texts[index] ?? '';
    const last = turns.at(-1);
    const said = last?.texts.at(-1);
    const isSame = last !== undefined && last.speaker?.label === speaker?.label;
    const goesOn = (before: string) => {
      if (speaker === null) return isTorn(before, text);
      return isDialogue || isCut(before, text) || (isAnywhere && goesOnWith(text));
    };
    if (!isSame || said === undefined || !goesOn(said)) {
      turns.push({ texts: [text], passages: [index], speaker });
      continue;
    }
    last.texts.push(...joint(last.texts.pop() ?? '', text, isAnywhere));
    last.passages.push(index);
  }
  const joined = turns.map(({ texts: own, passages: indexes, speaker }) => ({
    text: withLikewise(own.join(' ')),
    passages: indexes,
    speaker: speaker?.label ?? null,
    role: speaker?.role ?? null,
  }));
  return withTorn(withLaterConsequences(joined));
}

/** Two texts with the mark between them. A number that was cut stands behind the mark as a whole. */
function joint(before: string, after: string, isAnywhere: boolean): string[] {
  if (!isCut(before, after) && !isAnywhere) return [before, pauseMark, after];
  if (after.startsWith(cutMark)) return [before, cutMark, after.slice(1).trimStart()];
  let [start, number] = [before, ''];
  while (beginsWithNumber.test(`${number} ${after}`) && numberWord.test(start)) {
    const said = numberWord.exec(start)?.[0] ?? '';
    start = start.slice(0, start.length - said.length);
    number = `${said.trim()} ${number}`.trim();
  }
  return [start, cutMark, `${number} ${after}`.trim()];
}
