import { groupParagraphs } from 'chronoscribe/kinds/ocr';
import type { Utterance } from 'chronoscribe/kinds/transcriber';
import { type TimedLine, timedLine } from './line-times.ts';
import { roleOfName } from './roles.ts';
import { doubtfulWarning, isName, leadingName, listed, type SpeakerLabels, speakersAmong } from './speaker-labels.ts';
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
  const begins = written.indexOf(transcriptBegins) + 1;
  const lines = withNamesAbove(timesFirst(written.slice(begins).map(timedLine)));
  const labelled = lines.map((line) => ({ line, label: leadingName(line.text) }));
  const spoken = labelled.flatMap(({ line, label }, at) => (line.text === '' ? [] : [{ label, at }]));
  const known = speakersAmong(
    spoken.map(({ label }) => label),
    'lines',
  );
  const { isSpeaker, doubtful } = known;
  const headings = headingsOf(labelled, isSpeaker);
  const numbers = doubtful.map((index) => spoken[index]?.at ?? 0).filter((at) => !headings.has(at));
  const turns = turnsOf(
    labelled.filter((_, at) => !headings.has(at)),
    known,
  );
  return {
    source: 'text',
    language: null,
    utterances: utterancesOf(turns),
    hasTimes: turns.some(({ startMs }) => startMs !== undefined),
    warnings: [
      ...headingWarning(labelled, headings),
      ...doubtfulWarning(
        'line',
        numbers.map((at) => begins + at + 1),
      ),
    ],
  };
}

/** `Doctor: words` for `**Doctor:** words`. */
function unmarked(line: string): string {
  return line.startsWith('**') ? line.replace(/^\*\*([^*]{1,60})\*\*/, '$1') : line;
}

/**
 * Where names stand alone above words (`Ann Wood`, then what she says), makes labels of them. A block begins with a time or
 * after an empty line. Nearly all must begin with a name, and one must denote a role or come again.
 */
function withNamesAbove(lines: readonly TimedLine[]): TimedLine[] {
  const hasTimes = lines.some(({ startMs, isAfterName }) => startMs !== undefined && !isAfterName);
  const openings: { at: number; isAlone: boolean }[] = [];
  let isOpening = !hasTimes;
  for (const [at, { text, startMs }] of lines.entries()) {
    if (startMs !== undefined || (text === '' && !hasTimes)) isOpening = true;
    if (text === '') continue;
    if (isOpening) openings.push({ at, isAlone: isName(text) && followsText(lines, at) });
    isOpening = false;
  }
  const named = openings.filter(({ isAlone }) => isAlone).map(({ at }) => at);
  const names = named.map((at) => lines[at]?.text ?? '');
  const isCertain = names.some((name) => roleOfName(name) !== undefined) || new Set(names).size * 2 <= names.length;
  if (named.length < 2 || named.length < openings.length * 0.8 || !isCertain) return [...lines];
  const found = [...lines];
  for (const at of named) {
    const line = found[at];
    if (line !== undefined) found[at] = { ...line, text: `${line.text}:`, written: `${line.text}:` };
  }
  return found;
}

function followsText(lines: readonly TimedLine[], at: number): boolean {
  const next = lines[at + 1];
  return next !== undefined && next.text !== '' && next.startMs === undefined;
}

/** A name, then a line of its time, as Fireflies writes it: the name goes after the time. */
function timesFirst(lines: readonly TimedLine[]): TimedLine[] {
  const found = [...lines];
  for (let at = 0; at + 1 < found.length; at += 1) {
    const [name, time] = [found[at], found[at + 1]];
    const isPair = name !== undefined && time !== undefined && time.text === '' && time.startMs !== undefined;
    if (!isPair || name.startMs !== undefined || !isName(name.text) || !(at === 0 || isEmpty(found[at - 1]))) continue;
    found[at] = time;
    found[at + 1] = name;
    at += 1;
  }
  return found;
}

function isEmpty(line: TimedLine | undefined): boolean {
  return line === undefined || (line.text === '' && line.startMs === undefined);
}

/** What exporters write below a transcript. */
const footer =
  /^(?:transcription ended after \d|end of transcript$|this (?:editable )?transcript (?:was|is) (?:computer|auto|machine)|transcribed by (?:https?:|otter|rev\b|sonix|fathom)|(?:recording|transcription) (?:stopped|ended)\.?$|.{1,60} stopped transcription$)/i;

/**
 * Where speakers are named, the positions of lines that nobody says: those above the first name that are no sentence, and
 * the exporter's own at the end.
 */
function headingsOf(lines: readonly LabelledLine[], isSpeaker: (name: string) => boolean): Set<number> {
  const first = lines.findIndex(({ label }) => label !== undefined && isSpeaker(label.name));
  const found = new Set<number>();
  for (const [at, { line, label }] of lines.entries()) {
    if (first < 0 || line.text === '' || (label !== undefined && isSpeaker(label.name))) continue;
    const isTitle = at < first && line.text.length <= 120 && !/[.?!]["”)]?$/.test(line.text);
    if (isTitle || (at > first && footer.test(line.written))) found.add(at);
  }
  return found;
}

function headingWarning(lines: readonly LabelledLine[], headings: ReadonlySet<number>): string[] {
  if (headings.size === 0) return [];
  const words = [...headings].map((at) => lines[at]?.line.written ?? '').join(' / ');
  const shown = words.length > 1_000 ? `${words.slice(0, 1_000)}…` : words;
  return [
    `${listed(
      'line',
      [...headings].map((at) => at + 1),
    )}: not said by a speaker, so left out: “${shown}”`,
  ];
}

/** A turn begins with a name, with a time, and after an empty line. */
function turnsOf(lines: readonly LabelledLine[], { isSpeaker, isDoubtful }: SpeakerLabels): Turn[] {
  const turns: Turn[] = [];
  let speaker: string | null = null;
  let isOpen = false;
  for (const { line, label } of lines) {
    const named = label !== undefined && isSpeaker(label.name) ? label : undefined;
    // A time after a word that is no name belongs to the words: `Ibuprofen 8:00`.
    const { startMs, endMs, text } = line.isAfterName && named === undefined ? untimed(line.written) : line;
    if (text === '' && startMs === undefined) {
      isOpen = false;
      continue;
    }
    if (named !== undefined) speaker = named.name;
    else if (label !== undefined && isDoubtful(label.name)) speaker = null;
    const words = named?.text ?? text;
    const last = turns.at(-1);
    const goesOn = last !== undefined && isOpen && named === undefined && last.speaker === speaker;
    if (goesOn && startMs === undefined) last.lines.push(words);
    // `Name:` alone, and the times in the next line.
    else if (goesOn && last.lines.length === 0 && last.startMs === undefined)
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
    for (const paragraph of areSaidApart(lines) ? lines : groupParagraphs(lines)) {
      for (const text of passagesOf(paragraph)) utterances.push({ speaker, startMs, endMs, text, confidence: null });
    }
  }
  return utterances;
}

/** In characters: what somebody says in a few words stands in a line that no wrapping leaves so short. */
const shortLine = 30;
const [leastLines, leastShort] = [4, 0.25] as const;

/** Whether lines without marks are what one after the other said, as a recogniser writes it, and no wrapped text. */
function areSaidApart(lines: readonly string[]): boolean {
  if (lines.length < leastLines || lines.some((line) => /[.?!;:]["”')]?(?:\s|$)/.test(line))) return false;
  return lines.filter(({ length }) => length <= shortLine).length >= leastShort * lines.length;
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
