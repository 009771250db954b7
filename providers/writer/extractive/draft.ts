import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  Assignment,
  DraftOptions,
  DraftSection,
  OutlineSection,
  Passage,
  SectionContent,
} from 'chronoscribe/kinds/writer';
import { contentWords, englishFunctionWordShare } from '../grounding/words.ts';
import { classifyByCues, classifyByPosition, detectPhases, typicalPhases } from './content-classifier.ts';
import { pairQuestionsWithAnswers } from './question-answers.ts';
import { routeToSection, sectionRefinement } from './section-routing.ts';
import { deduplicate, scoreSentences, selectByRelevance, summarySentences } from './selection.ts';
import { type Sentence, segment, wordCount } from './sentences.ts';
import { reportedStatements, verbatimStatements } from './statements.ts';

/**
 * Word budget per content for a visit of `typicalVisitWords` words. The budgets of broad contents come from ACI-Bench's
 * training and validation visits.
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

/**
 * Writes the sections of a document from sentences of the source: the pure drafting function, with plain JSON as input
 * and output.
 *
 * @param assignment the source and the outline
 * @param options cancellation and callbacks, used between the parts of the work; other tasks run in between
 * @returns the sections of the outline, and a warning if the cue phrases could not be used
 */
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
      const picks = await selectByRelevance(
        scoreSentences(members, content, options),
        wordBudget[content] * growth,
        pause,
      );
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
  return {
    sections,
    warnings: cued || sentences.length === 0 ? [] : [language === null ? unknownLanguage : otherLanguage],
  };
}

interface RoutedSentence {
  readonly sentence: Sentence;
  readonly content: Exclude<SectionContent, 'summary'>;
  readonly section: string;
}

/** Assigns each sentence a content and a section of the outline. Sentences without a section are left out. */
function routeSentences(
  sentences: readonly Sentence[],
  outline: readonly OutlineSection[],
  cued: boolean,
): RoutedSentence[] {
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

/** Scales the word budget with the square root of the visit's length: four times the talk, twice the note. */
function budgetFactor(sentences: readonly Sentence[]): number {
  const length = sentences.reduce((sum, { text }) => sum + wordCount(text), 0);
  return Math.max(1, Math.sqrt(length / typicalVisitWords));
}

/** About half of the words in English speech are stop words. In other languages, shared words stay below this share. */
const minEnglishShare = 0.25;
/** Characters of the source that suffice to detect English. */
const sampleLength = 20_000;

/**
 * Tells whether the English cue phrases can be used. Without a stated language, the share of English stop words
 * decides.
 */
export function isEnglish(language: string | null, passages: readonly Passage[]): boolean {
  if (language !== null) return /^en\b/i.test(language);
  let sample = '';
  for (const { text } of passages) {
    if (sample.length >= sampleLength) break;
    sample += ` ${text.slice(0, sampleLength)}`;
  }
  return englishFunctionWordShare(sample) >= minEnglishShare;
}
