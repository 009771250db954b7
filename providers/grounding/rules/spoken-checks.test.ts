import { expect, test } from 'vitest';
import { checkStatement } from './check.ts';

function doubtsOf(statement: string, said: readonly string[]): readonly string[] {
  const passages = said.map((text, at) => ({
    ...{ id: `s${at}`, text },
    speaker: { label: `Speaker ${(at % 2) + 1}`, role: 'unknown' as const },
  }));
  return checkStatement({ text: statement, evidence: passages.map(({ id }) => id) }, { passages, images: new Set() })
    .doubts;
}

/** What was said, what a note may state of it, and what it may not, with the doubt. */
type Case = readonly [said: string, supported: string, wrong: string, doubt: string];

const cases: Readonly<Record<string, readonly Case[]>> = {
  'a dose with its medicine': [
    ['You take 40 of the Lasix, and the lisinopril is 20 milligrams.', 'Lasix 40 mg.', 'Lasix 20 mg.', 'dose'],
    [
      "We'll keep the 20 milligram lisinopril and go to 50 milligrams on the metoprolol.",
      'Lisinopril 20 mg, metoprolol 50 mg.',
      'Lisinopril 50 mg, metoprolol 20 mg.',
      'dose',
    ],
    [
      "I'm on metformin, I take a thousand milligrams of that, and ten milligrams of the Lipitor at night.",
      'Atorvastatin 10 mg at night.',
      'Metformin 10 mg at night.',
      'dose',
    ],
    [
      'Let us bump the carvedilol up to 25 milligrams and leave the Lasix at 40 milligrams.',
      'Carvedilol increased to 25 mg.',
      'Carvedilol increased to 40 mg.',
      'dose',
    ],
    ['And the gabapentin? | 300. | And the Zoloft? | 50 milligrams.', 'Sertraline 50 mg.', 'Gabapentin 50 mg.', 'dose'],
  ],
  'a ratio, a range and a count': [
    ['Strength is 3 out of 5.', 'Strength 3/5.', 'Strength 3 to 5.', 'quantity'],
    ['Your strength is three over five.', 'Strength 3 out of 5.', 'Strength 5/5.', 'quantity'],
    ['She has had three or five episodes.', '3 or 5 episodes.', '3/5 episodes.', 'quantity'],
    [
      'One of the two stents is blocked.',
      'One of two stents is blocked.',
      'Two of two stents are blocked.',
      'quantity',
    ],
    ['Take one to two tablets.', '1-2 tablets.', '1/2 tablet.', 'quantity'],
  ],
  'paired organs': [
    ['I have pain in my left knee.', 'Left knee pain.', 'Pain in both knees.', 'side'],
    ['I have pain in my left knee.', 'Pain of the left knee.', 'Bilateral knee pain.', 'side'],
    ['Both of my knees hurt.', 'Bilateral knee pain.', 'Pain of the left knee only.', 'side'],
    [
      'My right shoulder and my left shoulder are stiff.',
      'Both shoulders are stiff.',
      'Only the left shoulder is stiff.',
      'side',
    ],
    ['Crackles on both sides.', 'Bilateral crackles.', 'Crackles on the right side only.', 'side'],
  ],
  'sides that a question names': [
    ['Is it the left knee? | No, the right.', 'Right knee.', 'Left knee.', 'side'],
    ['Is it your left ear or your right ear? | The right one.', 'Right ear.', 'Left ear.', 'side'],
    ['Which foot, the left? | No, no, the right foot.', 'Right foot.', 'Left foot.', 'side'],
    ['Is it the left hip? | Yes.', 'Left hip.', 'Right hip.', 'side'],
  ],
  plurals: [
    ['I get headaches and night-sweats.', 'Headache and night sweats.', 'No headache.', 'negation'],
    ['No heart murmurs.', 'No heart murmur.', 'Heart murmur.', 'negation'],
    ['You need a follow-up x-ray.', 'Followup X ray.', 'No follow-up x-ray needed.', 'negation'],
  ],
  judgements: [
    [
      'Your kidney function is worse than last time.',
      'Kidney function is worse.',
      'Kidney function has improved.',
      'negation',
    ],
    ['The EKG was abnormal.', 'Abnormal EKG.', 'EKG normal.', 'negation'],
    ['Your blood sugars have been bad.', 'Blood sugars have been bad.', 'Blood sugars have been good.', 'negation'],
    ['My hip is getting worse.', 'Hip is getting worse.', 'Hip is stable.', 'negation'],
    ['Is the cough better? | No, it is worse.', 'Cough is worse.', 'Cough is better.', 'negation'],
    ['Your heart sounds good and your lungs are clear.', 'Heart sounds good.', 'Heart sounds bad.', 'negation'],
    ['The rash has gone away.', 'Rash has resolved.', 'Rash persists.', 'negation'],
    ['We will increase your lisinopril.', 'Increase lisinopril.', 'Decrease lisinopril.', 'negation'],
  ],
  'lists and answers that break off': [
    ['Any chest pain, palpitations or dizziness? | Just the dizziness.', 'Dizziness.', 'No dizziness.', 'negation'],
    ['Any fever or chills? | No fever, but I do get chills.', 'Chills without fever.', 'Fever and chills.', 'negation'],
    ['Do you have numbness or... | No, none.', 'Denies numbness.', 'Reports numbness.', 'negation'],
    ['Any trouble with, you know, your bladder? | No.', 'Denies bladder trouble.', 'Bladder trouble.', 'negation'],
  ],
  'names of medicines': [
    ['I take Lasix for the swelling.', 'Takes furosemide.', 'Takes torsemide.', 'medicine'],
    ['We will start you on Eliquis.', 'Start apixaban.', 'Start rivaroxaban.', 'medicine'],
    ['I took some Motrin.', 'Took ibuprofen.', 'Took naproxen.', 'medicine'],
  ],
  'whose it is': [
    ['My father had a stroke. | My sister has lupus.', 'Sister with lupus.', 'The patient has lupus.', 'who'],
    ['Dad is diabetic.', 'Father has diabetes.', 'Diabetes.', 'who'],
    ['My wife says I snore loudly.', 'Snores loudly.', 'Denies snoring.', 'negation'],
    ['Gout in my uncle, and I have psoriasis.', 'Psoriasis.', 'Gout.', 'who'],
  ],
  'what was refused': [
    [
      'You could try a sleep study. | No, I do not want to do that.',
      'Declined sleep study.',
      'Sleep study.',
      'declined',
    ],
    ["Let's get a mammogram. | I refuse.", 'Refuses mammogram.', 'Mammogram ordered.', 'declined'],
    ['How about a nicotine patch? | No, thanks.', 'Declines nicotine patch.', 'Start nicotine patch.', 'declined'],
  ],
  'what ended': [
    ['I came off the Prozac in spring.', 'Fluoxetine stopped in spring.', 'Takes fluoxetine.', 'stopped'],
    ['I gave up smoking.', 'Former smoker.', 'Current smoker.', 'stopped'],
    ["I'm no longer on Xanax.", 'Off alprazolam.', 'On Xanax.', 'stopped'],
  ],
  'what was only asked': [
    ['Any night sweats? | Let me see, I saw Dr. Hall.', 'Saw Dr. Hall.', 'Night sweats.', 'question'],
    ['Do you have diabetes? | Hang on, my phone is ringing.', 'Phone ringing.', 'Diabetes.', 'question'],
  ],
  'what a patient calls it': [
    ['I get winded, short of breath, on the stairs.', 'Dyspnea on stairs.', 'No dyspnea.', 'negation'],
    ['No blood in my urine.', 'No hematuria.', 'Hematuria.', 'negation'],
    ['I have ringing in my ears.', 'Tinnitus.', 'No tinnitus.', 'negation'],
    ['My legs are swollen.', 'Leg edema.', 'No leg edema.', 'negation'],
    ['It burns when I pee.', 'Dysuria.', 'No dysuria.', 'negation'],
  ],
};

for (const [what, list] of Object.entries(cases)) {
  test.each(list)(`${what}: %j supports %j and not %j: %s`, (said, supported, wrong, doubt) => {
    const passages = said.split(' | ');
    expect(doubtsOf(supported, passages)).toEqual([]);
    expect(doubtsOf(wrong, passages)).toContain(doubt);
  });
}
