/**
 * Questions that ask for several things at once, and vaccines, named scores and pains that move; in the format of
 * `exchanges`.
 */
export const listExchanges: readonly string[] = `
any fever, chills, or cough? | just a cough. => cough present; fever absent; chills absent
any nausea, vomiting, or diarrhea? | only some nausea. => nausea present; vomiting absent; diarrhea absent
have you had any headaches, dizziness, or blurry vision? | just dizziness when i stand up. => dizziness present; headache absent; blurry vision absent
any chest pain, palpitations, or shortness of breath? | i get palpitations at night. => palpitations present; chest pain possible; shortness of breath possible
any fever or chills? | my throat is sore. => soreness present; fever possible; chills possible
have you had any nausea or vomiting? | when i climb the stairs i feel dizzy. => dizziness present; nausea possible; vomiting possible
any numbness, tingling, or weakness? | my foot tingles. => tingling present; numbness possible; weakness possible
any night sweats or weight loss? | well, my wife says i snore. => night sweats possible; weight loss possible
any cough? | no cough. => cough absent
any cough or wheezing? | wheezing yes, cough no. => wheezing present; cough absent
any itching or redness? | itching no, redness yes. => itching absent; redness present
any swelling, bruising? | both. => swelling present; bruise present
any fever, nausea or vomiting? | all of them. => fever present; nausea present; vomiting present
do you have any constipation or diarrhea? | neither. => constipation absent; diarrhea absent
any fatigue, weight gain? | i'm tired all the time. => fatigue present; weight gain possible
how about any rash, joint pain? | i do have a rash. => rash present; joint pain possible
do you have any nausea vomiting any fever chills i feel nauseated but i'm not vomiting okay | sure => nausea present; vomiting absent
any chest pain any dizziness i'm dizzy in the morning okay | sure => dizziness present
do you have any headaches i've had a headache since monday okay and any neck pain | no => headache present; neck pain absent
any family history of breast cancer? | i was adopted. => family: breast cancer possible
any family history of diabetes or stroke? | my parents died when i was two. => family: diabetes possible; family: stroke possible
any heart disease in your family? | i never met my father. => family: heart disease possible
do you have a history of asthma, epilepsy? | asthma as a child. => asthma historical; history: epilepsy possible
this will help prevent dehydration and any further weight loss. | great. => weight loss possible; dehydration possible
i want you to watch for redness and any swelling. | okay. => advice: instruction present; redness possible; swelling possible
have you had your flu and pneumonia vaccines? | flu yes, pneumonia no. => !flu; !pneumonia
did you get your shingles and flu shots? | shingles last year, flu not yet. => !shingles; !flu
are you up to date on your covid and flu vaccines? | covid yes, not flu. => !covid; !flu
have you had a flu vaccine? | no, but i had the flu in march. => flu present
p: my p h q nine was twelve. => score: phq-9 present=12
your phq-9 score is 14 today. => score: phq-9 present=14
your gad-7 was 9. => score: gad-7 present=9
the glasgow coma scale is 15. => score: glasgow coma scale present=15
her oswestry was 42 percent. => score: oswestry present=42 percent
p: no thyroid problems. => thyroid disease absent; !thyroid
any problems with your thyroid? | no thyroid, no. => !thyroid
does the pain move anywhere? | it moves to my shoulder. => radiating pain present
does the pain go anywhere? | yes, to the groin. => symptom present "pain goes to the groin"
does it radiate anywhere? | down my leg. => symptom present "pain radiates down the leg"
does the pain travel anywhere? | yeah it goes down the back of my thigh. => symptom present "pain travels down the back of the thigh"
does the pain shoot anywhere? | yes. => symptom present "pain shoots somewhere"
does it radiate anywhere? | it is worse at night. => symptom possible "pain radiates somewhere (asked, not answered)"
do you have thyroid problems? | no thyroid. => thyroid disease absent
does the pain move anywhere else? | no, it stays in my back. => radiating pain absent
p: my pain moves around. => !radiating pain
p: the pain moves from one place to another. => !radiating pain
any palpitations, ankle swelling, or dizziness? | my ankles swell in the evening. => swelling present; palpitations possible; dizziness possible
have you noticed any rash or fever? | only a rash on my arm. => rash present; fever absent
do you get heartburn, bloating, or nausea? | heartburn, yes. => heartburn present; bloating possible; nausea possible
any blood in your stool or black stools? | neither of those. => blood in the stool absent; dark stools absent
any cough, runny nose or sore throat? | the cough is the worst. => cough present; runny nose possible
any back pain or hip pain? | hip pain yes, back pain no. => hip pain present; back pain absent
any vomiting or diarrhea? | i threw up twice. => vomiting present; diarrhea possible
any hearing loss, ringing in your ears? | a bit of ringing. => hearing loss possible
do you have chest pain, or shortness of breath? | it's really just my knee. => chest pain possible; shortness of breath possible
any fever? | i didn't measure it. => fever possible
did you have a headache or neck pain? | all of the above. => headache present; neck pain present
have you had your tetanus shot? | tetanus two years ago. => !tetanus
any history of asthma, diabetes or cancer? | diabetes. => diabetes present; history: asthma possible; history: cancer possible
are you having fevers, night sweats? | night sweats, but just once. => night sweats present; fever possible
do you have any joint swelling or stiffness? | just stiffness in the morning. => stiffness present; swelling absent
does the pain go down your arm? | it stays in the shoulder. => !arm pain
does it radiate anywhere? | sometimes into my jaw. => symptom present "pain radiates into the jaw"
her gad-7 came back at 15. => score: gad-7 present=15
any depression or anxiety? | my phq-9 last week was 18. => score: phq-9 present=18
have you had covid? | yes, last winter. => covid present
any weakness or tingling? | my husband thinks i drop things more. => weakness possible; tingling possible
any constipation? | let me see. no. => constipation absent
any numbness? | it comes and goes. => numbness present
any nausea? | just when i take the pills. => nausea present
`
  .trim()
  .split('\n');
