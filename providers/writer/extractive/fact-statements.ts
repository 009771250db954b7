import type { Fact, FactKind } from 'chronoscribe/kinds/grounding';
import type { Statement } from 'chronoscribe/kinds/writer';
import { asNoted } from './english/noted-words.ts';
import { removeDisfluencies } from './english/speech-normalization.ts';
import { inThirdPerson } from './person/third-person.ts';

/** Who says a fact: the clinician, or the patient and those who speak for the patient. */
export type Sayer = 'clinician' | 'patient';

/** A statement lists at most this many facts, so that it stays readable. */
const mostInOne = 5;

/** How facts of one sort are told, with what joins them: `Denies fever, chills and cough.` */
interface Form {
  readonly before: string;
  readonly joint: 'list' | 'or' | 'apart';
}

const denied: ReadonlySet<FactKind> = new Set(['symptom', 'problem', 'history', 'safety', 'social', 'finding']);

/** What may not be done or taken at all. */
const actions: ReadonlySet<FactKind> = new Set(['medication', 'order', 'procedure', 'allergy']);

/** `Pain does not radiate down the arm`. */
const saysAll = /^pain (?:does not|goes|radiates|shoots|travels|spreads|moves|runs)\b/;

/** The form in which a clinician tells a fact. */
export function formOf({ kind, assertion, of, term, text }: Fact, sayer: Sayer): Form {
  if (quotesExchange(text)) return { before: '', joint: 'apart' };
  if (of === 'relative' && kind === 'medication') return { before: 'Taken by somebody else:', joint: 'list' };
  if (of === 'relative')
    return { before: assertion === 'absent' ? 'No family history of' : 'Family history:', joint: 'list' };
  if (kind === 'safety' && (assertion !== 'absent' || text.includes(': '))) return { before: '', joint: 'apart' };
  if (saysAll.test(text)) return { before: '', joint: 'apart' };
  if (term === 'allergies' || isNonSmoker.test(text)) return { before: '', joint: 'apart' };
  switch (assertion) {
    case 'absent':
      if (kind === 'allergy') return { before: 'No allergy to', joint: 'or' };
      // `Spurling negative`
      if (kind === 'finding' && /\bnegative$/i.test(text)) return { before: '', joint: 'list' };
      if (denied.has(kind) && sayer === 'patient') return { before: 'Denies', joint: 'or' };
      return { before: 'No', joint: 'or' };
    case 'declined':
      return { before: 'Declined:', joint: 'list' };
    case 'stopped':
      return { before: text.endsWith('(on hold)') ? 'On hold:' : 'Stopped:', joint: 'list' };
    case 'possible':
    case 'conditional':
      return actions.has(kind) ? { before: 'To be confirmed:', joint: 'list' } : { before: 'Possible', joint: 'or' };
    case 'historical':
      return { before: kind === 'procedure' ? 'Past procedure:' : 'In the past:', joint: 'list' };
    case 'planned':
    case 'present':
      return presentForm(kind, sayer);
    default:
      return assertion satisfies never;
  }
}

function presentForm(kind: FactKind, sayer: Sayer): Form {
  switch (kind) {
    case 'allergy':
      return { before: 'Allergic to', joint: 'list' };
    case 'medication':
      return { before: sayer === 'patient' ? 'Takes' : '', joint: 'list' };
    case 'symptom':
    case 'vital':
      return { before: sayer === 'patient' ? 'Reports' : '', joint: 'list' };
    case 'order':
      return { before: 'Ordered:', joint: 'list' };
    case 'advice':
      return { before: 'Advised:', joint: 'list' };
    case 'red_flag':
    case 'follow_up':
    case 'history':
    case 'safety':
      return { before: '', joint: 'apart' };
    case 'problem':
    case 'score':
    case 'finding':
    case 'result':
    case 'procedure':
    case 'family':
    case 'social':
      return { before: '', joint: 'list' };
    default:
      return kind satisfies never;
  }
}

/** `pain: is the pain on the right? – no` */
export function quotesExchange(text: string): boolean {
  return /[?.] – /.test(text);
}

/** What a fact quotes, without its name. */
function wordsOf(text: string): string {
  return text.replace(/^[^:]+: /, '');
}

/** `Fever and chills: “Any fever or chills at night? – No.”` */
function ofOneExchange(told: readonly string[]): string {
  const [first = ''] = told;
  return `${joined([...new Set(told.map((each) => each.replace(/: .*$/s, '')))], 'and')}: ${wordsOf(first)}`;
}

const isNonSmoker = /^no(?:n| |-)*smokers?$/i;

/** A fact as it stands in a list. */
function nameOf({ kind, text, assertion, term, parts, of }: Fact, sayer: Sayer): string {
  if (quotesExchange(text)) return quoted(text.replace(/[.\s]+$/, ''), sayer);
  const name =
    kind === 'safety' || toldKinds.has(kind)
      ? text.replace(/[.\s]+$/, '')
      : ownWords(text.replace(/[.\s]+$/, ''), of === 'relative');
  if (term === 'allergies' || saysAll.test(name)) return name;
  if (kind === 'allergy') return name.replace(/^no /i, '').replace(/ allerg(?:y|ies)(?=$| \()/i, '');
  // `No propranolol`: the dose that was thought of is none.
  if (assertion === 'absent' && kind === 'medication') return parts.name ?? term;
  if (isNonSmoker.test(name)) return 'non-smoker';
  if (assertion === 'absent' && !(kind === 'safety' && text.includes(': '))) return name.replace(/^(?:no|not) /i, '');
  if (kind === 'medication') return name.replace(/ \((?:stopped|on hold)\)/, '');
  if (kind === 'safety') return quoted(name, sayer);
  if (kind === 'order') return name.replace(/^referral (?:you|him|her|them|the patient) to /i, 'referral to ');
  return toldKinds.has(kind) ? inNote(name.replace(/^follow[- ]?up: (?=\S)/i, '')) : name;
}

/** Kinds whose text is what the clinician says to the patient. */
const toldKinds: ReadonlySet<FactKind> = new Set(['follow_up', 'red_flag', 'advice']);

/** What is said to the patient, in the third person; in quotation marks where it is uncertain who is meant. */
function inNote(said: string): string {
  const told = inThirdPerson(removeDisfluencies(said), 'clinician', null);
  return told === null ? `“${capital(said)}.”` : asNoted(told);
}

/** `surgeries (my gallbladder)` becomes `surgeries (the patient's gallbladder)`; what cannot be told so is left out. */
function ownWords(name: string, isOfRelative = false): string {
  // `I had asthma as a kid`, as a mother says it of herself
  if (isOfRelative && /\b(?:i|me|my)\b/i.test(name))
    return name.replace(/ \(([^()]*)\)/, (_, words: string) => ` (“${capital(words)}”)`);
  const voice = /\b(?:i|me|my)\b/i.test(name) ? 'patient' : /\byour?\b/i.test(name) ? 'clinician' : null;
  if (voice === null) return name;
  return inThirdPerson(name, voice, null) ?? name.replace(/ \([^()]*\b(?:i|me|my|your?)\b[^()]*\)/i, '');
}

/** `Suicidality: “Have you thought about ending your life? – Yes.”`, but `Implant: an ICD is in place` */
function quoted(text: string, sayer: Sayer): string {
  const [, name = '', words = ''] = /^([^:]+): (.+)$/s.exec(text) ?? [];
  if (words === '') return text;
  // Who hits whom is told in the words that were said: a wife may speak for the patient.
  const isExchange = name === 'abuse' || /\?| – |^(?:no|yes|not)\b/i.test(words);
  const told = isExchange ? null : inThirdPerson(words, sayer, null);
  return told === null
    ? `${name}: “${capital(words).replace(/(?<= – )./g, (first) => first.toUpperCase())}${/[?!]$/.test(words) ? '' : '.'}”`
    : `${name}: ${sayer === 'clinician' ? asNoted(told) : told}`;
}

/** Statements of the facts themselves, those of one sort together. What a patient tried is no advice, and is left out. */
export function factStatements(all: readonly Fact[], sayerOf: (fact: Fact) => Sayer): Statement[] {
  const isTried = (fact: Fact) => fact.evidence.every((id) => sayerOf({ ...fact, evidence: [id] }) === 'patient');
  const facts = all.filter((fact) => fact.kind !== 'advice' || !isTried(fact));
  const groups = Map.groupBy(facts, (fact) => {
    if (quotesExchange(fact.text)) return wordsOf(fact.text);
    const { before, joint } = formOf(fact, sayerOf(fact));
    if (before === 'Denies' && fact.kind !== 'social') return before;
    return joint === 'apart' ? fact.id : `${before} ${fact.kind}`;
  });
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / mostInOne) }, (_, part) => {
      const listed = group.slice(part * mostInOne, (part + 1) * mostInOne);
      const [first] = listed;
      const form = first === undefined ? { before: '', joint: 'list' as const } : formOf(first, sayerOf(first));
      const told = listed.map((fact) => nameOf(fact, sayerOf(fact)));
      const names = [...new Set(first !== undefined && quotesExchange(first.text) ? [ofOneExchange(told)] : told)];
      const said = `${form.before} ${joined(names, form.joint === 'or' ? 'or' : 'and')}`.trim();
      const text = /[.!?]”?$/.test(said) ? capital(said) : `${capital(said)}.`;
      return { text, evidence: [...new Set(listed.flatMap(({ evidence }) => evidence))] };
    }),
  );
}

/** `Fever, chills and cough`; names with commas of their own stay apart. */
function joined(names: readonly string[], conjunction: string): string {
  if (names.some((name) => /[,;]/.test(name))) return names.join('; ');
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`;
}

function capital(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
