export const small: ReadonlyMap<string, number> = new Map(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen`
    .split(' ')
    .map((word, value) => [word, value]),
);
export const tens: ReadonlyMap<string, number> = new Map(
  `twenty thirty forty fifty sixty seventy eighty ninety`.split(' ').map((word, index) => [word, 20 + 10 * index]),
);
const scales: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
]);

export const numberWord = `(?:${[...small.keys(), ...tens.keys(), ...scales.keys()].join('|')})`;

/**
 * Converts consecutive number words.
 *
 * @param spoken in lower case: `one hundred and twenty-five`, `two point five`
 */
export function parseSpokenNumber(spoken: string): string {
  const [whole = '', ...decimals] = spoken.split(' point ');
  const fraction = decimals
    .map((part) =>
      part
        .split(/[ -]/)
        .map((word) => small.get(word) ?? tens.get(word) ?? '')
        .join(''),
    )
    .join('');
  const numbers = parseWhole(whole.split(/[ -]/).filter((word) => word !== 'and' && word !== 'a' && word !== 'an'));
  return fraction === '' ? numbers : `${numbers}.${fraction}`;
}

/** Converts whole numbers. Words that cannot continue a number start the next one: `six seven` becomes `6 7`. */
function parseWhole(words: readonly string[]): string {
  const finished: number[] = [];
  let number: number | undefined;
  let previous = 0;
  for (const word of words) {
    const scale = scales.get(word);
    const value = small.get(word) ?? tens.get(word) ?? 0;
    if (scale !== undefined) {
      number = applyScale(number ?? 1, scale);
      previous = scale;
      continue;
    }
    if (number === undefined) number = value;
    else if (extendsNumber(previous, value)) number += value;
    // Blood pressures and years: one twenty, nineteen ninety.
    else if (isHundreds(number, value)) number = number * 100 + value;
    else {
      finished.push(number);
      number = value;
    }
    previous = value;
  }
  return [...finished, ...(number === undefined ? [] : [number])].join(' ');
}

/** In `two thousand three hundred` the `hundred` multiplies only what follows the last larger scale. */
function applyScale(number: number, scale: number): number {
  const since = number % (scale * 10);
  return number < scale ? number * scale : number - (since % scale) + (since % scale || 1) * scale;
}

function extendsNumber(previous: number, value: number): boolean {
  if (previous >= 100) return value < previous;
  return previous >= 20 && value > 0 && value < 10;
}

/** `One eighteen`, `two fifty`, `nineteen ninety`; not `three fifteen`. */
function isHundreds(number: number, value: number): boolean {
  if (value < 10) return false;
  return number === 19 || number === 20 || (number > 0 && number < (value >= 20 ? 10 : 3));
}
