import { small, tens } from './number-words.ts';

const ordinals =
  `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth
  nineteenth twentieth`.split(/\s+/);

const anyTen = [...tens.keys()].join('|');
const anyUnit = ordinals.slice(0, 9).join('|');
const anyOrdinal = [...ordinals, 'thirtieth'].join('|');
const month = '(?:january|february|march|april|may|june|july|august|september|october|november|december)';

const compound = new RegExp(`\\b(${anyTen})[ -](${anyUnit})\\b`, 'gi');
const dayAfterMonth = new RegExp(`\\b(${month} (?:the )?)(${anyOrdinal})\\b`, 'gi');
const dayBeforeMonth = new RegExp(`\\b(${anyOrdinal})(?= (?:of )?${month}\\b)`, 'gi');
// `The eight fifties` are tablets.
const decade = new RegExp(
  `(?<!\\b(?:one|two|three|four|five|six|seven|eight|nine) )\\b(${[...tens.keys()].map((ten) => ten.replace(/y$/, 'ies')).join('|')})\\b`,
  'gi',
);
const shortYear = new RegExp(
  `\\b(${month}(?: \\d+(?:st|nd|rd|th))?,? )(?:of )?oh? (${[...small.keys()].slice(1, 10).join('|')}|[1-9])\\b`,
  'gi',
);

/**
 * Converts words that only dates use: `July thirty first, O eight` becomes `July 31st, 2008`, `the eighties` becomes
 * `the 80s`. An ordinal alone (`the second time`) is not a date and stays.
 */
export function datesToDigits(text: string): string {
  return text
    .replace(compound, (_, ten: string, unit: string) => ordinal(tensValue(ten) + ordinalValue(unit)))
    .replace(dayAfterMonth, (_, before: string, day: string) => `${before}${ordinal(ordinalValue(day))}`)
    .replace(dayBeforeMonth, (day) => ordinal(ordinalValue(day)))
    .replace(decade, (name) => `${tensValue(name.replace(/ies$/i, 'y'))}s`)
    .replace(
      shortYear,
      (_, before: string, year: string) => `${before}200${/\d/.test(year) ? year : small.get(year.toLowerCase())}`,
    );
}

/** `21st`, `12th` */
function ordinal(day: number): string {
  const isTeen = Math.trunc(day / 10) === 1;
  return `${day}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][day % 10]) ?? 'th'}`;
}

function tensValue(ten: string): number {
  return tens.get(ten.toLowerCase()) ?? 10;
}

function ordinalValue(ordinal: string): number {
  const index = ordinals.indexOf(ordinal.toLowerCase());
  return index === -1 ? 30 : index + 1;
}
