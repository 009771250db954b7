import type { Clause } from './clauses.ts';
import type { FactDraft } from './fact-draft.ts';
import { type Mention, textOf } from './mentions.ts';
import type { Reading } from './readings.ts';

/** The longest quotation, in words. */
const longest = 40;

/**
 * A fact of safety tells its words: whoever reads `suicidality` must know what was asked, and what was said.
 * What is plainly denied needs none.
 */
export function safetyDraft(clauses: readonly Clause[], reading: Reading): FactDraft {
  const { mention, assertion, passages, clause: at, answer } = reading;
  const { name } = mention.term;
  const said = sentenceOf(clauses, at);
  const told = answer === undefined ? '' : spoken(answer.flatMap((index) => clauses[index] ?? []));
  const words = told === '' ? said : `${said}? – ${told}`;
  const isOpen = reading.isUnanswered === true && told === '';
  return {
    kind: 'safety',
    term: name,
    text:
      assertion === 'absent'
        ? `no ${deniedName(mention)}`
        : `${name}: ${words}${isOpen ? ' (asked, not answered)' : ''}`,
    said: '',
    value: null,
    unit: null,
    assertion,
    passages,
    clause: at,
  };
}

const denials: Readonly<Record<string, string>> = {
  suicidality: 'suicidal thoughts',
  'harm to others': 'thoughts of harming others',
  'bladder or bowel': 'loss of bladder or bowel control',
};

/** What is denied, in the words of the question where they are a noun: `trouble with the bladder`. */
function deniedName({ said, term }: Mention): string {
  if (/^(?:any )?(?:troubles?|problems?|issues?|difficult|bladder|bowels?|incontinence|numbness|change)/.test(said))
    return said.replace(/\b(?:your|my|his|her)\b/g, 'the');
  return denials[term.name] ?? term.name;
}

/** The sentence of a clause. */
function sentenceOf(clauses: readonly Clause[], at: number): string {
  const own = clauses[at];
  return spoken(clauses.filter(({ turn, sentence }) => turn === own?.turn && sentence === own.sentence));
}

function spoken(clauses: readonly Clause[]): string {
  const sentences = Map.groupBy(clauses, ({ sentence }) => sentence);
  const words = [...sentences.values()].map((own) => own.map(({ tokens }) => textOf(tokens)).join(' ')).join('. ');
  return words.split(' ').slice(0, longest).join(' ').replaceAll(' ,', ',').replace(/\bi\b/g, 'I');
}
