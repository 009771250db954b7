/**
 * What was said, a statement that it supports, and one that asserts the opposite: written as patients and clinicians
 * speak, before the rules were looked at.
 */
export type NegationPair = readonly [said: readonly string[], supported: string, opposite: string];

export const negationPairs: readonly NegationPair[] = [
  // A plain answer to a question.
  [['Have you had any fevers?', 'No, nothing like that.'], 'The patient denies fevers.', 'The patient reports fevers.'],
  [
    ['Are you short of breath at all?', 'Yeah, when I climb the stairs.'],
    'Short of breath when climbing stairs.',
    'No shortness of breath when climbing stairs.',
  ],
  [
    ['Any nausea or vomiting?', 'Some nausea, but I have not thrown up.'],
    'Nausea without vomiting.',
    'Nausea and vomiting.',
  ],
  [['Do you smoke?', 'Never have.'], 'He has never smoked.', 'He smokes.'],
  [
    ['Have you noticed any blood in your stool?', 'Mm-hmm, twice last week.'],
    'Blood in the stool twice last week.',
    'No blood in the stool.',
  ],
  [
    ['Does it wake you up at night?', 'Nope, I sleep right through.'],
    'The pain does not wake him at night.',
    'The pain wakes him at night.',
  ],
  [
    ['Any allergies to medications?', 'Not that I know of.'],
    'No known allergies to medications.',
    'Allergies to medications are known.',
  ],
  [['Did the physical therapy help?', 'Not really.'], 'Physical therapy did not help.', 'Physical therapy helped.'],
  [
    ['Are you taking your Lipitor every day?', 'I am, yes.'],
    'She takes Lipitor every day.',
    'She does not take Lipitor every day.',
  ],
  [['Is the swelling gone?', 'It is still there.'], 'The swelling is still there.', 'The swelling is gone.'],
  // The patient's own account.
  [["I can't feel my toes on that foot."], 'He cannot feel his toes.', 'He can feel his toes.'],
  [['I have been coughing all week.'], 'Coughing all week.', 'He has not been coughing this week.'],
  [
    ["I haven't been able to sleep because of the pain."],
    'Unable to sleep because of the pain.',
    'Able to sleep despite the pain.',
  ],
  [['I quit drinking about five years ago.'], 'He quit drinking five years ago.', 'He drinks alcohol.'],
  [
    ['My ankle gives out when I walk.'],
    'The ankle gives out when walking.',
    'The ankle does not give out when walking.',
  ],
  [
    ['I stopped the metformin because it upset my stomach.'],
    'He stopped metformin because of stomach upset.',
    'He continues metformin.',
  ],
  [
    ['I ran out of my inhaler so I have not used it in a month.'],
    'She has not used her inhaler in a month.',
    'She has used her inhaler for a month.',
  ],
  [
    ['There is no family history of colon cancer.'],
    'No family history of colon cancer.',
    'Family history of colon cancer.',
  ],
  [
    ['My dad had a heart attack at fifty.'],
    'Father had a heart attack at 50.',
    'No family history of heart attack in the father.',
  ],
  [['The headaches have not come back since then.'], 'Headaches have not returned.', 'Headaches have returned.'],
  [['It only hurts if I twist it, otherwise it is fine.'], 'It hurts when twisted.', 'It does not hurt when twisted.'],
  [['I never took the antibiotics.'], 'The antibiotics were never taken.', 'The antibiotics were taken.'],
  [['I did finish the prednisone.'], 'She finished the prednisone.', 'She did not finish the prednisone.'],
  [
    ['I forgot to take my blood pressure pill this morning.'],
    'He forgot his blood pressure pill this morning.',
    'He took his blood pressure pill this morning.',
  ],
  [["I don't have any trouble with urination."], 'No trouble with urination.', 'Trouble with urination.'],
  [['The numbness went away after a couple of days.'], 'The numbness went away.', 'The numbness persists.'],
  [['I am still having the chest tightness.'], 'Chest tightness continues.', 'Chest tightness has resolved.'],
  [['I hardly ever get heartburn anymore.'], 'She hardly ever gets heartburn.', 'She often gets heartburn.'],
  [["I wouldn't say it is painful, more of an ache."], 'An ache rather than pain.', 'It is painful.'],
  [['I have got neither numbness nor tingling.'], 'No numbness or tingling.', 'Numbness and tingling.'],
  // The examination.
  [['Lungs are clear, no wheezes, no crackles.'], 'Lungs clear without wheezes or crackles.', 'Lungs with wheezes.'],
  [['I do hear a grade two murmur.'], 'Grade 2 murmur heard.', 'No murmur heard.'],
  [
    ['There is some swelling over the lateral ankle.'],
    'Swelling over the lateral ankle.',
    'No swelling over the lateral ankle.',
  ],
  [
    ["I don't see any redness or drainage at the incision."],
    'No redness or drainage at the incision.',
    'Redness and drainage at the incision.',
  ],
  [
    ["Your neck is supple, I don't feel any lymph nodes."],
    'Supple neck, no lymph nodes felt.',
    'Lymph nodes felt in the neck.',
  ],
  [['Pain with flexion, none with extension.'], 'Pain with flexion, not with extension.', 'Pain with extension.'],
  [['Reflexes are absent at the ankles.'], 'Ankle reflexes absent.', 'Ankle reflexes present.'],
  [
    ["You've got tenderness right here over the joint line."],
    'Tenderness over the joint line.',
    'No tenderness over the joint line.',
  ],
  [['Negative straight leg raise on both sides.'], 'Straight leg raise negative.', 'Straight leg raise positive.'],
  [['The McMurray test is positive.'], 'McMurray test positive.', 'McMurray test negative.'],
  [['Abdomen is soft and nontender.'], 'Abdomen soft and nontender.', 'Abdomen soft and tender.'],
  [['Pupils are equal and reactive.'], 'Pupils equal and reactive.', 'Pupils are not reactive.'],
  [['You have one plus edema in your legs.'], 'Edema of 1+ in the legs.', 'No edema in the legs.'],
  // Results.
  [['The x-ray did not show a fracture.'], 'No fracture on x-ray.', 'The x-ray showed a fracture.'],
  [['The CT was negative for a clot.'], 'CT negative for a clot.', 'CT positive for a clot.'],
  [['Your strep test came back positive.'], 'Strep test positive.', 'Strep test negative.'],
  [['The MRI shows a tear of the meniscus.'], 'MRI shows a meniscus tear.', 'MRI shows no meniscus tear.'],
  [['The urine culture did not grow anything.'], 'Urine culture grew nothing.', 'The urine culture grew bacteria.'],
  [['Your biopsy was benign, so no cancer.'], 'Biopsy without cancer.', 'Biopsy with cancer.'],
  [['We ruled out a DVT with the ultrasound.'], 'DVT was ruled out.', 'Ultrasound confirmed a DVT.'],
  // Plans and advice.
  [["I don't think you need surgery right now."], 'Surgery is not needed now.', 'Surgery is needed now.'],
  [['I would like you to keep taking the aspirin.'], 'Continue aspirin.', 'Stop aspirin.'],
  [["Let's hold off on the antibiotics for now."], 'Antibiotics are held for now.', 'Start antibiotics now.'],
  [['You should not put any weight on that leg.'], 'No weight on the leg.', 'He may put weight on the leg.'],
  [['We are going to start you on lisinopril.'], 'Start lisinopril.', 'Lisinopril is not started.'],
  [['Go ahead and stop the ibuprofen.'], 'Stop ibuprofen.', 'Continue ibuprofen.'],
  [['Avoid lifting anything heavy.'], 'Avoid heavy lifting.', 'Heavy lifting is allowed.'],
  [['I will refer you to cardiology.'], 'Referral to cardiology.', 'No referral to cardiology.'],
  [
    ["You won't need to come back unless it gets worse."],
    'No return needed unless it gets worse.',
    'Return is needed even if it does not get worse.',
  ],
  [['I am not going to change the insulin today.'], 'Insulin is not changed today.', 'Insulin is changed today.'],
];
