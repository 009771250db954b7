/**
 * Exchanges in everyday speech, in the form of `exchanges.ts`: they were written without knowledge of the rules, with
 * hesitations and without punctuation, as a recogniser writes them.
 */
export const everydayExchanges: readonly string[] = `
so has the cough been keeping you up? | oh gosh yes every single night. => cough present
and the headaches are those any better? | uh they're pretty much gone now. => headache historical
you mentioned some dizziness on the phone? | right, yeah, when i stand up too fast. => dizziness present
no trouble with the breathing at all? shortness of breath? | nah i'm good there. => shortness of breath absent
any blood in the stool or anything like that? | um not that i've seen, no. => blood in the stool absent
okay and uh are you still on the lisinopril | i am yeah | okay good => lisinopril present
do you ever get heartburn? | i mean who doesn't, yeah, couple times a week. => heartburn present
any palpitations? | what's that? | when your heart races. | oh. no, never. => palpitations absent
has anyone ever told you that you have asthma? | no one's ever said that. => asthma absent
and no fevers since the surgery? | correct. => fever absent
no chest pain? | i do actually, on and off since sunday. => chest pain present
what are you allergic to, anything? | just amoxicillin, i broke out in hives. => amoxicillin present
p: so i take metformin, atorvastatin, um, the little water pill, hydrochlorothiazide i think, and a baby aspirin. => metformin present; atorvastatin present; hydrochlorothiazide present; aspirin present
any history of diabetes, high blood pressure, heart disease? | diabetes, yeah. the other two no. => diabetes present
any nausea, vomiting, constipation? | some constipation, that's about it. => constipation present; vomiting absent; nausea absent
p: no fevers no chills no night sweats but i have been losing weight and i'm so tired. => fever absent; chills absent; night sweats absent; fatigue present
any numbness tingling or weakness in the legs | tingling yeah a bit in the left one, no weakness though => tingling present; weakness absent; !numbness
p: what bothers me most is the knee pain, then the swelling, and i guess the headaches too. => knee pain present; swelling present; headache present
any drug allergies? | uh let me see, codeine, sulfa drugs, and i think latex. => codeine present; sulfa present
we will get a chest x-ray, a cbc and uh a basic metabolic panel today. | okay. => chest x-ray present; cbc present; metabolic panel present
have you noticed any rash, itching, or hives? | none of those. => rash absent; itching absent; hives absent
on review there is no wheezing, no crackles and no edema in the legs. | good. => wheezing absent; crackles absent; edema absent
p: i take twenty milligrams of lisinopril. wait no, that's my husband's. i take ten. => lisinopril present=10 mg
let's start you on amoxicillin, actually you said you're allergic, so doxycycline instead. | okay. => doxycycline present
p: it started on monday, no sorry, tuesday, the fever. => fever present
p: i had a heart attack in twenty ten. my bad, that was a stroke. => stroke historical; !heart attack
take the ibuprofen twice a day. let me correct that, once a day. | got it. => ibuprofen present
p: i was on prozac, i mean zoloft, back in college. => sertraline historical; !fluoxetine
p: i don't have asthma. well, i did as a kid. => asthma historical
p: no headaches. oh, except when i skip my coffee. => headache present
you're on warfarin, is that right? | no no, eliquis. => apixaban present; warfarin absent
p: the numbness is in my right hand no wait left hand. => numbness present
if the fever comes back, call us right away. | sure. => fever possible
if you notice any bleeding or pus from the wound come back in. | i will. => bleeding possible
unless the pain gets worse we won't need an mri. | okay. => mri possible
let's hold off on antibiotics for now but if the culture is positive we'll start cipro. | okay. => ciprofloxacin possible
in case of nausea you can take zofran as needed. | alright. => nausea possible; ondansetron possible
p: should i get the mri if it still hurts in a month? | yes let's do that then. => mri possible
p: when i eat spicy food i get heartburn. => heartburn present
depending on what the ultrasound shows we might do a biopsy. | okay. => ultrasound present; biopsy possible
once the swelling is down we can start physical therapy. | good. => swelling present; physical therapy present
call me if you get short of breath or develop any chest pain. | okay. => shortness of breath possible; chest pain possible
my mom has diabetes and my dad died of a heart attack, but me no | okay => diabetes family; heart attack family
any cancer in the family? | my aunt had breast cancer. => breast cancer family
p: both of my grandparents had glaucoma, so i'm kind of worried. => glaucoma family
does anyone in your family have high blood pressure? | everybody does. me too. => hypertension family
p: years ago i had pneumonia and they put me in the hospital. => pneumonia historical
p: i quit smoking in two thousand nine. => smoking historical
p: i had my gallbladder out when i was thirty. => !gallbladder
p: my brother's got the same thing, crohn's disease. => crohn's disease family
p: i used to get migraines all the time in high school. => migraine historical
any history of seizures? | when i was a baby, once, with a high fever. => seizure historical
p: i can't say i've had any chest pain or anything. => chest pain absent
p: it's not the pain that bothers me it's the itching. => itching present
there's no evidence of fracture or dislocation but there is some arthritis. | okay. => fracture absent; dislocation absent; arthritis present
p: i never had any trouble with my back until this fall, now the back pain is constant. => back pain present
i don't see any redness or swelling here, but it is tender. | yeah. => redness absent; swelling absent; tenderness present
p: nothing like vomiting or anything just really bad nausea. => vomiting absent; nausea present
p: not only do i have a headache but my neck is stiff too. => headache present; stiffness present
lungs are clear without wheezes, your heart has no murmur, abdomen is soft and not tender. | good. => wheezing absent; murmur absent
p: i haven't had a fever since last week. => fever absent
p: it doesn't hurt unless i bend it, then there's knee pain. => knee pain present
`
  .trim()
  .split('\n');
