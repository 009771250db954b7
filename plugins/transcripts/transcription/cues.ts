import { joinLines } from 'chronoscribe/kinds/ocr';
import { type CueBlock, cueBlocks, cueVoices, type SpokenWord } from 'chronoscribe/kinds/transcriber';
import { leadingName, speakersAmong } from './speaker-labels.ts';

/** A cue of a subtitle file, or the part of it that one speaker says. */
export interface Cue {
  /**
   * The name of a `<v Name>` tag, of the line before the times (`1 "Name" (123)`), or at the start of a line. It also
   * applies to later cues without one; null before the first. Where dashes alone tell speakers apart: `– 1`, `– 2`.
   */
  readonly speaker: string | null;
  readonly startMs: number;
  readonly endMs: number;
  /** In one line, without tags, not empty. */
  readonly text: string;
  /** What stands between times in the cue; undefined if there are none. */
  readonly words?: readonly SpokenWord[] | undefined;
}

/**
 * Reads the cues of WebVTT and SRT with their speakers, in time linear in the length of the text, whatever it holds.
 *
 * @returns the cues in order of start time, no cues if there are none; the numbers of those whose start looks like a
 * speaker and was read as words (`doubtful`), and of those in which dashes alone tell speakers apart (`dashed`)
 */
export function parseCues(text: string) {
  const spoken = cueBlocks(text)
    .sort((a, b) => a.startMs - b.startMs)
    .flatMap((block, index) => voices(block).map((voice) => ({ ...block, ...voice, number: index + 1 })));
  const labels = spoken.map((cue) => (cue.voice === null ? leadingName(cue.text) : undefined));
  const { isSpeaker, isDoubtful, doubtful } = speakersAmong(labels, 'cues');
  const cues: Cue[] = [];
  const dashed = new Set<number>();
  let speaker: string | null = null;
  let turn = 0;
  for (const [index, { startMs, endMs, voice, text: written, words, hasDash, number }] of spoken.entries()) {
    const label = labels[index];
    const isNamed = label !== undefined && isSpeaker(label.name);
    const text = isNamed ? label.text : written;
    if (isNamed) speaker = label.name;
    else if (voice !== null) speaker = voice;
    else if (hasDash) {
      dashed.add(number);
      turn = turn === 1 ? 2 : 1;
      speaker = `– ${turn}`;
    } else if (speaker?.startsWith('– ') || (label !== undefined && isDoubtful(label.name))) speaker = null;
    if (text !== '') cues.push({ speaker, startMs, endMs, text, ...(words !== undefined && { words }) });
  }
  return { cues, doubtful: doubtful.map((index) => spoken[index]?.number ?? 0), dashed: [...dashed] };
}

/**
 * A cue may hold several voices: with a tag each, lines that each begin with a dash, with `>>`, or with a label. A dash or
 * `>>` changes the speaker.
 */
function voices({ name, lines, ...times }: CueBlock) {
  return lineGroups(lines).flatMap(({ text, hasDash }) =>
    cueVoices(text, times).map((each) => ({ ...each, voice: each.voice ?? name, hasDash })),
  );
}

const dash = /^(?:[-–—](?=[\s\p{L}])|>>)/u;

/** The lines of a cue, a group for each that begins with a label, with `>>`, or, if several do, with a dash. */
function lineGroups(lines: readonly string[]): { text: string; hasDash: boolean }[] {
  const trimmed = lines.map((line) => line.trim());
  const dashes = trimmed.filter((line) => dash.test(line)).length;
  const groups: { parts: string[]; hasDash: boolean }[] = [];
  for (const line of trimmed) {
    const match = dash.exec(line);
    const isChange = match !== null && (dashes > 1 || match[0].includes('>>'));
    const last = groups.at(-1);
    if (last !== undefined && !isChange && leadingName(line) === undefined) last.parts.push(line);
    else groups.push({ parts: [isChange ? line.slice(match[0].length).trimStart() : line], hasDash: isChange });
  }
  return groups.map(({ parts, hasDash }) => ({ text: joinLines(parts), hasDash }));
}
