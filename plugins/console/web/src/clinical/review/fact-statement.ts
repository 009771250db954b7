import type { Fact } from './record-query.ts';

/** The section that a kind of fact belongs in, by the words that names of sections have in templates. */
const places: Readonly<Record<Fact['kind'], RegExp>> = {
  allergy: /allerg|subjective|history|data/i,
  medication: /medication|subjective|history|data/i,
  problem: /assessment|problem|diagnos|data/i,
  symptom: /subjective|complaint|history|data|situation/i,
  vital: /objective|exam|data|behavio/i,
  score: /objective|exam|data|behavio/i,
  finding: /objective|exam|data|behavio/i,
  result: /objective|result|data/i,
  order: /plan|recommend/i,
  procedure: /plan|intervention/i,
  advice: /plan|recommend|intervention/i,
  red_flag: /assessment|subjective|data/i,
  follow_up: /plan|follow/i,
  history: /history|subjective|data/i,
  family: /family|history|subjective|data/i,
  social: /social|history|subjective|data/i,
  safety: /assessment|safety|risk|subjective|data/i,
};

/** The section of a note that a fact is best added to. @param sections the note's sections; at least one */
export function sectionFor(kind: Fact['kind'], sections: readonly string[]): string | undefined {
  return sections.find((name) => places[kind].test(name)) ?? sections[0];
}

/** A fact in words, such as `amoxicillin, 500 mg`. */
export function factText({ text, value, unit }: Fact): string {
  if (value === null || text.includes(value)) return text;
  return `${text}, ${unit === null ? value : `${value} ${unit}`}`;
}
