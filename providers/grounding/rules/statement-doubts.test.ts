import { expect, test } from 'vitest';
import { checkStatement, groundedIn } from './check.ts';

function passagesOf(cited: readonly string[]) {
  return cited.map((text, at) => ({ id: `s${at}`, speaker: null, text }));
}

function doubtsOf(text: string, cited: readonly string[]): readonly string[] {
  const passages = passagesOf(cited);
  return checkStatement({ text, evidence: passages.map(({ id }) => id) }, { passages, images: new Set() }).doubts;
}

type Case = readonly [statement: string, cited: readonly string[]];

const borneOut: readonly Case[] = [
  ['Lisinopril 10 mg daily.', ['I take lisinopril, ten milligrams, every day.']],
  ['Lisinopril 10 mg once a day.', ['I take ten milligrams of lisinopril daily.']],
  ['Metformin 500mg twice a day.', ['metformin five hundred milligrams two times a day']],
  ['Metformin 1,000 mg BID.', ['we go up to metformin 1000 milligrams twice a day']],
  ['Ibuprofen 800 mg q6h.', ['ibuprofen eight hundred milligrams every six hours']],
  ['Blood pressure 120/80 mmHg.', ['Your blood pressure is one twenty over eighty.']],
  ['Systolic ejection murmur 3/6.', ['I hear a three out of six systolic ejection murmur.']],
  ['Half a tablet of the pill in the evening.', ['Take a half tablet of the pill in the evening.']],
  ['0.5 tablet in the evening.', ['half a tablet in the evening']],
  ['Pain for 2.5 weeks.', ['the pain is there for two and a half weeks']],
  ['Back pain for 5 weeks.', ['the back pain is there for five or six weeks']],
  ['Pain for 1 week.', ['I had this pain for a week']],
  ['Temperature 98.6.', ['your temperature is ninety eight point six']],
  ['Temperature 98.7.', ['your temperature is ninety eight . seven and']],
  ['9 out of 10.', ['Nine out of ten?']],
  ['Injured on January 10, 2009.', ['I was injured on 01/10/09']],
  ['Injured on 10 January.', ['I was injured on January tenth... January 10th, I mean']],
  ['Appointment at 8:30.', ['your appointment is at half past eight']],
  ['Appointment at 20:30.', ['your appointment is at 8:30 in the evening']],
  [
    'HbA1c was 8.2 %, hemoglobin A1c elevated.',
    ['your hemoglobin a1c, the hba1c, was elevated at eight point two percent'],
  ],
  ['Tenderness at L5.', ['there is tenderness at L 5']],
  ['Hemoglobin A1c elevated.', ['your hemoglobin a one c is elevated']],
  ['Patient denies fever.', ['Any fever?', 'No.']],
  ['Denies fever and chills.', ['Have you had fever or chills?', 'No, nothing.']],
  ['No chest pain.', ["I don't have any chest pain."]],
  ['No chest pain, cough present.', ["I don't have chest pain, but I cough."]],
  ['Reports dizziness.', ['Any dizziness?', 'Yes, sometimes.']],
  ['The reflexes are equal.', ['The straight leg raise is negative on both sides, and your reflexes are equal.']],
  ['Straight leg raise negative.', ['You have a negative straight leg raise.']],
  ['No edema, reports swelling of the hands.', ["There's no edema, and you report swelling of the hands."]],
  ['Fever for three days.', ['How long have you had the fever?', 'Three days.']],
  ['Left knee pain.', ['My left knee has pain.']],
  ['Crackles in both lungs.', ['There are crackles in the left and right lungs.']],
  ['Right lung crackles.', ['There are crackles in the lungs bilaterally, in both lungs.']],
  ['The patient does not have glaucoma.', ["Mom has glaucoma, I don't."]],
  [
    'Surgery on March 14, 2022.',
    ['surgery was on march fourteenth twenty twenty two and the next visit is june third'],
  ],
  ['Knee pain.', ['All right, so the knee pain is right here, right?']],
  ['Rest and ice.', ['I want you to rest and to use ice, all right?']],
  ['Lump in the left breast.', ['There is a lump on the left, in the breast.']],
  // What a clinician writes of what a patient says.
  ['Hypertension and diabetes.', ['I have high blood pressure, and I am diabetic.']],
  ['Reports dyspnea and syncope.', ['I get short of breath, and then I passed out.']],
  ['On disability, former smoker.', ['I am disabled, and I used to smoke.']],
  ['CT of the abdomen.', ['We did a C T scan of your belly.']],
  ['Acetaminophen 500 mg.', ['I take Tylenol, five hundred milligrams.']],
  ['A 26-year-old woman.', ['How old are you?', 'I am a woman of twenty six.']],
  ['Injured on 07/31/2008.', ['I was injured on July thirty first, O eight.']],
  ['Surgery in 03/2008.', ['The surgery was in March of two thousand eight.']],
  ['Dose of 0.6 mg.', ['a dose of point six M G']],
  ['Surgery on 3/30.', ['The surgery is on the thirtieth of March.']],
  ['Mother died in her 80s.', ['my mom died in her eighties']],
  ['Denies fever and chills.', ['Any fever? Any chills?', 'No.']],
  ['No visual changes.', ['Any visual changes?', 'Nothing.']],
  ['Married.', ['How long have you been married?', 'For ten years.']],
  ['Smokes 2 to 3 packs.', ['I smoke two to three packs.']],
  // Each dose with its medicine.
  ['Lisinopril 5 mg and metformin 10 mg.', ['You take five milligrams of lisinopril and ten milligrams of metformin.']],
  ['Metformin 10 mg, lisinopril 5 mg.', ['lisinopril five milligrams and metformin ten milligrams']],
  ['Lisinopril 10 mg.', ['What about the lisinopril?', 'Ten milligrams.']],
  ['Lisinopril and metformin, 10 mg each.', ['ten milligrams of lisinopril and ten milligrams of metformin']],
  ['Norflex 60 mg and Zofran 4 mg.', ['Norflex sixty M G, Zofran four M G, please.']],
  ['Received 4 mg of morphine.', ['I received the morphine, four milligrams.']],
  ['Ibuprofen for the knee, 400 mg.', ['for the knee you take ibuprofen, four hundred milligrams']],
  ['Unable to sleep because of the pain.', ["I haven't been able to sleep because of the pain."]],
  // A denied question keeps its words.
  ['Patient denies blood in the stool.', ['Do you have any blood in the stool?', 'Nope.']],
];

const doubted: readonly (readonly [...Case, string])[] = [
  ['Lisinopril 20 mg daily.', ['lisinopril ten milligrams daily'], 'quantity'],
  ['Lisinopril 10 mcg daily.', ['lisinopril ten milligrams daily'], 'quantity'],
  ['Levothyroxine 50 mg.', ['levothyroxine 50'], 'quantity'],
  ['Metformin 500 mg three times a day.', ['metformin 500 mg twice a day'], 'quantity'],
  ['Metformin 500 mg weekly.', ['metformin 500 mg daily'], 'quantity'],
  ['Ibuprofen every 4 hours.', ['ibuprofen every six hours'], 'quantity'],
  ['Metformin 500 mg TID.', ['metformin 500 mg twice a day'], 'quantity'],
  ['Blood pressure 130/80.', ['blood pressure one twenty over eighty'], 'quantity'],
  ['Blood pressure 80/120.', ['blood pressure 120 over 80'], 'quantity'],
  ['Pain for 5 days.', ['pain for five weeks'], 'quantity'],
  ['Injured on January 11.', ['I was injured on January 10'], 'quantity'],
  ['Injured on January 10, 2009.', ['I was injured on January 10'], 'quantity'],
  ['Appointment at 8:45.', ['the appointment is at half past eight'], 'quantity'],
  ['A 43-year-old with knee pain.', ['the knee pain began, I am thirty-four years old'], 'quantity'],
  ['1.5 tablets.', ['one tablet, or five tablets'], 'quantity'],
  ['Tenderness at L4.', ['tenderness at L5'], 'name'],
  ['She was not seen by the allergist.', ['I took her to see the allergist, he was very kind.'], 'negation'],
  ['He was not told to call the oncologist.', ['I will call my oncologist for the swelling.'], 'negation'],
  ['The patient denies that the wrist aches at night.', ['My wrist aches at night.'], 'negation'],
  ['Reports fever.', ['Any fever?', 'No.'], 'negation'],
  ['Fever.', ['Any fever?'], 'question'],
  ['Fever.', ["I don't have a fever."], 'negation'],
  ['Denies fever.', ['I had a fever.'], 'negation'],
  ['Denies fever.', ['Any fever?', 'Yes.'], 'negation'],
  ['No allergy to penicillin.', ['I have an allergy to penicillin.'], 'negation'],
  ['Murmur present.', ['I hear no murmur.'], 'negation'],
  ['Stop taking lisinopril, edema present.', ['do not stop taking lisinopril, edema present'], 'negation'],
  ['The reflexes are not equal.', ['The straight leg raise is negative, and your reflexes are equal.'], 'negation'],
  ['Straight leg raise positive.', ['the straight leg raise is negative'], 'negation'],
  ['Left knee pain.', ['my right knee has pain'], 'side'],
  ['Bilateral knee pain.', ['my right knee has pain'], 'side'],
  ['Right knee pain.', ['my knee has pain'], 'side'],
  ['Left knee pain, right hip pain.', ['right knee pain and left hip pain'], 'side'],
  ['Right knee pain.', ['all right, the knee has pain, right?'], 'side'],
  ['Lump on the right.', ['a lump on the left; the right arm is fine'], 'side'],
  ['Left-sided stroke.', ['I had a right-sided stroke, and my left knee hurts.'], 'side'],
  ['Right knee worse than left.', ['The left knee is worse than the right.'], 'side'],
  ['Fever.', ['Any fever? Any chills?', 'No.'], 'negation'],
  ['Fever.', ['Any fever?', 'Um, no.'], 'negation'],
  ['Fever.', ['Any fever?', 'I have never had that.'], 'negation'],
  ['Drug abuse.', ['Any drug abuse?', 'Absolutely not!'], 'negation'],
  ['Not married.', ['How long have you been married?', 'For ten years.'], 'negation'],
  ['Denies hypertension.', ['I have high blood pressure.'], 'negation'],
  ['Reports other problems.', ['Any other problems?', 'No.'], 'negation'],
  ['Smokes three packs and drinks two beers.', ['I smoke two packs and drink three beers.'], 'quantity'],
  ['Injured on 07/30/2008.', ['I was injured on July thirty first, O eight.'], 'quantity'],
  ['Surgery in 03/2009.', ['The surgery was in March of two thousand eight.'], 'quantity'],
  [
    'Lisinopril 10 mg and metformin 5 mg.',
    ['You take five milligrams of lisinopril and ten milligrams of metformin.'],
    'dose',
  ],
  ['Lisinopril 10 mg.', ['lisinopril five milligrams and metformin ten milligrams'], 'dose'],
  ['Zorbax 10 mg and quintol 5 mg.', ['zorbax five milligrams, quintol ten milligrams'], 'dose'],
  ['Norflex 4 mg and Zofran 60 mg.', ['Norflex sixty M G, Zofran four M G, please.'], 'dose'],
  ['Takes metoprolol daily.', ['I take lisinopril daily.'], 'medicine'],
  ['Prednisone 10 mg.', ['prednisolone ten milligrams'], 'medicine'],
  ['Hyperthyroidism.', ['I have hypertension.'], 'content'],
  ['Suspected myocardial infarction.', ['my knee hurts'], 'content'],
  // One word changed in a sentence of the source, where the source has the other word elsewhere.
  [
    'Strength 5 out of 5 on your right.',
    ['strength four out of five on your right and five out of five on your left'],
    'quantity',
  ],
  ['Sleeps seven to seven hours of sleep.', ['I get six to seven hours of sleep.'], 'quantity'],
  ['We increase it from 40 mg to 20 mg.', ['we increase it from twenty milligrams to forty milligrams'], 'quantity'],
  ['Order lasix 80 mg twice a day.', ['order lasix 80 mg once a day, carvedilol 25 mg twice a day'], 'quantity'],
  [
    'You have pain to palpation of the left knee.',
    ['The left knee looks fine, you have pain to palpation of the right knee.'],
    'side',
  ],
  ['Your skin is fine and you are not doing well.', ['Your skin is fine and you are doing well.'], 'negation'],
  [
    'Your cholesterol was a tiny bit low last year.',
    ['Your blood pressure is low, and your cholesterol was a tiny bit high last year.'],
    'negation',
  ],
  ['Billing code 99213 agreed.', ['my knee hurts'], 'quantity'],
];

test.each(borneOut)('“%s” is supported by %j', (statement, cited) => {
  expect(doubtsOf(statement, cited)).toEqual([]);
});

test.each(doubted)('“%s” is not supported by %j: %s', (statement, cited, doubt) => {
  expect(doubtsOf(statement, cited)).toContain(doubt);
});

test('a source of thousands of equal words is compared', () => {
  for (const words of ['Any? ', '1 mg ', 'lisinopril 5 mg ', 'point one ', 'left ', 'C T ', 'appendix a a ']) {
    expect(doubtsOf('Takes ibuprofen 400 mg.', [words.repeat(20_000)])).toContain('quantity');
  }
});

test.each([
  ['Takes lisinopril 20 mg.', ['I take ten milligrams of lisinopril.']],
  ['Takes lisinopril 10 mg.', ['I take ten milligrams of lisinopril.']],
  ['The patient denies fever.', ['I have a fever.']],
  ['Left knee pain.', ['My right knee hurts.']],
  ['Anything.', []],
])('%s is grounded if and only if nothing speaks against it', (statement, cited) => {
  const isGrounded = groundedIn(passagesOf(cited));
  expect(isGrounded({ text: statement, evidence: cited.map((_, at) => `s${at}`) })).toBe(
    doubtsOf(statement, cited).length === 0,
  );
});
