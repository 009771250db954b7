/** A word with its marks, and the time of its start in seconds. */
export interface TimedWord {
  readonly text: string;
  readonly start: number;
}

/** The most words that a term is misheard as, for each of its words. */
const mostForOne = 4;

/** The least share of letters that a term has in common, in order, with what it was misheard as. */
const leastAlike = 0.5;

/** What must not give way to a name: negations, numbers that are seldom a syllable of one, and units. */
const kept = new RegExp(
  `\\d|^(?:${[
    ...["no|not|never|none|without|nor|cannot|.*n['’]t", 'five|six|seven|nine|eleven|twelve|.*teen|half|point'],
    ...['twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand'],
    ...['mg|mcg|ml|milligrams?|micrograms?|grams?|units?|millilit(?:er|re)s?'],
  ].join('|')})$`,
);

/**
 * Takes the expected words, and nothing else, from a second recognition that was biased towards them. A biased search
 * may lose or invent words elsewhere (https://github.com/k2-fsa/sherpa-onnx/issues/3267), so where both differ its words
 * count only if all are of an expected term and stand in the place of a few others that are spelled much alike, none of
 * them a number or a negation.
 *
 * @param heard what was recognised without bias
 * @param terms the expected words
 */
export function withExpected(
  heard: readonly TimedWord[],
  biased: readonly TimedWord[],
  terms: readonly string[],
): TimedWord[] {
  const expected = expectedAt(biased.map(bare), terms);
  return differences(heard.map(bare), biased.map(bare)).flatMap(({ ours, theirs }) => {
    const own = heard.slice(ours.start, ours.end);
    const others = biased.slice(theirs.start, theirs.end);
    const isTerm = others.length > 0 && others.every((_, at) => expected.has(theirs.start + at));
    const isMisheard = own.length > 0 && own.length <= others.length * mostForOne && !own.some(isKept);
    return isTerm && isMisheard && areAlike(own, others) ? inPlaceOf(own, others) : own;
  });
}

function isKept(word: TimedWord): boolean {
  return kept.test(bare(word));
}

function areAlike(own: readonly TimedWord[], others: readonly TimedWord[]): boolean {
  const [ours, theirs] = [own, others].map((words) => [...words.map(bare).join('')]);
  if (ours === undefined || theirs === undefined) return false;
  const common = commonLengths(ours, theirs)[0]?.[0] ?? 0;
  return common >= leastAlike * Math.max(ours.length, theirs.length);
}

/** The words with the marks and within the times of those that they replace. */
function inPlaceOf(own: readonly TimedWord[], others: readonly TimedWord[]): TimedWord[] {
  const first = own[0]?.start ?? 0;
  const last = own.at(-1);
  const marks = /[.,?!;:]*$/.exec(last?.text ?? '')?.[0] ?? '';
  return others.map(({ text, start }, at) => ({
    text: `${text.replace(/[.,?!;:]+$/, '')}${at === others.length - 1 ? marks : ''}`,
    start: at === 0 ? first : Math.max(first, Math.min(start, last?.start ?? start)),
  }));
}

function bare({ text }: TimedWord): string {
  return text.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

/** The places of words that belong to a term. */
function expectedAt(words: readonly string[], terms: readonly string[]): ReadonlySet<number> {
  const places = new Set<number>();
  for (const term of terms) {
    const parts = term.split(/\s+/).map((text) => bare({ text, start: 0 }));
    for (let at = 0; at + parts.length <= words.length; at += 1) {
      if (parts.every((part, offset) => words[at + offset] === part))
        for (const offset of parts.keys()) places.add(at + offset);
    }
  }
  return places;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The lengths of the longest common subsequences of what is left of both, from each place of each. */
function commonLengths(ours: readonly string[], theirs: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: ours.length + 1 }, () => new Uint16Array(theirs.length + 1));
  for (let own = ours.length - 1; own >= 0; own -= 1) {
    const [row, below] = [lengths[own], lengths[own + 1]];
    if (row === undefined || below === undefined) continue;
    for (let other = theirs.length - 1; other >= 0; other -= 1) {
      row[other] =
        ours[own] === theirs[other] ? (below[other + 1] ?? 0) + 1 : Math.max(below[other] ?? 0, row[other + 1] ?? 0);
    }
  }
  return lengths;
}

/** Two texts as stretches in order: words that both have, for which no range of `theirs` is given, and differing ones. */
function differences(ours: readonly string[], theirs: readonly string[]): { ours: Range; theirs: Range }[] {
  const lengths = commonLengths(ours, theirs);
  const left = (own: number, other: number) => lengths[own]?.[other] ?? 0;
  const stretches: { ours: Range; theirs: Range }[] = [];
  let [own, other] = [0, 0];
  let begun: readonly [own: number, other: number] = [0, 0];
  const close = () => {
    const [start, otherStart] = begun;
    if (own > start || other > otherStart)
      stretches.push({ ours: { start, end: own }, theirs: { start: otherStart, end: other } });
  };
  while (own < ours.length || other < theirs.length) {
    if (own < ours.length && other < theirs.length && ours[own] === theirs[other]) {
      close();
      stretches.push({ ours: { start: own, end: own + 1 }, theirs: { start: other, end: other } });
      own += 1;
      other += 1;
      begun = [own, other];
    } else if (other >= theirs.length || (own < ours.length && left(own + 1, other) >= left(own, other + 1))) own += 1;
    else other += 1;
  }
  close();
  return stretches;
}
