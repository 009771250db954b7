import { Problem } from 'chronoscribe';
import { gapsIn, newIn } from './gaps.ts';
import { type Judged, judge } from './inventions.ts';
import { countPassages, type Passage, placesOf } from './passages.ts';
import { type Loudness, loudnessOf, openPart, sampleRangeOf, splitAtPauses, windowBytes, windowMs } from './pieces.ts';
import { movedBy, withText } from './spoken-words.ts';
import type { Recording, TranscribeOptions, Transcriber, Transcription, Utterance } from './transcriber.ts';

/** What is recognised again in a recording of ten minutes, at most; the rest is only warned of. */
const mostRepairs = 6;
const usualMs = 600_000;

/** The longest noise, such as a cough, that is mistaken for speech. */
const longestNoiseMs = 1500;

/** Too short to be divided, and too long to be held in memory. */
const shortestRepairMs = 2000;
const longestRepairMs = 120_000;

/** The end of the progress is for what is recognised again. */
const firstShare = 0.95;

/**
 * A transcriber whose results hold nothing that nobody seems to have said, and all that somebody seems to say. Where the
 * recogniser turned in a circle, the sound is recognised again in smaller parts. What is a loop then too is left out; what
 * could not be recognised again is kept once, since somebody may have said it again and again. Where it is as loud as
 * speech and no text stands, the sound is recognised again by itself. A warning names each place that stays in doubt.
 *
 * @example
 * ```ts
 * const { utterances, warnings } = await credible(transcriber).transcribe(recording, options);
 * ```
 */
export function credible(transcriber: Transcriber): Transcriber {
  return {
    async transcribe(recording, given) {
      await using kept = new AsyncDisposableStack();
      const options = { ...given, kept };
      const { signal } = options;
      const progress = (fraction: number) => options.progress(fraction * firstShare);
      const heard = await transcriber.transcribe(recording, { ...options, progress });
      const levels = await loudnessOf(recording.path, await sampleRangeOf(recording.path), signal);
      const judged = judge(heard.utterances, levels);
      const loops = loopsOf(judged);
      const repairs = new Map<Passage, readonly Utterance[]>();
      for (const loop of loops.slice(0, mostRepairs)) {
        const again = await heardAgain(transcriber, recording, loop, levels, options);
        if (again !== null) repairs.set(loop, again);
      }
      const whole = await withoutGaps(transcriber, recording, joined(heard, judged, repairs), levels, options);
      options.progress(1);
      return whole;
    },
  };
}

/** The result with what is heard where somebody seems to speak and no text stood. */
async function withoutGaps(
  transcriber: Transcriber,
  { path, durationMs }: Recording,
  heard: Transcription,
  levels: Loudness,
  options: TranscribeOptions,
): Promise<Transcription> {
  const found: Utterance[] = [];
  const wordless: Passage[] = [];
  const most = mostRepairs * Math.ceil(durationMs / usualMs);
  for (const [at, gap] of gapsIn(heard.utterances, levels).entries()) {
    const again =
      at < most && gap.endMs - gap.startMs <= longestRepairMs
        ? await hearParts(transcriber, path, [gap], options)
        : null;
    const believed = judge(again ?? [], levels).flatMap(({ utterance, doubt }) => (doubt === null ? utterance : []));
    found.push(...newIn(believed, gap, heard.utterances));
    if (believed.length === 0 && gap.loudMs >= longestNoiseMs) wordless.push(gap);
  }
  if (found.length === 0 && wordless.length === 0) return heard;
  return {
    ...heard,
    utterances: [...heard.utterances, ...found].toSorted((one, other) => one.startMs - other.startMs),
    warnings: [
      ...heard.warnings,
      ...warning(
        wordless.toSorted((one, other) => one.startMs - other.startMs),
        'In # somebody seems to speak, but no word was recognised.',
      ),
    ],
  };
}

/** Where one voice is said to repeat itself. */
function loopsOf(judged: readonly Judged[]): readonly Passage[] {
  const passages: Passage[] = [];
  let before: Judged | undefined;
  for (const each of judged) {
    if (isLoop(each)) {
      const { startMs, endMs, speaker } = each.utterance;
      const goesOn = before !== undefined && isLoop(before) && before.utterance.speaker === speaker;
      const last = goesOn ? passages.pop() : undefined;
      passages.push({ startMs: last?.startMs ?? startMs, endMs: Math.max(last?.endMs ?? 0, endMs) });
    }
    before = each;
  }
  return passages;
}

function isLoop({ doubt }: Judged): boolean {
  return doubt === 'loop' || doubt === 'repetitive';
}

/** Recognises a passage in smaller parts. @returns null if that fails; nothing if nothing better is heard */
async function heardAgain(
  transcriber: Transcriber,
  { path }: Recording,
  { startMs, endMs }: Passage,
  levels: Loudness,
  options: TranscribeOptions,
): Promise<readonly Utterance[] | null> {
  if (endMs - startMs < shortestRepairMs) return [];
  if (endMs - startMs > longestRepairMs) return null;
  const windows = levels.subarray(Math.floor(startMs / windowMs), Math.ceil(endMs / windowMs));
  const parts = splitAtPauses(windows, Math.ceil(windows.length * 0.6) * windowBytes);
  const at = Math.floor(startMs / windowMs) * windowMs;
  const passages = parts.map((part) => ({ startMs: at + part.startMs, endMs: at + part.endMs }));
  const heard = await hearParts(transcriber, path, passages, options);
  return heard === null || judge(heard, levels).every(({ doubt }) => doubt === null) ? heard : [];
}

/** @returns null if that fails: what was heard at first stays then, with its warning */
async function hearParts(
  transcriber: Transcriber,
  path: string,
  parts: readonly Passage[],
  options: TranscribeOptions,
): Promise<readonly Utterance[] | null> {
  const heard: Utterance[] = [];
  for (const part of parts) {
    try {
      heard.push(...(await hearPart(transcriber, path, part, options)));
    } catch (thrown) {
      options.signal.throwIfAborted();
      if (thrown instanceof Problem) return null;
      throw thrown;
    }
  }
  return heard;
}

/** Recognises a part of a recording as a recording of its own. */
async function hearPart(
  transcriber: Transcriber,
  path: string,
  { startMs, endMs }: Passage,
  options: TranscribeOptions,
): Promise<readonly Utterance[]> {
  const { checkpoint } = options;
  await using part = await openPart(path, { startMs, endMs });
  const { utterances } = await transcriber.transcribe(part, {
    ...{ ...options, speakers: undefined, turns: undefined, progress: () => {} },
    // The pieces of the part have times of their own.
    checkpoint: checkpoint && ((key, work) => checkpoint(`from ${startMs} to ${endMs}: ${key}`, work)),
  });
  return utterances.map((each) => movedBy(startMs, each));
}

/** The result without its inventions, with what was recognised again in their place, and the warnings. */
function joined(
  heard: Transcription,
  judged: readonly Judged[],
  repairs: ReadonlyMap<Passage, readonly Utterance[]>,
): Transcription {
  const repairOf = ({ startMs, endMs }: Utterance) =>
    [...repairs].find(([passage]) => startMs >= passage.startMs && endMs <= passage.endMs);
  const mended: Utterance[] = [];
  const leftOut: Passage[] = [];
  const repetitive: Passage[] = [];
  const done = new Set<Passage>();
  for (const each of judged) {
    const { utterance, doubt, said, once } = each;
    const [passage, again] = (isLoop(each) ? repairOf(utterance) : undefined) ?? [];
    if (passage !== undefined && again !== undefined && again.length > 0) {
      // A part has voices of its own: its words are those of who spoke there at first.
      if (!done.has(passage)) mended.push(...again.map((each) => ({ ...each, speaker: utterance.speaker })));
      done.add(passage);
      continue;
    }
    const isKept = doubt === 'repetitive' || (doubt === 'loop' && again === undefined);
    if (isKept) repetitive.push(utterance);
    else if (doubt !== null) leftOut.push(utterance);
    const text = again === undefined ? once : said;
    if (doubt !== 'invented' && text !== '')
      mended.push(text === utterance.text ? utterance : withText(utterance, text));
  }
  return {
    ...heard,
    utterances: mended.toSorted((one, other) => one.startMs - other.startMs),
    warnings: [...heard.warnings, ...warningsOf(leftOut, repetitive, [...done])],
  };
}

/** A sentence for the clinician, without clinical text. @param text `#` stands for how many passages there are */
function warning(passages: readonly Passage[], text: string): readonly string[] {
  return passages.length === 0
    ? []
    : [`${text.replace('#', countPassages(passages))} Listen at ${placesOf(passages)}.`];
}

function warningsOf(
  leftOut: readonly Passage[],
  repetitive: readonly Passage[],
  again: readonly Passage[],
): readonly string[] {
  return [
    ...warning(
      leftOut,
      '# of text left out because nobody seems to have said it: recognisers invent and repeat text where there is little to hear.',
    ),
    ...warning(
      repetitive,
      'In # the recogniser repeated itself more than people do: it may have erred, and what follows itself stands once.',
    ),
    ...warning(again, 'In # the recogniser repeated itself at first, so they were recognised again in parts.'),
  ];
}
