/**
 * Written after the rules, and first read when they stood, in the notation of the development sentences. At that reading
 * 157 of the 178 terms were right (88 %); the rules of what was wrong have been mended since.
 */
export const heldOutSentences: readonly string[] = `
P: this {back pain|s|present} has been killing me since the weekend
Ongoing {dyspnea|s|present} on exertion, two pillows at night.
P: I get these {palpitations|s|present} mostly at night
Known case of {hypothyroidism|p|present} on replacement.
P: my {eczema|p|present} flares every winter
{Bilateral edema|f|present} to the knees is noted.
C: your {cholesterol|f|present} came back a little high
He takes {warfarin|m|present} for {atrial fibrillation|p|present}.
P: I'm still using the {albuterol|m|present} every day
C: go on with the {lisinopril|m|present} as you are
No relief of the {nausea|s|present} with ondansetron.
P: the pills don't touch the {burning|s|present}
P: I couldn't make it in because of my {vertigo|s|present}
Without her inhaler she gets {wheezy|s|present}.
P: not a day goes by without {pain|s|present}
Apart from {insomnia|s|present} he is well.
P: other than the {bloating|s|present} I feel fine
C: do not quit the {prednisone|m|present} on your own
Resume {clopidogrel|m|present} tomorrow.
P: they started me on {duloxetine|m|present} in march
P: I drink a {beer|x|present} on weekends
{Bees|a|present} give him anaphylaxis.
P: hardly anything helps my {migraine|s|present}
P: no, actually, it was the {right hip pain|s|present}
Nil acute apart from {mild tenderness|f|present}.
P: I wouldn't say I have {chest pain|s|absent}
Nil {jaundice|f|absent}, nil {clubbing|f|absent}.
P: haven't thrown up or had any {diarrhea|s|absent}
There was no {loss of consciousness|s|absent} and he remembers the event.
{Deep vein thrombosis|p|absent} has been excluded by ultrasound.
P: I've not been {short of breath|s|absent} at all
Not in {acute distress|f|absent}.
She denies {smoking|x|absent}, {alcohol|x|absent} or {drug use|x|absent}.
{Hepatomegaly|f|absent} not appreciated.
P: nope, never any {seizures|p|absent}
C: I see no {discharge|f|absent} in the ear, but the drum is {red|f|present}
Absence of {papilledema|f|absent}.
CT negative for {bleed|f|absent}.
P: he says there's no {itching|s|absent}
The wound shows neither {redness|f|absent} nor {pus|f|absent}.
P: it isn't {numb|s|absent} or anything
{Carotid bruits|f|absent} absent.
Pupils equal, no {nystagmus|f|absent}; gait is {unsteady|f|present}.
P: I was told I don't have {lupus|p|absent}
P: we don't have any {cancer|p|absent@relative} in our family
No known {allergies|a|absent}.
P: {fever|s|absent} no, {chills|s|present} yes
P: never touched {cocaine|x|absent}
Not on {insulin|m|absent}.
She has never taken {lithium|m|absent}.
C: doesn't look like there's any {infection|p|absent}
P: none of the {dizziness|s|absent} any of you warned me about
No {vomiting|s|absent}, yet she feels {queasy|s|present}.
no {headache|s|absent} no {neck stiffness|s|absent} he does have a {rash|s|present}
Denies {orthopnea|s|absent}; endorses {ankle swelling|s|present}.
{Stress fracture|p|absent} was not found.
P: the {swelling|s|present} is not going down
C: there could be a small {tear|p|possible} in there
{Endocarditis|p|possible} remains on the differential.
Cannot rule out {ischemia|p|possible}.
C: this is most likely a {ganglion cyst|p|possible}
Query {appendicitis|p|possible}.
Work-up for {celiac disease|p|possible}.
P: my wife thinks I may have {sleep apnea|p|possible}
C: I suspect {rotator cuff tear|p|possible}
Presumed {cellulitis|p|possible} of the leg.
C: we can think about {injections|c|possible} down the line
C: perhaps a {brace|o|possible} would help
Might benefit from {counseling|o|possible}.
{Meningitis|p|possible} seems unlikely.
C: it may turn out to be {shingles|p|possible}
Chest film raises the question of {pneumonia|p|possible}.
P: could this be {arthritis|p|possible}
Evaluate for {osteoporosis|p|possible}.
C: the pills can cause {constipation|s|possible}
At risk for {falls|s|possible}.
P: they weren't sure if it was {crohn's|p|possible}
C: call me right away if you notice {swelling|s|conditional}
C: if you spike a {fever|s|conditional} go in
Should {bleeding|s|conditional} occur, seek care.
C: if these don't do the trick, then {surgery|c|conditional}
C: I'd order a {CT|o|conditional} if the pain came back
Add {spironolactone|m|conditional} if potassium allows.
If BP above 150, increase {amlodipine|m|conditional}.
C: in case the {nausea|s|conditional} comes back, here's a script
Return precautions: {fever|s|conditional}, worsening pain.
C: unless you get {short of breath|s|conditional} you can stay home
Naproxen prn for {cramps|s|conditional}.
C: {colonoscopy|o|conditional} only if the stool test is positive
C: if the numbness spreads we'll need an {EMG|o|conditional}
C: if {vomiting|s|conditional} starts, stop the tablets
C: provided the labs are fine we'll start {methotrexate|m|conditional}
P: I broke out in {hives|s|historical} as a child
P: back in 2015 I had {pancreatitis|p|historical}
Distant history of {tuberculosis|p|historical}, treated.
P: I had my {appendix out|c|historical} when I was twelve
S/p {lumpectomy|c|historical} 2018.
She had {preeclampsia|p|historical} years ago.
The {chest pain|s|historical} resolved on its own.
P: the {dizziness|s|historical} has cleared up
Ex {smoker|x|historical}.
P: gave up {drinking|x|historical} in january
P: I used to get {nosebleeds|s|historical} a lot
Last {echocardiogram|o|historical} was in 2021.
P: they already did an {x-ray|o|historical} at urgent care
Prior {knee arthroscopy|c|historical}.
P: I was on {fluoxetine|m|historical} years ago
Formerly used {heroin|x|historical}.
C: we'll get you set up for an {ultrasound|o|planned}
C: I'm putting you on {doxycycline|m|planned}
Begin {tamsulosin|m|planned} 0.4 mg nightly.
{Cardiac catheterization|c|planned} tomorrow.
Plan for {EGD|o|planned}.
C: I will send you to {physical therapy|o|planned}
C: you'll need a {pneumonia vaccine|c|planned} today
Follow with {MRI brain|o|planned}.
C: let's add {magnesium|m|planned}
{Sleep study|o|planned} has been ordered.
C: I'd like to get a {urine culture|o|planned}
Check {TSH|o|planned} in six weeks.
C: we're going to inject some {kenalog|m|planned}
C: my suggestion would be {acupuncture|o|planned}
To be started on {apixaban|m|planned}.
She would prefer not to have the {epidural|c|declined}
P: no way am I taking {opioids|m|declined}
P: I'd like to hold off on {surgery|c|declined}
Patient refuses {insulin|m|declined}.
{Biopsy|c|declined} was refused by the patient.
P: I don't really want the {flu shot|c|declined}
He does not wish to undergo {dialysis|c|declined}.
P: I'd rather skip the {colonoscopy|o|declined}
She was offered {counseling|o|declined} but declined.
P: I'm not comfortable with {chemo|c|declined}
Declines {HIV testing|o|declined}.
P: I said no to the {stent|c|declined}
P: I came off {sertraline|m|stopped} last spring
C: let's stop your {glipizide|m|stopped}
{Spironolactone|m|stopped} discontinued due to hyperkalemia.
P: my {naproxen|m|stopped}, I stopped it two weeks ago
P: I don't use the {cpap|c|stopped} any more
She was taken off {tamoxifen|m|stopped}.
P: couldn't tolerate {gabapentin|m|stopped}
D/c {foley|c|stopped}.
P: they replaced my {atenolol|m|stopped} with bisoprolol
{Physical therapy|o|stopped} was called off.
Patient no longer on {oxygen|m|stopped}.
C: I'd like you to quit the {aspirin|m|stopped}
{Losartan|m|stopped} held due to low pressure.
P: we weaned off the {steroids|m|stopped}
P: my grandpa had {parkinson's|p|present@relative}
Sister with {multiple sclerosis|p|present@relative}.
P: {stroke|p|present@relative} runs on my dad's side
P: my little brother is allergic to {shellfish|a|present@relative}
Positive family history for {ovarian cancer|p|present@relative}.
Her father passed away from {liver cancer|p|present@relative}.
P: my kids have all had {strep|p|present@relative}
P: mom had {thyroid problems|p|present@relative}, not me
No one in her family has {glaucoma|p|absent@relative}.
P: my uncle's {gout|p|present@relative} is terrible
P: my husband takes {viagra|m|present@relative}
P: the guy next to me at work had {covid|p|present@other}
P: a friend of mine died of {melanoma|p|present@other}
P: my girlfriend has {chlamydia|p|present@other}
P: one of my coworkers has {mono|p|present@other}
P: my neighbor swears by {turmeric|m|present@other}
Contact with {measles|p|present@other} at daycare.
`
  .trim()
  .split('\n');
