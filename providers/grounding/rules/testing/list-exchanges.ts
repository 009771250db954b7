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
`
  .trim()
  .split('\n');
