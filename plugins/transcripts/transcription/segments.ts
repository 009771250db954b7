import type { Blobs } from 'chronoscribe';
import { oneLine, textLines } from 'chronoscribe/host';
import { type Utterance, withText } from 'chronoscribe/kinds/transcriber';
import type { Segment } from '../kind.ts';
import { timesOf } from '../record/word-times.ts';
import { exchangeWarning, rolesOf, type Speech } from './roles.ts';
import { nameIn } from './speaker-labels.ts';

/**
 * Makes a transcript's segments of utterances: empty ones and mere noise dropped, times inside the recording and in
 * order, speakers numbered by first word, roles told by name or by the way they speak. Without voices told apart, all
 * is `Speaker 1`. Warns of names that the words belie.
 */
export function segmentsOf(
  utterances: readonly Utterance[],
  durationMs: number,
): { readonly segments: Segment[]; readonly warnings: readonly string[] } {
  const spoken = utterances
    .filter(({ text }) => !isNoise(text))
    .map((utterance) => {
      const startMs = within(utterance.startMs, 0, durationMs);
      const times = { startMs, endMs: within(utterance.endMs, startMs, durationMs) };
      return withText({ ...utterance, ...times }, withoutSounds(oneLine(utterance.text)));
    })
    .sort((a, b) => a.startMs - b.startMs);

  const speeches = speechesOf(spoken);
  const roles = rolesOf(speeches);
  // Not searched for each utterance: a file may name somebody else in every line.
  const names = speeches.map(({ label }) => nameIn(label));
  const numbers = new Map(speeches.map(({ label }, number) => [label, number]));
  const segments = spoken.map(({ speaker, startMs, endMs, text, confidence, words }, position) => {
    const number = numbers.get(speaker) ?? 0;
    const name = names[number] ?? null;
    return {
      id: `s${position + 1}`,
      speaker: `Speaker ${number + 1}`,
      role: roles[number] ?? 'unknown',
      startMs,
      endMs,
      text,
      confidence,
      ...timesOf(words, { startMs }),
      ...(name !== null && { name }),
    };
  });
  return { segments, warnings: exchangeWarning(speeches, roles) };
}

/** What each speaker said, in the order of first words. */
function speechesOf(spoken: readonly Utterance[]): Speech[] {
  const texts = new Map<string | null, string[]>();
  for (const { speaker, text } of spoken) {
    const said = texts.get(speaker);
    if (said === undefined) texts.set(speaker, [text]);
    else said.push(text);
  }
  return [...texts].map(([label, said]) => ({ label, texts: said }));
}

/**
 * True where nothing but tags (`[BLANK_AUDIO]`, `(coughs)`, `<noise>`, `♪`) and punctuation is left: there is no letter
 * or digit.
 */
function isNoise(text: string): boolean {
  if (!letterOrDigit.test(text)) return true;
  const words = text.replace(/\[[^[\]]*\]|\([^()]*\)|<[^<>]*>|\*[^*]*\*|♪[^♪]*♪/g, '');
  return !letterOrDigit.test(words);
}

/** What a recogniser hears beside the words: `(coughing)`, `[laughs]`. Other words in brackets may be said. */
const sounds =
  /[[(*](?:(?:cough|laugh|chuckl|sigh|sniff|sneez|yawn|gasp|groan|breath|clear|beep|click|knock|typing|ring|speaker_turn|blank_audio|music|applause|noise|silence|pause|background)\w*(?: (?:throat|noise|music|sounds?|heavily|loudly|softly))?)[\])*] ?/gi;

function withoutSounds(text: string): string {
  return text.replace(sounds, '').trim();
}

const letterOrDigit = /[\p{L}\p{N}]/u;

function within(value: number, least: number, most: number): number {
  return Math.round(Math.max(least, Math.min(value, most)));
}

/** Segments in one line of the file. */
const lineLength = 200;

/** Segments as JSON Lines of lists, each of some 30 KB. */
export function* segmentLines(segments: readonly Segment[]): Generator<Uint8Array> {
  for (let at = 0; at < segments.length; at += lineLength) {
    yield Buffer.from(`${JSON.stringify(segments.slice(at, at + lineLength))}\n`);
  }
}

/** Reads the file that `segmentLines` made. */
export async function loadSegments(blobs: Blobs, blob: string): Promise<Segment[]> {
  const segments: Segment[] = [];
  for await (const line of textLines(blobs.read(blob))) segments.push(...segmentsIn(line));
  return segments;
}

/** The segments of a line that `segmentLines` made. */
export function segmentsIn(line: string): Segment[] {
  return JSON.parse(line) as Segment[]; // What this plugin wrote itself.
}
