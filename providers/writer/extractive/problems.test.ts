import { expect, test } from 'vitest';
import { draftOf, turnsIn } from './testing/draft-of.ts';

test.each([
  [
    'c: For your first problem, knee pain, I want to order an MRI. | p: Okay. | c: For your second problem, type 2 diabetes, let us increase the metformin to 1000 mg. | p: Fine. | c: And I will also refer you to physical therapy for the knee pain.',
    [/MRI/, /physical therapy/, /metformin/],
  ],
  [
    'c: As for your hypertension, it is well controlled. Continue lisinopril 20 mg daily. | p: Good. | c: Regarding your gout, start allopurinol 100 mg daily. | p: Okay. | c: Back to your hypertension, check your potassium in two weeks.',
    [/^Hypertension: Continue lisinopril/, /potassium/, /allopurinol/],
  ],
  [
    'c: Your depression has improved. Continue sertraline 100 mg. Your insomnia is still bad. Start trazodone 50 mg at night.',
    [/^Depression: Continue sertraline 100 mg/, /^Insomnia: Start trazodone 50 mg/],
  ],
  [
    'c: Number one, hypertension. Poorly controlled. Increase amlodipine to 10 mg daily. Number two, gout. Start colchicine 0.6 mg daily.',
    [/^Hypertension: Increase amlodipine to 10 mg/, /^Gout: Start colchicine/],
  ],
  [
    'c: so your asthma is flaring up start prednisone 40 milligrams for five days | p: okay | c: and now for your reflux continue omeprazole 20 milligrams every morning',
    [/prednisone/, /omeprazole/],
  ],
])('a plan is told problem by problem: %s', async (said, expected) => {
  const plan = await planOn(said);
  const places = expected.map((statement) => plan.findIndex((each) => statement.test(each)));
  expect(places, plan.join('\n')).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test.each([
  [
    'something else begins',
    'c: Your diabetes is well controlled. Also get your flu shot and a colonoscopy.',
    /diabetes:/i,
  ],
  [
    'it says what it is for',
    'c: Your hypertension is well controlled. I hear a murmur today. Order an echocardiogram for that murmur.',
    /hypertension: .*echo/i,
  ],
  [
    'it is about what was named before',
    'c: Your gout has gone. I would not change any of those medicines, continue aspirin 81 mg.',
    /gout:/i,
  ],
  [
    'somebody else spoke between',
    'c: Your asthma is well controlled. | p: My wife says I should ask for something against the snoring at night. | c: Start cetirizine 10 mg daily.',
    /asthma:/i,
  ],
  [
    'the patient named the problem',
    'p: My migraine is terrible. | c: Start amlodipine 5 mg daily for your blood pressure.',
    /migraine:/i,
  ],
  ['it was only asked', 'c: How is your asthma? | p: Fine. | c: Start amlodipine 5 mg daily.', /asthma:/i],
  ['it is denied', 'c: You have no pneumonia. Start amlodipine 5 mg daily.', /pneumonia:/i],
  ["it is a relative's", 'c: Your mother has asthma. Start amlodipine 5 mg daily.', /asthma:/i],
])('a plan is not told under a problem if %s', async (_, said, never) => {
  const plan = await planOn(said);
  expect(plan).not.toEqual([]);
  expect(plan.join('\n')).not.toMatch(never);
});

async function planOn(said: string): Promise<readonly string[]> {
  const plan = (await draftOf(turnsIn(said))).find(({ name }) => name === 'Plan');
  return plan?.statements.map(({ text }) => text) ?? [];
}
