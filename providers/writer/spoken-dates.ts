const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ordinals =
  `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth
  nineteenth twentieth`.split(/\s+/);
const digits = 'zero one two three four five six seven eight nine'.split(' ');

const anyTen = tens.join('|');
const anyUnit = ordinals.slice(0, 9).join('|');
const anyOrdinal = [...ordinals, 'thirtieth'].join('|');
const month = '(?:january|february|march|april|may|june|july|august|september|october|november|december)';

const compound = new RegExp(`\\b(${anyTen})[ -](${anyUnit})\\b`, 'gi');
const dayAfterMonth = new RegExp(`\\b(${month} (?:the )?)(${anyOrdinal})\\b`, 'gi');
const dayBeforeMonth = new RegExp(`\\b(${anyOrdinal})(?= (?:of )?${month}\\b)`, 'gi');
const decade = new RegExp(`\\b(${tens.map((ten) => ten.replace(/y$/, 'ies')).join('|')})\\b`, 'gi');
const shortYear = new RegExp(`\\b(${month}(?: \\d+th)?,? )(?:of )?oh? (${digits.slice(1).join('|')}|[1-9])\\b`, 'gi');

/**
 * Writes the parts of dates that are said with other words than numbers have: `July thirty first, O eight` is `July 31th, 2008`, `the eighties` is `the 80s`.
 * An ordinal alone (`the second time`) is no date, and stays.
 */
export function datesInDigits(text: string): string {
  return text
    .replace(compound, (_, ten: string, unit: string) => `${tenfold(ten) + place(unit)}th`)
    .replace(dayAfterMonth, (_, before: string, day: string) => `${before}${place(day)}th`)
    .replace(dayBeforeMonth, (day) => `${place(day)}th`)
    .replace(decade, (name) => `${tenfold(name.replace(/ies$/i, 'y'))}s`)
    .replace(
      shortYear,
      (_, before: string, year: string) => `${before}200${/\d/.test(year) ? year : digits.indexOf(year.toLowerCase())}`,
    );
}

function tenfold(ten: string): number {
  return 20 + 10 * tens.indexOf(ten.toLowerCase());
}

function place(ordinal: string): number {
  const index = ordinals.indexOf(ordinal.toLowerCase());
  return index === -1 ? 30 : index + 1;
}
