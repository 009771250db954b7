import { describe, expect, it } from 'vitest';
import { numbersToDigits } from './spoken-numbers.ts';

const english = `
take 2,5 mg = take 2.5 mg
1,25 and 12,5 = 1.25 and 12.5
0,125 mg = 0.125 mg
.5 mg or 0·3 mg = 0.5 mg or 0.3 mg
2 point 5 = 2.5
1,200 milligrams = 1200 milligrams
10,000 units = 10000 units
1,200,000 = 1200000
5,6,7 = 5,6,7
seen in 2021, 3 months = seen in 2021, 3 months
age 5, 20 kg = age 5, 20 kg
1 0 0 units = 100 units
1 2 5 mcg = 125 mcg
one eighteen over seventy = 118 over 70
one twenty over eighty = 120 over 80
one thirty five over eighty eight = 135 over 88
one oh five over seventy = 105 over 70
his temperature was thirty-seven nine = his temperature was 37.9
a fever of thirty nine four since monday = a fever of 39.4 since monday
temp ninety-nine four = temp 99.4
fever of thirty-eight three days ago = fever of 38 3 days ago
thirty-eight five = 38 5
a hundred and twenty over eighty = 120 over 80
one hundred and twelve = 112
one hundred twenty-five = 125
seven fifty milligrams = 750 milligrams
eight hundred fifty = 850
one thousand two hundred = 1200
two thousand and twenty one = 2021
twenty five hundred = 2500
ten thousand units = 10000 units
nineteen ninety = 1990
twenty twenty one = 2021
forty-two = 42
in the low two hundreds = in the low 200s
a dozen = 12
twelve and a half milligrams = 12.5 milligrams
one and a half = 1.5
two and one half tablets = 2.5 tablets
a tablet and a half = 1.5 tablets
an hour and a half = 1.5 hours
half a tablet = 0.5 tablet
a half tablet = 0.5 tablet
½ tablet = 0.5 tablet
1½ tablets = 1.5 tablets
1 1/2 tablets = 1.5 tablets
three quarters of a tablet = 0.75 tablet
a quarter tablet = 0.25 tablet
half past nine = half past 9
a quarter to nine = a quarter to 9
two point five = 2.5
thirty two point five = 32.5
zero point one two five = 0.125
point five = 0.5
one point oh five = 1.05
ninety eight . six = 98.6
20 . 3 times a day = 20 . 3 times a day
the dose was 20. 3 times a day = the dose was 20. 3 times a day
twenty, three times a day = 20, 3 times a day
twenty three times a day = 20 3 times a day
twenty three patients = 23 patients
two ten milligram tablets = 2 10 milligram tablets
take one twenty minutes before = take 1 20 minutes before
5-10 mg = 5 to 10 mg
5 - 10mg = 5 to 10 mg
1–2 = 1 to 2
ten to twelve = 10 to 12
one and two = 1 and 2
six seven days = 6 7 days
on 2021-04-24 = on 2021-04-24
L5 and B12 = L5 and B12
120/80 = 120/80
10mg = 10 mg
twenty five m g = 25 mg
July thirty first = July 31st
on 1/2/2020 = on 1/2/2020
`;

const german = `
2,5 mg = 2.5 mg
0,125 mg = 0.125 mg
1.200 mg = 1200 mg
zwei Komma fünf = 2.5
ein Komma fünf = 1.5
null Komma eins zwei fünf = 0.125
hundertzwanzig zu achtzig = 120/80
einhundertfünfundvierzig = 145
tausendzweihundert = 1200
siebenundsechzig Jahre = 67 Jahre
zweieinhalb Tabletten = 2.5 Tabletten
anderthalb = 1.5
eine halbe Tablette = 0.5 Tablette
fünf bis zehn mg = 5 to 10 mg
eine Tablette und dreimal = eine Tablette und dreimal
am 12.5.2021 = am 12.5.2021
`;

function forms(list: string): string[][] {
  return list
    .trim()
    .split('\n')
    .map((line) => line.split(' = '));
}

describe('numbers in words and in all their spellings', () => {
  it.each(forms(english))('reads %s as %s', (said, read) => {
    expect(numbersToDigits(said ?? '')).toBe(read);
  });

  it.each(forms(german))('reads the German %s as %s', (said, read) => {
    expect(numbersToDigits(said ?? '', 'de')).toBe(read);
  });
});
