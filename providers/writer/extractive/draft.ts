import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Assignment, DraftOptions, DraftSection, OutlineSection, Passage, SectionContent } from 'chronoscribe/kinds/writer';
import { contentWords, englishFunctionWordShare } from '../grounding/words.ts';
import { classifyByCues, classifyByPosition, detectPhases, typicalPhases } from './content-classifier.ts';
import { pairQuestionsWithAnswers } from './question-answers.ts';
import { routeToSection, sectionRefinement } from './section-routing.ts';
import { deduplicate, scoreSentences, selectByRelevance, summarySentences } from './selection.ts';
import { type Sentence, segment, wordCount } from './sentences.ts';
import { reportedStatements, verbatimStatements } from './statements.ts';

/**
 * Room for each content, in words, in the note on a visit of `usualLength` words; of the wide ones after ACI-Bench's training and
 * validation visits.
 */
const wordBudget: Readonly<Record<Exclude<SectionContent, 'summary'>, number>> = {
  complaint: 30,
  history: 180,
  'past-history': 60,
  medications: 70,
  allergies: 20,
  'family-history': 30,
  'social-history': 50,
  'review-of-systems': 90,
  goals: 60,
  examination: 130,
  results: 50,
  behavior: 130,
  assessment: 60,
  diagnoses: 60,
  progress: 80,
  intervention: 130,
  response: 90,
  plan: 100,
  'follow-up': 30,
};
const typicalVisitWords = 1300;

const cuesUnavailable =
  'Sentences were chosen and sorted by their place and by recurring words: read what was written with care.';
const otherLanguage = `The extractive writer knows English cues only. ${cuesUnavailable}`;
const unknownLanguage = `The extractive writer knows English cues only, and this text has too few of the words by which English is told. ${cuesUnavailable} If it is English, state its language, en.`;

/** Writes the sections of a document from sentences of the source. `options` is told and asked between the parts of the work. */
export async function extractDraft(
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

  const cued = isEnglish(language, passages);
  const sentences = pairQuestionsWithAnswers(await segment(passages, cued, pause));
  await report(0.3);
  const placed = Map.groupBy(routeSentences(sentences, outline, cued), ({ section }) => section);
  await report(0.5);

  const options = { wished: new Set(contentWords(prompt)), cued };
  const growth = budgetFactor(sentences);
  const tell = cued ? reportedStatements(passages) : verbatimStatements;
  const sections: DraftSection[] = [];
  for (const [index, { name, contents }] of outline.entries()) {
    const chosen = contents.includes('summary') ? await summarySentences(sentences, options, pause) : [];
    for (const [content, group] of Map.groupBy(placed.get(name) ?? [], (each) => each.content)) {
      const members = deduplicate(group.map(({ sentence }) => sentence));
      const picks = await selectByRelevance(scoreSentences(members, content, options), wordBudget[content] * growth, pause);
      chosen.push(...picks.flatMap((pick) => members[pick] ?? []));
    }
    const statements = [];
    for (const sentence of [...new Set(chosen)].toSorted((a, b) => a.position - b.position)) {
      for (const statement of tell(sentence)) {
        statements.push(statement);
        text(`${statement.text}\n`);
      }
      await pause();
    }
    sections.push({ name, statements });
    await report(0.5 + (0.5 * (index + 1)) / outline.length);
  }
  return { sections, warnings: cued || sentences.length === 0 ? [] : [language === null ? unknownLanguage : otherLanguage] };
}

interface RoutedSentence {
  readonly sentence: Sentence;
  readonly content: Exclude<SectionContent, 'summary'>;
  readonly section: string;
}

/** What each sentence tells, and the section of the outline that it goes to; sentences without a place are left out. */
function routeSentences(sentences: readonly Sentence[], outline: readonly OutlineSection[], cued: boolean): RoutedSentence[] {
  const phaseAt = cued ? detectPhases(sentences) : typicalPhases;
  const read = cued ? classifyByCues : classifyByPosition;
  const narrow = sectionRefinement(outline);
  return sentences.flatMap((sentence) => {
    const wide = read(sentence, phaseAt(sentence.position));
    const content = cued ? narrow(sentence, wide) : wide;
    const section = content === null ? undefined : routeToSection(content, outline);
    return content === null || section === undefined ? [] : { sentence, content, section: section.name };
  });
}

/** A longer visit gets a longer note, but not in proportion: four times the talk, twice the room. */
function budgetFactor(sentences: readonly Sentence[]): number {
  const length = sentences.reduce((sum, { text }) => sum + wordCount(text), 0);
  return Math.max(1, Math.sqrt(length / typicalVisitWords));
}

/** In English speech about half of all words are function words; words that other languages share with it stay below this. */
const minEnglishShare = 0.25;
/** Enough of a source to tell its language by. */
const sampleLength = 20_000;

/** Whether the cues, which are English, can be used on a source. Where its language is not stated, its function words tell. */
export function isEnglish(language: string | null, passages: readonly Passage[]): boolean {
  if (language !== null) return /^en\b/i.test(language);
  let sample = '';
  for (const { text } of passages) {
    if (sample.length >= sampleLength) break;
    sample += ` ${text.slice(0, sampleLength)}`;
  }
  return englishFunctionWordShare(sample) >= minEnglishShare;
}
