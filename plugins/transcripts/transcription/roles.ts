import type { Role } from '../kind.ts';

/** All texts of one speaker, with the label of the recogniser or the subtitle file. */
export interface Speech {
  readonly label: string | null;
  readonly texts: readonly string[];
}

/** A phrase and the points for each occurrence. */
type Sign = readonly [pattern: RegExp, weight: number];

/** Asking, greeting, examining, explaining and planning are the clinician's part of a consultation. */
const clinicianSigns: readonly Sign[] = [
  [/\?/g, 1],
  [
    /\b(?:do|did|have|are|were|can|could|would) you\b|\bhow(?:'s| is| are| about| long| often| much| many)\b|\bany (?:other )?[a-z]+/g,
    0.5,
  ],
  [
    /\bhow (?:can|may) i help|\bwhat brings you|\b(?:nice|good) to (?:meet|see) you\b|\bmy name(?:'s| is) (?:dr|doctor)/g,
    3,
  ],
  [
    /\b(?:let me|let's|let us|i'd like (?:you )?to|i want (?:you )?to|i'm (?:going to|gonna)|i am going to|we'll|we will|we(?:'re| are) (?:going to|gonna)|we can)\b/g,
    2,
  ],
  [
    /\b(?:go ahead|take a (?:deep breath|look|listen)|deep breath|on (?:your )?(?:physical )?exam(?:ination)?|when i press|i (?:do )?(?:hear|see|appreciate|notice|reviewed))\b/g,
    2,
  ],
  [
    /\byour (?:blood|heart|lungs?|labs?|results?|x-?rays?|vitals?|vital signs|exam|symptoms|medications?|kidneys?|liver|mri|ct|ekg|echo\w*|hemoglobin|a1c)\b/g,
    1.5,
  ],
  [
    /\b(?:prescri\w+|refer(?:ral|red)?|follow(?:ing)?[ -]?up|recommend\w*|order(?:ed)?|diagnos\w+|milligrams?|antibiotics?|physical therapy|make an appointment)\b/g,
    1,
  ],
  [
    /\b(?:bilateral\w*|edema|murmurs?|tenderness|auscultation|palpation|effusion|erythema|lymphadenopathy|abdomen|distension|hypertension|acute|chronic)\b/g,
    1.5,
  ],
];

/** Talking about one's own body and life is the patient's part. */
const patientSigns: readonly Sign[] = [
  [
    /\bmy (?:back|neck|knees?|legs?|arms?|hands?|foot|feet|head|chest|stomach|belly|tummy|throat|ears?|eyes?|shoulders?|hips?|skin|nose|wife|husband|son|daughter|mom|mum|mother|dad|father|job|work|doctor)\b/g,
    2,
  ],
  [
    /\bi (?:feel|felt|was|took|take|think|guess|tried|noticed|woke|work|live|ca n't|can't|could n't|couldn't|have n't|haven't|do n't|don't|did n't|didn't|just)\b|\bi've (?:been|had|got|tried)\b|\bi'?m (?:feeling|having|taking|worried|tired|in pain)\b/g,
    1,
  ],
  [/\b(?:it|that) hurts?\b|\bhurts? when\b|\bthe pain\b|\bpainful\b/g, 1],
  [/^(?:yeah|yes|yep|no|nope|mm-hmm|uh-huh|um|uh|not really|thank you|thanks)\b/g, 0.7],
  [/\b(?:thank you|thanks),? (?:doctor|doc)\b|\bdoctor\b/g, 1],
];

/** Who nurses and assists. */
const nursing = [
  /\b(?:nurse|nursing|medical assistant|rn|lpn|cna|cma|krankenschwester|(?:kranken)?pfleger(?:in)?|pflege(?:kraft|fachfrau|fachmann)|arzthelfer(?:in)?)\b/i,
  /(?:, ?|\(|^)(?:MA|MFA)\b/,
];

/** Names that denote a role. The first match decides: the patient's mother is not the patient. */
const namedRoles: readonly (readonly [RegExp, Role])[] = [
  [
    /\b(?:dr|doctor|physician|clinician|provider|practitioner|surgeon|nurse practitioner|therapist|psychologist|psychiatrist|chiropractor|dentist|doc|gp|arzt|therapeutin|physio\w*|paramedic|pharmacist|counsel+or|midwife|health visitor|social worker|dieti[ct]ian|podiatrist|optometrist|osteopath|audiologist|behandler(?:in)?)\b|ärztin/i,
    'clinician',
  ],
  [/(?:, ?|\()(?:MD|DO|DC|NP|PA|PA-C|PT|DPT|OT|LCSW|PsyD|FNP|DPM|DDS|MBBS|FRCP|PhD)\b/, 'clinician'],
  [
    /\b(?:mother|father|mom|mum|dad|parent|wife|husband|spouse|partner|son|daughter|sister|brother|carer|caregiver|guest|interpreter|translator|mutter|vater|tochter|sohn|ehemann|ehefrau|dolmetscher(?:in)?)\b|\(other\)$/i,
    'other',
  ],
  [/\b(?:patient|patientin|client|pt)\b/i, 'patient'],
];

/**
 * The role that a speaker's name denotes: `Doctor`, `Dr. Smith`, `Patient`, `Interpreter`; undefined if it denotes
 * none.
 */
export function roleOfName(name: string): Role | undefined {
  const words = name.replaceAll('_', ' ').trim();
  return namedRoles.find(([pattern]) => pattern.test(words))?.[1] ?? (isNursing(words) ? 'clinician' : undefined);
}

function isNursing(words: string): boolean {
  return nursing.some((pattern) => pattern.test(words)) && !namedRoles.some(([pattern]) => pattern.test(words));
}

/** The least difference between two speakers for a decision, in points per utterance. */
const margin = 0.15;

/**
 * Classifies speakers as clinician and patient, by name if possible, else by their phrases. A single speaker and two
 * similar ones are `unknown`.
 */
export function rolesOf(speeches: readonly Speech[]): Role[] {
  const named = withNurses(
    speeches,
    speeches.map(({ label }) => (isNobody(label) ? 'unknown' : roleOfName(label))),
  );
  if (named.some((role) => role !== undefined && role !== 'unknown')) {
    const roles = withTheOther(named);
    return areExchanged(speeches, roles) ? roles.map((role) => exchanged[role]) : roles;
  }
  if (speeches.some(({ label }) => label?.startsWith('– '))) return speeches.map(() => 'unknown');
  if (speeches.length < 2) return speeches.map(() => 'unknown');

  const scores = speeches.map(({ texts }) => clinicianScore(texts));
  const clinician = scores.reduce((a, b) => Math.max(a, b));
  const patient = scores.reduce((a, b) => Math.min(a, b));
  if (clinician - patient < margin) return speeches.map(() => 'unknown');
  return scores.map((score) => (score === clinician ? 'clinician' : score === patient ? 'patient' : 'other'));
}

const exchanged: Readonly<Record<Role, Role>> = {
  clinician: 'patient',
  patient: 'clinician',
  other: 'other',
  unknown: 'unknown',
};

/** What a clinician does to who listens; a patient may ask as much, and may be a nurse. */
const deeds: readonly Sign[] = [
  [
    /\bon (?:your |the )?(?:[a-z]+ )?(?:physical )?exam\b|\bi (?:do |do n't |don't )?(?:also )?appreciate (?:a|an|any|some|no)\b/g,
    1,
  ],
  [
    /\b(?:i'm|i am|we're|we are) (?:also )?(?:going to|gonna|gon na) (?:also )?(?:go ahead and )?(?:prescribe|order|refer|start|send|put|examine) (?:you|your|an?|some)\b/g,
    1,
  ],
  [
    /\bi(?:'ll| will| want to| wanna| wan na|'d like to| would like to)(?: also)?(?: go ahead and)?(?: be)? (?:prescrib|order|refer|examin)(?:e|ing)? ?(?:you|your|an?|some)\b/g,
    1,
  ],
  [
    /\b(?:i|i've) (?:did )?review(?:ed)? (?:the results of )?your\b|\blisten to your (?:heart|lungs)\b|\byour (?:heart|lungs?) (?:sounds?|is|are) (?:clear|regular|normal)\b/g,
    1,
  ],
];

/** Of 157 real visits five of the seven with exchanged names have as much, and no other. Who is in doubt keeps the name. */
const certain = { deeds: 2, margin: 0.75 } as const;

/**
 * Whether a file names the patient's words as the clinician's, and the clinician's as the patient's: who is called patient
 * examines and treats, twice as often as who is called clinician.
 */
function areExchanged(speeches: readonly Speech[], roles: readonly Role[]): boolean {
  const of = (role: Role) => speeches.filter((_, index) => roles[index] === role);
  const [clinician, ...clinicians] = of('clinician');
  const [patient, ...patients] = of('patient');
  if (clinician === undefined || patient === undefined || clinicians.length > 0 || patients.length > 0) return false;
  const [done, own] = [patient, clinician].map(({ texts }) => points(spoken(texts.join(' ')), deeds));
  if (done === undefined || own === undefined || done < certain.deeds || done < 2 * own) return false;
  return clinicianScore(patient.texts) - clinicianScore(clinician.texts) >= certain.margin;
}

/** The warning of names that `rolesOf` did not believe; empty where it did. */
export function exchangeWarning(speeches: readonly Speech[], roles: readonly Role[]): readonly string[] {
  const isOther = ({ label }: Speech, index: number) => {
    const named = isNobody(label) ? undefined : roleOfName(label);
    return (named === 'clinician' || named === 'patient') && roles[index] === exchanged[named];
  };
  if (!speeches.some(isOther)) return [];
  const labelOf = (role: Role) => speeches[roles.indexOf(role)]?.label ?? 'nobody';
  return [
    `“${labelOf('clinician')}” examines and treats, “${labelOf('patient')}” tells of an illness: their names seem to be exchanged, so the first was taken for the clinician and the second for the patient. If that is wrong, give the speakers their roles and write the note again.`,
  ];
}

/** Whoever has no label beside others that have one, and whom a mere dash told apart. */
function isNobody(label: string | null): label is null {
  return label === null || label.startsWith('– ');
}

/** A nurse beside a clinician, or beside somebody who may be one, is `other`: what a nurse says is no order of theirs. */
function withNurses(speeches: readonly Speech[], named: readonly (Role | undefined)[]): (Role | undefined)[] {
  const isNurse = speeches.map(({ label }) => label !== null && isNursing(label.replaceAll('_', ' ').trim()));
  const others = named.filter((_, index) => !isNurse[index]);
  const nameless = others.filter((role) => role === undefined || role === 'unknown').length;
  const isAlone = !others.includes('clinician') && nameless <= (others.includes('patient') ? 0 : 1);
  return named.map((role, index) => (isNurse[index] && !isAlone ? 'other' : role));
}

/** If one of two speakers has a role by name, so has the other: `Doctor` speaks with the patient. */
function withTheOther(named: readonly (Role | undefined)[]): Role[] {
  const missing = named.filter((role) => role === undefined).length;
  const counterpart = (['clinician', 'patient'] as const).filter((role) => !named.includes(role));
  const [only = 'unknown'] = missing === 1 && counterpart.length === 1 ? counterpart : [];
  return named.map((role) => role ?? only);
}

/** Points per utterance: above 0 for a clinician, below for a patient. */
function clinicianScore(texts: readonly string[]): number {
  const total = texts.reduce((sum, text) => {
    const said = spoken(text);
    return sum + points(said, clinicianSigns) - points(said, patientSigns);
  }, 0);
  return total / Math.max(1, texts.length);
}

function spoken(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/ (?=[?.,!'])/g, '');
}

function points(text: string, signs: readonly Sign[]): number {
  return signs.reduce((sum, [pattern, weight]) => sum + weight * (text.match(pattern)?.length ?? 0), 0);
}
