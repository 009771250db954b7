/** What was said, what a note on it may never say, and what the note or its list must say. */
export type Row = readonly [said: string, never: RegExp, must?: RegExp];

/** What only several turns tell together: what of them may never stand alone, and what a note or its list must say. */
export const wholeExchanges: readonly Row[] = [
  // A case, and what is to be done in it.
  [
    'c: If the rash spreads. | p: Okay. | c: Stop the amoxicillin and ring me.',
    /^stop the/im,
    /if the rash spreads, stop/i,
  ],
  [
    "c: What I'd say is, if you're still in pain on Friday. | p: Right. | c: We'll do the injection.",
    /^“?we'll do/im,
    /if you're still in pain.*injection/i,
  ],
  [
    'c: I would hold off unless she spikes a fever. | p: Okay. | c: Then start the amoxicillin.',
    /^start the/im,
    /unless .*then start the amoxicillin/i,
  ],
  [
    "c: But if it isn't settling in the next couple of days, so forty eight hours, I want you to give me a call.",
    /^the patient is to/im,
    /if it is not settling.*call/i,
  ],
  [
    'c: Should you get chest pain, or your breathing gets worse, call 999.',
    /^call 999|reports chest/im,
    /should you get chest pain.*999/i,
  ],
  ['c: Unless you can keep fluids down, go back to A&E.', /^go back/im, /unless .*go back/i],
  ['c: Phone us if the wound starts to smell.', /^phone us\.$/im, /phone us if the wound/i],
  ['c: If he will not wake, or his lips go blue, dial 999.', /^dial|^lips/im, /if he will not wake.*999/i],
  ['c: Any chest pain, you call 999. | p: Okay.', /reports|^chest pain\.$/im, /any chest pain/i],
  ["c: And if it's not clear? | p: I don't know. | c: He stays in.", /^he stays in/im, /he stays in/i],
  // No, of what, and to what.
  [
    "c: Increase your Lasix. You may need the hospital. | p: I don't want to go to the hospital.",
    /declined: lasix/i,
    /increase your lasix/i,
  ],
  [
    "c: Let's do a mammogram and a colonoscopy. | p: I'm not doing that colonoscopy.",
    /declined: mammogram/i,
    /not doing that colonoscopy/i,
  ],
  [
    "c: Let's go up on the sertraline to 150. | p: I'd rather not. | c: Okay, stay on 100.",
    /^“let's go up on the sertraline to 150\.”$/im,
    /rather not/i,
  ],
  ["c: I'd suggest a cortisone injection. | p: I don't want surgery.", /declined: cortisone/i, /i don't want surgery/i],
  [
    "c: So you're on warfarin and simvastatin, is that right? | p: Not the simvastatin, they stopped that.",
    /stopped: warfarin/i,
    /not the simvastatin/i,
  ],
  // A history that is asked for.
  [
    'c: Any allergies? | p: No. | c: Any medications? | p: Metformin.',
    /allergic/i,
    /no known allergies[\s\S]*metformin/i,
  ],
  [
    'c: Any allergies? | p: No. | c: And any other medications? | p: Just metformin.',
    /allergic|allergies: “/i,
    /metformin/i,
  ],
  [
    'c: Any allergies? | p: Not that I know of. | c: Medications? | p: Warfarin and bisoprolol.',
    /allergic/i,
    /warfarin and bisoprolol/i,
  ],
  [
    'c: Any allergies? | p: No. | c: And what about any family history? | p: My dad had bowel cancer.',
    /allergies: “/i,
    /no known allergies[\s\S]*dad had bowel cancer/i,
  ],
  ['c: Are you allergic to anything? | p: No. | c: What do you take? | p: Warfarin.', /allergies: “/i, /warfarin/i],
  [
    'c: Any allergies? | p: No. | c: Are you sure? | p: Well, penicillin.',
    /no known allergies|takes penicillin/i,
    /penicillin/i,
  ],
  [
    "c: Any allergies? | p: No. | c: You've got penicillin written down here. | p: Oh yes, I had a rash as a child.",
    /^denies allergies|^no known/im,
    /penicillin written down here.*oh yes/i,
  ],
  ['c: Any allergies? | p: Apart from hay fever, no.', /denies hay fever/i, /hay fever/i],
  ['c: The headache on one side, nausea, sensitivity to bright lights.', /allergic/i, /bright lights/i],
  // Corrected.
  ['p: I take metoprolol 25, or 50, sorry, twice a day.', /25/, /metoprolol 50/i],
  ['c: You take vitamin D 5000 units weekly, or 50,000 units, excuse me. | p: Yes.', /\b5000\b/, /50,?000 units/i],
  [
    "c: Give her the ibuprofen every four hours. | p: Isn't it six? | c: Six, you're right.",
    /^give her the ibuprofen every four hours\.$/im,
    /six, you're right/i,
  ],
  [
    'p: I take forty of furosemide. | c: I have twenty here. | p: Oh yes, twenty.',
    /takes forty of furosemide\.$/im,
    /yes, twenty/i,
  ],
  [
    "c: Your A1c was 8.4. | p: My last one was 9. | c: Sorry, that was the old one, it's 7.4 now.",
    /a1c was 8\.4\.$/im,
    /7\.4 now/i,
  ],
  // Whose, and when.
  ["c: How's your mother? | p: She's got cancer in the bowel now.", /^cancer/im, /cancer/i],
  ['p: My dad was on ten of them. | c: What did he have? | p: Heart failure.', /^heart failure/im, /heart failure/i],
  [
    'p: Not with my girlfriend. | c: Has she been tested? | p: She had chlamydia last month.',
    /^chlamydia/im,
    /she had chlamydia/i,
  ],
  ["p: I'll go out with my friends and drink a lot.", /family history/i, /drink a lot/i],
  ['c: Try to avoid alcohol if you can.', /^no alcohol|denies/im, /avoid alcohol/i],
  ["c: Are you peeing a lot? | p: Yes, and I'm not drinking very much.", /denies alcohol/i, /not drinking very much/i],
  ['c: Are you watching your salt intake? | p: I like my chips.', /advised/i, /i like my chips|likes .*chips/i],
  ['c: Any pain now? | p: It went away.', /reports pain/i, /in the past: pain/i],
  ['c: And the chest pain? | p: No.', /reports|^chest pain\.$/im, /denies chest pain/i],
  [
    'c: Do you get chest pain? Do you get short of breath? | p: Yes.',
    /reports chest pain/i,
    /short of breath|shortness of breath/i,
  ],
  // Told with what was asked.
  [
    'c: What did they do then? | p: Just told me to carry on with the inhaler.',
    /^just told/im,
    /what did they do then/i,
  ],
  ['c: Have you tried anything? Any creams? | p: Yeah, E45.', /reports creams/i, /E45/],
  ['c: Any pain in your chest at all? | p: No. | c: No pain, okay.', /^no pain, okay/im, /chest/i],
  ["c: You scratch yourself a lot with the eczema? | p: Yes, it's so itchy.", /self-harm/i, /itchy/i],
  [
    "c: That's for colon cancer screening, but there are other reasons to have one, like a change in bowel habits.",
    /^colon cancer|bladder or bowel/im,
    /colon cancer screening/i,
  ],
  ['c: I would like to see you take the lisinopril as directed.', /plan to see/i, /is to take the lisinopril/i],
  ["p: No, I don't have no allergies.", /not have no/i],
  ['c: Is that, you know, you have some tenderness over the kidney.', /patient knows/i, /tenderness/i],
  [
    'c: Trimethoprim, two tablets, uh, one tablet twice a day. | p: Okay.',
    /(?:two|2) tablets/i,
    /(?:one|1) tablet twice a day/i,
  ],
  [
    "c: How much alcohol do you drink? | p: I don't think I drank that much. Three evenings a week.",
    /denies alcohol/i,
    /three evenings/i,
  ],
  [
    'c: Any allergies? | p: Not that I know of. | c: And any family history of any medical problems? | p: My father has high blood pressure.',
    /allergies: “/i,
    /no known allergies/i,
  ],
  [
    'c: And what about your mother? | p: She has diabetes. | c: Diabetes. Type one or type two? | p: Type two.',
    /^diabetes\.$/im,
    /diabetes/i,
  ],
  // What looks like a correction, and is none: nothing of it may go.
  ["p: I take 10 or 20, sorry, I can't remember which, of lisinopril.", /takes 20|lisinopril 20/i, /10 or 20/],
  ['p: I take warfarin 5 milligrams, uh, 4 milligrams on Sundays.', /warfarin 4/i, /5 milligrams.*4 milligrams/i],
  ['p: I take five units, um, ten units with dinner, of insulin.', /takes ten/i, /(?:five|5) units.*(?:ten|10) units/i],
  ['c: Is it left or right, sorry? | p: Left.', /right/i, /left/i],
  ['c: Any fever? Any chills? | p: Yes, both.', /denies/i, /fever.*chills/i],
  [
    'c: Should we stop the aspirin? | p: If you think so. | c: Stop the aspirin.',
    /takes aspirin/i,
    /stop the aspirin/i,
  ],
  // What points at what was asked says nothing without it.
  [
    "c: Is your speech different? | p: Um, yeah it feels a bit harder. It's more complicated, maybe slower.",
    /^it is more/im,
    /is your speech different.*more complicated/i,
  ],
  [
    'c: Is your speech different? | p: A bit harder. It takes me longer to find a word.',
    /^it takes/im,
    /speech.*longer to find a word/i,
  ],
  [
    'c: Have you tried icing? | p: Yes. | c: Does that give you any relief? | p: No.',
    /advised/i,
    /tried icing.*relief\? – no/i,
  ],
  ['c: Have you been doing your stretches? | p: Yes. | c: Do they help? | p: A bit.', /advised/i, /stretches.*a bit/i],
  [
    'c: Are you taking the gabapentin? | p: Yes. | c: Any side effects with it? | p: It makes me sleepy.',
    /^it makes/im,
    /gabapentin.*sleepy/i,
  ],
  // Where it was pressed, nobody can tell.
  [
    "c: Can you move your fingers okay? Does that hurt? | p: No, that's fine. | c: How about right over here? | p: No.",
    /denies pain/i,
    /does that hurt/i,
  ],
  [
    'c: Does the elbow hurt? | p: All the time. | c: Does that hurt? | p: No.',
    /denies pain|no pain/i,
    /does that hurt/i,
  ],
  ['c: Any pain when you walk? | p: No.', /reports/i, /pain when you walk.*no/i],
  // What is said of everybody is not said of the patient.
  [
    'c: In meningitis you get a rash that does not fade. Does yours fade under a glass? | p: Yes.',
    /^(?:meningitis|reports|.*has a rash)/im,
    /fade under a glass\? – yes/i,
  ],
  ['c: About 30% of patients cannot breastfeed after it. | p: Okay.', /30 ?%\.$|no breastfeeding/im, /breastfe/i],
  ['c: Typically you get a rash with shingles. | p: Okay.', /allergic/i, /shingles/i],
  ['c: In your case it is pneumonia. | p: Okay.', /in pneumonia/i, /pneumonia/i],
  ['c: Does the rash fade when you press on it? | p: Yes. | c: Good.', /in the past/i, /rash fade.*yes/i],
  // Who hits whom.
  [
    'p: I got rear-ended. I got really angry with the person who hit me, so I drove after him.',
    /abuse/i,
    /person who hit/i,
  ],
  ['p: My husband hit me in the car on the way home.', /^$/, /abuse: “my husband hit me/i],
  ['p: He came over, he was driving drunk, and he hit me again.', /^$/, /abuse/i],
  // How the visit goes on stands in the list, and not in the note.
  ["c: Okay, so let's talk about my assessment and plan. | p: Okay.", /talk about|plan/i],
  ["c: I'm going to move your leg now. | p: Okay.", /move the patient/i, /move your leg/i],
  ['c: Order the medications and procedures. | p: Okay.', /^order/im, /order the medications/i],
  ["c: We'll talk soon. | p: Thanks.", /^we will/im, /talk soon/i],
  // What is a part of a set phrase is no clause, and what answers with something else is no yes.
  [
    "p: i'm really active so i will get some aches and pains here and there but nothing that tylenol can't take care of",
    /pains here\./i,
    /here and there/i,
  ],
  [
    'c: Any muscle weaknesses at all? | p: Um just, I suppose general aching, body aching.',
    /(?:reports|denies) (?:muscle )?weakness/i,
    /weaknesses at all.*aching/i,
  ],
  ['c: Any rash? | p: A bit of itching.', /reports rash/i, /itching/i],
  ['c: Any back pain? | p: A little in the morning.', /denies/i, /back pain, a little in the morning/i],
  [
    'p: No, I did not take any pain medications. Actually, I did. I took a Tylenol.',
    /^the patient did not take any pain medications\.$/im,
    /did not take any pain medications.*actually, i did/i,
  ],
  ["c: Any fever or rash? | p: No. I can't recall a fever or any kind of rash.", /reports/i, /recall a fever/i],
  ["p: I can't remember the fever ending. | c: Okay.", /denies/i, /fever/i],
  [
    'c: Does anybody in your family have anything like diabetes, high blood pressure? | p: Yeah, my grandma has diabetes.',
    /history: high blood/i,
    /grandma has diabetes/i,
  ],
  ['c: Anyone in the family with diabetes or cancer? | p: Yes, both.', /no family/i, /diabetes.*cancer/i],
  ['c: Your doctor, he has referred you because of the mass. | p: Yes.', /ordered|to be confirmed/i, /referred you/i],
  ['c: I am referring you to cardiology. | p: Okay.', /^$/, /referring the patient to cardiology/i],
  [
    'c: You had the pain on the right side. Does it move anywhere? | p: Almost down to my groin.',
    /moves on the right/i,
    /groin/i,
  ],
  ['c: All right, and take one more deep breath. | p: Okay.', /^take one/im, /deep breath/i],
  ['c: I want you to close your eyes and reach out your arms. | p: Okay.', /is to close/i, /close your eyes/i],
  ['c: I want you to raise the dose to ten. | p: Okay.', /^$/, /is to raise the dose to ten/i],
  // What says nothing without the sentence before it is told with it, and is not left out.
  ["p: I fainted at the bus stop. They called an ambulance. | c: I'm sorry.", /^$/, /they called an ambulance/i],
  [
    'c: Now to my plan for you. You have good strategies. It sounds like you have a good support system. | p: Okay.',
    /^it sounds/im,
    /“you have good strategies\. it sounds like/i,
  ],
  ['p: They found a clot in my leg. | c: I see.', /^$/, /they found a clot in the patient's leg/i],
  ['c: It shows a herniated disc with nerve impingement. | p: Okay.', /^$/, /shows a herniated disc/i],
  ['p: That was when I stopped my warfarin. | c: I see.', /takes warfarin/i, /stopped their warfarin/i],
  ['c: What happens when you stop the warfarin? | p: I bleed less.', /stopped/i, /warfarin/i],
  // A no denies what is asked for, in whatever words somebody asks; what is taken for granted it does not.
  ['c: And any other symptoms like fever or chills? | p: No.', /“/, /denies fever or chills/i],
  [
    "c: Any symptoms like chest pains, shortness of breath, any swelling in your legs? | p: No, not that I've noticed.",
    /“/,
    /denies chest pains, shortness of breath or swelling/i,
  ],
  ['c: Any recent issues with excessive bruising or bleeding? | p: Nope.', /“/, /denies bruising or bleeding/i],
  ['c: Any issues with your asthma since last time? | p: No.', /denies asthma/i, /issues with your asthma/i],
  ['c: Does it feel like a cramp? | p: No.', /denies/i, /feel like a cramp/i],
  ['c: Any problems like fever with the cough? | p: No.', /denies/i, /fever with the cough/i],
  ['c: Did you get a rash from the penicillin? | p: No.', /allergic|in the past/i, /rash from the penicillin\? – no/i],
  ['c: Anything like a rash with the penicillin? | p: No.', /allergic|in the past/i, /with the penicillin\? – no/i],
  [
    "c: Any nasal congestion or chest pain? | p: No. I do get a little swelling in my ankles, but it's fine.",
    /denies swelling/i,
    /swelling in (?:my|the patient's) ankles/i,
  ],
  // What is put off is what is named, and not what was ordered before.
  [
    'c: Order a chest x-ray. For your back we hold off on therapy. | p: Okay.',
    /no chest x-ray/i,
    /order a chest x-ray/i,
  ],
  [
    'c: I want to order a hemoglobin A1c. For your mood, we will hold off on medication at this time. | p: Okay.',
    /no hemoglobin/i,
    /plan to order a hemoglobin a1c/i,
  ],
  ["c: I'd order an MRI. Let's hold off on that for now. | p: Okay.", /^plan to order/im, /hold off on that|no mri/i],
  ["c: I'd start a statin. Let's hold off on the statin. | p: Okay.", /^start/im, /hold off on the statin/i],
  ['c: This is commonly referred to as whiplash. | p: Okay.', /referral/i, /whiplash/i],
  ['p: I empty my bladder before bed and try not to drink anything. | c: Good.', /alcohol/i, /drink anything/i],
  ['c: Tell me about your diet. | p: I eat a lot of chips.', /advised|tell me/i, /chips/i],
  ['c: Dragon, finish off the note. | p: Thanks.', /finish off/i],
  // Who was operated on.
  [
    'p: My mother was in the hospital. She had to do a hip replacement. | c: I see.',
    /past procedure/i,
    /family history: hip replacement/i,
  ],
  ['p: My mum drove me home. They did the hip replacement on the left. | c: I see.', /family/i, /hip replacement/i],
  ['p: My mother was ill. I had a hip replacement last year. | c: I see.', /family/i, /the patient had a hip/i],
  // What limits a sentence is told with it, and a verdict alone is one.
  [
    'c: You had that scare with the possible lung cancer, but then they did the biopsy and you have been fine since. | p: Yes.',
    /cancer\.$/im,
    /cancer, but then they did the biopsy/i,
  ],
  ["c: I looked at the ultrasound of your leg. It's a clot. | p: Oh no.", /^$/, /it is a clot/i],
  ["c: The x-ray is back. It's not a fracture, it's a sprain. | p: Good.", /it is a fracture/i, /not a fracture/i],
  ["c: It's really urgent that you go tonight. | p: Okay.", /^$/, /urgent that the patient goes tonight/i],
  [
    'c: Start sodium bicarbonate 650 mg twice daily. Make that three times daily. | p: Okay.',
    /twice/i,
    /three times daily/i,
  ],
  [
    "c: You're not going to be able to weight-bear on that foot for six weeks. | p: Okay.",
    /declined/i,
    /not going to be able to weight-bear/i,
  ],
  // Where a sentence begins and ends is only guessed, its words are told with those around them.
  [
    'p: i was playing tennis and i was trying to volley the ball and i got in front of another player | c: okay',
    /^the patient got in front/im,
    /playing tennis and (?:the patient|they|he|she) .*in front of another player/i,
  ],
];
