/**
 * Sentences with what they assert of the terms in braces, for the work on the rules. `{term|kind|status}`, with
 * `@relative`, `@other` or `@nobody` if it is not the patient's. Kinds: `s` symptom, `p` problem, `f` finding, `m`
 * medication, `o` order, `c` procedure, `a` allergy, `v` advice, `x` social. `P:` is said by a patient, `C:` by a
 * clinician; the others are written.
 */
export const developmentSentences: readonly string[] = `
She has a {fever|s|present} and a {cough|s|present}.
P: I've had this {headache|s|present} for three days.
P: my {knee pain|s|present} started on monday
P: i have {diabetes|p|present} and {high blood pressure|p|present}
Presents with {chest pain|s|present} radiating to the left arm.
Past medical history is significant for {hypertension|p|present} and {asthma|p|present}.
{Diabetes|p|present} with {neuropathy|p|present}.
C: so your {blood pressure|f|present} is up a bit
P: I take {metformin|m|present} twice a day.
P: I'm on {lisinopril|m|present} and {atorvastatin|m|present}
Current medications: {amlodipine|m|present} 5 mg daily, {aspirin|m|present} 81 mg.
{Tylenol|m|present} as needed.
P: yeah it {hurts|s|present} when I bend it
P: the {swelling|s|present} is worse at night
There is {tenderness|f|present} over the lateral joint line.
C: you do have some {wheezing|f|present} at the bases
Allergic to {penicillin|a|present}.
P: {codeine|a|present} makes me throw up, I'm allergic
P: I smoke half a {pack|x|present} a day.
No past history, {smokes|x|present} half a pack.
Not only {headache|s|present} but also {nausea|s|present}.
No change in three pillow {orthopnea|s|present}.
No increase in {swelling|s|present}.
He walks without difficulty despite the {arthritis|p|present}.
Blood cultures grew gram negative {sepsis|p|present}.
P: the ibuprofen doesn't help the {pain|s|present}
P: nothing helps the {itching|s|present}
P: I can't sleep because of the {cough|s|present}
P: I don't know, my {back hurts|s|present}
P: never had {headaches|s|present} until last month
It is not without {pain|s|present}.
P: I don't deny {drinking|x|present}.
She doesn't deny {chest pain|s|present}.
No symptoms except {fatigue|s|present}.
Nothing but a {runny nose|s|present}.
No complaints apart from {constipation|s|present}.
P: no, I still have the {rash|s|present}
P: No, it's the {left shoulder pain|s|present} that bothers me.
Denies {hypertension|p|absent}, {psychosis|p|absent} and {glaucoma|p|absent}; she suffers from {diabetes|p|present}.
No {chest pain|s|absent} but she has a {fever|s|present}.
{Pneumonia|p|absent} was ruled out.
P: tested me, turns out I'm not allergic to {penicillin|a|absent}
No {fever|s|absent}, {chills|s|absent}, or {night sweats|s|absent}.
P: no {fever|s|absent} no {chills|s|absent} nothing like that
P: i don't have any {numbness|s|absent} or {tingling|s|absent}
Patient denies any {shortness of breath|s|absent}, {palpitations|s|absent}, {edema|s|absent}.
The patellar {reflex|f|absent} is absent.
{Bladder distension|f|absent} is not present.
Neither {nausea|s|absent} nor {vomiting|s|absent}.
P: I haven't noticed any {blood in my stool|s|absent}
P: I never get {dizzy|s|absent}
Abdomen soft without {tenderness|f|absent} or {guarding|f|absent}.
Negative for {weight loss|s|absent}, positive for {fatigue|s|present}.
Free of {pain|s|absent} since the surgery.
No evidence of {fracture|f|absent} on the x-ray.
{Homans sign|f|absent} is negative bilaterally.
{Fever|s|absent}, {chills|s|absent} and {cough|s|absent} were denied.
{Murmurs|f|absent}: none.
No known {drug allergies|a|absent}.
C: I don't hear any {murmur|f|absent}
C: I don't think you have {pneumonia|p|absent}
C: there's no {swelling|f|absent} here and your {redness|f|present} is still there
C: no signs of {infection|f|absent}
P: no {chest pain|s|absent} and I have a {cough|s|present}
P: it's not {asthma|p|absent}
P: I do not drink {alcohol|x|absent}
He does not {smoke|x|absent}.
Never {smoker|x|absent}.
{Cyanosis|f|absent}, {clubbing|f|absent} and {edema|f|absent} are absent.
Lacks {insight|f|absent}.
CT failed to reveal {hemorrhage|f|absent}.
She has no history of {seizures|p|absent}.
P: {wheezing|s|present} yes, {cough|s|absent} no
P: {chest pain|s|absent}, no
P: I've never been on {steroids|m|absent}
P: I'm not taking any {blood thinners|m|absent}
P: I don't take {aspirin|m|absent}
He says he isn't taking {warfarin|m|absent}.
He says he has no {pain|s|absent} at rest.
She told me she doesn't have {asthma|p|absent}.
Denies {suicidal ideation|s|absent}.
{Ataxia|f|absent} was not seen.
No {rebound|f|absent}, {guarding|f|absent}; mild {tenderness|f|present} in the right lower quadrant.
No {fever|s|absent}, {cough|s|present} persists.
Denies {pain|s|absent}, reports {stiffness|s|present}.
Denies {chest pain|s|absent} and takes {aspirin|m|present} daily.
P: no {nausea|s|absent} just a little {heartburn|s|present}
no {fever|s|absent} i have a {sore throat|s|present}
No {diarrhea|s|absent}, although some {cramping|s|present}.
P: I didn't have a {heart attack|p|absent}, it was {heartburn|s|present}.
The MRI showed no {herniation|f|absent} and the {stenosis|f|present} is mild.
Lungs are clear, no {crackles|f|absent}, {wheezes|f|absent} or {rales|f|absent}.
No {suicidality|s|absent}, no {psychosis|p|absent}, mood is {anxious|s|present}.
P: my {cough|s|present} isn't getting better
P: the {nausea|s|present} hasn't gone away
Possible {pneumonia|p|possible}.
C: this could be {gout|p|possible}
C: you might have {sleep apnea|p|possible}
Probable {viral syndrome|p|possible}.
Suspected {fracture|f|possible} of the wrist.
Concern for {stroke|p|possible}.
C: I'm worried about {appendicitis|p|possible}
MRI to rule out {tumor|p|possible}.
Rule out {pulmonary embolism|p|possible}.
{Malignancy|p|possible} cannot be excluded.
{Tuberculosis|p|possible} has not been ruled out.
{Sepsis|p|possible} is possible.
{Lyme disease|p|possible} is unlikely.
C: maybe it's {arthritis|p|possible}
P: i think it might be {shingles|p|possible}
P: i'm not sure if i have {allergies|a|possible}
Differential includes {lupus|p|possible} and {sarcoidosis|p|possible}.
Findings suggestive of {cirrhosis|p|possible}.
Question of {seizure|p|possible}.
C: I'd like to check you for {anemia|p|possible}
C: we'll screen for {diabetes|p|possible}
{Pancreatitis|p|possible} versus {cholecystitis|p|possible}.
C: we might try {gabapentin|m|possible}
C: we could consider an {injection|c|possible}
Consider {MRI|o|possible} of the lumbar spine.
C: maybe we'll do {physical therapy|o|possible}
C: you may need {surgery|c|possible}
C: let's discuss {chemotherapy|c|possible}
C: probably start you on a {statin|m|possible}
C: I wonder whether it's {fibromyalgia|p|possible}
C: it looks like a {sprain|p|possible}
C: it might not be {cancer|p|possible}
{Stroke|p|possible} is a possibility.
C: one of the side effects is {drowsiness|s|possible}
C: that will prevent {dehydration|s|possible}
P: the doctor suspected {celiac disease|p|possible}
likely {bronchitis|p|possible}
Chest x-ray is concerning for {effusion|f|possible}.
C: can't say whether there is a {meniscus tear|p|possible}
{ADHD|p|possible} is suspected.
C: if the {leg pain|s|present} isn't better in six weeks we'll do an {MRI|o|conditional}
Call if {fever|s|conditional} develops.
C: come back if you get any {numbness|s|conditional} or {weakness|s|conditional}
Return for {bleeding|s|conditional} or {swelling|s|conditional}.
C: if you develop a {rash|s|conditional}, call me
C: should you have {chest pain|s|conditional}, go to the emergency room
C: in case of {vomiting|s|conditional}, take half the dose
C: take the {ondansetron|m|conditional} only if you feel sick
C: if it gets worse we'll start {prednisone|m|conditional}
If no improvement, {referral|o|conditional} to orthopedics.
C: unless there is {redness|s|conditional}, leave it alone
C: we'll add {insulin|m|conditional} if your sugar stays high
If {cultures|o|conditional} are positive, begin {vancomycin|m|conditional}.
Ibuprofen as needed for {pain|s|conditional}.
Percocet prn for {headache|s|conditional}.
C: if there's any {discharge|s|conditional}, we'll get a {culture|o|conditional}
P: if I get a {migraine|s|present} I lie down
P: it {hurts|s|present} if I bend over
C: depending on the results we may need a {biopsy|c|conditional}
C: go to the hospital if you have {trouble breathing|s|conditional}
C: {surgery|c|conditional} only if the therapy fails
Should {symptoms|s|conditional} recur, repeat {ultrasound|o|conditional}.
C: if you have a {temperature|s|conditional} over 101 call us
C: in the event of {bleeding|s|conditional} hold pressure
C: unless you feel {dizzy|s|conditional} keep walking
C: if the cough persists we would order a {chest x-ray|o|conditional}
C: in case you need it, here is {albuterol|m|conditional}
C: we'll repeat the {colonoscopy|o|conditional} if the bleeding comes back
C: whenever you have a {flare|s|conditional}, call the office
C: if {pregnant|s|conditional}, do not take it
P: I had {asthma|p|historical} as a kid
P: I used to have {migraines|s|historical}
Remote history of {DVT|p|historical}.
Previously had {gout|p|historical}.
P: my {headaches|s|historical} went away
The {rash|s|historical} has resolved.
Status post {appendectomy|c|historical}.
P: I had my {gallbladder removed|c|historical} ten years ago
He underwent {CABG|c|historical} in 2010.
P: they did an {MRI|o|historical} last year
P: we already did {physical therapy|o|historical}
P: I used to {smoke|x|historical}
P: {smoked|x|historical} for years, quit five years ago
Former {smoker|x|historical}.
P: I had {pneumonia|p|historical} years ago
P: I had a {knee replacement|c|historical} two years ago
Prior {cholecystectomy|c|historical}.
P: I took {prednisone|m|historical} back in college
Previously on {warfarin|m|historical}.
P: I used to take {prozac|m|historical}
{Childhood asthma|p|present}, still symptomatic.
Past history of {hepatitis|p|historical}, cured.
{Cancer|p|historical} in remission.
P: when I was a child I had {rheumatic fever|p|historical}
{Cough|s|historical} resolved last week.
{Colonoscopy|o|historical} was done in 2019.
Had a {hysterectomy|c|historical}.
Previous {CT|o|historical} showed a cyst.
P: I had {shingles|p|historical} a long time ago
P: in the past I had {kidney stones|p|historical}
{Tonsillectomy|c|historical} as a child.
C: you had the {colonoscopy|o|historical} back in March
P: the {swelling|s|historical} is gone
C: I'm going to order a {chest x-ray|o|planned}
C: let's get an {MRI|o|planned}
C: we'll start you on {lisinopril|m|planned} 10 mg
Start {metformin|m|planned} 500 mg twice daily.
{Colonoscopy|o|planned} is scheduled for Tuesday.
Will refer to {physical therapy|o|planned}.
Plan: {CBC|o|planned} and {CMP|o|planned}.
C: I want you to take {ibuprofen|m|planned} three times a day
C: I'd like you to see {cardiology|o|planned}
Recommend {echocardiogram|o|planned}.
C: you need a {tetanus shot|c|planned}
C: go ahead and schedule a {mammogram|o|planned}
C: I'm gonna prescribe {amoxicillin|m|planned}
C: take {tylenol|m|planned} every six hours
Order {lipid panel|o|planned}.
{Surgery|c|planned} planned for March.
C: we should check a {vitamin d|o|planned}
Awaiting {biopsy|o|planned}.
{Stress test|o|planned} next week.
C: I'll give you a {cortisone injection|c|planned}
C: let me put in a {referral|o|planned}
{Ultrasound|o|planned} was ordered.
Add {hydrochlorothiazide|m|planned}.
C: try {melatonin|m|planned} at bedtime
Proceed with {left heart catheterization|c|planned}.
C: then we're going to do some {blood work|o|planned} and an {EKG|o|planned}
C: you'll take the {antibiotic|m|planned} for ten days
Repeat {hemoglobin a1c|o|planned} in three months.
Continue {metoprolol|m|present}.
C: keep taking the {aspirin|m|present}
C: stay on the {synthroid|m|present}
C: don't stop the {metformin|m|present}
C: before you stop the {prednisone|m|present} call me
C: we'll continue the {lasix|m|present} 20 mg
P: they put me on {zoloft|m|present}
P: I was prescribed {gabapentin|m|present} in the ER
P: I started taking {vitamin d|m|present} last month
P: i'd rather not take a {statin|m|declined}
She doesn't want {chemo|c|declined}.
C: hold off on the {MRI|o|absent} for now
C: we won't start {insulin|m|absent}
Patient declined {flu shot|c|declined}.
Refuses {blood transfusion|c|declined}.
P: I don't want {surgery|c|declined}
P: no, I'm not going on {antidepressants|m|declined}
{Colonoscopy|o|declined} was declined.
C: you don't need {antibiotics|m|absent}
No need for {imaging|o|absent}.
She is not interested in {physical therapy|o|declined}.
Opted out of {genetic testing|o|declined}.
He refused the {biopsy|c|declined}.
P: I don't want to take any {opioids|m|declined}
P: I'm not ready for {hospice|o|declined}
C: we offered {chemotherapy|c|declined} but she refused
{Vaccine|c|declined} offered and declined.
No further {imaging|o|absent} is planned.
{Antibiotics|m|absent} are not indicated.
C: I wouldn't do a {scan|o|absent}
C: let's skip the {x-ray|o|absent}
C: we're not going to do {surgery|c|absent}
He turned down the {injection|c|declined}.
C: let's use ice instead of {ibuprofen|m|absent}
P: {statins|m|declined}, no thanks
{Dialysis|c|declined}: patient refuses.
P: I would rather not have another {colonoscopy|o|declined}
Patient elected to defer {mammogram|o|declined}.
She decided against {radiation|c|declined}.
C: stop the {ibuprofen|m|stopped}
P: I'm no longer taking {lipitor|m|stopped}
P: I can't tolerate {statins|m|stopped}
{Lisinopril|m|stopped} was discontinued.
P: I quit taking {prozac|m|stopped} in june
P: they took me off {warfarin|m|stopped}
P: I don't take {naproxen|m|stopped} anymore
Discontinue {gabapentin|m|stopped} and {tramadol|m|stopped}.
Hold {metformin|m|stopped} before the scan.
{MRI|o|stopped} was cancelled.
P: I was on {amitriptyline|m|stopped} but I stopped it because of the dry mouth
C: we switched you from {enalapril|m|stopped} to losartan
C: let's come off the {omeprazole|m|stopped}
P: I ran out of my {inhaler|m|present}
{Aspirin|m|stopped} is on hold.
P: I stopped the {insulin|m|stopped}
C: I want you to stop taking the {meloxicam|m|stopped}
P: she got off {methadone|m|stopped}
He stopped {chemotherapy|c|stopped} after two cycles.
{Heparin|m|stopped} was held overnight.
P: my doctor had me stop the {aspirin|m|stopped}
C: get rid of the {benadryl|m|stopped}
P: I'm done with the {antibiotics|m|stopped}
The {statin|m|stopped} was stopped last year.
C: we'll discontinue the {oxycodone|m|stopped}
P: I gave up on the {cymbalta|m|stopped}
P: we went off the {pill|m|stopped}
{Plavix|m|stopped} has been discontinued.
P: I haven't been taking the {atenolol|m|stopped} anymore
Taper off {prednisone|m|stopped}.
My mother had {breast cancer|p|present@relative}.
P: my dad has {diabetes|p|present@relative}
P: my son is allergic to {peanuts|a|present@relative}
Family history of {colon cancer|p|present@relative}.
{Heart disease|p|present@relative} runs in the family.
C: anybody in the family with {diabetes|p|present@relative}
P: {breast cancer|p|present@relative} on my mother's side
P: nobody in my family has {cancer|p|absent@relative}
Her brother died of a {heart attack|p|present@relative}.
Family history is negative for {stroke|p|absent@relative}.
P: my sister takes {lithium|m|present@relative}
Mother: {hypertension|p|present@relative}, {diabetes|p|present@relative}.
P: my wife had the {flu|p|present@relative} last week
P: my grandmother had {alzheimer's|p|present@relative} and I have {high blood pressure|p|present}
P: my dad doesn't have {diabetes|p|absent@relative}
P: my mom had {lupus|p|present@relative} and she also had {arthritis|p|present@relative}
P: my husband says I {snore|s|present}
P: my daughter drove me here because of the {chest pain|s|present}
Father with possible {dementia|p|possible@relative}.
P: there's {glaucoma|p|present@relative} in my family
P: my mother and my aunt both had {osteoporosis|p|present@relative}
P: no one in the family has {asthma|p|absent@relative}
No family history of {melanoma|p|absent@relative}.
P: my brother used to {drink|x|historical@relative}
Maternal grandfather with {prostate cancer|p|present@relative}.
P: my friend had {covid|p|present@other}
P: my coworker has {strep|p|present@other}
P: my roommate's {bronchitis|p|present@other} was bad
P: somebody at work had the {flu|p|present@other}
Exposed to {tuberculosis|p|present@other} at work.
P: my neighbor takes {ozempic|m|present@other}
P: my best friend got {shingles|p|present@other}
The donor had {hepatitis c|p|present@other}.
P: my boss had a {stroke|p|present@other}
P: kids at school have {lice|p|present@other}
P: a colleague was diagnosed with {mono|p|present@other}
Sick contacts with {influenza|p|present@other}.
P: my dog has {fleas|p|present@other}
P: my partner's {herpes|p|present@other} worries me
C: some people get {nausea|s|possible@nobody} from it
`
  .trim()
  .split('\n');
