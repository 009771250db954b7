/** Who speaks when, in seconds. */
export interface TimedSpeaker {
  readonly start: number;
  readonly end: number;
  readonly speaker: string;
}

const step = 0.01;

/**
 * The diarization error rate (NIST): the part of the speech that is missed, false or another speaker's, when the names
 * are matched as well as they can be. Without a collar around the borders; for two speakers.
 */
export function diarizationError(truth: readonly TimedSpeaker[], found: readonly TimedSpeaker[]): number {
  const names = [...new Set(found.map(({ speaker }) => speaker))];
  const actual = [...new Set(truth.map(({ speaker }) => speaker))];
  const matchings = names
    .flatMap((first) => names.map((second) => [first, second] as const))
    .filter(([one, two]) => one !== two);
  const tried = matchings.length > 0 ? matchings : [[names[0] ?? '', ''] as const];
  const errors = tried.map((matching) => {
    const named = found.map((each) => ({ ...each, speaker: actual[matching.indexOf(each.speaker)] ?? 'nobody' }));
    return errorOf(truth, named);
  });
  return Math.min(...errors);
}

function errorOf(truth: readonly TimedSpeaker[], found: readonly TimedSpeaker[]): number {
  const end = Math.max(...truth.map((turn) => turn.end), ...found.map((turn) => turn.end));
  const at = (turns: readonly TimedSpeaker[], time: number) =>
    turns.find((turn) => turn.start <= time && time < turn.end)?.speaker;
  let [spoken, wrong] = [0, 0];
  for (let time = step / 2; time < end; time += step) {
    const who = at(truth, time);
    if (who !== undefined) spoken += 1;
    if (who !== at(found, time)) wrong += 1;
  }
  return wrong / spoken;
}

/** Lines such as `3.337-7.529 P`. */
export function readTurns(text: string): readonly TimedSpeaker[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [, start, end, speaker] = /^([\d.]+)-([\d.]+) (\w+)$/.exec(line) ?? [];
      return { start: Number(start), end: Number(end), speaker: speaker ?? '' };
    });
}
