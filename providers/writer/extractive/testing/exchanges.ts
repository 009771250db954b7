import { type Row, wholeExchanges } from './whole-exchanges.ts';

/**
 * Short exchanges between a clinician (`c:`) and a patient (`p:`), each with a pattern for what a note on it may never
 * say, and one for what it must say, if anything. Written for this project.
 */
export interface Exchange {
  readonly said: string;
  readonly never: RegExp;
  readonly must: RegExp | null;
}

const medicines: readonly Row[] = [
  ['c: Stop the Tylenol. | p: Okay.', /takes tylenol|medication: tylenol/i, /stop/i],
  ['c: I want you to stop the Tylenol and the Advil.', /takes|medication: (?:tylenol|advil)/i, /stop.*advil/i],
  ['p: I quit taking the lisinopril last month.', /patient takes|medication: lisinopril/i, /quit|stopped/i],
  ['c: We will hold the metformin until the scan.', /takes|medication: metformin/i, /hold.*metformin/i],
  ['c: We will switch you from lisinopril to losartan.', /takes lisinopril|medication: lisinopril/i, /losartan/i],
  ["c: I'd start you on bisoprolol 2.5 in the mornings. | p: Okay.", /takes/i, /start .*bisoprolol 2\.5/i],
  ["c: I'd give you prednisone 40 for five days. | p: Fine.", /takes/i, /prednisone 40 for five days/i],
  ['c: Please stop that. | p: The naproxen? | c: Yes.', /^please stop that/im, /stop that.*naproxen/i],
  ["c: Come back Thursday. | p: I can't. | c: Friday then.", /^come back thursday/im, /friday/i],
  ["c: X-ray shows no break but I'm treating it as a fracture.", /^fracture\.$/im, /treating it as a fracture/i],
  [
    "c: With aura you shouldn't be on that, it raises the stroke risk.",
    /^(?:possible )?stroke\.$/im,
    /raises the stroke/i,
  ],
  ['c: Chest X-ray today and three sputum samples.', /^sputum\.$|x-ray 3/im, /three sputum samples/i],
  ['p: Would I still need the blood tests? | c: Just kidneys once a year.', /ordered: blood/i, /just kidneys once/i],
  ['p: So do I need an operation? | c: Not at this point.', /past procedure/i, /not at this point/i],
  ['c: Allergic to anything? | p: Codeine makes me sick as a dog.', /allergic to codeine\./i, /sick as a dog/i],
  ["c: Are you on furosemide? | p: I don't take it when I go out.", /^no furosemide/im, /when i go out|goes out/i],
  ['c: Are you weight bearing? | p: In the boot, no crutches.', /advised|^no crutches/im, /in the boot/i],
  [
    "c: I'd offer atorvastatin 20. | p: I'd rather try diet first. | c: Fair.",
    /confirmed: atorva/i,
    /rather try diet/i,
  ],
  [
    'c: What is it at home? | p: About one thirty five over eighty.',
    /^blood pressure/im,
    /135\/80|thirty five over eighty/i,
  ],
  ['c: Family clots? | p: My sister. | c: And you? | p: No, never.', /denies clot/i, /and you.*no, never/i],
  [
    "c: How's your warfarin been? | p: I'm on apixaban now, since May.",
    /takes warfarin\./i,
    /apixaban now, since may/i,
  ],
  ["c: Any fevers, weight loss? | p: I've dropped half a stone.", /possible/i, /half a stone/i],
  [
    "c: I'd start amlodipine 10. | p: Ten? My sister had five. | c: Right, five then.",
    /^amlodipine 10\.$/im,
    /five then/i,
  ],
  ["c: Can't take codeine? | p: It makes me throw up. Tramadol too.", /takes tramadol|reports throw/i, /tramadol too/i],
  ['c: Has the cough got worse? | p: No, it just began, sorry. Yes, it has.', /worse\? – no, it just began, sorry\.”/i],
  ['c: Any metal in you? | p: I had a clip put in in 2009.', /not answered/i, /clip put in/i],
  ["p: I'd rather stick with the co-codamol I've got.", /the codamol/i, /co-codamol/i],
  [
    'c: Flashing lights? | p: I thought it was the telly. | c: Pain under the ribs? | p: No.',
    /pain: “I thought/i,
    /telly/i,
  ],
  ['c: Your stroke score is three. Start apixaban five twice a day.', /^stroke/im, /apixaban/i],
  ['c: Do not stop the metformin. | p: Okay.', /stopped|^stop/im, /metformin/i],
  ['c: Are you still on the lisinopril? | p: No, they took me off it.', /is (?:still )?on the lisinopril\./i],
  ['c: Any allergies? | p: Sulfa, no penicillin.', /medication: sulfa|allergies: [^.]*penicillin/i, /sulfa/i],
  ['c: Any drug allergies? | p: Penicillin, no wait, amoxicillin.', /allergies: penicillin/i, /amoxicillin/i],
  ['p: Penicillin gives me hives.', /medication: penicillin|symptom: hives/i, /penicillin.*hives/i],
  ['c: Any allergies? | p: None that I know of.', /allergies: (?!no)|reports/i, /denies|no known allergies/i],
  [
    'p: My fingers are numb. | c: I will see you in ten days.',
    /numb\w*(?: for|,|:| in)? (?:10|ten)/i,
    /(?:ten|10) days/i,
  ],
  ['c: How long have you had the cough? | p: Three weeks.', /denies/i, /three weeks|3 weeks/i],
  ['p: I take ten milligrams of lisinopril. No wait, twenty.', /takes ten milligrams of lisinopril\.$/im, /twenty|20/i],
];

const questions: readonly Row[] = [
  ['c: Any fever? | p: No.', /reports fever|has (?:a )?fever/i, /denies fever/i],
  ['c: Any fever? | p: Yes.', /denies|no fever/i, /fever/i],
  ['c: Any fever or chills? | p: No.', /reports/i, /denies fever or chills/i],
  ['c: Any fever or chills? | p: Yes.', /denies|reports fever or chills/i],
  ['c: Fever, chills, night sweats? | p: No, nothing like that.', /reports/i, /denies fever, chills or night sweats/i],
  ['c: Do you have a cough? | p: Yeah, I do.', /denies|no cough/i, /cough/i],
  ['c: Do you have a cough? | p: Nope.', /reports (?:a )?cough/i, /denies (?:a )?cough/i],
  [
    'p: Do I need an x-ray? | c: No, we do not need an x-ray at this point.',
    /Order:|do I need/i,
    /we do not need an x-ray/i,
  ],
  [
    'c: How bad is the pain, from zero to ten? | p: About a six in the morning. By the evening it is an eight.',
    /Score:/,
    /6\/10 in the morning[\s\S]*by the evening it is an eight/i,
  ],
  [
    'c: Call me right away if your leg goes numb. | p: I will.',
    /Symptom|call me[\s\S]*call me/i,
    /call me right away if the patient's leg goes numb/i,
  ],
  ['c: Any allergies? | p: Penicillin.', /denies|no (?:known )?allerg/i, /penicillin/i],
  ['c: Any allergies? | p: No.', /allergies: (?!no)/i, /no known allergies/i],
  ['c: Any allergies? | p: No, just penicillin.', /denies (?:any )?allergies/i, /penicillin/i],
  ['c: Are you allergic to penicillin? | p: No.', /is allergic to penicillin|allergies: penicillin/i],
  ['c: Are you allergic to sulfa? | p: Yes.', /not allergic|denies/i, /sulfa/i],
  [
    'c: What makes it worse, eating or exercise? | p: With eating.',
    /exercise\W+yes|worse with exercise|patient reports/i,
    /eating/i,
  ],
  ['c: What makes it worse, eating or exercise? | p: Exercise.', /worse with eating/i, /exercise/i],
  ['c: Is it better or worse? | p: Worse.', /it is better|better or worse – yes/i, /worse/i],
  ['c: Is the pain on the left or the right? | p: The left.', /pain is on the (?:left or the )?right\./i, /left/i],
  ['c: Does it hurt on the inside or the outside? | p: The inside.', /hurts on the (?:inside or the )?outside/i],
  ['c: Do you smoke or drink? | p: Yes.', /smokes or drinks|does not|denies/i],
  ['c: Do you smoke? | p: Not anymore.', /the patient smokes|does not smoke\./i],
  ['c: Do you smoke? | p: I quit two years ago.', /the patient smokes/i, /quit/i],
  ['c: Do you smoke? | p: No.', /the patient smokes|reports/i],
  ['c: Do you drink alcohol? | p: Never.', /drinks alcohol|reports/i],
  ['c: You do not smoke, do you? | p: No.', /the patient smokes/i],
  ['c: You are taking the metformin, right? | p: Yes.', /not taking|denies/i, /takes metformin/i],
  ['c: You are taking the metformin? | p: Metformin, yep.', /not taking|denies/i, /metformin/i],
  ['c: Are you still taking your lisinopril? | p: No, I stopped it.', /is still taking|is taking/i, /stopped/i],
  ['c: Are you taking your lisinopril? | p: Sometimes.', /is taking (?:his|her|the patient's) lisinopril\./i],
  ['c: Did you take the antibiotic? | p: No.', /took the antibiotic/i],
  ['c: Did you take the antibiotic? | p: Yes.', /did not take/i],
  ['c: Have you had surgery before? | p: Never.', /has had surgery|reports/i],
  ['c: Have you ever had a stroke? | p: No, but my father did.', /patient has had a stroke|reports a stroke/i],
  ['c: Have you ever had a heart attack? | p: No, thank God.', /has had a heart attack|reports/i],
  ['c: Any chest pain? | p: Not really.', /reports chest pain/i],
  ['c: Any chest pain? | p: A little, when I climb stairs.', /denies|no chest pain/i, /stairs/i],
  ['c: Any shortness of breath? | p: Only at night.', /denies/i, /night/i],
  ['c: Any numbness? | p: No, no numbness.', /reports numbness/i, /no numbness|denies numbness/i],
  ['c: Any numbness or tingling? | p: No numbness.', /denies numbness or tingling|no tingling/i],
  ['c: Any weakness? | p: No weakness, just the tingling.', /denies .*tingling|no tingling/i, /tingling/i],
  ['c: Any nausea, vomiting, or diarrhea? | p: Some nausea.', /denies|reports nausea, vomiting/i, /nausea/i],
  ['c: Any nausea, vomiting, or diarrhea? | p: Just diarrhea.', /denies diarrhea|reports nausea/i, /diarrhea/i],
  ['c: How long have you had the cough? | p: Three weeks.', /denies|no cough/i, /three weeks|3 weeks/i],
  ['c: How long has your knee been hurting? | p: Since Friday.', /denies/i, /Friday/],
  ['c: When did it start? | p: Two days ago.', /denies/i],
  ['c: What have you taken for the pain? | p: Just Tylenol.', /denies|ibuprofen/i, /tylenol/i],
  ['c: How much ibuprofen do you take? | p: Four hundred milligrams.', /800|eight hundred/i, /four hundred|400/i],
  ['c: Does ibuprofen help? | p: No.', /ibuprofen helps|it helps/i],
  ['c: Does it hurt when I press here? | p: Yes.', /does not hurt|denies/i],
  ['c: Does it hurt when I press on your knee? | p: No.', /hurts when I press/i],
  ['c: Is your knee swollen? | p: No.', /knee is swollen/i],
  ['c: Is it getting worse? | p: No.', /it is getting worse/i],
  ['c: Was the fever high? | p: No.', /fever was high/i],
  ['c: Do you have any pain when you walk? | p: No.', /reports|has pain when/i],
  [
    'c: Does anyone in your family have diabetes? | p: My mother.',
    /the patient has diabetes|problem: diabetes/i,
    /mother/i,
  ],
  ['c: Any family history of cancer? | p: No.', /patient has cancer|problem: cancer|reports/i],
  ['c: Have you been hospitalized? | p: Last year, for pneumonia.', /denies/i, /pneumonia/i],
  ['c: Are you pregnant? | p: No.', /is pregnant/i],
  ['c: Could you be pregnant? | p: I do not think so.', /is pregnant\./i],
  ['c: Any thoughts of hurting yourself? | p: No, nothing like that.', /reports thoughts|has thoughts/i, /hurting/i],
  ['c: No issues with the inhaler? | p: None whatsoever.', /reports/i],
  ['c: No fever? | p: No.', /reports fever|has (?:a )?fever/i],
  ['c: You have not had any falls? | p: Right.', /reports falls|has had falls/i],
  ['c: Is there any blood in your urine? | p: No, not that I have noticed.', /reports blood/i, /denies blood in/i],
  ['c: How about headaches? | p: No.', /reports headaches/i, /denies headaches|no headaches/i],
  ['c: Do you use oxygen at home? | p: I do not.', /uses oxygen/i],
  ['c: Can you bend the knee? | p: Not all the way.', /patient can bend the knee\./i],
  ['c: Are you sleeping well? | p: No.', /is sleeping well/i],
  ['c: Do these pills cause the pain? | p: I think these cause the pain.', /because/i],
  ['c: Do you take a blood thinner? | p: Yes, Eliquis.', /denies|does not/i, /eliquis/i],
  ['c: Any other symptoms? | p: No.', /reports/i],
  ['c: Any questions? | p: No.', /denies questions/i],
];

const corrections: readonly Row[] = [
  ['p: My right knee hurts. Not the right, the left.', /^The patient's right knee hurts\.$/im, /left/i],
  ['p: I take 40 milligrams of Lasix. | c: 40? | p: Sorry, 20.', /40 (?:mg|milligrams) .*Lasix\.$/im],
  ['c: Is it the left shoulder? | p: No, the right.', /is the left shoulder/i],
  ['c: You had the surgery in May? | p: No, in June.', /had the surgery in May\./i, /June/],
  ['c: The pain is in your hip? | p: No, in my thigh.', /pain is in (?:the patient's|his|her) hip/i, /thigh/i],
  ['c: You take it once a day? | p: No, twice a day.', /takes it once a day\./i, /twice/i],
  ['c: So you have asthma. | p: No, that is my brother.', /^The patient has asthma\.$/im],
  ['c: You stopped the aspirin? | p: No, I still take it.', /patient stopped the aspirin/i, /still/i],
  ['c: Your mother had breast cancer? | p: No, ovarian cancer.', /mother had breast cancer\./i, /ovarian/i],
  ['c: It was three weeks ago? | p: No, five weeks ago.', /it was three weeks ago\./i, /five weeks/i],
  ['c: You are allergic to codeine? | p: No, to morphine.', /is allergic to codeine|allergies: codeine/i, /morphine/i],
  ['c: Both knees? | p: No, only the left one.', /both knees – yes|reports both/i],
];

/** Corrections and restrictions in one turn. */
const takenBack: readonly Row[] = [
  [
    'c: On exam there is tenderness on the left lower side. No, sorry, the right lower side.',
    /left lower side\.?$/im,
    /tenderness on the right lower side\./i,
  ],
  ["p: It's the left knee. No wait, I mean the right one.", /left knee\.?$/im, /it(?: is|'s) the right knee\.$/im],
  ['p: He had a fever. It was 102. Actually, 103 on Sunday night.', /102\.?$/m, /102\. Actually, 103/],
  [
    "c: I'll start lisinopril 5 milligrams. No, scratch that, 10 milligrams once a day.",
    /5 milligrams\.?$/im,
    /10 mill/i,
  ],
  ['p: The pain started around six. Well, closer to seven, after dinner.', /around six\.?$/im, /closer to seven/i],
  ['p: The pain goes to my left arm. No, my left shoulder.', /left arm\.?$/im, /left shoulder/i],
  ['p: I use albuterol twice a day. I mean three times a day lately.', /twice a day\.?$/im, /I mean three times/i],
  ['p: I take 20, I mean, 30 milligrams of Lasix.', /20/, /takes 30 milligrams of Lasix/i],
  ['p: I sleep about five hours. Sorry, maybe four.', /five hours\.?$/im, /maybe four/i],
  ['c: There is a small effusion in the right, sorry, left knee.', /right/i, /small effusion in the left knee/i],
  ['c: Take amoxicillin for seven days. | p: Okay. | c: Sorry, make that ten days.', /seven days\.?$/im, /ten days/i],
  ["p: I had thoughts that I'd be better off dead in January. Not now.", /in January\.?$/im, /January\. Not now/i],
  ["p: My mother's cough is gone. I mean, I have a cough now.", /“I mean|gone\. I have/i],
  ['p: Right, sulfa gives me hives.', /right side/i, /sulfa/i],
];

/** Several questions in one turn. */
const several: readonly Row[] = [
  [
    'c: Any blood in the stool? Fever? | p: No blood. I had a fever of 101 on Monday.',
    /Fever\? – No|denies fever/i,
    /denies blood in the stool[\s\S]*fever of 101/i,
  ],
  [
    'c: Do you check your feet? Do you smoke? | p: Not every day. I quit six years ago.',
    /“Do you smoke/i,
    /I quit six/i,
  ],
  ['c: How long? Is anything coming up? | p: Ten days. Green stuff, no blood.', /“Is anything[^–]*– Ten/i, /ten days/i],
  ['c: Any vomiting? Any rash? | p: No.', /denies (?:a )?rash\.|“Any rash\? – No/i, /denies vomiting or rash/i],
  ['c: Have you had surgery on that knee? Injections? | p: No surgery.', /Injections\? – No surgery/i, /No surgery/],
  ['c: Diabetes? Kidney stones? | p: No diabetes.', /stones\? – No|denies[^.]*kidney stones/i, /denies diabetes/i],
  [
    'c: What have you tried? Did it help? | p: Ice and naproxen. The ice helps, the naproxen does not.',
    /“Did it help\? – Ice/i,
    /naproxen[\s\S]*ice helps, the naproxen does not/i,
  ],
  ['c: Where does it hurt? Any swelling? | p: Yes.', /where/i, /swelling/i],
  [
    'c: Does it lock or give way? Any swelling? | p: It gives way on stairs. It swells after tennis.',
    /swelling\? – It gives/i,
    /gives way on stairs/i,
  ],
];

/** Lines of facts beside sentences that state them. */
const repeated: readonly Row[] = [
  ['c: Drink plenty of fluids. Come back in one week.', /Follow-up:/, /Come back in one week|Follow up in 1 week/],
  ["c: I'll see you in four weeks.", /Follow-up:/, /four weeks/],
];

const lists: readonly Row[] = [
  ['p: I take metformin, lisinopril and aspirin.', /denies|does not take/i, /metformin, lisinopril and aspirin/i],
  ['c: Which medicines do you take? | p: Lisinopril and a baby aspirin.', /denies/i, /lisinopril/i],
  ['p: I have diabetes, high blood pressure and gout.', /denies|no gout/i, /gout/i],
  ['p: I have no fever, no chills and no cough.', /has (?:a )?fever|reports/i, /no fever/i],
  ['p: I had nausea and vomiting but no diarrhea.', /has diarrhea|reports diarrhea/i, /no diarrhea/i],
  ['p: I am allergic to penicillin and sulfa.', /not allergic|denies/i, /penicillin.*sulfa/i],
  [
    'p: My mother had a stroke and my father has diabetes.',
    /patient has diabetes|problem: (?:stroke|diabetes)/i,
    /father/i,
  ],
  ['p: I never had asthma or pneumonia.', /patient has asthma|has had/i, /never/i],
  ['p: No pain, no swelling, just some stiffness.', /no stiffness|denies stiffness/i, /stiffness/i],
  ['c: Any surgeries? | p: Appendix, gallbladder, and a knee replacement.', /denies/i, /knee replacement/i],
  ['c: Any medical problems? | p: Just asthma.', /denies/i, /asthma/i],
  [
    'c: Any heart problems, lung problems, kidney problems? | p: Kidney stones.',
    /denies|heart problems – yes/i,
    /kidney stones/i,
  ],
  ['c: Your lungs are clear, your heart is regular, and there is no edema.', /crackles|has edema/i, /clear/i],
  ['c: There is no tenderness, redness or swelling.', /there is (?:redness|swelling)/i, /no tenderness/i],
];

const conditionals: readonly Row[] = [
  ['c: If it gets worse, go to the emergency room.', /^(?:it gets|it is getting) worse/im, /if it gets worse/i],
  ['c: If you get a fever, call me.', /has a fever|reports fever|^(?:symptom|finding): fever/im, /if/i],
  ['c: Come back if the swelling does not improve.', /swelling (?:improves|improved)/i, /if the swelling/i],
  ['c: If the x-ray is normal, we will start physical therapy.', /^(?:the )?x-ray is normal/im, /if the x-ray/i],
  [
    'c: If the strep test is positive, I will prescribe amoxicillin.',
    /^(?:the )?strep test is positive/im,
    /if the strep test/i,
  ],
  ['c: This might be a stress fracture.', /^(?:problem|the patient has):? (?:a )?stress fracture/im, /might/i],
  ['c: We should rule out a blood clot.', /has a blood clot|^problem: blood clot/im, /rule out/i],
  ['c: It could be gout, but I am not sure.', /has gout|^problem: gout/im, /could be/i],
  ['c: You may need surgery later.', /had surgery|needs surgery/i, /may need surgery/i],
  ['p: If I walk too far my hip hurts.', /^(?:the patient's|his|her) hip hurts\./im, /if/i],
  ['p: When I take ibuprofen it goes away.', /goes away\W*$(?<!ibuprofen.*)/im, /ibuprofen/i],
  ['c: Take ibuprofen only if you have pain.', /^the patient has pain/im, /only if/i],
  ['c: Stop the medicine if you get a rash.', /has a rash|^symptom: rash/im, /if/i],
  [
    'c: Return sooner if you have trouble breathing.',
    /has trouble breathing(?<!if the patient has trouble breathing)/i,
    /if/i,
  ],
];

/** Each form of an exchange with each of these symptoms: what holds for one holds for all. */
const symptoms = [
  'dizziness',
  'palpitations',
  'constipation',
  'back pain',
  'a rash',
  'itching',
  'headaches',
  'joint pain',
  'blurred vision',
];
const forms: readonly ((symptom: string) => Row)[] = [
  (s) => [
    `c: Do you have ${s}? | p: No.`,
    new RegExp(`reports ${s}`, 'i'),
    new RegExp(`denies (?:${s}|${bare(s)})|not have ${s}|${s}\\? – No`, 'i'),
  ],
  (s) => [`c: Any ${bare(s)}? | p: No, I haven't had any.`, new RegExp(`reports (?:a )?${bare(s)}`, 'i')],
  (s) => [`c: Have you noticed any ${bare(s)}? | p: Yes.`, /denies|has not/i, new RegExp(bare(s), 'i')],
  (s) => [`c: Any ${bare(s)}? | p: Maybe a little.`, new RegExp(`denies|no ${bare(s)}`, 'i')],
  (s) => [`p: I have ${s}.`, /denies|does not/i, new RegExp(`has ${s}`, 'i')],
  (s) => [`p: I don't have ${s}.`, new RegExp(`(?:has|reports) ${s}`, 'i'), new RegExp(`not have ${s}`, 'i')],
  (s) => [`p: My sister has ${s}.`, new RegExp(`^the patient has ${s}|^(?:symptom|problem): `, 'im')],
  (s) => [`p: I used to have ${s}, but not anymore.`, new RegExp(`^the patient has ${s}`, 'im')],
  (s) => [
    `c: Any ${bare(s)} or swelling? | p: Just the swelling.`,
    new RegExp(`reports (?:a )?${bare(s)}|denies swelling`, 'i'),
  ],
  (s) => [`c: If you get ${s}, call us.`, new RegExp(`^the patient (?:has|reports) ${s}`, 'im')],
];

function bare(symptom: string): string {
  return symptom.replace(/^a /, '');
}

const dictation: readonly Row[] = [
  ['c: Hey Dragon, order a CBC.', /dragon/i, /order a cbc/i],
  ['c: Hey Dragon, show me the chest x-ray.', /dragon/i],
  ['c: Hey Dragon, finalize the note.', /dragon|finalize/i],
  ['c: Summarize the patient’s history.', /summarize/i],
  ['c: Hey Dragon, summarize my patient.', /summarize/i],
  ['c: Hey Dragon, order meloxicam 15 milligrams once a day.', /dragon/i, /meloxicam 15 milligrams/i],
  ['c: Use my general physical exam template.', /template/i],
  ['c: Okay, good to see you. | p: You too.', /good to see/i],
];

/** All exchanges. */
export const exchanges: readonly Exchange[] = [
  ...medicines,
  ...questions,
  ...corrections,
  ...takenBack,
  ...several,
  ...repeated,
  ...lists,
  ...conditionals,
  ...dictation,
  ...wholeExchanges,
  ...symptoms.flatMap((symptom) => forms.map((form) => form(symptom))),
].map(([said, never, must]) => ({ said, never, must: must ?? null }));
