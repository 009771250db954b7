import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Assignment, DraftOptions, DraftSection, OutlineSection, SectionContent } from 'chronoscribe/kinds/writer';
import { contentWords } from '../words.ts';
import { joinAnswers } from './answers.ts';
import { speaksEnglish } from './language.ts';
import { phasesOf, usualPhases } from './phases.ts';
import { candidatesOf } from './scoring.ts';
import { contentByPlace, contentOf, sectionFor } from './sections.ts';
import { select } from './selection.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

/** Room for each content, in words, in the note on a visit of `usualLength` words; chosen on ACI-Bench's training visits. */
const room: Readonly<Record<SectionContent, number>> = {
  history: 210,
  examination: 90,
  results: 50,
  assessment: 50,
  plan: 90,
  'follow-up': 30,
};
const usualLength = 1300;

const unknownLanguage =
  'The extractive writer knows English cues only: sentences were chosen and sorted by their place and by recurring words. Read this note with care.';

/** Quotes the source, section by section. `options` is told and asked between the parts of the work. */
export async function quote(
  { outline, passages, prompt, language }: Assignment,
  { signal, progress, text }: DraftOptions,
): Promise<{ readonly sections: readonly DraftSection[]; readonly warnings: readonly string[] }> {
  const pause = async () => {
    await nextTurn();
    signal.throwIfAborted();
  };
  const report = async (fraction: number) => {
    progress(fraction);
    await pause();
  };
  signal.throwIfAborted();

  const cued = speaksEnglish(language, passages);
  const sentences = joinAnswers(sentencesOf(passages));
  await report(0.3);
  const placed = Map.groupBy(place(sentences, outline, cued), ({ section }) => section);
  await report(0.5);

  const wished = new Set(contentWords(prompt));
  const growth = roomFor(sentences);
  const sections: DraftSection[] = [];
  for (const [index, { name }] of outline.entries()) {
    const contents = Map.groupBy(placed.get(name) ?? [], ({ content }) => content);
    const chosen: Sentence[] = [];
    for (const [content, group] of contents) {
      const members = group.map(({ sentence }) => sentence);
      const candidates = candidatesOf(members, content, { wished, cued });
      const picks = await select(candidates, room[content] * growth, pause);
      chosen.push(...picks.flatMap((pick) => members[pick] ?? []));
    }
    const statements = chosen
      .toSorted((a, b) => a.position - b.position)
      .map(({ text: quoted, evidence }) => ({ text: quoted, evidence, grounded: true }));
    sections.push({ name, statements });
    for (const statement of statements) text(`${statement.text}\n`);
    await report(0.5 + (0.5 * (index + 1)) / outline.length);
  }
  return { sections, warnings: cued || sentences.length === 0 ? [] : [unknownLanguage] };
}

interface Placed {
  readonly sentence: Sentence;
  readonly content: SectionContent;
  readonly section: string;
}

/** What each sentence tells, and the section of the outline that it goes to; sentences without a place are left out. */
function place(sentences: readonly Sentence[], outline: readonly OutlineSection[], cued: boolean): Placed[] {
  const phaseAt = cued ? phasesOf(sentences) : usualPhases;
  const read = cued ? contentOf : contentByPlace;
  return sentences.flatMap((sentence) => {
    const content = read(sentence, phaseAt(sentence.position));
    const section = content === null ? undefined : sectionFor(content, outline);
    return content === null || section === undefined ? [] : { sentence, content, section: section.name };
  });
}

/** A longer visit gets a longer note, but not in proportion: four times the talk, twice the room. */
function roomFor(sentences: readonly Sentence[]): number {
  const length = sentences.reduce((sum, { text }) => sum + text.split(' ').length, 0);
  return Math.max(1, Math.sqrt(length / usualLength));
}
