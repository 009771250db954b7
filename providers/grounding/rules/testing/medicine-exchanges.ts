/** Exchanges on medicines that are stopped, on allergies, and on times and doses, in the form of `exchanges.ts`. */
export const medicineExchanges: readonly string[] = `
stop the tylenol. | okay. => acetaminophen stopped
i want you to stop the tylenol and the advil. | okay. => acetaminophen stopped; ibuprofen stopped
p: i quit taking the prozac last month. => fluoxetine stopped
we'll hold the metformin until the scan. | okay. => metformin stopped
we are going to switch you from lisinopril to losartan. | okay. => lisinopril stopped; losartan present
don't stop the metformin. | okay. => metformin present
do not stop taking your lisinopril. | okay. => lisinopril present
are you still taking the metformin? | no, i stopped it in june. => metformin stopped
are you taking the metformin? | no, i stopped. => metformin stopped
p: i was taking gabapentin but i stopped it because it made me sleepy. => gabapentin stopped
the lisinopril was discontinued in the hospital. | right. => lisinopril stopped
let's discontinue the aspirin and start eliquis five milligrams twice a day. | okay. => aspirin stopped; apixaban present=5 mg
p: my cardiologist took me off the warfarin. => warfarin stopped
i'd like to take you off the omeprazole. | okay. => omeprazole stopped
p: i came off prednisone two weeks ago. => prednisone stopped
we will replace the atenolol with metoprolol. | okay. => atenolol stopped; metoprolol present
take tylenol instead of ibuprofen. | okay. => acetaminophen present; ibuprofen absent
with the naproxen, i want you to stop taking that. | okay. => naproxen stopped
have you stopped taking the ibuprofen? | yes. => ibuprofen stopped
have you stopped taking the ibuprofen? | no. => ibuprofen present
did you stop the lisinopril? | no i still take it. => lisinopril present
p: i haven't stopped my lisinopril. => lisinopril present
if you stop the prednisone suddenly you can get sick. | okay. => prednisone present
you can stop the antibiotic after seven days. | okay. => antibiotic present
we're going to wean you off the prednisone. | okay. => prednisone stopped
go ahead and stop lipitor 40 milligrams. | okay. => atorvastatin stopped=40 mg
let's hold off on antibiotics for now. | okay. => antibiotic absent
p: i'm no longer on metformin. => metformin stopped
p: i don't take the lisinopril anymore. => lisinopril stopped
okay so we'll change your lipitor to crestor. | okay. => atorvastatin stopped; rosuvastatin present
p: the pain stopped when i took ibuprofen. => ibuprofen present
p: i tried to stop smoking with nicotine gum. => nicotine present
any allergies? | sulfa, no penicillin. => allergy: sulfa present; allergy: penicillin absent
p: penicillin gives me hives. => allergy: penicillin present; !hives
p: codeine makes me throw up so i can't take it. => codeine present
p: no known drug allergies. => allergy: allergies absent
any allergies to medications? | none that i know of. => allergy: allergies absent
any allergies? | no. => allergy: allergies absent
are you allergic to anything? | penicillin and latex. => allergy: penicillin present; allergy: latex present; !allergies
are you allergic to anything? | not that i know of. => allergy: allergies absent
any drug allergies? | penicillin, no wait, amoxicillin. => allergy: amoxicillin present; !penicillin
are you allergic to penicillin or sulfa? | just sulfa. => allergy: sulfa present; !penicillin
p: i broke out in a rash from bactrim. => allergy: sulfamethoxazole trimethoprim present
p: last time i had amoxicillin my face swelled up. => allergy: amoxicillin present
any allergies? | no allergies, i take lisinopril. => allergy: allergies absent; lisinopril present
do you have seasonal allergies? | yes. => seasonal allergy present
no allergies to medications? | nope. => allergy: allergies absent
p: i am not allergic to penicillin. => allergy: penicillin absent
you're not allergic to anything, are you? | no. => allergy: allergies absent
any allergies? | yes, penicillin, it gave me a rash. => allergy: penicillin present; !rash
p: my allergies have been acting up. => !allergies
what medicine do you take for your allergies? | zyrtec. => medication: cetirizine present
just an epipen for anaphylaxis. | yes. => medication: epinephrine present
p: i have a penicillin allergy. => allergy: penicillin present
so you suffer from itching with the codeine? | that's correct. => allergy: codeine present; !itching
p: i wear latex gloves at work. => !latex
p: lisinopril gives me a cough. => medication: lisinopril possible; cough present
p: my fingers are numb. | okay. i'll see you in ten days. => numbness present; follow up present=10 day
how long have you had the cough? | about three weeks. => cough present; duration present=3 week
p: i have had this headache for two days. => headache present; duration present=2 day
p: i have a cough. | okay. so take this for ten days. => cough present; duration present=10 day
take ibuprofen every six hours for the pain. | okay. => pain present; ibuprofen present; !duration
p: no fever for three days. => fever absent; duration present=3 day
p: the rash started two weeks ago. => rash present; duration present=2 week
when did the rash start? | like two weeks ago. => rash present; duration present=2 week
the swelling should be gone in three days. | okay. => swelling present; duration present=3 day
so how long has this been going on | um maybe five months => duration present=5 month
do you smoke | i quit ten years ago => duration present=10 year
p: my back pain has been there since three months. => back pain present; duration present=3 month
p: i take ten milligrams of lisinopril. no wait, twenty. => lisinopril present=20 mg
take lisinopril ten milligrams daily. sorry, i mean twenty milligrams. | okay. => lisinopril present=20 mg
p: i take lisinopril ten milligrams. sorry, two pills of metformin too. => lisinopril present=10 mg
p: lipitor did not agree with me. => atorvastatin stopped
the mri was cancelled. | okay. => mri absent
an mri is not indicated. | okay. => mri absent
p: i don't want the flu shot yet. => vaccine declined
p: i'd rather not have surgery. => surgery declined
the pneumonia was ruled out. | okay. => pneumonia absent
p: no vomiting, a little nausea. => vomiting absent; nausea present
diabetes not at goal, with neuropathy. | okay. => diabetes present; neuropathy present
p: can i stop the warfarin now? | no. => warfarin possible
p: can i stop the warfarin now? | yes, you can. => warfarin possible
p: is it okay to stop the sertraline? | not on your own. => sertraline possible
p: i'm taking warfarin. can i stop it now? | no. => warfarin present
p: could i skip the lisinopril on weekends? | no. => lisinopril possible
p: would it be okay if i stopped the gabapentin? | not yet. => gabapentin possible
do you want to stop the tramadol? | yes. => tramadol stopped
you're on metoprolol 50 mg. | no, 25. => metoprolol possible
instead of the tramadol i'd go with tylenol. | okay. => tramadol absent; acetaminophen present
instead of oxycodone, try acetaminophen. | okay. => oxycodone absent; acetaminophen present
let's use tylenol rather than ibuprofen or naproxen. | okay. => ibuprofen absent; naproxen absent
we'll swap the lisinopril for losartan. | okay. => lisinopril stopped; losartan present
you should not take ibuprofen with xarelto. | okay. => ibuprofen absent; rivaroxaban present
don't take advil together with eliquis. | okay. => ibuprofen absent; apixaban present
tramadol doesn't go well with sertraline. | okay. => tramadol possible; sertraline possible
i'd suggest starting atorvastatin 20 mg. | over my dead body. => atorvastatin declined
i'd recommend an mri. | my cousin got stuck in one. => mri possible
p: i took some of my roommate's oxycodone. => social: oxycodone present
p: my sister gave me some of her tramadol. => social: tramadol present
vaccines are up to date. | good. => vaccine historical
`
  .trim()
  .split('\n');
