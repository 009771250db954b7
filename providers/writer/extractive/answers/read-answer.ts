import { genericName } from 'chronoscribe/language';
import { expandContractions } from '../english/speech-normalization.ts';
import type { Voice } from '../person/patient-mentions.ts';
import { inThirdPerson } from '../person/third-person.ts';

/** What an answer adds: words, or a sentence of its own; in the third person. */
export interface Piece {
  readonly text: string;
  /** It has its own subject and verb. */
  readonly isClause: boolean;
  /** It goes on the sentence before: `because it hurts`, `every night`. */
  readonly joins: boolean;
  /** It begins with the name of a medicine. */
  readonly isName: boolean;
}

export interface Answer {
  /** `other` is an answer without a yes or no. */
  readonly kind: 'yes' | 'no' | 'other';
  /** Without a yes it says that it is so: `every night`. */
  readonly isImplied: boolean;
  /** `sometimes`, where that is the answer. */
  readonly manner: string;
  readonly pieces: readonly Piece[];
}

const said =
  "(?:sir|ma'am|doctor|doc|thank (?:god|goodness|you)|thankfully|luckily|unfortunately|actually|definitely|absolutely)";
const yes = new RegExp(
  `^(?:oh,? )?(?:yes|yeah|yep|yup|correct|exactly|absolutely|definitely|of course|(?:i|it|he|she|they|we) (?:do|does|am|is|are|have|has|did|can|was|were)(?=[,.]|$))(?:,? (?:yes|yeah|(?:i|it|he|she|they|there) (?:do|does|am|is|are|have|has|did|can|was|were)(?=[,.]|$)|${said}))*(?=$|[\\s,.;–—-])`,
  'i',
);
const no = new RegExp(
  `^(?:oh,? )?(?:no|nope|nah|(?:i|it|he|she|they) (?:do|does|am|is|are|have|has|did|can|was|were)(?: not|not)(?=[,.]|$))(?:,? (?:no|none|nothing|never|not at all|(?:i|it|he|she|they|there) (?:(?:do|does|am|is|are|have|has|did|was|were) not|cannot|never (?:do|did|have))(?=[,.]|$)|${said}))*(?=$|[\\s,.;–—-])`,
  'i',
);
/** Without a yes, these say how often or how much it is so. */
const often =
  /^(not always|not often|not usually|sometimes|occasionally|rarely|seldom|usually|often|always|mostly|constantly|frequently|hardly|barely)(?=$|[\s,.])/i;
const regularly =
  /^(?:every (?:day|night|morning|evening|week|time)|most (?:days|nights|mornings)|daily|once|twice|(?:two|three|four|\d+) times|a (?:little|bit|lot|few|couple)(?! (?:of )?(?!(?:of|times?|days?|nights?|weeks?|months?|years?|in|at|on|with|when|after|before|during|now|here|more|less|worse|and|but|yes|every|most|these|recently|lately|today|yesterday|last)\b)\p{L})|most of|some of|all of|just|only|part time|full time|socially|last|yesterday|this morning|today|(?:one|two|three|four|five|six|\d+)(?=[,.]|$)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?)(?=[\s,.]|$)/iu;

/** What turns an answer round, or leaves it open: such an answer is only told in its own words. */
const turning =
  /\b(?:yes|yeah|no(?! (?:more|longer|trouble|problems?|pain|fever|blood)\b)|nope|actually|wait|hang on|hold on|let me (?:see|think)|think about|i mean|sorry|well|not (?:really|sure)|i (?:do not|don't) know|guess|suppose|so-so|depends|kidding|joking|they (?:say|said)|says?|said|told|supposed|thought)\b|[?…–—"“]|\.\.\./i;
const doubt =
  /^(?:i (?:think|believe|hope)(?: so)?|maybe|probably|possibly|perhaps|sort of|kind of|kinda|more or less|ish)\b/i;

/** Reads an answer; null if it is more than one, or open. */
export function readAnswer(answer: string, by: Voice, question: string): Answer | null {
  const text = expandContractions(answer.replaceAll('’', "'")).trim();
  // `Are you working? – I was.`
  if (text.split(' ').length > longestAnswer || (past.test(text) && !/^(?:did|was|were|had)\b/.test(question)))
    return null;
  const [assent] = yes.exec(text) ?? [];
  const [denial] = assent === undefined ? (no.exec(text) ?? []) : [];
  const [, manner = ''] = assent === undefined && denial === undefined ? (often.exec(text) ?? []) : [];
  const rest = text.slice((assent ?? denial ?? manner).length).replace(/^[\s,.;:–—-]+/, '');
  if (turning.test(rest) || doubt.test(rest)) return null;
  const pieces = piecesOf(rest, by);
  if (pieces === null || pieces.some((piece) => empty.test(piece.text))) return null;
  // `Not since May.`
  if (/^not (?:since|for|in|until|yet|recently|lately|any ?more|today|at the moment)\b/i.test(text))
    return { kind: 'no', isImplied: false, manner: '', pieces: pieces.map((piece) => ({ ...piece, joins: true })) };
  if (denial !== undefined)
    return pieces.every(belongsToNo) ? { kind: 'no', isImplied: false, manner: '', pieces } : null;
  // `Sometimes I take one at night` is a sentence of its own.
  if (manner !== '' && pieces[0]?.isClause === true && /^[\p{L} ]+? (?:i|it|he|she|they|that)\b/iu.test(text))
    return null;
  if (manner !== '') {
    const isNot = /^not /i.test(manner);
    return { kind: isNot ? 'no' : 'yes', isImplied: false, manner: manner.toLowerCase().replace(/^not /, ''), pieces };
  }
  const isYes = assent !== undefined;
  if (!isYes && pieces.length === 0) return null;
  return { kind: isYes ? 'yes' : 'other', isImplied: !isYes && regularly.test(text), manner: '', pieces };
}

const longestAnswer = 30;
const past = /^(?:oh,? )?(?:i|it|he|she|they|we|there) (?:did|was|were|had|used to)\b/i;
/** `It still does.` is said of something else. */
const empty =
  /^(?:have|has|did|do|does|will|would|was|am|is)$|^(?:this|that|these|those)(?: one| ones)?$|\bhere\b|^(?:it|they|that|he|she) (?:still |also |just |always )?(?:do|does|did|is|are|was|were|has|have|can|will)(?: not)?$/i;

/** `No, penicillin.` names what it is instead. */
function belongsToNo({ text, isClause }: Piece): boolean {
  return (
    isClause ||
    /^(?:but|just|only|because|since|not|none|never|except|until|unless|for|in|any ?more|yet|so far|nothing)\b/i.test(
      text,
    )
  );
}

const subject =
  /^(?:(?:but|and|because|since|so|although|though|then|usually|sometimes|now|when|if|until|after|only if|only when) )*(?:i|it|he|she|they|there|my|the|his|her|nobody|everybody|everything|that|this)\b/i;
const verb =
  /\b(?:am|is|are|was|were|has|have|had|do|does|did|can|cannot|could|will|would|should|must|got|get|gets|go|goes|went|take|takes|took|hurts?|feel|feels|felt|makes?|made|helps?|gave|gives?|comes?|came|lives?|runs?|keeps?|wakes?|stops?|starts?|uses?|needs?|eats?|drinks?|smokes?|works?|walks?|sleeps?|\p{L}{2,}ed)\b/u;
/** What goes on a sentence without a stop. */
const goesOn =
  /^(?:but|and|because|since|so|when|if|until|unless|except|every|once|twice|three|daily|most|sometimes|usually|mostly|mainly|only|just|especially|particularly|in|on|at|for|with|after|before|during|from|to|down|up|about|around|at|last|yesterday|today|this|two|four|five|six|ten|half|a|an|the (?:last|first|whole)|not|none|never|still|now|again|\d)\b/i;

/** The sentences of what is added to an answer, each in the third person; null if one cannot be told so. */
function piecesOf(rest: string, by: Voice): readonly Piece[] | null {
  const sentences = rest
    .split(/(?<=[.!])\s+/)
    .map((each) => each.replace(/[.!,;\s]+$/, ''))
    .filter((each) => /[\p{L}\p{N}]/u.test(each));
  const pieces = sentences.map((sentence): Piece | null => {
    const isClause = subject.test(sentence) && verb.test(sentence);
    const told = inThirdPerson(lowered(sentence), by, null);
    const [first = ''] = sentence.toLowerCase().split(/[\s,]/);
    const isName = genericName(first) !== undefined;
    return told === null ? null : { text: told, isClause, joins: goesOn.test(sentence), isName };
  });
  return pieces.every((piece) => piece !== null) ? pieces : null;
}

const name =
  /^(?:i|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter|dr|mr|mrs)\b/i;

function lowered(text: string): string {
  const [first = ''] = text.split(/[\s,]/);
  const generic = genericName(first.toLowerCase());
  const isBrand = generic !== undefined && generic !== first.toLowerCase();
  const keeps = isBrand || name.test(text) || /^\p{Lu}[\p{Lu}\d]/u.test(text);
  return keeps ? text : text.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
}
