/** What depends on a condition, and what is taken back later by its name, in the form of `told-facts.ts`. */
export const toldWithConditions: Readonly<Record<string, string>> = {
  'what is only warned of': `
    If your eye swells up or the headache gets bad, go to the ER. | Okay. => symptom eye -/possible; symptom headache -/possible
    If your elbow becomes very red, very painful, and the redness spreads, ring us. | Okay. => symptom redness -/possible; symptom pain -/possible
    So if you have a high fever. Or your breathing is more labored, or chest pain. I'd like you to come back. | Okay. => finding|symptom fever -/possible; symptom|finding chest -/possible
    If you get more unwell, feel breathless, or have chest pain, then you know. | Fine. => symptom breath -/possible; symptom chest -/possible
    Come back in case you notice numbness or weakness in the legs. | Right. => symptom numbness -/possible; symptom weakness -/possible
    I'll tell you the signs. You would have swelling of the lips, difficulty breathing. | Okay. => symptom swelling -/possible; symptom breathing -/possible
    Unless you develop diarrhea or a rash, finish the course. | Okay. => symptom diarrhea -/possible; symptom rash -/possible
    I want to make sure you don't suddenly go into heart failure. | Okay. => problem heart failure -/possible
    If your cough isn't better by Friday, we'll get an x-ray. | Okay. => symptom cough present
    You have a rash on the arm, and if it itches, use the cream. | Okay. => * rash present
    The moment your vision goes blurry, come in. | Okay. => symptom vision -/possible
    Signs of infection are redness, swelling and fever. | Okay. => symptom redness -/possible; symptom fever -/possible
    As long as you don't have a fever, you can go to work. | Okay. => symptom fever -/possible
    Assuming there's no fracture, physio is enough. | Okay. => problem fracture -/possible
    Otherwise you risk a stroke. | Okay. => problem stroke -/possible
    Without treatment this leads to blindness. | Okay. => * blindness -/possible
    Let us know about any vomiting or headache. | Okay. => symptom vomiting -/possible; symptom headache -/possible
    Take it with food, or else you'll get stomach pain. | Okay. => symptom stomach -/possible
    Your blood pressure is why you had the stroke. | Okay. => problem stroke present/historical
    It looks like pneumonia on the film. | Okay. => problem pneumonia present/possible
    You're otherwise well, apart from the asthma. | Okay. => problem asthma present
    p: If I bend down, my back hurts. => * back present/possible`,
  'what is taken back by its name': `
    Take the tramadol at night. | Fine. | Anything else? | I have fits. | Then scrap the tramadol. => medication tramadol absent/stopped/possible
    Take the tramadol at night. | Fine. | And the statin stays. | I have fits, you know. | Oh, forget the tramadol. => medication tramadol absent/stopped/possible
    Take the tramadol at night. | Fine. | And the statin stays. | I have fits, you know. | We'll do without the tramadol. => medication tramadol absent/stopped/possible
    Take the tramadol at night. | Fine. | And the statin stays. | I have fits, you know. | Drop the tramadol. => medication tramadol absent/stopped/possible
    Take the tramadol at night. | Fine. | And the statin stays. | I have fits, you know. | I won't give you the tramadol. => medication tramadol absent/stopped/possible
    I'd put you on trimethoprim. | Okay. | You take methotrexate, so no trimethoprim. => medication trimethoprim absent/possible/-; medication methotrexate present
    Start naproxen twice a day. | I've got one kidney. | Then not the naproxen. => medication naproxen absent/possible
    Take the tramadol at night. | Fine. | Don't stop the tramadol. => medication tramadol present/planned/possible`,
  'what is said to be no allergy': `
    Any allergies? | Erythromycin made me sick, but that's not an allergy. | No, that's a side effect. => allergy erythromycin possible/-
    Any allergies? | Penicillin gives me thrush. | That's just a side effect. => allergy penicillin possible/-
    Any allergies? | Codeine makes me vomit. | That isn't an allergy. => allergy codeine possible/-
    Any allergies? | Penicillin, I get hives. | That is a real allergy. => allergy penicillin present`,
  'a reading of what is also a medicine': `
    Potassium's five point six. | Is that high? => medication potassium -
    Your potassium is 5.6. Repeat the potassium in a week. | Okay. => medication potassium -
    Take potassium 20 milliequivalents a day. | Okay. => medication potassium present/planned`,
  'an answer of another place or time': `
    Does the pain go down the leg? | Into the bum, not past the knee. => symptom down possible/-
    Does the pain go down the leg? | Only to the knee. => symptom down possible/-/present
    Does the pain go down the leg? | Yes, to the foot. => symptom down present`,
};
