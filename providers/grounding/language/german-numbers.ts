const small = 'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' ');
const stems = ['', 'ein', 'zwei', 'drei', 'vier', 'fünf', 'sech', 'sieb', 'acht', 'neun'];
const digits = 'ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun';
const values: ReadonlyMap<string, number> = new Map([
  ...small.map((word, value): [string, number] => [word, value]),
  ['ein', 1],
  ...stems.slice(3).map((stem, index): [string, number] => [`${stem}zehn`, 13 + index]),
  ['zwanzig', 20],
  ['dreißig', 30],
  ['dreissig', 30],
  ...stems.slice(4).map((stem, index): [string, number] => [`${stem}zig`, 40 + 10 * index]),
]);
const tens = [...values].flatMap(([word, value]) => (value >= 20 ? word : [])).join('|');
const below100 = `(?:(${digits})und)?(${tens})|${[...values].flatMap(([word, value]) => (value < 20 ? word : [])).join('|')}`;
const numberWord = new RegExp(
  `(?<![\\p{L}\\p{N}])(?=\\p{L}{3})(?:(${digits})?(tausend))?(?:(${digits})?(hundert))?(?:und)?(?:${below100})?(einhalb)?(?![\\p{L}\\p{N}])`,
  'giu',
);
/** `Ein` is an article, unless a decimal follows: `ein Komma fünf`. */
const noNumber = /^(?:ein|und)$/i;

/**
 * Converts German number words to digits; a decimal comma becomes a point.
 *
 * @returns `2.5` for `zwei Komma fünf`, `120/80` for `hundertzwanzig zu achtzig`, `0.5` for `eine halbe`
 */
export function germanNumbersToDigits(text: string): string {
  return (
    text
      .replace(/\b(?:anderthalb|eineinhalb)\b/gi, '1.5')
      .replace(/\bein(?= Komma\b)/gi, '1')
      .replace(numberWord, (said) => (noNumber.test(said) ? said : numberOf(said.toLowerCase())))
      .replace(
        /(?<=\d) Komma (\d+(?: \d\b(?! ?mal\b))*)/gi,
        (_, decimals: string) => `.${decimals.replaceAll(' ', '')}`,
      )
      // `Temperatur achtunddreißig vier`
      .replace(/\b(Temperatur|Fieber)((?: \p{L}+){0,2}) (3[4-9]|4[0-2]) (\d)\b/giu, '$1$2 $3.$4')
      .replace(/\b(?:eine?[nr]? )?halbe[nrs]?\b/gi, '0.5')
      .replace(/(?<=\d) bis (?=\d)/gi, ' to ')
      .replace(/\b(\d{2,3}) zu (\d{2,3})\b/g, '$1/$2')
  );
}

function numberOf(said: string): string {
  const half = said.endsWith('einhalb');
  let rest = half ? said.slice(0, -'einhalb'.length) : said;
  let value = 0;
  for (const [scale, factor] of [
    ['tausend', 1000],
    ['hundert', 100],
  ] as const) {
    const [before, after] = rest.split(scale);
    if (after === undefined) continue;
    value += (values.get(before ?? '') ?? 1) * factor;
    rest = after.replace(/^und(?=\p{L})/u, '');
  }
  const [unit, ten] = rest.split('und');
  value += ten === undefined ? (values.get(rest) ?? 0) : (values.get(unit ?? '') ?? 0) + (values.get(ten) ?? 0);
  return half ? `${value}.5` : String(value);
}
