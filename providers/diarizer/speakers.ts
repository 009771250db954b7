import type { SpeakerTurn, SpokenWord, Utterance } from 'chronoscribe/kinds/transcriber';

/** What is given to one voice as a whole: a word, or a clause whose times are estimated. */
interface Part {
  /** Its place in the text. */
  readonly from: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly word?: SpokenWord;
}

/** The words of a clause, at most: a recogniser that writes so many without a mark writes none. */
const longestClause = 12;

/**
 * Gives each word to the voice that speaks at its time. An utterance is divided where the voice changes: between words if
 * their times are known, else between clauses, whose times are estimated by their length. What is said outside of all
 * turns belongs to the nearest; where two voices speak at once, who spoke before goes on.
 *
 * @param expected the number of speakers; of more voices, those that speak most count
 * @returns the utterances with speakers, unchanged if there are no turns
 */
export function withSpeakers(
  utterances: readonly Utterance[],
  turns: readonly SpeakerTurn[],
  expected = Number.POSITIVE_INFINITY,
): readonly Utterance[] {
  const heard = mostHeard(turns, expected);
  if (heard.length === 0) return utterances;
  let before: string | null = null;
  return utterances.flatMap((utterance) => {
    const within = heard.filter((turn) => overlap(turn, utterance) > 0);
    const isOneVoice = new Set(within.map(({ speaker }) => speaker)).size < 2;
    const parts = isOneVoice ? [{ ...utterance, from: 0 }] : partsOf(utterance, within);
    const said = parts.map((part) => {
      before = voiceOf(part, within, before) ?? nearest(part, isOneVoice ? heard : within);
      return { ...part, speaker: before };
    });
    return divided(utterance, said);
  });
}

/** The turns of so many voices. */
function mostHeard(turns: readonly SpeakerTurn[], expected: number): readonly SpeakerTurn[] {
  const spoken = new Map<string, number>();
  for (const { speaker, startMs, endMs } of turns) spoken.set(speaker, (spoken.get(speaker) ?? 0) + endMs - startMs);
  const voices = [...spoken].toSorted(([, one], [, other]) => other - one).slice(0, expected);
  const kept = new Set(voices.map(([speaker]) => speaker));
  return turns.filter(({ speaker }) => kept.has(speaker));
}

/** The voice that speaks most in a part, the one before if several do; null if none does. */
function voiceOf(part: Part, turns: readonly SpeakerTurn[], before: string | null): string | null {
  const spoken = new Map<string, number>();
  for (const turn of turns) {
    const ms = overlap(turn, part);
    if (ms > 0) spoken.set(turn.speaker, (spoken.get(turn.speaker) ?? 0) + ms);
  }
  const most = Math.max(...spoken.values());
  if (before !== null && spoken.get(before) === most) return before;
  return [...spoken].find(([, ms]) => ms === most)?.[0] ?? null;
}

function nearest(part: Part, turns: readonly SpeakerTurn[]): string | null {
  let closest: SpeakerTurn | undefined;
  const distance = ({ startMs, endMs }: SpeakerTurn) => Math.max(startMs - part.endMs, part.startMs - endMs);
  for (const turn of turns) if (closest === undefined || distance(turn) < distance(closest)) closest = turn;
  return closest?.speaker ?? null;
}

/** A moment counts as a millisecond: some recognisers give words no length. */
function overlap(turn: SpeakerTurn, { startMs, endMs }: { readonly startMs: number; readonly endMs: number }): number {
  return Math.min(turn.endMs, Math.max(endMs, startMs + 1)) - Math.max(turn.startMs, startMs);
}

function partsOf(utterance: Utterance, turns: readonly SpeakerTurn[]): readonly Part[] {
  return wordsOf(utterance) ?? clausesOf(utterance, turns);
}

/** The words with their places in the text; null if they are not known, or are not those of the text. */
function wordsOf({ text, words = [] }: Utterance): readonly Part[] | null {
  const parts: Part[] = [];
  let end = 0;
  for (const word of words) {
    const from = text.indexOf(word.text, end);
    if (from === -1) return null;
    parts.push({ from, startMs: word.startMs, endMs: word.endMs, word });
    end = from + word.text.length;
  }
  return parts.length === 0 ? null : parts;
}

/** Clauses, as if all were spoken at one speed while somebody speaks; where marks are rare, words. */
function clausesOf({ text, ...utterance }: Utterance, turns: readonly SpeakerTurn[]): readonly Part[] {
  const starts: number[] = [];
  for (const clause of text.matchAll(/.+?(?:[.,;:?!]["'”’)\]]*\s+|[。，？！]|$)/gsu)) {
    const words = [...clause[0].matchAll(/\S+\s*/g)];
    starts.push(...(words.length > longestClause ? words.map((word) => clause.index + word.index) : [clause.index]));
  }
  const timeAt = spokenTime(utterance, turns);
  return starts
    .filter((from) => from < text.length)
    .map((from, at) => ({
      from,
      startMs: timeAt(from / text.length),
      endMs: timeAt((starts[at + 1] ?? text.length) / text.length),
    }));
}

/** When a share of the speech in an utterance is over. */
function spokenTime(
  utterance: Pick<Utterance, 'startMs' | 'endMs'>,
  turns: readonly SpeakerTurn[],
): (share: number) => number {
  const spans: { readonly startMs: number; readonly endMs: number }[] = [];
  let end = utterance.startMs;
  for (const turn of turns.toSorted((one, other) => one.startMs - other.startMs)) {
    const span = { startMs: Math.max(end, turn.startMs), endMs: Math.min(utterance.endMs, turn.endMs) };
    if (span.endMs > span.startMs) spans.push(span);
    end = Math.max(end, span.endMs);
  }
  const total = spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return (share) => {
    let left = share * total;
    for (const { startMs, endMs } of spans) {
      if (left <= endMs - startMs) return Math.round(startMs + left);
      left -= endMs - startMs;
    }
    return end;
  };
}

/** An utterance for each stretch of parts that one voice says. */
function divided(
  utterance: Utterance,
  parts: readonly (Part & { readonly speaker: string | null })[],
): readonly Utterance[] {
  const starts = parts.flatMap(({ speaker }, at) => (at === 0 || speaker !== parts[at - 1]?.speaker ? [at] : []));
  return starts.flatMap((first, at) => {
    const next = starts[at + 1];
    const own = parts.slice(first, next);
    const text = utterance.text.slice(at === 0 ? 0 : own[0]?.from, next === undefined ? undefined : parts[next]?.from);
    const startMs = at === 0 ? utterance.startMs : (own[0]?.startMs ?? utterance.startMs);
    const endMs = next === undefined ? utterance.endMs : (own.at(-1)?.endMs ?? startMs);
    const words = own.flatMap(({ word }) => word ?? []);
    return {
      ...utterance,
      speaker: own[0]?.speaker ?? null,
      startMs,
      endMs: Math.max(startMs, endMs),
      text: text.trim(),
      ...(words.length > 0 && { words }),
    };
  });
}
