/**
 * Short exchanges and what they say. A line is `turn | turn => facts`; the turns alternate between clinician and
 * patient, beginning with the clinician (`p:` before a first turn of the patient). A fact is `term assertion`, with its
 * kind and a colon before it, or the amount after `=`; `!term` says that there is no fact with this term. Nothing else
 * may contradict the list: a listed term has no other assertion. What was asked and got no answer is `possible`.
 */
export const exchanges: readonly string[] = `
any fever? | no. => fever absent
any fever? | yes. => fever present
any fever? | um, no. => fever absent
any fever | no => fever absent
any fever | yeah a little => fever present
any fever? | i am not sure. => fever possible
any fever or chills? | no, nothing like that. => fever absent; chills absent
any fever, chills, or night sweats? | no. => fever absent; chills absent; night sweats absent
any nausea vomiting diarrhea | no => nausea absent; vomiting absent; diarrhea absent
any nausea or vomiting? | no vomiting. => vomiting absent; nausea possible
any nausea or vomiting? | no vomiting but i do feel nauseous. => vomiting absent; nausea present
have you had any chest pain? | not really. => chest pain absent
have you had any chest pain? | sometimes. => chest pain present
have you had any chest pain? | only when i climb stairs. => chest pain present
have you had any cough? | i have not. => cough absent
have you had a cough? | i haven't. => cough absent
do you have headaches? | every morning. => headache present
do you have headaches? | never. => headache absent
do you have headaches? | nope. => headache absent
do you have any numbness? | uh-uh. => numbness absent
do you have any numbness? | mm-hmm. => numbness present
chest pain? | no. | shortness of breath? => chest pain absent; !shortness of breath
chest pain? shortness of breath? abdominal pain? | no. => chest pain absent; shortness of breath absent; abdominal pain absent
shortness of breath | no shortness of breath => shortness of breath absent
what about dizziness? | a little bit, yes. => dizziness present
what about dizziness? | no, i have not noticed. => dizziness absent
how about swelling? | my ankles swell at night. => swelling present
any diarrhea? | let me think about that. => diarrhea possible
any rash? => !rash
is there any swelling? | yes. => swelling present
are you having trouble sleeping? | no. => trouble sleeping absent
how long have you had the headaches? | three weeks. => headache present; duration present=3 week
how bad is the pain? | seven out of ten. => pain present
how is your asthma? | it's fine. => asthma present
how is the back pain? | it went away. => back pain historical
when did the cough start? | last monday. => cough present
where is the numbness? | in my fingers. => numbness present
does the pain radiate? | no. => pain present
what makes it worse, eating or exercise? | with eating. => !exercise
any allergies? | penicillin. => penicillin present
are you allergic to penicillin? | no. => penicillin absent
are you allergic to any medicines? | yes, to sulfa. => sulfa present
p: i'm allergic to penicillin. => penicillin present
p: i had a reaction to codeine. => codeine present
do you take lisinopril? | yes. => lisinopril present
do you take lisinopril? | no. => lisinopril absent
are you still taking the metformin? | yep. => metformin present
are you taking the metformin? | no, i stopped. => metformin stopped
have you tried ibuprofen? | no. => ibuprofen absent
have you tried any tylenol? | i have not. => acetaminophen absent
have you taken anything for the pain? | ibuprofen. => pain present; ibuprofen present
what do you take? | metformin, five hundred milligrams, twice a day. => metformin present=500 mg
what do you take? | lasix 20 mg. => furosemide present=20 mg
how much lisinopril do you take? | ten milligrams. => lisinopril present=10 mg
p: i take aspirin 81 milligrams daily and lipitor 40 milligrams at night. => aspirin present=81 mg; atorvastatin present=40 mg
p: i take two puffs of albuterol. => albuterol present=2 puff
p: i don't take aspirin. => aspirin absent
p: i never took prozac. => fluoxetine absent
p: i used to take prozac. => fluoxetine stopped
p: i stopped taking norvasc. => amlodipine stopped
p: i was also on lisinopril before. => lisinopril stopped
i'm going to start you on metformin 500 mg twice a day. => metformin present=500 mg
let's continue the lisinopril 20 milligrams daily, okay? => lisinopril present=20 mg
we will increase the lisinopril to 40 milligrams a day. => lisinopril present=40 mg
take ibuprofen 600 milligrams every six hours as needed. => ibuprofen present=600 mg
lisinopril 20, sorry, 10 milligrams daily. => lisinopril present=10 mg
take 20 milligrams, no, 10 milligrams of lisinopril. => lisinopril present=10 mg
i will prescribe metformin, sorry, metoprolol. => metoprolol present; !metformin
i will order an mri, i mean, an x-ray. => x-ray present; !mri
your blood pressure is one twenty over eighty. => blood pressure present=120/80 mmHg
your blood pressure today is 156 over 94. => blood pressure present=156/94 mmHg
your temperature is ninety eight point six. => temperature present=98.6
your heart rate is sixty eight. => heart rate present=68
your oxygen saturation is 98 percent. => oxygen saturation present=98 percent
your hemoglobin a1c is 8.2. => hemoglobin a1c present=8.2
your creatinine was 0.9. => creatinine present=0.9
how bad is it from one to ten? | a seven out of ten. => pain present=7 /10
p: the pain is eight out of ten. => pain present
p: the pain has been there for three weeks. => duration present=3 week
p: it started two days ago. => duration present=2 day
p: it hurts four to six hours. => duration present=4-6 hour
p: i smoke two packs a day. => smoking present
p: i quit smoking. => smoking historical
p: i don't smoke. => smoking absent
do you smoke? | no. => smoking absent
do you smoke? | yes. => smoking present
do you drink alcohol? | no, never. => alcohol absent
p: i used to smoke. => smoking historical
p: i do not have chest pain. => chest pain absent
p: i don't have any chest pain or palpitations. => chest pain absent; palpitations absent
p: no fever, no cough, no rash. => fever absent; cough absent; rash absent
p: i have no fever but i have a cough. => fever absent; cough present
p: no fever some chills. => fever absent; chills present
p: i have a cough and no fever. => cough present; fever absent
p: i never had a seizure. => seizure absent
p: without any nausea. => nausea absent
she denies fever, chills, and cough. => fever absent; chills absent; cough absent
he denies chest pain but reports dizziness. => chest pain absent; dizziness present
negative for fever and chills. => fever absent; chills absent
p: the ibuprofen does not help the pain. => pain present; ibuprofen present
p: it doesn't help with the swelling. => swelling present
p: i don't have quite as much shortness of breath. => shortness of breath present
p: i forget to take my lisinopril. => lisinopril present
p: i cannot tolerate the metformin. => metformin present
there is no swelling. => swelling absent
there is some swelling. => swelling present
i don't see any rash. => rash absent
i do not appreciate any murmur. => murmur absent
i don't think you have pneumonia. => pneumonia absent
i hear a three out of six systolic ejection murmur. => murmur present
your lungs are clear without wheezes. => wheezing absent
no edema, and your knee has some tenderness. => edema absent; tenderness present
no tenderness, your ankle shows swelling. => tenderness absent; swelling present
the x-ray shows no fracture. => fracture absent; x-ray present
i do not see any fracture. => fracture absent
straight leg raise is negative. => straight leg raise absent
the strep test was positive. => strep test present
i think this is pneumonia. => pneumonia present
this might be pneumonia. => pneumonia possible
it could be gout. => gout possible
you may have a sprain. => sprain possible
you probably have a contusion. => contusion possible
i suspect gout. => gout possible
i am concerned for pneumonia. => pneumonia possible
i want to rule out pneumonia. => pneumonia possible
we need an x-ray to look for a fracture. => x-ray present; fracture possible
possible pneumonia. => pneumonia possible
pneumonia is possible. => pneumonia possible
there is a risk of infection. => infection possible
this can cause nausea. => nausea possible
side effects are nausea, vomiting and diarrhea. => nausea possible; vomiting possible; diarrhea possible
to prevent complications like kidney failure. => kidney failure possible
if you get a fever, call me. => fever possible; warning present
call me if the pain gets worse. => warning present
if it gets worse, go to the emergency room. => warning present
come back if you have any chest pain. => warning present
if the pain does not improve, we will order an mri. => mri possible
if you're still having symptoms, i'll get an x-ray. => x-ray possible
we will do an mri if it does not get better. => mri possible
i would consider surgery. => surgery possible
we could try a cortisone injection. => injection possible
i'm going to order an mri. => mri present
let's get a chest x-ray. => chest x-ray present
hey dragon, order a cbc. => cbc present
i'd like to refer you to physical therapy. => physical therapy present; referral present
you do not need an mri. => mri absent
you don't need surgery. => surgery absent
follow up with me in two weeks. => follow up present=2 week
i'll see you back in three months. => follow up present=3 month
come back in six weeks. => follow up present=6 week
i want to see you again in 10 days. => follow up present=10 day
my mother had breast cancer. => breast cancer relative
p: my mother had breast cancer. => breast cancer relative
p: my dad has diabetes. => diabetes relative
p: my brother died from a stroke. => stroke relative
p: skin cancer runs in my family. => skin cancer relative
any family history of colon cancer? | no. => colon cancer absent
any family history of diabetes? | yes, my father. => diabetes relative
does anybody in the family have kidney disease? | my grandmother. => kidney disease relative
p: there is a family history of asthma. => asthma relative
p: my mother has gout and i have asthma. => gout relative; asthma present
p: my wife made me come because of my back pain. => back pain present
p: i used to have migraines. => migraine historical
p: i had asthma as a child. => asthma historical
p: i had pneumonia ten years ago. => pneumonia historical
p: i have had headaches for years. => headache present
p: the rash went away. => rash historical
p: the rash resolved. => rash historical
p: i had knee surgery. => knee surgery historical
p: i had a colonoscopy three years ago. => colonoscopy historical
have you ever had a colonoscopy? | no. => colonoscopy absent
have you had surgery before? | no. => surgery absent
she has a past medical history of hypertension and depression. => hypertension present; depression present
history of diabetes. => diabetes present
p: i have high blood pressure. => hypertension present
p: i was told i have high cholesterol. => hyperlipidemia present
for your hypertension, continue the norvasc. => hypertension present; amlodipine present
let's talk about your diabetes. => diabetes present
so for your first problem, your gout, take colchicine. => gout present; colchicine present
you have a fracture, okay? => fracture present
you had a fever yesterday, right? | yes. => fever present
so no weakness in your legs? | no. => weakness absent
so you haven't had any fevers? | no. => fever absent
are you feeling weak or dizzy? | dizzy. => dizziness present
any weakness or numbness? | just some tingling. => tingling present; numbness absent
any nausea, vomiting? | i have some headache but everything else is fine. => nausea absent; vomiting absent; headache present
p: not the right, the left knee pain. => knee pain present
p: i have pain in both knees. => pain present
can you walk without pain? | no. => !fever
the nurse will discharge you. => !discharge
we use shock waves. => !shock
did you get your covid vaccine? | yes. => vaccine historical; !covid
you need colon cancer screening. => !colon cancer
i am aware of that. => !aware
the climate is nice. => !climate
rest of the exam is normal. => !rest
give it a shot. => !injection
p: i am a bit tired. => fatigue present
p: i passed out. => safety: loss of consciousness present
p: i've been throwing up. => vomiting present
p: i am short of breath. => shortness of breath present
p: i take tylenol. => acetaminophen present
p: i take some mobic for my knee. => meloxicam present
use ice and elevation. => ice present; elevation present
you should watch your diet. => diet present
i want you to use crutches. => crutches present
we put you in a sling. => sling present
`
  .trim()
  .split('\n');
