import { genericName } from './medicines.ts';
import { remembered } from './remembered.ts';

/** Whose part of the body it is. */
const whose = "(?:(?:my|his|her|your|their|the(?: patient['’]s)?) )?";

/**
 * Clinical synonyms: what a clinician writes, what a patient says, and abbreviations. Each entry is the canonical name
 * and a pattern of its synonyms. Only terms that are interchangeable in a note are listed: a heart attack is not any
 * heart disease.
 */
const terms: readonly (readonly [name: string, spellings: string])[] = [
  // Conditions
  ['hypertension', 'high blood pressure|elevated blood pressure|blood pressure (?:issues?|problems?)|hypertensive|htn'],
  ['hypotension', 'low blood pressure|hypotensive'],
  ['diabetes', 'diabetic|diabetics|t[12]dm|dm|n?iddm|type (?:1|2|one|two|i|ii) diabetes|diabetes mellitus'],
  ['hyperlipidemia', 'high cholesterol|hypercholesterolemia|dyslipidemia'],
  ['hypolipidemia', 'low cholesterol'],
  ['heartattack', 'heart attacks?|myocardial infarctions?|mi'],
  ['stroke', 'strokes|cva|cerebrovascular accidents?'],
  ['coronary', 'coronary artery disease|coronary disease|cad'],
  ['heartfailure', '(?:congestive )?heart failure|chf'],
  ['fibrillation', 'atrial fibrillation|a-?fib'],
  ['copd', 'chronic obstructive pulmonary disease'],
  ['reflux', 'gastro-?esophageal reflux(?: disease)?|acid reflux|gerd'],
  ['cancer', 'cancers|carcinomas?|malignan(?:cy|cies|t)'],
  ['arthritis', 'arthritic|osteoarthritis|oa'],
  ['apnea', 'sleep apnea|osa'],
  ['hiv', 'human immunodeficiency virus'],
  ['uti', '(?:urinary tract|bladder) infections?'],
  ['depression', 'depressed|depressive'],
  ['anxiety', 'anxious|nervous(?:ness)?'],
  ['fracture', 'fractures|fractured|broken?|broke'],
  ['laceration', 'lacerations|lacerated|cuts?'],
  ['contusion', 'contusions|bruis(?:e|es|ed|ing)|ecchymos[ei]s|black and blue'],
  // Symptoms
  ['pain', 'pains|painful|hurts?|hurting|aches?|ached|aching|achy|sore|soreness|discomfort|uncomfortable'],
  ['headache', 'headaches|head (?:hurts|aches|pain)|(?:pain|pounding) in (?:my|his|her|your|the) head|cephalgia'],
  [
    'dyspnea',
    "short(?:ness)? of breath|sob|(?:trouble|difficulty|problems?) breathing|hard to breathe|breathless(?:ness)?|(?:can't|cannot|couldn't) (?:breathe|catch my breath)|dyspnoea",
  ],
  ['edema', 'oedema|swelling|swells?|swollen|swelled|puff(?:y|iness)'],
  ['vomiting', 'vomit|vomits|vomited|emesis|throw(?:s|ing|n)? up|threw up'],
  ['nausea', 'nauseous|nauseated|queasy|sick to (?:my|his|her|your|the) stomach'],
  ['diarrhea', 'diarrhoea|loose (?:stools?|bowels?)|the runs'],
  ['constipation', 'constipated'],
  ['hematuria', `blood in ${whose}(?:urine|pee)|bloody urine|(?:pee|urinat)ing blood`],
  [
    'hematochezia',
    `(?:bright red )?blood (?:in ${whose}(?:stools?|poop|bowel movements?)|(?:per|from the) rectum)|bloody (?:stools?|diarrhea)`,
  ],
  ['melena', '(?:black|dark|tarry)(?:,? tarry)? stools?'],
  ['hemoptysis', 'cough(?:s|ing|ed)? up blood'],
  ['hematemesis', '(?:vomit|throw)(?:s|ing|ed)? (?:up )?blood|vomited blood|threw up blood'],
  ['epistaxis', 'nose ?bleeds?|bloody nose'],
  ['dysphagia', '(?:trouble|difficulty|problems?) swallowing|hard to swallow'],
  ['tinnitus', `ringing in ${whose}ears?`],
  ['diaphoresis', 'sweat(?:s|ing|y)?|diaphoretic'],
  ['dyspepsia', 'indigestion|heart ?burn'],
  ['pharyngitis', 'sore throats?|throat (?:hurts|pain)'],
  ['incontinence', 'incontinent|leak(?:s|ing|age)?(?: of)?(?: urine)?'],
  ['myalgia', 'myalgias|(?:muscle|body) (?:aches?|pains?|soreness)'],
  ['arthralgia', 'arthralgias|joint (?:aches?|pains?)|achy joints'],
  ['hypothyroidism', 'hypothyroid|(?:underactive|low|slow) thyroid'],
  ['hyperthyroidism', 'hyperthyroid|(?:overactive|high) thyroid'],
  ['hysterectomy', `(?:uterus|womb)(?: \\w+){0,2} (?:out|removed)`],
  ['accident', 'accidents?|crash(?:ed)?|collisions?|wreck|mva|mvc|mvas'],
  ['vehicle', 'vehicles?|cars?|automobiles?|auto'],
  ['ambulate', 'ambulat(?:es|ed|ing|ion|ory)|walk(?:s|ed|ing)?|gait'],
  ['fever', 'fevers|feverish|febrile|pyrexia'],
  ['fatigue', 'fatigued|tired|tiredness|exhausted|exhaustion|worn out'],
  ['dizziness', 'dizzy|light-?headed|light-?headedness'],
  [
    'syncope',
    'syncopal|faint(?:ed|ing|s)?|pass(?:ed|ing|es)? out|black(?:ed|ing)? out|los(?:s|t|e|ing) (?:of )?consciousness|loc',
  ],
  ['paresthesia', 'paresthesias|tingl(?:ing|e|es|y)|pins and needles'],
  ['numbness', 'numb'],
  ['weakness', 'weak|weaker'],
  ['itching', 'itch|itchy|itches|prurit(?:us|ic)'],
  ['erythema', 'red|redness|erythematous'],
  ['palpitations', 'palpitation|heart (?:racing|pounding|fluttering)|racing heart'],
  [
    'dysuria',
    '(?:pain|burning)(?: \\w+)? (?:when|with|on|while|during) (?:urinat(?:ing|ion)|peeing|passing urine)|painful urination|(?:burns|burned|hurts|stings) (?:when|to|while) (?:i |he |she |you |they )?(?:urinat(?:e|es|ing)|pee|pees|peeing)',
  ],
  ['urination', 'urinary|urinate|urinates|urinating|pee|peeing|passing urine|voiding|micturition'],
  ['stool', 'stools|bowel movements?|poop(?:ing|ed)?'],
  ['sputum', 'phlegm|mucus'],
  ['rhinorrhea', 'runny nose'],
  ['congestion', 'congested|stuffy|stuffed up'],
  ['insomnia', "(?:trouble|difficulty|problems?) sleeping|(?:can't|cannot|couldn't) sleep"],
  ['menses', 'menstrua(?:l|tion)|periods?|lmp|menstrual periods?'],
  ['bloodpressure', 'bp|blood pressures?'],
  ['pulse', 'heart rates?|hr|pulse rate'],
  ['temperature', 'temps?'],
  ['glucose', '(?:blood )?sugars?(?: levels?)?|blood glucose'],
  ['weight', 'weigh(?:s|ed|ing)?'],
  ['influenza', 'flu'],
  ['vaccine', 'vaccin(?:es|ated|ations?)|immuni[sz](?:ed|ations?)|shots?'],
  ['admission', 'hospitali[sz](?:ed|ations?)|admitted|admits?|admit'],
  ['suture', 'sutures|sutured|stitch(?:es)?'],
  ['selfharm', 'self-harm|(?:hurt|harm|cut)(?:ting|ing)? (?:myself|himself|herself|yourself|themselves)'],
  ['mood', 'feel(?:ing|s)? (?:down|sad|blue|low|depressed)|low mood'],
  ['odor', 'smells?|odou?rs?'],
  ['maximum', '(?:not|no) more than|at most|max'],
  ['resolved', '(?:went|gone|goes|going|go) away|clear(?:ed|s) up'],
  ['returned', '(?:come|came|comes|coming) back'],
  ['rarely', 'hardly ever|almost never|once in a while'],
  // The body
  ['abdomen', 'abdominal|stomach|belly|tummy'],
  ['lumbar', '(?:lower|low) back'],
  ['neck', 'cervical'],
  ['thoracic', '(?:mid|middle|upper) back'],
  ['heart', 'cardiac'],
  ['lung', 'lungs|pulmonary|respiratory'],
  ['kidney', 'kidneys|renal'],
  ['liver', 'hepatic'],
  ['gastrointestinal', 'gi'],
  ['neurologic', 'neuro|neurological|neurologically'],
  ['skin', 'cutaneous|dermatologic'],
  ['leg', 'legs|lower extremit(?:y|ies)'],
  ['arm', 'arms|upper extremit(?:y|ies)'],
  ['vision', 'visual|eyesight'],
  ['motionrange', 'range of motion|rom'],
  // Treatment and tests
  ['medication', 'medications|medicines?|meds?|pills?'],
  ['surgery', 'surger(?:y|ies)|surgical|surgically|operat(?:ion|ions|ed|ive)|procedures?'],
  ['appendectomy', 'appendix(?: \\w+){0,2} (?:out|removed)'],
  ['cholecystectomy', 'gall ?bladder(?: \\w+){0,2} (?:out|removed)'],
  ['tonsillectomy', 'tonsils(?: \\w+){0,2} (?:out|removed)'],
  ['cesarean', 'c-? ?sections?|c(?:a)?esarean(?: sections?)?'],
  ['xray', 'x-? ?rays?|radiographs?|plain films?'],
  ['ct', 'cat scan|computed tomography'],
  ['mri', 'magnetic resonance(?: imaging)?'],
  ['ecg', 'ekg|electrocardiograms?'],
  ['physiotherapy', 'physical therapy'],
  ['emergency', 'emergency (?:room|department)|er|ed'],
  ['referral', 'referrals|refer|refers|referred|referring'],
  ['checkup', 'check-? ?ups?|follow-? ?up|physical exam(?:ination)?'],
  // People and their lives
  ['mother', 'mom|mum|mommy|maternal'],
  ['father', 'dad|daddy|paternal'],
  ['child', 'children|kids?'],
  ['married', 'husband|wife|spouse'],
  ['died', 'dead|deceased|pass(?:ed|es) away|death|dies|die'],
  ['smoke', 'smok(?:er|ers|es|ed|ing)|tobacco|cigarettes?|cigars?'],
  ['alcohol', 'etoh|drink(?:s|er|ing)?|drank|beers?|wine|liquor|alcoholic'],
  ['illicit', '(?:illicit|recreational|street|illegal)(?: drugs?| substances?)?(?: use| abuse)?|drug (?:use|abuse)'],
  ['exercise', 'exercis(?:es|ed|ing)|work(?:s|ed|ing)? out|workouts?'],
  ['job', 'works?|worked|working|employed|employment|occupation|jobs'],
  ['allergy', 'allergies|allergic'],
  ['caucasian', 'white'],
  ['black', 'african[ -]american'],
  ['woman', 'lady|female|girl'],
  ['man', 'gentleman|male|boy|guy'],
];

const names: ReadonlyMap<string, RegExp> = new Map(
  terms.map(([name, spellings]) => [name, new RegExp(`^(?:${spellings})$`, 'i')]),
);
const anySpelling = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${terms.flatMap(([, spellings]) => spellings).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
);
/** Abbreviations as speech recognisers write them: `C T scan`, `H I V`. */
const spelledOut = /(?<![\p{L}\p{N}'’.])\p{Lu}(?:[ .]\p{Lu})+(?![\p{L}\p{N}'’])/gu;

/**
 * Replaces every synonym by its canonical name: `short of breath` and `SOB` become `dyspnea`.
 *
 * @param text any text
 * @returns the text with canonical names, generic names of medicines included
 */
export const normalizeSynonyms = remembered((text) =>
  text
    .replace(spelledOut, (letters) => letters.replace(/[ .]/g, ''))
    .replace(anySpelling, nameOf)
    .replace(/\p{L}+/gu, (word) => genericName(word.toLowerCase()) ?? word),
);

/** A word or a synonym of several words, by its canonical name. */
export interface NamedSpan {
  readonly name: string;
  /** Indexes of its first word and of the word after it. */
  readonly from: number;
  readonly to: number;
}

/** The words of a text that has blanks between them, in lower case, with those of a synonym as one. */
export const namedSpans = remembered((text): readonly NamedSpan[] => {
  const words = text.split(' ');
  const spans: NamedSpan[] = [];
  let [from, offset] = [0, 0];
  const upTo = (end: number) => {
    while (offset < end && from < words.length) {
      const word = words[from] ?? '';
      spans.push({ name: genericName(word) ?? word, from, to: from + 1 });
      offset += word.length + 1;
      from += 1;
    }
  };
  for (const { 0: said, index } of text.matchAll(anySpelling)) {
    upTo(index);
    if (offset > index) continue;
    const to = from + said.split(' ').length;
    spans.push({ name: nameOf(said), from, to });
    [from, offset] = [to, index + said.length + 1];
  }
  upTo(text.length);
  return spans;
});

function nameOf(said: string): string {
  for (const [name, spellings] of names) if (spellings.test(said)) return name;
  return said;
}
