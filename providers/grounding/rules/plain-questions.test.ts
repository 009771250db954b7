import { expect, test } from 'vitest';
import { findFacts } from './facts/find-facts.ts';
import { spokenPassages } from './testing/spoken-passages.ts';

/** Kind, text and assertion of each fact of an exchange, `clinician | patient`. */
function factsOf(said: string, language = 'en'): string[] {
  const { facts } = findFacts({ passages: spokenPassages(said), language });
  return facts.map(({ text, assertion }) => `${text} ${assertion}`);
}

test.each([
  'Does your chest hurt? | No. => no chest pain absent',
  'Are your ankles swollen? | No. => no swelling in the ankles absent',
  'Is your vision blurry? | No. => no blurry vision absent',
  'Does your left knee swell? | No. => no left knee swelling absent',
  'Any fever in the last week? | No. => no fever absent',
  'Have you ever had a seizure? | No. => no seizure absent',
  'Are you still coughing? | No. => no cough absent',
  'Do you drink? | No. => no alcohol absent',
])('a no to a question that asks for one thing denies it: %s', (line) => {
  const [said = '', fact] = line.split(' => ');
  expect(factsOf(said)).toEqual([fact]);
});

test.each([
  'Is the pain on the right? | No. => pain: is the pain on the right? – no present',
  'Is the pain on the right? | Left. => pain: is the pain on the right? – left present',
  'Is your pain worse at night? | No. => pain: is your pain worse at night? – no present',
  'Is your asthma under control? | Not really. => asthma: is your asthma under control? – not really present',
  'Any chest pain when you climb stairs? | No. => chest pain: any chest pain when you climb stairs? – no absent',
  'Have you had chest pain like this before? | No. => chest pain: have you had chest pain like this before? – no absent',
  'Do you drink every day? | No. => alcohol: do you drink every day? – no possible',
  'Do you smoke inside the house? | No. => smoking: do you smoke inside the house? – no possible',
  'Do both your hands tingle? | No, just the right. => tingle: do both your hands tingle? – no, just the right possible',
  'Did your mother have breast cancer? | No, my aunt. => breast cancer: did your mother have breast cancer? – no, my aunt present',
  'Have you had your flu shot? | No. => flu shot: have you had your flu shot? – no possible',
])('a no to a question that asks for more is told with the question: %s', (line) => {
  const [said = '', fact] = line.split(' => ');
  expect(factsOf(said)).toEqual([fact]);
});

test.each([
  'Do you take your metformin with food? | No.',
  'Do you take your metformin twice a day? | No, once.',
  'Do you ever miss your insulin? | No.',
  'Did you finish the antibiotics? | No.',
  'Did you take your metoprolol today? | No, I forgot.',
  'Does the ibuprofen help? | No.',
  'Have you been taking your Eliquis? | Most days.',
])('how a medicine is used is no denial of it, and no proof: %s', (said) => {
  for (const fact of factsOf(said)) expect(fact).toMatch(/ (?:possible|declined)$/);
});

test.each([
  'Has your cough gone away? | No. => cough present',
  'Is the pain gone? | No, not completely. => pain present',
  'Is the numbness still there? | No. => numbness historical',
  'Are you still having the headaches? | No, they stopped. => headaches historical',
  "p: I'm not short of breath unless I climb stairs. => shortness of breath present",
])('what is over and what goes on is told as it is: %s', (line) => {
  const [said = '', fact] = line.split(' => ');
  expect(factsOf(said)).toEqual([fact]);
});

test.each([
  'Ist der Schmerz rechts? | Nein, links.',
  'Ist der Husten schlimmer geworden? | Nein.',
  'Nehmen Sie Ihr Metformin zum Essen? | Nein.',
  'Trinken Sie jeden Tag Alkohol? | Nein.',
  'Sind die Kopfschmerzen weg? | Nein.',
])('a German no to a question that asks for more denies nothing: %s', (said) => {
  expect(factsOf(said, 'de')).toEqual([expect.stringMatching(/: .+\? – nein.* possible$/)]);
});

test.each([
  "Sometimes I wish I wouldn't wake up.",
  "I wouldn't mind if I didn't wake up tomorrow.",
  "I wish I'd never been born.",
  'Nobody would miss me.',
  "There's nothing left to live for.",
  "I've been saving up my pills.",
  "If it weren't for my kids I'd be gone.",
  'I think it would be easier if I was gone.',
  "I don't see the point anymore.",
  'I just want it all to be over.',
])('whoever may not want to live is told in the own words: %s', (said) => {
  expect(factsOf(`p: ${said}`)).toEqual([
    expect.stringMatching(/^(?:suicidality|hopelessness): .* (?:present|possible)$/),
  ]);
});

test.each([
  "You're not allergic to anything, correct? | Correct. => no known allergies absent",
  'You have a history of penicillin allergy, right? | Yes. => penicillin allergy present',
  'Are you allergic to any medicines? | Exactly one, codeine. => codeine allergy present',
  'How much do you drink? | Not much, maybe a beer on weekends. => alcohol (not much, maybe a beer on weekends) present',
  'How often do you get headaches? | Never. => headaches: how often do you get headaches? – never absent',
])('an answer is told for what it says: %s', (line) => {
  const [said = '', fact] = line.split(' => ');
  expect(factsOf(said)).toEqual([fact]);
});

test.each([
  "I'll start you on amitriptyline 10 mg, but we don't need to do a scan. | OK. => amitriptyline 10 mg present",
  'Any allergies? | Penicillin. | What tablets are you on? | Just ramipril 5 mg. => penicillin allergy present; ramipril 5 mg present',
  'Any allergies? | Penicillin, but I can take erythromycin. => penicillin allergy present; no erythromycin allergy absent',
  "p: I can't tolerate metformin. => metformin allergy present",
  'Any chest pain? | No. Well, a bit yesterday. => chest pain: any chest pain? – no. Well, a bit yesterday possible',
  'Any headaches? | No more than usual. => headaches: any headaches? – no more than usual possible',
  'Do you have pain in your knees? | Only the right. => pain: do you have pain in your knees? – only the right present',
  'Did you do a Covid test? | Yes, negative. => Covid test: did you do a Covid test? – yes, negative possible',
  "Any weight loss? | No, if anything I've put on three kilos. => weight loss: any weight loss? – no, if anything I've put on three kilos possible; 3 kilos present",
  'Have you ever had codeine? | Yes, no problem at all. => codeine: have you ever had codeine? – yes, no problem at all possible',
  'So you take methotrexate every day? | No, only on Mondays. => methotrexate: so you take methotrexate every day? – no, only on Mondays possible',
  'p: I was given amitriptyline but I never took it. => no amitriptyline absent',
  'Are you still on the carbamazepine? | Not since March, the neurologist stopped it. => carbamazepine: are you still on the carbamazepine? – not since March, the neurologist stopped it possible',
  'p: My daughter is allergic to amoxicillin. | And is she allergic to anything else? | Not that we know of. => amoxicillin allergy present',
  'Let me know if you develop a rash. => rash possible; let me know if you develop a rash present',
  'p: Swelling of the left ankle, no, right ankle, no bruising. => swelling of the right ankle present; no bruising absent',
  "You've not been coughing up blood? | No, nothing like that. => no coughing up blood absent",
  'When was your last seizure? | In 2018. => seizure historical',
  'Do you feel safe at home? | Yes, I do. => safety at home: do you feel safe at home? – yes, I do absent',
  'Do you feel safe at home? | No. => safety at home: do you feel safe at home? – no present',
  "p: I don't feel safe at home. => safety at home: I don't feel safe at home present",
])('each thing is told of what it was said of: %s', (line) => {
  const [said = '', facts = ''] = line.split(' => ');
  expect(factsOf(said)).toEqual(facts.split('; '));
});

test.each([
  'Gegen Penicillin allergisch? | Ja, aber Clindamycin vertrage ich. => Allergie gegen Penicillin present; Allergie gegen Clindamycin: nein absent',
  'Haben Sie Allergien? | Ja, Penicillin. | Welche Medikamente nehmen Sie? | Nur Ramipril 5 mg. => Allergie gegen Penicillin present; Ramipril 5 mg present',
  'Fühlen Sie sich zu Hause sicher? | Nein. => Sicherheit zu Hause: Fühlen Sie sich zu Hause sicher? – nein present',
  'p: Manchmal denke ich, alle wären ohne mich besser dran. => Suizidalität: Manchmal denke ich, alle wären ohne mich besser dran present',
])('each thing is told in German of what it was said of: %s', (line) => {
  const [said = '', facts = ''] = line.split(' => ');
  expect(factsOf(said, 'de')).toEqual(facts.split('; '));
});

test.each([
  'Does your father take anything? | Metformin and ramipril.',
  'And your husband, is he on anything? | Warfarin.',
])('what a relative takes is not taken by the patient: %s', (said) => {
  const { facts } = findFacts({ passages: spokenPassages(said), language: 'en' });
  expect(facts.map(({ of }) => of)).not.toContain('patient');
});

test.each([
  'p: Do I need to stop the warfarin before the operation? | Yes, five days before.',
  'When should I stop the clopidogrel? | Seven days before the procedure.',
])('a medicine that is to be stopped one day is not stopped: %s', (said) => {
  expect(factsOf(said).join()).not.toMatch(/ stopped/);
});

test.each([
  'Any allergies? | I had penicillin, was fine the first time, then broke out in hives.',
  'Any allergies? | Penicillin is a problem for me.',
  "Any allergies? | Latex isn't fine.",
  "Any allergies? | I've had amoxicillin and it was okay until I got a rash.",
])('what was tolerated once is no denial of an allergy: %s', (said) => {
  const { facts } = findFacts({ passages: spokenPassages(said), language: 'en' });
  expect(facts).toContainEqual(expect.objectContaining({ kind: 'allergy', assertion: 'present' }));
  expect(facts.map(({ assertion }) => assertion)).not.toContain('absent');
});

test.each([
  'p: I drink a bottle a day. => alcohol present',
  'p: I drink plenty. => alcohol present',
  "p: I used to take warfarin but I haven't taken it since May. => warfarin stopped",
])('what somebody drinks and has stopped is told: %s', (line) => {
  const [said = '', fact = ''] = line.split(' => ');
  const { facts } = findFacts({ passages: spokenPassages(said), language: 'en' });
  expect(facts.map(({ term, assertion }) => `${term} ${assertion}`)).toEqual([fact]);
});

test('what nobody in the family has is no denial of what the patient has', () => {
  const { facts } = findFacts({ passages: spokenPassages('p: No one in my family has cancer.'), language: 'en' });
  expect(facts).toEqual([expect.objectContaining({ kind: 'family', of: 'relative', assertion: 'absent' })]);
});

test.each([
  "You're on 40 of Lipitor? | 20.",
  'Metoprolol 50 twice a day? | Just once, in the morning.',
  'And you take lisinopril 10? | They bumped it to 20 last month.',
  'How many units of Lantus, eighteen? | No, 8.',
  "You're taking two Tylenol a day? | More like 8.",
  "Are you taking the Plavix? | I can't afford it.",
  "Are you taking insulin? | Only when my sugar's over 200.",
  'Do you have the rescue inhaler? | I left it at home.',
  'Do you take metformin? | Yes, 500.',
])('a dose or a reason that an answer gives is told with its question: %s', (said) => {
  const [, answer = ''] = said.toLowerCase().replace(/[.,]/g, '').split(' | ');
  expect(factsOf(said)[0]?.toLowerCase().replace(/[.,]/g, '')).toContain(`? – ${answer} `);
});

test.each([
  'p: I take lisinopril 20 and metoprolol 50 twice a day. => lisinopril 20 present; metoprolol 50 twice a day present',
  'p: I take 40 of Lasix. => Lasix 40 present',
  "p: I've been on gabapentin 3 times this year. => gabapentin present; 3 times present",
  'p: I had two Tylenol 3 hours ago. => Tylenol present; 3 hours ago present',
  'How long, three days? | Three weeks. => 3 weeks present',
])('a number beside a medicine is its dose, and one that was corrected is none: %s', (line) => {
  const [said = '', facts = ''] = line.split(' => ');
  expect(factsOf(said)).toEqual(facts.split('; '));
});

test.each([
  "p: I can't take sulfa, I swell up. => sulfa allergy (swell) present",
  'p: They told me never to take Bactrim again, I broke out in hives. => Bactrim allergy (broke out, hives) present',
  'Any problems with medicines? | Amoxicillin, my throat closed. => amoxicillin allergy (throat closed) present',
  'p: But strawberries give me hives. => strawberries allergy (hives) present',
  'So no allergies? | Right. => no known allergies absent',
  'Have you ever had a bad reaction to anything? | Bee stings. => bee stings allergy present',
  "Anything you can't take? | Metformin, it gives me diarrhea. => metformin: anything you can't take? – metformin, it gives me diarrhea possible",
  'p: Running makes me break out in hives. => hives present',
  "p: I can't take ibuprofen because of my kidneys. => no ibuprofen absent",
])('what somebody cannot take is told as an allergy only with a reaction: %s', (line) => {
  const [said = '', fact] = line.split(' => ');
  expect(factsOf(said)).toEqual([fact]);
});

test.each([
  "p: I've been cutting again.",
  'p: I stopped cutting two years ago.',
  'p: I just want it all to stop.',
  'Would you want to be on a ventilator? | Only if I could come back from it.',
  "Any thoughts of hurting yourself? | I mean, who doesn't?",
])('what must not be lost is told with all its words: %s', (said) => {
  const words = said
    .toLowerCase()
    .replace(/^p: /, '')
    .split(/[ |.?,]+/);
  const told = factsOf(said).join(' ').toLowerCase();
  for (const word of words.filter((each) => !/^(?:two)?$/.test(each))) expect(told).toContain(word);
});

test.each(['p: I cut myself shaving.', "p: I've been cutting down on carbs.", 'Is he drinking OK? | Plenty of milk.'])(
  'an everyday word is no matter of safety: %s',
  (said) => {
    expect(factsOf(said).filter((fact) => /self-harm|alcohol/.test(fact))).toEqual([]);
  },
);

test.each([
  "I'd start you on lisinopril. | I took it before and my tongue swelled.",
  "I'm going to put you on amoxicillin. | I can't have that.",
  'Continue the metformin. | It gives me the runs.',
])('a medicine to which the patient objects at once is told with the objection: %s', (said) => {
  const [proposed = '', objection = ''] = said.split(' | ');
  const told = factsOf(said)[0]?.toLowerCase();
  expect(told).toContain(`${proposed} – ${objection.slice(0, -1)} possible`.toLowerCase());
});

test.each([
  'And no fever? | It was thirty-nine last night. => fever: and no fever? – it was thirty-nine last night present',
  'Does she have a rash? | It fades when I press it. => rash: does she have a rash? – it fades when I press it possible',
  "Can you have an MRI? | I've got metal in my eye. => MRI: can you have an MRI? – I've got metal in my eye possible",
  'Any reaction to contrast? | Just felt warm. => contrast: any reaction to contrast? – just felt warm possible',
  'Do you smoke? | Packed it in. => smoking: do you smoke? – packed it in possible',
  "p: I couldn't stop coughing all night. => cough present",
  'Have you ever tried to take your life? | When I was nineteen, paracetamol. => suicidality: have you ever tried to take your life? – when I was nineteen, paracetamol present',
])('an answer that turns its question round, or leaves it open, is quoted: %s', (line) => {
  const [said = '', fact = ''] = line.split(' => ');
  expect(factsOf(said)).toContain(fact);
  expect(factsOf(said).filter((each) => / absent$/.test(each))).toEqual([]);
});

test.each(['Malaria tablets? | Only the first week.', 'Tetanus? | Two years ago.', 'p: I was fine before Covid.'])(
  'a vaccine, a remedy or a time is no disease: %s',
  (said) => {
    expect(factsOf(said).filter((each) => /malaria|tetanus|covid/i.test(each))).toEqual([]);
  },
);

test.each([
  'How do you get on with statins? | Cramps, every one.',
  'What happened when you took Bactrim? | My skin came off.',
  'And before that? | Ramipril, and it made me cough.',
  'Were you on anything before? | Lithium.',
])('what a medicine did, or was taken before, is told with its question: %s', (said) => {
  const told = factsOf(said).filter((fact) => !/^pregnancy/.test(fact));
  expect(told[0]).toMatch(/\? – .* possible$/);
});

test.each([
  'p: Can I have the epidural? | => ',
  "p: If she won't drink, call us. => ",
  'Drinking? | Half her usual. => ',
  'p: The stuff with adrenaline gives me palpitations. => adrenaline possible; palpitations present',
  "p: It's not so much dizzy as floaty. => dizziness possible",
  'dictated: Monofilament absent at the toe, small ulcer under the left fifth. => small ulcer under the left present',
])('what was not said is not told: %s', (line) => {
  const [said = '', facts = ''] = line.split(/ ?=> ?/);
  expect(factsOf(said)).toEqual(facts === '' ? [] : facts.split('; '));
});

test.each([
  'Have you had this before? | Yes, with vomiting and a stiff neck. => vomiting present; stiff neck present',
  'Any problems with medicines? | No. But I have chest pain now. => chest pain present',
  'Any thoughts of hurting yourself? | No. I take lisinopril and metformin. => lisinopril present; metformin present',
  'Do you take anything before meals? | I take metformin. => metformin present',
  "p: I'm on diabetes medication. => diabetes present",
  'Hepatitis? | Yes. => hepatitis present',
  'Did you have a fever after the vomiting? | Yes. => vomiting present',
  'Stop the ibuprofen. | It gives me heartburn anyway. => ibuprofen (stopped) historical',
])('what an answer names beside what was asked is not lost: %s', (line) => {
  const [said = '', facts = ''] = line.split(' => ');
  const told = factsOf(said).map((fact) => fact.replace(/ stopped$/, ' historical'));
  expect(told).toEqual(expect.arrayContaining(facts.split('; ')));
});
