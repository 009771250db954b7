import { groupParagraphs } from 'chronoscribe/kinds/ocr';
import type { Utterance } from 'chronoscribe/kinds/transcriber';
import { leadingName, namesIn } from './cues.ts';
import { type TimedLine, timedLine } from './line-times.ts';
import { roleOfName } from './roles.ts';
import type { UploadedTranscript } from './uploaded-transcript.ts';

/** A run of lines that one speaker says. */
interface Turn {
  readonly speaker: string | null;
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
  readonly lines: string[];
}

interface LabelledLine {
  readonly line: TimedLine;
  /** The words before a colon that may be a name. */
  readonly label: ReturnType<typeof leadingName>;
}

/** The line before the transcript in answers and exports. */
const transcriptBegins = '--- Transcript:';

/**
 * Reads a transcript in plain text: `Name: words` in a line, `Name:` above its lines, or prose. A line may have a time or
 * a span, such as `[00:01:02 - 00:01:05]`. Answers and exports of our own are read too; of an export, the transcript.
 */
export function parsePlainText(text: string): UploadedTranscript {
  const written = text.split(/\r\n|\r|\n/).map((line) => unmarked(line.replace(/\s+/g, ' ').trim()));
  const lines = written.slice(written.indexOf(transcriptBegins) + 1).map(timedLine);
  const labelled = lines.map((line) => ({ line, label: leadingName(line.text) }));
  const isName = speakersIn(labelled.filter(({ line }) => line.text !== '').map(({ label }) => label?.name));
  const turns = turnsOf(labelled, isName);
  return {
    source: 'text',
    language: null,
    utterances: utterancesOf(turns),
    hasTimes: turns.some(({ startMs }) => startMs !== undefined),
  };
}

/** `Doctor: words` for `[doctor] words` and `**Doctor:** words`. */
function unmarked(line: string): string {
  if (!line.startsWith('**') && !line.startsWith('[')) return line;
  const bold = line.replace(/^\*\*([^*]{1,60})\*\*/, '$1');
  const tag = /^\[([^\]:]{1,40})\]:? /.exec(bold);
  return tag?.[1] !== undefined && roleOfName(tag[1]) !== undefined ? `${tag[1]}: ${bold.slice(tag[0].length)}` : bold;
}

/** Headings of notes, which stand before a colon as names do. */
const heading =
  /^(?:subjective|objective|assessment|plan|summary|history|hpi|pmh|exam|examination|findings?|impression|diagnos[ie]s|medications?|medicines|allerg(?:y|ies)|vitals?|results?|labs?|note|date|time|visit|reason|complaint|chief complaint|follow-?up|recommendations?|conclusion|treatment|procedure|social|family)\b/i;

/**
 * Tells names from other words before a colon. If one denotes a role or comes again, or if all lines have one, then the
 * text names its speakers, and whatever is no heading is a name.
 */
function speakersIn(names: readonly (string | undefined)[]): (name: string) => boolean {
  // The first line proves nothing here, as it does in a file of cues: it may be a title.
  const isCertain = namesIn([undefined, ...names]);
  const isSpeaker = (name: string) => roleOfName(name) !== undefined || !heading.test(name);
  const isDialogue =
    names.some((name) => name !== undefined && isSpeaker(name) && isCertain(name)) ||
    (names.length > 1 && names.every((name) => name !== undefined && isSpeaker(name)));
  return (name) => isDialogue && isSpeaker(name);
}

/** A turn begins with a name, with a time, and after an empty line. */
function turnsOf(lines: readonly LabelledLine[], isName: (name: string) => boolean): Turn[] {
  const turns: Turn[] = [];
  let speaker: string | null = null;
  let isOpen = false;
  for (const { line, label } of lines) {
    const named = label !== undefined && isName(label.name) ? label : undefined;
    // A time after a word that is no name belongs to the words: `Ibuprofen 8:00`.
    const { startMs, endMs, text } = line.isAfterName && named === undefined ? untimed(line.written) : line;
    if (text === '' && startMs === undefined) {
      isOpen = false;
      continue;
    }
    speaker = named?.name ?? speaker;
    const words = named?.text ?? text;
    const last = turns.at(-1);
    if (last !== undefined && isOpen && named === undefined && startMs === undefined) last.lines.push(words);
    // `Name:` alone, and the times in the next line.
    else if (
      last !== undefined &&
      isOpen &&
      named === undefined &&
      last.lines.length === 0 &&
      last.startMs === undefined
    )
      turns[turns.length - 1] = { speaker, startMs, endMs, lines: words === '' ? [] : [words] };
    else turns.push({ speaker, startMs, endMs, lines: words === '' ? [] : [words] });
    isOpen = true;
  }
  return turns;
}

function untimed(text: string) {
  return { startMs: undefined, endMs: undefined, text };
}

/** Times never decrease. A turn without an end lasts until the next time. */
function utterancesOf(turns: readonly Turn[]): Utterance[] {
  let nextMs: number | undefined;
  const ends = turns.toReversed().map(({ startMs, endMs }) => {
    const end = endMs ?? nextMs;
    nextMs = startMs ?? nextMs;
    return end;
  });
  let startMs = 0;
  const utterances: Utterance[] = [];
  for (const [index, { speaker, startMs: begins, lines }] of turns.entries()) {
    startMs = Math.max(startMs, begins ?? startMs);
    const endMs = Math.max(startMs, ends.at(-1 - index) ?? startMs);
    for (const paragraph of groupParagraphs(lines)) {
      for (const text of passagesOf(paragraph)) utterances.push({ speaker, startMs, endMs, text, confidence: null });
    }
  }
  return utterances;
}

/** In characters: a passage ends with the sentence that reaches it. */
const longPassage = 300;
/** In characters: a sentence that is longer is divided between words, and no passage grows further. */
const longestSentence = 1_000;
const endsInAbbreviation = /\b(?:Dr|Mr|Mrs|Ms|St|Prof|vs|No|approx)\.\s*$/;

/** A paragraph in passages that can be cited, each of whole sentences. */
function passagesOf(paragraph: string): string[] {
  if (paragraph.length <= longPassage) return [paragraph];
  const passages: string[] = [];
  let passage = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(paragraph)) {
    for (const piece of dividedAtWords(segment)) {
      passage += piece;
      if (passage.length < longPassage) continue;
      if (passage.length < longestSentence && endsInAbbreviation.test(passage.slice(-20))) continue;
      passages.push(passage.trim());
      passage = '';
    }
  }
  return [...passages, passage.trim()].filter((each) => each !== '');
}

function dividedAtWords(sentence: string): readonly string[] {
  return sentence.length <= longestSentence ? [sentence] : (sentence.match(/.{1,1000}(?:\s|$)|.{1,1000}/g) ?? []);
}
