/** What is denied in part, brought on, of former times, or agreed to later, in the form of `told-facts.ts`. */
export const toldWithLimits: Readonly<Record<string, string>> = {
  'a no that holds for a time or a measure denies nothing': `
    Do you drink? | Not since I found out. => social alcohol possible
    Do you drink? | Not much. => social alcohol possible
    Do you smoke? | Not lately. => social smoking possible
    Any chest pain? | Not yet. => symptom chest possible
    Any headaches? | Not usually. => symptom headache possible
    Any trouble sleeping? | Not recently. => symptom sleeping possible
    Are you allergic to latex? | Not that I'd notice. => allergy latex possible
    Any dizziness? | Never again. => symptom dizz possible
    Do you drink? | Hardly. => social alcohol possible
    Any nausea? | Not at the moment. => symptom nausea possible
    Any nausea? | Not at all. => symptom nausea absent
    Any nausea? | Not really. => symptom nausea absent
    Any nausea? | Not that I've noticed. => symptom nausea absent
    Any nausea? | Not nauseous, no. => symptom nausea absent`,
  'a medicine that stopped working is not stopped': `
    p: Ibuprofen, it stopped helping. => medication ibuprofen present/possible
    p: The ibuprofen stopped working. => medication ibuprofen present/possible
    p: I take ibuprofen, but it's stopped working. => medication ibuprofen present/possible
    p: The Ambien quit working on me. => medication ambien present/possible
    p: The gabapentin doesn't do anything anymore. => medication gabapentin present/possible
    Do you take anything for it? | Excedrin, but it's stopped working. => medication excedrin present/possible
    p: I'm on metformin, and it stopped agreeing with me. => medication metformin present/possible
    p: It stopped agreeing with me, the metformin, so I stopped. => medication metformin stopped/possible
    p: I stopped the ibuprofen. => medication ibuprofen stopped
    p: My doctor stopped the ibuprofen. => medication ibuprofen stopped`,
  'two numbers over each other beside a medicine are a strength': `
    I'll refill the Advair, 250 over 50, one puff twice a day. | Okay. => vital pressure -; medication advair present/planned
    Take Percocet 5 over 325 every six hours. | Okay. => vital pressure -
    You're on lisinopril 10. It's 150 over 90 today. | Okay. => vital pressure present
    Your blood pressure on the lisinopril is 150 over 90. | Okay. => vital pressure present
    With the amlodipine, your pressure is 138 over 84. | Good. => vital pressure present
    p: At home it's 160 over 95 before I take my lisinopril. => vital pressure present
    p: I take my lisinopril and then it's 130 over 80. => vital pressure present
    150 over 90 today. | Okay. => vital pressure present
    Seroflo, 250 over 50, twice a day. | Okay. => medication seroflo present/planned/possible/-
    Lisinopril 20, and BP 128/76. | Okay. => vital bp present`,
  'what an allergy did once is no symptom of today': `
    Anything you're allergic to? | Yes, codeine. Makes me swell up. => allergy codeine present; symptom swell -
    Allergies? | Latex. My hands swell. => allergy latex present; symptom swell -
    Any allergies? | Penicillin. I get hives. => allergy penicillin present; symptom hives -
    Allergies? | Sulfa. It makes me itch. => allergy sulfa present; symptom itch -
    Ever had a bad reaction to a vaccine? | Just a sore arm. => symptom sor -
    Any allergies? | Strawberries. My lips swell. => symptom swell -
    Allergies? | Codeine. Gives me nausea. => symptom nausea -
    Any allergies? | Penicillin. And I've had chest pain all week. => symptom chest present
    Any allergies? | Penicillin. My knee has been swollen since Monday, that's why I came. => symptom swell|knee present
    Any allergies? | No. My ankles swell today. => symptom swell present`,
  'what brings something on is not had by itself': `
    How's the pain? | Seven if I cough. => symptom cough -
    p: It hurts when I sneeze. => symptom sneez -
    p: My throat burns whenever I swallow. => symptom swallow -
    p: I leak when I cough. => symptom cough -
    p: The hernia pops out every time I cough. => symptom cough -
    p: It's worse on coughing. => symptom cough -
    p: I have a cough and it hurts. => symptom cough present
    p: When I cough I bring up blood. => symptom blood present/-
    p: I cough when I lie down. => symptom cough present
    p: I've been coughing since Monday. => symptom cough present`,
  'what is declined and agreed to later is told with both': `
    I'd recommend a blood transfusion. | No, I don't want anyone else's blood. | You could die without it. | All right. Go on then, I'll have the blood. => procedure transfusion present/planned/possible
    We should do a colonoscopy. | No thanks. | Please think about it. | Okay then, go ahead. => order colonoscopy present/planned/possible
    We should do a colonoscopy. | No thanks. | Okay. And the flu shot? | Go ahead. => order colonoscopy declined
    I'd like you to have the flu shot. | I'd rather not. | It's free. | I've changed my mind. => procedure shot|flu possible
    I'd like you to have the flu shot. | I'd rather not. | It's free. | I still don't want it. => procedure shot|flu declined/absent`,
  'a circumstance is not denied with the medicine': `
    No ibuprofen with heart failure. | Okay. => problem heart present/possible; medication ibuprofen absent/declined/possible
    No anti-inflammatories with kidney disease. | Okay. => problem kidney present/possible
    No metformin given your kidney disease. | Okay. => problem kidney present/possible
    No aspirin because of the ulcer. | Okay. => problem ulcer present/possible
    No heart failure. | Good. => problem heart absent
    No chest pain or cough. | Good. => symptom cough absent`,
  'a vaccine is not the disease': `
    p: Not the flu one. => problem flu -
    You can't catch flu from it. | I know what I felt. => problem flu -
    Okay, no flu jab. | Good. => problem flu -
    You're due for the flu jab and the pneumonia one. | Okay. => problem flu -; problem pneumonia -
    p: I had the flu in May. => problem|history flu present/historical
    You have the flu. | Oh. => problem flu present`,
  'who asked goes on, and answers nothing': `
    You're not allergic to penicillin? | No, I've had it before. | No lifting for six weeks, still. => allergy penicillin absent/possible
    Any swelling? | In the ankles. | No salt for now. => symptom swell present/possible
    How's the asthma been? | Bit rubbish. => problem asthma present
    Any cough? | No, why would I? => symptom cough absent/possible
    Any thoughts of suicide? | No, why would I? => safety suicid absent/possible
    Any pain? | No, why do you ask? => symptom pain absent/possible
    Any cough? | Bit. | No, what do you take for it then? | Codeine. => medication codeine present/possible
    Your HbA1c's come back at 71, last time it was 64. | Oh. => follow_up come -
    The x-ray came back normal. | Good. => follow_up back -
    Come back in two weeks. | Okay. => follow_up 2|two present`,
  'what is asked for besides something else': `
    Any surgeries other than the lumpectomy? | I did have my tubes tied, but that's all. => procedure surger historical/possible/-
    Any operations besides the appendix? | I had a hernia fixed in 2010, that's it. => procedure operation historical/possible/-
    Any surgeries? | Other than my tonsils, no. => procedure surger possible/-
    Any pain anywhere else? | I did get some in my hip, but that's it. => symptom pain present/possible/-
    Any chest pain? | Only when I cough, but that's all. => symptom chest present/possible/-
    Any allergies? | Penicillin, that's all. => allergy penicillin present; allergy allergies -
    Any headaches? | When I skip coffee, nothing else. => symptom headache present/possible/-
    Any fever, chills or cough? | A cough, that's all. => symptom fever absent; symptom cough present
    Any fever? | Just a cough. => symptom fever absent
    Any numbness or tingling? | Some tingling, but that's about it. => symptom numbness absent; symptom tingling present/possible`,
  'what is asked for as a purpose, a state or in passing': `
    Is that for the cramps? | Yeah, yeah. => symptom cramp possible/-
    Do you take it for the headaches? | I do. => symptom headache possible/-
    Are your blood sugars okay? | A bit high in the mornings. => order sugar -
    Has your potassium been normal? | They said so. => order potassium -
    Are you eating okay? | Yes, I've been drinking, and eating as normal. => social alcohol -
    p: He's eating and drinking. => social alcohol -
    Do you drink? | A few beers a week. I used to drink a lot more. => social alcohol present
    Do you smoke? | Ten a day. I used to smoke more. => social smok present
    How do you feel? | Just generally quite tired. => symptom tired|fatigue present
    We try it for two weeks before we make the decision on whether it works. => safety capacity -
    p: I make my own decisions. => safety capacity present/possible`,
  'what is said in passing, or to somebody': `
    Any allergies? | Aspirin, nurse. => allergy aspirin present; allergy nurse -
    Any allergies? | Penicillin, sir. => allergy penicillin present; allergy sir -
    Any allergies? | Latex, darling. => allergy latex present; allergy darling -
    Any allergies? | Honey. => allergy honey present
    Any allergies? | Pet dander and duck. => allergy pet present; allergy duck present
    You're back on the citalopram. | Yes doctor, twenty milligrams. => * doctor -
    Does anything disagree with you? | Codeine. It makes me sick. => medication codeine possible/-
    Any other surgeries besides the gallbladder? | Nope, just that one, oh and my tonsils. => procedure surger possible/historical/-
    That could be meningitis. I don't think he's got it. => problem meningitis absent/-
    I'd like to talk to your psychiatrist about it. => order psychiatrist -
    Keep an eye out for a rash. => symptom rash possible/-
    The statin is to keep you from having a heart attack. => problem heart possible/-
    Have you been checking your blood sugars? | Most days. => order sugar -`,
  'what a clinician takes for no allergy': `
    You're not allergic to anything. | Only strawberries. => allergy strawberr present/possible; allergy known -
    So no allergies then. | Just penicillin. => allergy penicillin present/possible; medication penicillin -; allergy known -
    You have no known allergies. | Well, latex. => allergy latex present/possible; allergy known possible
    No allergies on file. | Sulfa, actually. => allergy sulfa present/possible; allergy known -
    You're not allergic to anything. | I get a rash with plasters. => allergy plaster present/possible; allergy known -
    You're not allergic to anything. | No. => allergy allergies absent
    You're not allergic to anything. | That's right. => allergy allergies absent
    And you're not allergic to any medicines. | Not that I know of. => allergy allergies absent
    You have no allergies. | I don't think so. => allergy allergies absent
    No allergies that we know of. | It hurts when I walk up the stairs to my flat at night. => allergy allergies absent`,
  'an allergy, whatever is said next': `
    p: I'm allergic to codeine by the way. => allergy codeine present; medication codeine -
    p: I'm allergic to sulfa drugs my mum told me. => allergy sulfa present; medication sulfa -
    p: I'm allergic to amoxicillin like really badly. => allergy amoxicillin present; medication amoxicillin -
    p: I'm allergic to penicillin in case you need that. => allergy penicillin present
    p: I'm allergic to ibuprofen ever since I was a kid. => allergy ibuprofen present
    p: I'm allergic to trimethoprim apparently. => allergy trimethoprim present
    p: I'm allergic to doxycycline or so they say. => allergy doxycycline present
    p: I'm not allergic to codeine by the way. => allergy codeine absent/-
    Are you allergic to codeine by any chance? | No. => allergy codeine absent/possible
    p: I eat and drink too much, mostly wine. => social alcohol|wine present`,
  'what is said of a child that is the patient': `
    Is the baby allergic to anything? | The baby's allergic to amoxicillin. => allergy amoxicillin present
    How's the baby? | The baby has a fever and a cough. => symptom fever present; symptom cough present
    p: My baby has had diarrhoea for three days. => symptom diarrhoea present
    p: My little boy's allergic to peanuts. => allergy peanut present
    p: The little one is allergic to eggs. => allergy egg present
    Your little boy has an ear infection. | Oh dear. => problem ear present
    The baby has a mild eczema. | Okay. => problem eczema present
    p: I used to drink heavily, quit ten years ago. => social alcohol|drink historical/possible`,
};
