import { words } from '../../assertion/en/words.ts';
import { type Clause, clausesOfTurn } from '../reading/clauses.ts';
import { textOf } from '../reading/mentions.ts';

/** `She takes lorazepam`, said of somebody who was named before. */
const isPronoun = /^(?:(?:and|but|so|then|also|well|because|,) )*(?:he|she|they|he's|she's|they're)\b/;
const others = new RegExp(`\\b(?:${words.family}|${words.stranger})(?:'s)?\\b`);
const spouse = /\byour (?:husband|wife|partner|boyfriend|girlfriend|fianc\w+)\b/;
const relatives = new RegExp(`\\b(?:${words.family})\\b`);
/** `What did your mother die of?` */
export const ofRelative = new RegExp(
  `\\byour ${relatives.source} , (?:is|does|has|did|was) (?:he|she)\\b|\\b(?:did|does|do|is|are|was|were|has|have|had|about) your (?:\\w+ )?${relatives.source}(?! (?:say|think|notice|mention|tell|bring|drive)\\b)`,
);
/** In words. */
const longestEcho = 3;
/** In clauses: how far back the question stands that a clause answers. */
const answerReach = 6;

/**
 * `My dad was on ten of them. – What did he have? – Heart failure.`, `How's your mother? – She's got cancer.` A clinician says
 * `you` to a patient.
 */
function isOfNamed(clauses: readonly Clause[], asked: Clause, answer: string): boolean {
  const question = clausesOfTurn(clauses, asked.turn).map(({ tokens }) => textOf(tokens));
  if (ofSelf.test(answer)) return false;
  if (question.some((each) => ofThemselves.test(each))) return true;
  const before = [asked.turn - 1, asked.turn - 2].flatMap((turn) => clausesOfTurn(clauses, turn));
  return (
    ofThird.test(textOf(asked.tokens)) &&
    before.some(({ tokens, role }) => (role === 'patient' ? ofSpeaker : ofListener).test(textOf(tokens)))
  );
}

const person = `(?:${words.family}|${words.stranger})`;
const ofThemselves = new RegExp(
  `\\b(?:how(?:'s| is| are)|what's wrong with|and|what about|how about) your (?:\\w+ )?(?:${words.family}|husband|wife|partner|boyfriend|girlfriend)$`,
);
const ofThird = /\b(?:he|she)(?:'\w+)?\b/;
const ofSelf = /\b(?:i|i'm|i've|my|me)\b/;
const ofSpeaker = new RegExp(`\\bmy (?:\\w+ )?${person}\\b`);
const ofListener = new RegExp(`\\byour (?:\\w+ )?${person}\\b`);

const pronoun = /\b(?:he|she|they)\b/;
const women =
  /\b(?:mothers?|mom|mum|mama|sisters?|wife|daughters?|aunts?|grand(?:mother|ma|mas|mothers)|nana|nieces?|girlfriend)\b/;
const men =
  /\b(?:fathers?|dad|papa|brothers?|husband|sons?|uncles?|grand(?:father|pa|pas|fathers)|nephews?|boyfriend)\b/;

/** `My mother gave him some. He's allergic to cashews.`: she is not he. */
function mayBe(named: string, text: string): boolean {
  const [said] = pronoun.exec(text) ?? [];
  if (said === 'he') return men.test(named) || !women.test(named);
  return said !== 'she' || women.test(named) || !men.test(named);
}

/** Whether a clause tells of somebody but the patient: of who was named before, or of whom a question asks. */
export function isAboutFamily(clauses: readonly Clause[], at: number): boolean {
  const clause = clauses[at];
  if (clause === undefined) return false;
  const text = textOf(clause.tokens);
  const previous = clauses[at - 1];
  // `She has diabetes. – Diabetes.`
  if (clause.role === 'clinician' && previous?.turn === clause.turn - 1 && clause.tokens.length <= longestEcho)
    return textOf(previous.tokens).includes(text) && isAboutFamily(clauses, at - 1);
  if (previous?.turn === clause.turn && previous.sentence === clause.sentence && !isPronoun.test(text))
    return (
      /\b(?:he|she|they)\b/.test(text) &&
      relatives.test(textOf(previous.tokens)) &&
      mayBe(textOf(previous.tokens), text)
    );
  if (clause.role === 'patient' && isPronoun.test(text)) {
    const before = clauses.slice(Math.max(0, at - 2), at).filter(({ turn }) => turn === clause.turn);
    if (before.some(({ tokens }) => others.test(textOf(tokens)) && mayBe(textOf(tokens), text))) return true;
    // `How are you and your husband? – He's had a stroke.`
    const named = clausesOfTurn(clauses, clause.turn - 1).map(({ tokens }) => textOf(tokens));
    if (!/\bthey\b/.test(text) && named.some((each) => spouse.test(each))) return true;
  }
  const asked = clauses.slice(Math.max(0, at - answerReach), at).findLast(({ turn }) => turn === clause.turn - 1);
  if (asked === undefined) return false;
  if (clause.role === 'patient' && asked.isQuestion && isOfNamed(clauses, asked, text)) return true;
  const question = clausesOfTurn(clauses, asked.turn)
    .filter(({ sentence }) => sentence === asked.sentence)
    .map(({ tokens }) => textOf(tokens))
    .join(' ');
  return (
    (asked.isQuestion || /\b(?:tell me|what|how) about\b/.test(question)) &&
    (/\bfamily\b/.test(question) || clause.language.asking.ofRelative.test(question)) &&
    (clause.role === 'other' || !/\b(?:i have|i've|i had|i do)\b/.test(text))
  );
}
