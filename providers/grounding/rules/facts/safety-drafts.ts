import type { FactKind } from 'chronoscribe/kinds/grounding';
import { forTime, isFirmNo as saysFirmNo } from '../dialogue/replies.ts';
import { type Clause, clausesOfTurn, placesOfTurn } from '../reading/clauses.ts';
import { type Mention, textOf } from '../reading/mentions.ts';
import type { Reading } from '../reading/reading.ts';
import type { SafetyWords } from '../reading/reading-language.ts';
import { namesGun } from '../reading/safety-mentions.ts';
import { shownName } from '../reading/terms.ts';
import { askedBackAt, isActedOn } from '../readings/asked-back.ts';
import type { FactDraft } from './fact-draft.ts';

/** The longest quotation, in words. */
const longest = 40;

/**
 * A fact of safety tells its words: whoever reads `suicidality` must know what was asked, and what was said.
 * What is plainly denied needs none.
 */
export function safetyDraft(clauses: readonly Clause[], reading: Reading): FactDraft[] {
  const { mention, assertion, passages, clause: at, answer } = reading;
  const { name } = mention.term;
  const { said, told, words } = exchangeOf(clauses, reading);
  const clause = clauses[at];
  if (clause === undefined) return [];
  const { isFirmNo, denies, lacks, warns, label, safety, denied, unanswered } =
    clause.language.shown?.safety ?? englishSafety;
  const isOpen = reading.isUnanswered === true && told === '';
  const base = { said: '', value: null, unit: null, passages, clause: at };
  if (clause.role !== 'patient' && answer === undefined && warns.test(said))
    return [{ ...base, kind: 'red_flag', term: 'warning', text: said, assertion: 'present' }];
  // Who lacks capacity has it not; only the words tell.
  if (name === 'capacity' && lacks.test(words))
    return [
      { ...base, kind: 'safety', term: name, text: `${label(name, mention.said)}: ${words}`, assertion: 'possible' },
    ];
  if (isSafety(mention)) {
    const kind = told === '' ? undefined : clause.language.replyKind(told);
    // `Yes, when he's at sea.`
    const isSafe = kind === undefined ? assertion === 'present' : kind === 'yes' && plainYes.test(told);
    const isUnsafe = kind === undefined ? assertion === 'absent' : kind === 'no';
    const found = isOpen || !(isSafe || isUnsafe) ? 'possible' : isSafe ? 'absent' : 'present';
    const text = `${safety}: ${words}${isOpen ? unanswered : ''}`;
    return [{ ...base, kind: 'safety', term: name, text, assertion: found }];
  }
  const isDenied =
    assertion === 'absent' && !isStandpoint(mention) && (told === '' ? denies.test(said) : isFirmNo(told));
  return [
    {
      ...base,
      kind: 'safety',
      term: name,
      text: isDenied ? denied(mention, said) : `${label(name, mention.said)}: ${words}${isOpen ? unanswered : ''}`,
      assertion: assertion !== 'absent' || isDenied ? assertion : isDecision(mention) ? 'present' : 'possible',
    },
  ];
}

/** A fact of which only the words of question and answer tell: `Is the pain on the right? – No.` */
export function quotedDraft(clauses: readonly Clause[], reading: Reading, kind: FactKind): FactDraft {
  const { mention, assertion, passages, clause } = reading;
  const { name } = mention.term;
  const before = isActedOn(mention) ? askedBackAt(clauses, clause) : undefined;
  const { answer = [] } = reading;
  const exchange = before === undefined ? reading : { clause: before, answer: [clause, ...answer] };
  const cited = [...(clauses[before ?? clause]?.passages ?? []), ...passages];
  const text = `${shownName(mention.term, mention.said)}: ${exchangeOf(clauses, exchange).words}`;
  const base = { kind, term: name, said: '', value: null, unit: null, assertion, clause };
  return { ...base, text, isQuoted: true, passages: cited };
}

/** A plan that is taken back or changed later, told with the exchange that did it: only that says what stands. */
export function overturnedDraft(clauses: readonly Clause[], draft: FactDraft, by: readonly Clause[]): FactDraft {
  const { term, clause } = draft;
  const { words } = exchangeOf(clauses, { clause, answer: by.map((each) => clauses.indexOf(each)) });
  const passages = [...draft.passages, ...by.flatMap((each) => each.passages)];
  const amount = { value: null, unit: null };
  return { ...draft, ...amount, text: `${term}: ${words}`, assertion: 'possible', isQuoted: true, passages };
}

/** What was said, and the answer to it; empty if there is none. */
function exchangeOf(clauses: readonly Clause[], { clause, answer: given = [] }: Pick<Reading, 'clause' | 'answer'>) {
  const answer = given.length > 0 ? given : repliedTo(clauses, clause);
  const said = sentenceOf(clauses, clause);
  const turns = Map.groupBy(
    answer.flatMap((index) => clauses[index] ?? []),
    ({ turn }) => turn,
  );
  const told = [...turns.values()].map(spoken).join('. – ').replaceAll('?. –', '? –');
  const mark = clauses[clause]?.isQuestion === false && !/\?$/.test(said) ? '.' : '?';
  return { said, told, words: told === '' ? said : `${said.replace(/\?$/, '')}${mark} – ${told}` };
}

/** In clauses. */
const longestQuestion = 4;
/** The sentence after a question that no answer was found to: `I mean, who doesn't?` */
function repliedTo(clauses: readonly Clause[], at: number): number[] {
  const own = clauses[at];
  // `If your heart stops, what do you want? – Let me go.` asks in its second clause.
  const asks = clauses
    .slice(at, at + longestQuestion)
    .some(({ isQuestion, turn, sentence }) => isQuestion && turn === own?.turn && sentence === own.sentence);
  if (own === undefined || !asks) return [];
  const turn = placesOfTurn(clauses, own.turn + 1);
  const next = turn.find((index) => clauses[index]?.speaker !== own.speaker);
  if (next === undefined) return [];
  return turn.filter((index) => index >= next && clauses[index]?.sentence === clauses[next]?.sentence);
}

const lacks = /\b(?:lack(?:s|ed|ing)?|not|no|never|unable|incompetent|incapable|lost|cannot|\w+n't)\b/i;

/** `He does not want CPR`: a no is no denial of what it is about. What was asked in unknown words is not denied by others. */
function isStandpoint(mention: Mention): boolean {
  return isDecision(mention) || /^(?:capacity|suicidality or self-harm|.*, asked further)$/.test(mention.term.name);
}

function isDecision({ term }: Mention): boolean {
  return term.name === 'code status';
}

/** `Do you feel safe at home?`, whose yes is good. */
function isSafety({ said }: Mention): boolean {
  return /(?<!un)safe\b|sicher/.test(said);
}

/** What is more than this may take the yes back. */
const plainYes =
  /^(?:(?:yes|yeah|yep|sure|right|i do|i am|absolutely|definitely|always|of course|safe|ja|klar|natürlich)\b[,. ]*)+$/i;

/** `If you lose control of your bladder, go to the hospital` warns of it. */
const warns =
  /\b(?:if|should|in case|when)\b.*\b(?:call|go|come|ring|return|see|seek|contact|tell|let (?:me|us)|emergency|911|999|112)\b|\b(?:call|go|come|ring|return|seek|contact|emergency)\b.*\bif\b/i;

/** What a plain no denies: no more than what was asked. */
const denials: readonly (readonly [name: string, asked: RegExp, denied: string])[] = [
  ['suicidality', /\b(?:attempt|tried|try|overdos)/, 'suicide attempts'],
  ['suicidality', namesGun, 'access to guns'],
  ['suicidality', /\b(?:plan|intend|intent|do(?:ing)? something|act(?:ed|ing)? on|going to)/, 'plans of suicide'],
  ['suicidality', /./, 'suicidal thoughts'],
  ['harm to others', /\b(?:plan|intend|going to)/, 'plans of harming others'],
  ['harm to others', /./, 'thoughts of harming others'],
  ['pregnancy', /feed|nursing/, 'breastfeeding'],
  ['bladder or bowel', /./, 'loss of bladder or bowel control'],
];

/** What is denied, in the words of the question where they are a noun: `trouble with the bladder`, `a pacemaker`. */
function deniedName({ said, term }: Mention, sentence: string): string {
  const isNoun =
    term.name === 'implant' ||
    /^(?:any )?(?:troubles?|problems?|issues?|difficult|bladder|bowels?|incontinence|numbness|change)/.test(said);
  if (isNoun) return said.replace(/\b(?:your|my|his|her)\b/g, 'the');
  return denials.find(([name, asked]) => name === term.name && asked.test(sentence))?.[2] ?? term.name;
}

/** A sentence that denies, and does nothing else: `If it weren't for my kids, I'd be gone` denies nothing. */
const denies = new RegExp(
  `^(?!.*\\b(?:if|unless|except|but|only|sometimes|until|wish\\w*|rather|hop(?:e|ing)|mind|though|would(?:n't)?|'d|won't|nobody|no one|any ?more|lately|today|now|yet|used to|since|recently|this (?:week|time|month|year)|${forTime})\\b)`,
);

const englishSafety: SafetyWords = {
  ...{ isFirmNo: saysFirmNo, denies, lacks, warns, unanswered: ' (asked, not answered)' },
  // That somebody has a gun says nothing of suicide.
  label: (name, said) => (namesGun.test(said) ? 'access to guns' : name),
  safety: 'safety at home',
  denied: (mention, sentence) => `no ${deniedName(mention, sentence)}`,
};

/** What narrows or takes back the sentence before it: `Not now.`, `I would never do it.` */
const narrows =
  /^(?:(?:,|well|but|and|oh) )*(?:not|no|never|only|except|though|but|unless|that was|it was|it's|just|now|i (?:don't|didn't|haven't|wouldn't|won't|would never|never))\b/;

function capital(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** The sentence of a clause, with what narrows it. */
function sentenceOf(clauses: readonly Clause[], at: number): string {
  const own = clauses[at];
  if (own === undefined) return '';
  const turn = clausesOfTurn(clauses, own.turn).filter(({ sentence }) => sentence >= own.sentence);
  const sentences = [...Map.groupBy(turn, ({ sentence }) => sentence).values()];
  const end = sentences.findIndex(([first], index) => index > 0 && !narrows.test(textOf(first?.tokens ?? [])));
  return spoken(sentences.slice(0, end === -1 ? sentences.length : end).flat());
}

function spoken(clauses: readonly Clause[]): string {
  const sentences = Map.groupBy(clauses, ({ turn, sentence }) => `${turn} ${sentence}`);
  const told = [...sentences.values()].map((own) => ({
    text: own.map(({ tokens }) => textOf(tokens)).join(' '),
    mark: own.some(({ isQuestion }) => isQuestion) ? '? ' : '. ',
  }));
  const words = told
    .map(
      ({ text, mark }, at) =>
        `${at === 0 ? text : capital(text)}${at === told.length - 1 && mark === '. ' ? '' : mark}`,
    )
    .join('')
    .trim();
  return words.split(' ').slice(0, longest).join(' ').replaceAll(' ,', ',').replace(/\bi\b/g, 'I');
}
