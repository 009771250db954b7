import type { Sentence } from './sentences.ts';

/** Sentences without those that say word for word what the same role said before: the head of each page, a dose that is told twice. */
export function withoutRepeats(sentences: readonly Sentence[]): readonly Sentence[] {
  const said = new Set<string>();
  return sentences.filter(({ role, text }) => {
    const spoken = `${role}: ${text.toLowerCase()}`;
    const isNew = !said.has(spoken);
    said.add(spoken);
    return isNew;
  });
}
