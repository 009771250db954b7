import { describe, expect, test } from 'vitest';
import { checkStatement } from './check.ts';

/** What a careless model makes of what was said, and a reader would not notice. */
type Error = readonly [said: string, written: string];

const errors: Readonly<Record<string, readonly Error[]>> = {
  'a judgement that is turned beside its contrary': [
    [
      'Drop arm is positive on the left, Neer negative both sides.',
      'Drop arm is negative on the left, Neer negative both sides.',
    ],
    [
      "Tinel's is negative on the right and positive on the left.",
      "Tinel's is positive on the right and positive on the left.",
    ],
    [
      'Her hearing is normal on the right and abnormal on the left.',
      'Her hearing is abnormal on the right and abnormal on the left.',
    ],
    ['The pain is better at night and worse in the morning.', 'The pain is worse at night and worse in the morning.'],
    [
      'Slump test positive on the right, straight leg raise negative on the left.',
      'Slump test negative on the right, straight leg raise negative on the left.',
    ],
    ['Potassium was high in May, and it was low in June.', 'Potassium was low in May, and it was low in June.'],
    [
      'We start the ramipril on Monday and stop the amlodipine on Friday.',
      'We stop the ramipril on Monday and stop the amlodipine on Friday.',
    ],
    [
      'The left wound has improved a lot and the right wound has worsened a lot.',
      'The left wound has worsened a lot and the right wound has worsened a lot.',
    ],
    [
      'Increase the insulin in the evening and decrease the insulin in the morning.',
      'Decrease the insulin in the evening and decrease the insulin in the morning.',
    ],
    [
      'She is able to stand on the left leg, but unable to stand on the right leg.',
      'She is unable to stand on the left leg, but unable to stand on the right leg.',
    ],
  ],
  'a frequency that is exchanged within a schedule': [
    [
      'Take one a day for a week, then one twice a day, then one three times a day.',
      'Take one a day for a week, then one three times a day, then one three times a day.',
    ],
    [
      'Do the stretches twice a day this week, then three times a day next week.',
      'Do the stretches three times a day this week, then three times a day next week.',
    ],
    [
      'Prednisone twice a day for five days, then once a day for five days.',
      'Prednisone three times a day for five days, then once a day for five days.',
    ],
    [
      'Use the drops four times a day until Friday, then twice a day after that.',
      'Use the drops twice a day until Friday, then twice a day after that.',
    ],
    [
      'You check the sugar three times a day now, and twice a day from June.',
      'You check the sugar twice a day now, and twice a day from June.',
    ],
    ['Ice it three times a day at first and twice a day later.', 'Ice it twice a day at first and twice a day later.'],
    [
      'Rinse two times a day before the surgery, and four times a day after it.',
      'Rinse four times a day before the surgery, and four times a day after it.',
    ],
    [
      'Take the tablet twice a day with food, the syrup three times a day without food.',
      'Take the tablet three times a day with food, the syrup three times a day without food.',
    ],
    [
      'Walk three times a week in May and five times a week in June.',
      'Walk five times a week in May and five times a week in June.',
    ],
    [
      'The cream goes on twice a day on the face, four times a day on the hands.',
      'The cream goes on four times a day on the face, four times a day on the hands.',
    ],
  ],
  'a negation or word that stands in quotation marks and was not said': [
    ['You have a stent in the heart.', 'Implant: “You have no stent in the heart.”'],
    ['I thought about ending it on Tuesday.', 'Suicidality: “I never thought about ending it on Tuesday.”'],
    ['I would not hurt my baby.', 'Self-harm: “I would hurt my baby.” – “not now”'],
    ['He hit me once in March.', 'Abuse: “He did not hit me once in March.”'],
    ['I passed out in the shower.', 'Loss of consciousness: “I passed out in the car.”'],
    ['I can hold my water all day.', 'Bladder: “I can not hold my water all day.”'],
    ['I want everything done.', 'Code status: “I do not want everything done.”'],
    ['I might be pregnant.', 'Pregnancy: “I might not be pregnant.”'],
    ['Some days I feel safe at home.', 'Abuse: “No days I feel safe at home.”'],
    ['I sign for my mother.', 'Capacity: “I sign for my sister.”'],
  ],
  'a number that takes the unit of another': [
    ['See the nurse in two weeks, and come back in three to four months.', 'Come back in 3 weeks.'],
    ['Rest for two days and return in five to six weeks.', 'Rest for 5 days.'],
    ['It began four weeks ago, two or three days after the fall.', 'It began 2 weeks ago.'],
    ['Take it for ten days, and see me in one to two months.', 'Take it for 2 days.'],
    ['In six weeks we take the x-ray, and in eight to ten months the plate comes out.', 'X-ray in 8 weeks.'],
    ['The cough lasted three weeks, the fever two to four days.', 'The cough lasted 2 weeks.'],
    ['Drink five to seven glasses, and walk for thirty minutes.', 'Walk for 5 minutes.'],
    ['Two hours after a meal, and every three to five days.', '3 hours after a meal.'],
    ['The scar is two inches, and it took four to five weeks.', 'The scar is 4 inches.'],
    ['Call in two days, and the stitches come out in seven to ten weeks.', 'Call in 7 days.'],
  ],
  'a day or month that nobody named': [
    ['Come back to me in three months, and bring the log.', 'Come back on Thursday.'],
    ['I fell in the garden.', 'Fell in the garden on Sunday.'],
    ['The swelling came after the flight.', 'The swelling came on Monday after the flight.'],
    ['We take the stitches out next week.', 'Stitches out on Wednesday.'],
    ['I saw the surgeon about my hip.', 'Saw the surgeon about the hip on Friday.'],
    ['Your mammogram is due.', 'Mammogram due in March.'],
    ['I stopped the statin.', 'Stopped the statin in October.'],
    ['The rash began at work.', 'The rash began at work on Tuesday.'],
    ['Physical therapy starts soon.', 'Physical therapy starts on Saturday.'],
    ['I had my gallbladder out.', 'Gallbladder removed in June.'],
  ],
  'a finding that nobody named, among words that were said': [
    ['Gegen Novalgin, da bin ich umgekippt.', 'Jetzt nicht, ich habe keinen Plan.'],
    ['They will mail you a letter for the colonoscopy.', 'Come back for the sigmoidoscopy.'],
    ['I take the water pill in the morning.', 'Nausea in the morning.'],
    ['We will check the thyroid.', 'Thyroid nodule.'],
    ['My back is stiff.', 'Scoliosis of the back.'],
    ['I sleep six hours.', 'Snores in sleep.'],
    ['The eye is red.', 'Glaucoma of the eye.'],
  ],
};

describe.each(Object.entries(errors))('a model that writes %s', (_, cases) => {
  test.each(cases)('%s → %s', (said, written) => {
    const passages = [{ id: 's1', speaker: null, text: said }];
    const { doubts } = checkStatement({ text: written, evidence: ['s1'] }, { passages, images: new Set() });
    expect(doubts).not.toEqual([]);
  });
  test.each(cases)('and one that keeps to it is believed: %s', (said) => {
    const passages = [{ id: 's1', speaker: null, text: said }];
    const { doubts } = checkStatement({ text: said, evidence: ['s1'] }, { passages, images: new Set() });
    expect(doubts).toEqual([]);
  });
});
