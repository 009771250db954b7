import { type Asserted, assertionReader, english } from 'chronoscribe/reading';

type Rule = (typeof english)['rules'][number];

const weekday = 'on (monday|tuesday|wednesday|thursday|friday|saturday|sunday)';
/** What this field says beside the language: of another visit, another time, nothing at all. */
const ofVisits: readonly Rule[] = [
  {
    category: 'pseudo',
    direction: 'both',
    cues: `
      (same|just|much|exactly)? (as|like) (the|we did|at the)? (last|previous) (time|visit|week)
      (same|just|much|exactly)? (as|like) (before|always|usual)
      let me correct (that|myself)
      a (second|moment|minute) ago
      no problem
      until (it|they|that)`,
  },
  { category: 'absent', direction: 'forward', reach: 4, cues: '(nothing|none) (is|was|were)?' },
  { category: 'absent', direction: 'forward', reach: 2, cues: '(not|nor) (the|your|his|her)' },
  { category: 'absent', direction: 'backward', reach: 1, cues: ': none' },
  { category: 'historical', direction: 'forward', reach: 12, at: 'head', crosses: true, cues: weekday },
  {
    category: 'historical',
    direction: 'both',
    reach: 12,
    cues: `
      (last|previous|prior|earlier) (time|visit|visits|week|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)
      (previously|originally|yesterday|ago|elsewhere)
      used to`,
  },
];

const ofAdjustments: readonly Rule[] = [
  { category: 'planned', direction: 'both', reach: 12, cues: weekday },
  { category: 'planned', direction: 'forward', reach: 12, at: 'head', crosses: true, cues: weekday },
  {
    category: 'planned',
    direction: 'both',
    reach: 12,
    cues: `
      (next|another) (time|visit|week|appointment|session)
      (tomorrow|tempted|offered|offer|before|until|schedule|scheduled|consider|considered|considering|suggest|suggested|recommend|recommended|recommending|discuss|discussed)
      (talk|talked|talking|thought|thinking|think|thinks) (about|of)
      later (on|this)
      return`,
  },
  {
    category: 'planned',
    direction: 'forward',
    reach: 12,
    cues: `
      (will|i'll|we'll|you'll|he'll|she'll|i'd|we'd|would|can|could|should|may|might|gonna|want|wants|wanted|attempted|let's|let me)
      (start|start with|since (i|we|the|your|our))
      had been
      other chiropractor`,
  },
];

/** That an adjustment was performed makes it no history; `done with the drop` does not end it. */
const spoken = english.rules.filter(({ category }) => category !== 'historical' && category !== 'stopped');
const readers = {
  finding: assertionReader({ ...english, rules: [...english.rules, ...ofVisits] }),
  procedure: assertionReader({ ...english, rules: [...spoken, ...ofVisits, ...ofAdjustments] }),
};

/** Where words stand in a clause. */
export interface Words {
  readonly start: number;
  readonly end: number;
}

/** Tells whether a clause denies an adjustment, or the place of one. */
export function denies(text: string, words: Words): boolean {
  const status = asserted(text, words, 'procedure');
  return status === 'absent' || status === 'declined';
}

/** Tells whether a clause asserts what a pattern matches. */
export function asserts(text: string, sought: RegExp): boolean {
  const found = sought.exec(text);
  return found !== null && asserted(text, { start: found.index, end: found.index + found[0].length }) === 'present';
}

/** What a clause asserts of words in it, by the table of assertions. @param all words of the same kind */
export function asserted(
  text: string,
  one: Words,
  kind: keyof typeof readers = 'finding',
  all: readonly Words[] = [one],
): Asserted['status'] {
  const said = [
    ...text.matchAll(
      /\b(?:it|that|there|he|she|let|what|here)['’]s\b|(?:[\p{L}\p{N}]|['’/-](?!s\b))+|['’]s|[^\s\p{L}\p{N}]/giu,
    ),
  ];
  const tokens = said.map(([word]) => word.toLowerCase().replace('’', "'"));
  const spanOf = ({ start, end }: Words) => {
    const to = said.findIndex(({ index }) => index >= end);
    const from = said.findIndex(({ index, 0: word }) => index + word.length > start);
    return { kind, from, to: to < 0 ? said.length : to };
  };
  const { status, of } = readers[kind]({ tokens, terms: all.map(spanOf), role: 'clinician' }, spanOf(one));
  return of === 'patient' ? status : 'historical';
}
