import type { Clause } from '../reading/clauses.ts';
import type { Mention } from '../reading/mentions.ts';
import { belongsToPlace, isPlace } from '../reading/places.ts';

/**
 * The words with which somebody asks whether there is something, and nothing more. A plain no to such a question denies
 * what it names; to any other, such as `Does it hurt at night?`, it may deny the rest of it.
 */
const framing: ReadonlySet<string> = new Set(
  `do does did don't doesn't didn't is isn't are aren't was were wasn't has hasn't have haven't had having been being be
  can could would get getting got gotten feel feeling felt notice noticed noticing experience experienced experiencing
  suffer suffered suffering develop developed developing see seen know diagnosed told
  you your you've you're he she they we he's she's they're his her their it it's there there's one who anybody anyone somebody
  any anything something nothing no not a an the some ever still currently now right today lately recently at all also or and either so
  okay ok um uh well then oh alright all right but just really actually maybe perhaps even though else other too as again
  like that this kind sort type types of problem problems issue issues trouble difficulty difficulties symptom symptoms sign signs
  episode episodes spell spells attack attacks bout bouts history past medical known personal before
  allergic allergy allergies reaction reactions intolerant intolerance
  how about what including such mentioned mention complaint complaints complaining concern concerns
  in on to for from with last week weeks month months year years day days few couple since monday tuesday wednesday thursday friday
  saturday sunday yesterday visit time night nights been
  take taking taken takes tried try use using used drink drinking smoke smoking smoker drug drugs meds medication medications example instance say over counter medicine medicines pill pills
  family mother father mom dad parents siblings brother brothers sister sisters grandparents relatives children kids side runs run
  whatsoever significant excessive unusual unintentional unexplained recent major other severe much more`.split(/\s+/),
);
/** `At night` says when, `in the last night` how long. */
const circumstance = /^(?:nights?|before|more|much|again|this|like|with|right|used)$/;
/** `Any symptoms like a cough`, `issues with your breathing`; `does it feel like a cramp` asks what it is. */
const beforeNames: Readonly<Record<string, RegExp>> = {
  like: /^(?:symptoms?|problems?|issues?|complaints?|anything|something|things)$/,
  with: /^(?:problems?|issues?|trouble|difficulty|difficulties)$/,
};

/** Whether the clauses of a question ask for what they name, and for nothing else. */
export function isBare(asked: readonly (readonly [Clause, readonly Mention[]])[]): boolean {
  return asked.every(([{ tokens, language }, mentions]) => {
    const isNamed = (at: number) => mentions.some(({ from, to }) => from <= at && at < to);
    return tokens.every(
      (token, at) =>
        isNamed(at) ||
        /^[^\p{L}]+$/u.test(token.text) ||
        isPlace(token) ||
        // `Is your vision blurry?`
        (/^(?:your|the|his|her)$/.test(tokens[at - 1]?.text ?? '') && isNamed(at + 1)) ||
        belongsToPlace(token) ||
        language.asking.frames(token.text, tokens[at - 1]?.text, tokens[at + 1]?.text),
    );
  });
}

/** Whether a word of a question only asks; `or anything like that`, `right now` and `last night` do. */
function frames(word: string, before: string | undefined, next: string | undefined): boolean {
  if (!framing.has(word)) return false;
  if (!circumstance.test(word)) return true;
  if (word === 'like' && (next === 'that' || next === 'those')) return true;
  // `Issues with your asthma` takes it for granted.
  if (word in beforeNames)
    return beforeNames[word]?.test(before ?? '') === true && !/^(?:your|the|his|her|that|this)$/.test(next ?? '');
  if (word === 'right') return next === undefined || next === 'now' || before === 'all' || isPlace({ text: next });
  return /^nights?$/.test(word) && before === 'last';
}

/** Before what is taken for granted. */
const definite =
  /\b(?:the(?! way of)|your|my|this|that(?! (?:you|i|he|she|it|we|they)\b)|these|his|her|for(?! example))(?: (?!or\b)\w+){0,3}$/;
/** `Your mother`, against `your family`. */
const oneRelative =
  /\b(?:your|his|her) (?:(?:own|late|other|older|younger|big|little|half|twin) )*(?:mother|father|mom|mum|dad|brother|sister|grand\w+|aunt|uncle|cousin|son|daughter|child|wife|husband|partner)s?\b/;
/** What a no says beside the no: `No, just the right.`, `No, half.` */
const corrects =
  /^(?:(?:no|nope|nah|not really|well|,) ?)+(?:(?:it's|that's|i|i'm|they're|he|she|mostly|more|really) )*(?:just|only|half|once|twice|about|every|less|\d+(?:\.\d+)?|(?:(?:in|on|down|at|around|behind|over) )?(?:(?:the|my) )?(?:left|right|both|other)|(?:in|on|down|around|behind|over) (?:the|my))\b/;

export const englishAsking = { frames, definite, oneRelative, corrects };
