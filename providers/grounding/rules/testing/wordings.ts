/**
 * Short exchanges, written as in `exchanges.ts`, and how their facts read: `kind assertion "text"`.
 */
export const wordings: readonly string[] = `
how bad is the pain, from zero to ten? | About a six in the morning. By the evening it is an eight. => score present "pain 6/10 in the morning"; score present "pain 8/10 by the evening"
how bad is it from one to ten? | a seven. => pain present=7 /10; score present "pain 7/10"
how would you rate the pain? | six out of ten. => score present "pain 6 out of 10"
on a scale of one to ten how is it? | 6/10. => score present "pain 6/10"
and the pain, zero to ten? | between five and six. => score present "pain 5-6/10"
the neck was an eight, now a three. => score present "neck pain was 8/10"; score present "pain 3/10 now"
how bad is the pain at its worst? | a nine. | and at rest? | maybe a two. => score present "pain 9/10 at its worst"; score present "pain 2/10 at rest"
how bad is it? | it's a six out of ten without ibuprofen, and it goes down to a one with ibuprofen => score present "pain 6 out of 10 without ibuprofen"; score present "pain 1/10 with ibuprofen"
the pain is a six for the neck and a four for the low back. => score present "pain 6/10 for the neck"; score present "pain 4/10 for the low back"
on a scale of zero to ten, how is your anxiety? | a seven. => score present "anxiety 7/10"
is it a ten out of ten? | no. => !pain
how bad is the pain? | it has been six weeks. => duration present=6 week; pain present
the pain began on 4/10/2021. => pain present
the straight leg raise is negative on both sides, and your reflexes are equal. => finding absent "straight leg raise negative on both sides"; finding present "reflexes equal"
on exam, lumbar flexion is limited to 40 degrees, and there is tenderness over the right L5 facet. => finding present "lumbar flexion limited to 40 degrees"; finding present "tenderness over the right L5 facet"
there is some edema and some erythema of your right knee, but your left knee looks fine. => finding present "edema of the right knee"; finding present "erythema of the right knee"
i hear crackles in both bases. => finding present "crackles in both bases"
your strength is a five out of five bilaterally. => finding present "strength 5 out of 5 bilaterally"
you have pain to palpation of the right knee and decreased range of motion. => finding present "pain to palpation of the right knee"; finding present "decreased range of motion"
i hear a two out of six systolic ejection murmur. => finding present "2 out of 6 systolic ejection murmur"
your heart rate and your blood pressure look fine. => vital present "blood pressure fine"
p: my lower back is swollen. => symptom present "lower back swelling"
p: my hands have a rash and my feet swell. => symptom present "rash in the hands"; symptom present "swelling in the feet"
p: i have no body aches, but crohn's disease. => symptom absent "no body aches"; problem present "crohn's disease"
on exam, there is a bull's-eye rash over the right knee. => finding present "bull's-eye rash over the right knee"
p: my knees hurt. => symptom present "pain in the knees"
p: both legs are swollen. => symptom present "swelling in both legs"
p: my left knee has been hurting for two weeks. => history present "left knee pain for 2 weeks"
p: i take metformin, 1,000 milligrams twice daily. => medication present "metformin 1000 milligrams twice daily"
p: my left knee hurts and i have swelling of the right ankle and swelling of the left wrist. => symptom present "swelling of the right ankle"; symptom present "swelling of the left wrist"
p: i heard a little pop. => symptom present "pop"
i think this is a lumbar strain with a restriction at L5, and no sign of nerve compression. => problem present "lumbar strain"; finding present "restriction at L5"; problem absent "no nerve compression"; !compression
this is an acute exacerbation of your arthritis. => problem present "acute exacerbation of the arthritis"
you have type 2 diabetes. => problem present "type 2 diabetes"; type 2 diabetes present=
your hypertension is well controlled. => problem present "hypertension well controlled"
do i need an x-ray? | No, we do not need an X-ray. => order absent "no x-ray"
we will get an MRI. => order present "MRI"
p: Numbness. => symptom present "numbness"
does it go down into your legs? | it goes into the right buttock, but not below the knee. => symptom present "pain goes into the right buttock"; symptom absent "pain does not go below the knee"
does it go down into your legs? | yes. => symptom present "pain goes down into the legs"
does it go down into your legs? | no, it stays in the back. => symptom absent "pain does not go down into the legs"
does the pain radiate anywhere? | no. => symptom absent "pain does not radiate anywhere"
does the pain radiate? | yes, sometimes. => symptom present "pain radiates"
p: it starts in my back and shoots down the back of my left leg. => symptom present "pain shoots down the back of the left leg"
the camera goes into your stomach. => !radiating pain
p: the swelling went down. => !radiating pain
any numbness or trouble with your bladder? | no, nothing like that. => numbness absent; safety absent "no trouble with the bladder"
any bowel or bladder problems? | no. => safety absent "no bowel or bladder problems"
i am going to adjust L5 today. => procedure possible "adjust L5"
i'm adjusting C2, T4 and L5 on the right. => procedure present "adjusting C2, T4 and L5 on the right"
L5 was adjusted. => procedure present "L5 was adjusted"
i am not adjusting the neck today. => procedure absent "not adjusting the neck"
p: i had my neck adjusted last year. => adjustment historical
let's adjust your metformin. => !adjustment
i want you to walk for 20 minutes twice a day. => advice present "walk for 20 minutes twice a day"; !duration; !frequency
do not lift anything over 10 kilograms for the next two weeks. => advice present "do not lift anything over 10 kilograms for the next 2 weeks"; !weight; !duration
i want you to ice your knee for fifteen minutes because it is swollen. => advice present "ice the knee for 15 minutes"; ice present=15 minute; !duration
i'd like you to avoid spicy foods until you feel better. => advice present "avoid spicy foods until you feel better"
i want you to drink plenty of fluids. => hydration present; advice present "drink plenty of fluids"; !instruction
i want you to push your leg against my hand. => !instruction
bend forward as far as you can. => !instruction
p: i walk for 20 minutes. => !instruction
come back in one week, and call me right away if your leg goes numb. => follow up present=1 week; red_flag present "call me right away if your leg goes numb"
any problems with your arms? for example numbness? | no. => numbness absent
you can take ibuprofen, but not more than 1200 milligrams a day. => medication present "ibuprofen not more than 1200 milligrams a day"
`
  .trim()
  .split('\n');
