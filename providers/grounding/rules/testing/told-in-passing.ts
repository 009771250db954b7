/** What is said in an idiom, ahead, of an end, or of a spouse, in the form of `told-facts.ts`. */
export const toldInPassing: Readonly<Record<string, string>> = {
  'what would hurt nobody': `
    p: Can I have a sherry? | One won't hurt. => symptom pain -
    Should I ring them? | It wouldn't hurt to ask. => symptom pain -
    p: I might try yoga. | Trying won't hurt. => symptom pain -
    A little salt won't hurt you. | Okay. => symptom pain -
    It can't hurt to have the blood test. | Fine. => symptom pain -
    p: One more week won't hurt, will it? | No. => symptom pain -
    It doesn't hurt to keep a diary. | Sure. => symptom pain -
    Does it hurt? | It doesn't hurt any more. => symptom|history pain absent/historical
    Does the knee hurt? | No, it won't hurt until I climb stairs. => symptom pain present/possible/-
    p: My shoulder won't stop hurting. => symptom shoulder|pain present
    p: It hurts to breathe. => symptom pain present
    p: It doesn't hurt when I walk. => symptom pain absent/possible`,
  'what is to be reported if it comes': `
    Any bleeding after six months, tell us. | Okay. => symptom bleeding -
    Any fever over thirty-eight, call me. | Fine. => symptom fever possible/-
    And any chest pain, go straight to the ER. | Yes. => symptom chest possible/-
    Any rash, stop the tablets and ring us. | Right. => symptom rash possible/-
    Any vomiting or a stiff neck, come back at once. | Okay. => symptom vomiting possible/-; symptom neck|stiff possible/-
    Any dizziness, please let us know. | I will. => symptom dizz possible/-
    Any swelling of the face, get help. | Okay. => symptom swelling possible/-
    Any fever, chills or cough? | No. => symptom fever absent; symptom chills absent; symptom cough absent
    Any nausea with the tablets? | A bit. => symptom nausea present
    p: Any bleeding, I call you, don't worry. => symptom bleeding -/possible/conditional/present`,
  'a medicine that the next sentence ends': `
    p: The M one. Metronidazole. Finished it on Sunday. => medication metronidazole stopped
    p: I had amoxicillin. Finished it last week. => medication amoxicillin stopped/historical/possible
    p: Prednisone, five days. Stopped it yesterday. => medication prednisone stopped/possible
    p: They gave me naproxen. I quit it after a week. => medication naproxen stopped/historical/possible
    p: Sertraline. I came off it in March. => medication sertraline stopped/possible
    p: Lisinopril. Ran out of it in May. => medication lisinopril stopped/possible
    p: I was on doxycycline. Completed the course. => medication doxycycline stopped/historical/possible
    p: I take lisinopril. I take it in the morning. => medication lisinopril present
    p: I take metformin. Finished my breakfast just now. => medication metformin present
    p: I take apixaban. I stopped smoking though. => medication apixaban present`,
  'what a spouse has': `
    How are you and your husband? | He's had a stroke, in July. => * stroke relative/other/possible/-
    How's your wife? | She has diabetes now. => * diabetes relative/other/possible/-
    Is your partner well? | He has asthma, but he's fine. => * asthma relative/other/possible/-
    Your boyfriend smokes? | He does, and he has COPD. => * copd relative/other/possible/-
    And your wife, how is she? | She takes warfarin now. => medication warfarin relative/other/possible/-
    Does your husband drive you? | Yes. I had a stroke. => * stroke present/historical
    How is your wife? | She's well. I have gout. => * gout present`,
  'a no most of the time': `
    p: You think it's cancer? | Most of the time it isn't, but we have to rule it out. => * cancer possible/absent/-
    Is it constant? | Most of the time. => symptom nothing -
    Do you have the headache at night? | Sometimes it isn't there. => symptom headache possible/present/-
    Any dizziness? | Most days no. => symptom dizz absent/possible/-
    Any dizziness? | Most days. => symptom dizz present
    Any heartburn? | Sometimes not for weeks. => symptom heartburn possible/present/-`,
  'the strength of something else': `
    p: I use buprenorphine. | How strong is it? | Ten. => score pain -
    p: I have a patch. | How strong is the patch? | Eight. => score pain -
    You drink coffee? | Yes. | How strong is it? | Nine out of ten people couldn't drink it. => score pain -
    How strong is the pain? | Eight. => score pain present
    How bad is the pain? | Seven. => score pain present`,
  'names that begin with co-': `
    I'll give you co-amoxiclav three times a day. | Okay. => medication co-amoxiclav present/planned
    I'd give co-amoxiclav. | I'm allergic to penicillin. | Then not co-amoxiclav. => medication co-amoxiclav absent/possible/declined/stopped
    p: I take co-beneldopa. => medication co-beneldopa present
    p: I'm on co-trimoxazole for the water infection. => medication co-trimoxazole present
    p: I take co-dydramol at night. => medication co-dydramol present
    p: They stopped the co-careldopa. => medication co-careldopa stopped`,
  'a question that goes on to another': `
    You take amlodipine ten? | Yes. | Okay, drop that to five. | And the ramipril? | Leave that one as it is. => medication ramipril possible/present
    p: I take bendroflumethiazide. | Halve it. | And the potassium? | Leave that one off. => medication bendroflumethiazide present/possible`,
};
