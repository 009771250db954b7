import { contentWords, isContentWord, normalizeSynonyms } from 'chronoscribe/language';
import { answerTo } from './reading/answers.ts';
import type { Clause } from './reading/clauses.ts';
import { textOf } from './reading/mentions.ts';

/**
 * How a word stands in a text: said of the patient (`own`), of a relative, of what was refused, of what ended, or only
 * in a question that nobody answered.
 */
export type Standing = 'own' | 'relative' | 'declined' | 'stopped' | 'asked';

const kin =
  /^(?:mother|father|mom|mum|dad|mommy|daddy|parents?|brothers?|sisters?|siblings?|grand\w+|aunts?|uncles?|cousins?|nieces?|nephews?|wife|husband|spouse|partner|family|familial|maternal|paternal|relatives?|in-?laws?|anyone|anybody|roommate|friends?)(?:'s)?$/;
const children = /^(?:sons?|daughters?|kids?|child|children|baby|babies|twins?)(?:'s)?$/;
const self = /^(?:i|i'm|i've|i'd|i'll|me|you|you're|you've|myself|patient|patient's)$/;
/** `My wife says`, `my mom brought him`: what follows is said of the patient. */
const reporting =
  /^(?:says?|said|tells?|told|thinks?|thought|notic\w+|brought|drove|gives?|gave|helps?|helped|wants?|wanted|made|makes|saw|sees|found|is here|came|lives?|lived|works?|called|noted|reports?|states?|accompanied)$/;
const carriesOn = /^(?:(?:and|but|,|so|also) )*(?:he|she|they|who|had|has|he's|she's)\b/;

const proposes =
  /\b(?:let's|we'll|i'll|i'd (?:like|suggest|recommend)|i (?:want|would like|think you should|recommend|suggest)|we (?:could|can|might)|you (?:could|might|should|can|need)|would (?:you|tell|be)|could try|should|shall we|how about|what about|talked about|discuss\w*|consider|offer\w*|do you want|recommend|suggest|order|start|try|thinking of)\b/;
const refuses =
  /^(?:(?:well|um|uh|oh|actually|honestly|sorry|but|okay|no|nope|nah|hm+|,) )*(?:(?:no|nah|nope)(?: ,)? (?:thanks?|thank you|way)|no thank|not (?:right now|now|yet|today|interested|for me)|absolutely not|never again)\b|\b(?:i'd|i would) (?:really )?(?:rather|prefer) (?!to take|to have|to get|to do)|\bi (?:really )?(?:don't|do not) (?:really )?(?:want|need|like|think i (?:want|need)|believe in|feel comfortable)\b|\bi (?:won't|refuse|refused|decline|declined)\b|\bi'm not (?:really )?(?:doing|taking|going|having|getting|interested|keen|comfortable)\b|\b(?:i'll|i will) (?:pass|skip)\b|\bdecided against\b|\bnot interested\b|\b(?:want|going) to (?:go home|skip|hold off|wait)\b|\bhold off\b|\bi can't afford\b/;
/** What is refused is not what somebody has. */
const doesNotRefuse = /\bi (?:don't|do not) (?:have|take|know|smoke|drink|think so|remember)\b/;

const ends =
  /\b(?:stop(?:ped|ping)?|quit|gave up|given up|discontinu\w+|used to(?: be)?(?: take| use| smoke| drink)?|no longer|no more|c[ao]me off|ran out(?: of)?|run out(?: of)?|tak(?:e|en|ing) (?:me|him|her|you) off|took (?:me|him|her|you) off|(?:went|got|been|am|'m|is|'s) off|finished|completed|hold|held|weaned off|haven't been taking|not (?:been )?taking)\b/;
const keeps = /\b(?:not|n't|never|without|don't|should i|do i|can i|if|before you|unless) (?:\w+ ){0,2}$/;
const endOfScope = /^(?:because|since|due|when|after|until|by|for|and|but|so|with|as|it|,|to|if)$/;
const endedBefore = /\b(?:was|were|is|got|been) (?:stopped|discontinued|held)\b|\bstopped (?:it|that|them|those)\b/;
const endReach = 5;

/** The standings of each stem of a text. */
export function standingsIn(
  clauses: readonly Clause[],
  isAboutChild: boolean,
): ReadonlyMap<string, ReadonlySet<Standing>> {
  const found = new Map<string, Set<Standing>>();
  let holder: 'own' | 'relative' = 'own';
  clauses.forEach((clause, at) => {
    const text = textOf(clause.tokens);
    const isSameSentence = clauses[at - 1]?.turn === clause.turn && clauses[at - 1]?.sentence === clause.sentence;
    if (!(isSameSentence || clauses[at - 1]?.turn === clause.turn) || !carriesOn.test(text)) holder = 'own';
    const general = generalStanding(clauses, at);
    for (const { words, of } of partsByHolder(clause, holder, isAboutChild)) {
      holder = of;
      const ended = endedWords(words);
      for (const stem of stemsOf(words)) {
        const standing = general ?? (of === 'relative' ? 'relative' : ended.has(stem) ? 'stopped' : 'own');
        found.set(stem, (found.get(stem) ?? new Set()).add(standing));
      }
    }
  });
  return found;
}

function stemsOf(text: string): readonly string[] {
  return contentWords(normalizeSynonyms(text));
}

/** The words of a clause, divided where it begins to speak of somebody else. */
function partsByHolder(
  { tokens }: Clause,
  before: 'own' | 'relative',
  isAboutChild: boolean,
): { words: string; of: 'own' | 'relative' }[] {
  const isKin = (word: string) => kin.test(word) || (!isAboutChild && children.test(word));
  const words = tokens.map(({ text }) => text);
  const parts: { words: string[]; of: 'own' | 'relative' }[] = [{ words: [], of: before }];
  words.forEach((word, at) => {
    const last = parts.at(-1);
    if (last === undefined) return;
    const next = words[at + 1] ?? '';
    if (self.test(word) && last.of === 'relative') parts.push({ words: [], of: 'own' });
    else if (reporting.test(word) && isKin(words[at - 1] ?? '')) parts.push({ words: [], of: 'own' });
    else if (isKin(word) && !(word === 'family' && /^(?:doctor|physician|medicine|practice|member)$/.test(next))) {
      // `Depression in my mother`: what stands before is hers too.
      const isOf = words.slice(Math.max(0, at - 3), at).some((each) => /^(?:in|with|on|of)$/.test(each));
      const hasSelf = last.words.some((each) => self.test(each));
      if (isOf && !hasSelf) last.of = 'relative';
      parts.push({ words: [], of: 'relative' });
    }
    parts.at(-1)?.words.push(word);
  });
  return parts.map(({ words: own, of }) => ({ words: own.join(' '), of }));
}

function endedWords(text: string): ReadonlySet<string> {
  const match = ends.exec(text);
  if (match === null || keeps.test(text.slice(0, match.index))) return new Set();
  const after = text
    .slice(match.index + match[0].length)
    .trim()
    .split(' ');
  const end = after.findIndex((word) => endOfScope.test(word));
  const scope = (end === -1 ? after : after.slice(0, end)).slice(0, endReach).join(' ');
  const before = endedBefore.test(text) ? text.slice(0, match.index) : '';
  return new Set(stemsOf(`${before} ${scope}`).filter((word) => !stemsOf(match[0]).includes(word)));
}

/** Of a whole clause: proposed and refused, or asked without an answer. */
function generalStanding(clauses: readonly Clause[], at: number): 'declined' | 'asked' | undefined {
  const clause = clauses[at];
  if (clause === undefined) return undefined;
  const text = textOf(clause.tokens);
  const reply = clauses.filter(({ turn }) => turn === clause.turn + 1).slice(0, 4);
  const said = reply.map(({ tokens }) => textOf(tokens)).join(' , ');
  if (proposes.test(text) && refuses.test(said) && !doesNotRefuse.test(said)) return 'declined';
  if (refuses.test(text) && !doesNotRefuse.test(text)) return 'declined';
  if (!clause.isQuestion || /^(?:(?:and|so|okay|ok|well|,) )*(?:how|what|when|where|which|why|who)\b/.test(text))
    return undefined;
  const answer = answerTo(clauses, at);
  if (answer !== undefined && answer.kind !== 'other') return undefined;
  const own = clauses[at + 1]?.turn === clause.turn ? textOf(clauses[at + 1]?.tokens ?? []) : '';
  return isRelevant(text, `${own} ${said}`, reply[0]) ? undefined : 'asked';
}

const speaksOfIt =
  /\d|\b(?:yes|yeah|no|not|never|n't|it|it's|its|that|that's|they|them|those|one|some|sometimes|only|just|when|since|every|more|less|better|worse|little|bit|lot|most|all|both|usually|maybe|think so|sure|okay|fine|same|in my|on my|at night|good|bad|pretty|mostly|i do|i have|i am|i did|i was|there's|last)\b/;

function isRelevant(asked: string, said: string, reply: Clause | undefined): boolean {
  if (reply === undefined) return said.trim() !== '' && speaksOfIt.test(said);
  const wanted = new Set(contentWords(asked));
  if (contentWords(said).some((word) => wanted.has(word) && isContentWord(word))) return true;
  return (
    !reply.isQuestion && !/^(?:let me|hold on|hang on|one moment|1 moment)\b/.test(said.trim()) && speaksOfIt.test(said)
  );
}
