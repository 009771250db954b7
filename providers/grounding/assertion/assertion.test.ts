import { expect, it } from 'vitest';
import { assertionReader } from './assertion.ts';
import { english } from './en/english.ts';
import { developmentSentences } from './testing/development-sentences.ts';
import { markedSentence, shown } from './testing/marked-sentences.ts';

const read = assertionReader(english);

it.for(developmentSentences)('tells what is asserted in: %s', (line) => {
  const { said, terms } = markedSentence(line);
  expect(terms.map((term) => shown(read(said, term, term.kind)))).toEqual(terms.map(({ asserted }) => asserted));
});
